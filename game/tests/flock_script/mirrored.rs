//! Scripts below mirrored or unevenly scaled parents act in the look direction of their nodes.

use crate::{
    effects::add_script,
    game::{Game, STEP},
    world::idle,
};
use fyrox::{
    core::{algebra::UnitQuaternion, math::Matrix4Ext, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder, node::Node, pivot::PivotBuilder, transform::TransformBuilder, Scene,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    scripts::{EffectShape, FlockGuide, FlockVolume, FlockWind},
    sim::{
        influences::{InfluenceKind, InfluenceVolume},
        Vec3,
    },
};

/// Scales of a parent for which the look direction is not the product of the rotations.
const SCALES: [Vec3; 3] = [
    Vec3::new(-1.0, 1.0, 1.0),
    Vec3::new(1.0, 1.0, -1.0),
    Vec3::new(3.0, 1.0, 1.0),
];

/// A game with a script on a rotated node below a parent of this scale.
fn below_a_scaled_parent<S: ScriptTrait + Clone>(script: S, scale: Vec3) -> (Game, Handle<Node>) {
    let mut node = Handle::NONE;
    let game = Game::with_scene("mirrored", idle(1), |scene: &mut Scene| {
        node = add_script(scene, "script", script, Vec3::new(1.0, 2.0, 3.0));
        let turn = UnitQuaternion::from_euler_angles(0.3, 0.9, 0.2);
        scene.graph[node].local_transform_mut().set_rotation(turn);
        let place = TransformBuilder::new().with_local_scale(scale).build();
        let parent = PivotBuilder::new(BaseBuilder::new().with_local_transform(place));
        let parent = parent.build(&mut scene.graph);
        scene.graph.link_nodes(node, parent);
    });
    (game, node)
}

/// The drawn look direction of the node.
fn look(game: &mut Game, node: Handle<Node>) -> Vec3 {
    game.scene().graph[node]
        .global_transform()
        .look()
        .normalize()
}

#[test]
fn the_wind_blows_where_its_node_looks() {
    for scale in SCALES {
        let (mut game, node) = below_a_scaled_parent(FlockWind::default(), scale);
        game.update(3, STEP);
        let look = look(&mut game, node);
        let wind = game.simulation().wind().velocity;
        assert!(
            (wind - look).norm() < 1e-4,
            "{scale:?}: {wind:?}, not {look:?}"
        );
    }
}

#[test]
fn a_guide_leads_where_its_node_looks() {
    for scale in SCALES {
        let (mut game, node) = below_a_scaled_parent(FlockGuide::default(), scale);
        game.update(3, STEP);
        let look = look(&mut game, node);
        let at = game.scene().graph[node].global_position();
        let mut influences = game.simulation().influences();
        let Some((_, influence)) = influences.next() else {
            panic!("there is a guide");
        };
        let InfluenceKind::Guide { start, end } = influence.kind else {
            panic!("{influence:?}");
        };
        assert!((start - at).norm() < 1e-4, "{scale:?}");
        assert!((end - at - look * 5.0).norm() < 1e-3, "{scale:?}: {end:?}");
    }
}

#[test]
fn the_axes_of_a_box_are_those_of_its_node() {
    let half_extents = Vec3::new(1.0, 2.0, 3.0);
    let volume = FlockVolume {
        shape: EffectShape::Box { half_extents }.into(),
        ..FlockVolume::default()
    };
    // An uneven scale makes the axes of a rotated node oblique, so only mirrors are exact for all
    // axes.
    for scale in &SCALES[..2] {
        let (mut game, node) = below_a_scaled_parent(volume.clone(), *scale);
        game.update(3, STEP);
        let basis = game.scene().graph[node].global_transform().basis();
        let mut influences = game.simulation().influences();
        let Some((_, influence)) = influences.next() else {
            panic!("there is a volume");
        };
        let InfluenceKind::Repel { volumes } = &influence.kind else {
            panic!("{influence:?}");
        };
        let InfluenceVolume::Box { rotation, .. } = &volumes[0] else {
            panic!("{volumes:?}");
        };
        for axis in 0..3 {
            let drawn = Vec3::from(basis.column(axis)).normalize();
            let met = rotation * Vec3::ith(axis, 1.0);
            assert!(drawn.dot(&met).abs() > 0.9999, "{scale:?}: axis {axis}");
        }
    }
}

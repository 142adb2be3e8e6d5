//! The motions of influences, from the motions of the nodes of their scripts.

use crate::{
    effects::{add_script, game_with, set_position},
    frames::{cart, game_with_tank, travel},
    game::{Game, STEP},
    solids::add_box_mesh,
};
use fyrox::{
    core::{algebra::UnitQuaternion, pool::Handle},
    graph::SceneGraph,
    scene::node::Node,
    script::ScriptTrait,
};
use fyrox_flock::{
    scripts::{EffectShape, FlockAltitudeBand, FlockLeader, FlockTarget, FlockVolume, VolumeRole},
    sim::{influences::InfluenceMotion, Vec3},
};
use std::thread::yield_now;

fn motions(game: &mut Game) -> Vec<InfluenceMotion> {
    let influences = game.simulation().influences();
    influences.map(|(_, it)| it.motion).collect()
}

/// Moves a node with 3 m/s up and sideways, and turns it with 0.6 rad/s, for so many frames.
fn go(game: &mut Game, node: Handle<Node>, frames: std::ops::Range<usize>) {
    for frame in frames {
        let seconds = frame as f32 * STEP;
        set_position(game, node, Vec3::new(3.0, 3.0, 0.0) * seconds);
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), 0.6 * seconds);
        let transform = game.scene().graph[node].local_transform_mut();
        transform.set_rotation(turn);
        game.update(1, STEP);
    }
}

/// The motion of the influence of a script whose node moves, after some frames.
fn moved<S: ScriptTrait + Clone>(name: &str, script: S) -> InfluenceMotion {
    let (mut game, node) = game_with(name, script, Vec3::zeros());
    game.update(3, STEP);
    go(&mut game, node, 1..60);
    motions(&mut game)[0]
}

#[test]
fn an_influence_has_the_motion_of_its_node_until_it_stops() {
    let (mut game, node) = game_with("moved target", FlockTarget::default(), Vec3::zeros());
    game.update(3, STEP);
    assert_eq!(motions(&mut game), [InfluenceMotion::default()]);
    go(&mut game, node, 1..60);
    let motion = motions(&mut game)[0];
    assert!((motion.velocity - Vec3::new(3.0, 3.0, 0.0)).norm() < 0.03);
    // It comes to rest, and is not set again then.
    game.update(24, STEP);
    let now = game.simulation().influences().next().unwrap().1.clone();
    assert_eq!(now.motion, InfluenceMotion::default());
    game.update(10, STEP);
    assert_eq!(game.simulation().influences().next().unwrap().1, &now);
}

#[test]
fn a_node_that_is_teleported_gives_no_motion() {
    let (mut game, node) = game_with("far target", FlockTarget::default(), Vec3::zeros());
    game.update(3, STEP);
    set_position(&mut game, node, Vec3::x() * 50.0);
    for _ in 0..3 {
        game.update(1, STEP);
        assert_eq!(motions(&mut game), [InfluenceMotion::default()]);
    }
}

#[test]
fn each_script_gives_the_motion_that_its_effect_has() {
    let velocity = Vec3::new(3.0, 3.0, 0.0);
    let pen = FlockVolume {
        role: VolumeRole::Pen.into(),
        shape: EffectShape::default().into(),
        ..FlockVolume::default()
    };
    let pen = moved("moved pen", pen);
    assert!((pen.velocity - velocity).norm() < 0.03 && pen.spin == Vec3::zeros());
    let half_extents = Vec3::new(4.0, 2.0, 3.0);
    let boxed = FlockVolume {
        role: VolumeRole::Pen.into(),
        shape: EffectShape::Box { half_extents }.into(),
        ..FlockVolume::default()
    };
    let boxed = moved("moved box", boxed);
    assert!((boxed.velocity - velocity).norm() < 0.03);
    assert!((boxed.spin - Vec3::y() * 0.6).norm() < 0.01);
    // A band stays horizontal and has no end.
    let band = moved("moved band", FlockAltitudeBand::default());
    assert!((band.velocity - Vec3::y() * 3.0).norm() < 0.03 && band.spin == Vec3::zeros());
    let above_ground = FlockAltitudeBand {
        above_ground: true.into(),
        ..FlockAltitudeBand::default()
    };
    assert!(moved("band above ground", above_ground).is_at_rest());
    // The velocity of a leader is part of its kind.
    assert!(moved("moved leader", FlockLeader::default()).is_at_rest());
}

/// A lamp that turns in place, and a ball.
#[test]
fn what_only_turns_is_not_set_again() {
    let (mut game, node) = game_with("turning target", FlockTarget::default(), Vec3::zeros());
    game.update(3, STEP);
    for frame in 0..10 {
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), 0.1 * frame as f32);
        let transform = game.scene().graph[node].local_transform_mut();
        transform.set_rotation(turn);
        game.update(1, STEP);
        assert_eq!(motions(&mut game), [InfluenceMotion::default()]);
    }
}

#[test]
fn what_stays_in_a_frame_that_moves_is_at_rest_there() {
    let (mut game, node) = game_with_tank("rest in a tank", cart);
    let inside = add_script(game.scene(), "In", FlockTarget::default(), Vec3::x());
    game.scene().graph.link_nodes(inside, node);
    // Far away, a frame that turns makes it faster than a teleport.
    let outside = Vec3::new(1000.0, 20.0, 100.0);
    add_script(game.scene(), "Out", FlockTarget::default(), outside);
    game.update(3, STEP);
    travel(&mut game, node, 0.0, 20);
    let motions = motions(&mut game);
    assert_eq!(motions.len(), 2);
    assert_eq!(motions.iter().filter(|it| it.is_at_rest()).count(), 1);
    let outside = motions.iter().find(|it| !it.is_at_rest()).unwrap();
    let expected = 1.5 * 400.0;
    let speed = outside.velocity.norm();
    assert!((0.8..1.1).contains(&(speed / expected)), "{outside:?}");
}

#[test]
fn a_node_that_is_moved_while_the_flock_is_paused_gives_no_motion() {
    let (mut game, node) = game_with("paused target", FlockTarget::default(), Vec3::zeros());
    game.update(3, STEP);
    let flock = game.node;
    game.scene().graph[flock].set_enabled(false);
    game.update(2, STEP);
    set_position(&mut game, node, Vec3::x());
    game.update(2, STEP);
    game.scene().graph[flock].set_enabled(true);
    for _ in 0..3 {
        game.update(1, STEP);
        assert_eq!(motions(&mut game), [InfluenceMotion::default()]);
    }
}

#[test]
fn the_meshes_of_a_volume_have_the_motion_of_its_own_node_alone() {
    let (mut game, node) = game_with("mesh", FlockVolume::default(), Vec3::zeros());
    let mesh = add_box_mesh(game.scene(), 1.0, false);
    game.scene().graph.link_nodes(mesh, node);
    let velocity = |shape: Handle<Node>, game: &mut Game| {
        let script = game.scene().graph[node].try_get_script_mut::<FlockVolume>();
        script.unwrap().shape = EffectShape::Mesh { node: shape }.into();
        let is_there = |game: &mut Game| {
            game.update(1, STEP);
            motions(game).len() == 1
        };
        while !is_there(game) {
            yield_now();
        }
        go(game, node, 1..90);
        motions(game)[0].velocity
    };
    for own in [Handle::NONE, node] {
        let carried = velocity(own, &mut game);
        assert!(
            (carried - Vec3::new(3.0, 3.0, 0.0)).norm() < 0.3,
            "{carried}"
        );
    }
    assert_eq!(velocity(mesh, &mut game), Vec3::zeros());
}

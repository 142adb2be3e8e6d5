//! The scripts that affect flocks: their effects are measured in the boids.

use crate::{
    game::{Game, STEP},
    solids::{add_block, add_box_mesh},
    world::{idle, mean},
};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        log::MessageKind,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder, node::Node, pivot::PivotBuilder, transform::TransformBuilder, Scene,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    scripts::{
        EffectShape, FlockAltitudeBand, FlockGuide, FlockLeader, FlockObstacle, FlockPath,
        FlockTarget, FlockVolume, FlockWind, Strength, VolumeRole,
    },
    sim::{influences::FallOff, Boid, Vec3},
};
use std::{f32::consts::FRAC_PI_2, thread::sleep, time::Duration};

/// Number of frames in this time, in seconds.
pub fn seconds(seconds: usize) -> usize {
    seconds * 60
}

/// Adds a node with a script.
pub fn add_script<S: ScriptTrait + Clone>(
    scene: &mut Scene,
    name: &str,
    script: S,
    at: Vec3,
) -> Handle<Node> {
    let place = TransformBuilder::new().with_local_position(at);
    let base = BaseBuilder::new()
        .with_name(name)
        .with_script(script)
        .with_local_transform(place.build());
    PivotBuilder::new(base).build(&mut scene.graph).to_base()
}

fn turn(scene: &mut Scene, node: Handle<Node>, axis: Vector3<f32>, angle: f32) {
    let turn = UnitQuaternion::from_scaled_axis(axis * angle);
    scene.graph[node].local_transform_mut().set_rotation(turn);
}

/// A game with boids that only react to a script.
pub fn game_with<S: ScriptTrait + Clone>(name: &str, script: S, at: Vec3) -> (Game, Handle<Node>) {
    let mut node = Handle::NONE;
    let game = Game::with_scene(name, idle(60), |scene| {
        node = add_script(scene, name, script, at)
    });
    (game, node)
}

/// Errors about the script at a node of this name.
pub fn errors(game: &Game, name: &str) -> Vec<String> {
    game.messages_with(MessageKind::Error, &format!(" of node {name}: "))
}

pub fn set_position(game: &mut Game, node: Handle<Node>, to: Vec3) {
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_position(to);
}

/// Fraction of the boids for which `is_so` is true.
#[track_caller]
pub fn share(game: &mut Game, is_so: impl Fn(&Boid) -> bool) -> f32 {
    let flock = game.simulation();
    flock.boids().filter(is_so).count() as f32 / flock.len() as f32
}

pub fn everywhere(weight: f32) -> Strength {
    Strength {
        weight,
        reach: 100.0,
        fall_off: FallOff::Constant,
        share: 1.0,
    }
}

#[test]
fn boids_go_to_a_target_and_follow_it() {
    let script = FlockTarget {
        strength: everywhere(5.0).into(),
        ..FlockTarget::default()
    };
    let (mut game, node) = game_with("target", script, Vec3::x() * 4.0);
    for to in [Vec3::x() * 4.0, Vec3::new(0.0, 3.0, 2.0)] {
        set_position(&mut game, node, to);
        game.update(seconds(10), STEP);
        let near = share(&mut game, |boid| (boid.position - to).norm() < 1.0);
        assert!(near > 0.9, "{near}");
    }
    assert_eq!(game.reports("target"), [] as [String; 0]);

    // A fraction of the boids knows the way.
    let script = game.scene().graph[node].try_get_script_mut::<FlockTarget>();
    script.unwrap().strength.share = 0.3;
    set_position(&mut game, node, Vec3::new(-5.0, -5.0, 0.0));
    game.update(60, STEP);
    let going = share(&mut game, |boid| boid.velocity.norm() > 0.5);
    assert!((0.15..0.45).contains(&going), "{going}");

    // Without the leader they continue alone.
    game.scene().graph[node].set_enabled(false);
    game.update(2, STEP);
    assert_eq!(game.simulation().influences().len(), 0);
    game.scene().graph[node].set_enabled(true);
    game.update(2, STEP);
    assert_eq!(game.simulation().influences().len(), 1);
    game.scene().graph.remove_node(node);
    game.update(1, STEP);
    assert_eq!(game.simulation().influences().len(), 0);
}

#[test]
fn boids_follow_a_leader_that_the_game_moves() {
    let script = FlockLeader {
        strength: everywhere(5.0).into(),
        ..FlockLeader::default()
    };
    let (mut game, node) = game_with("leader", script, Vec3::zeros());
    let mut leader = Vec3::zeros();
    for _ in 0..seconds(10) {
        leader.x += 0.8 * STEP;
        set_position(&mut game, node, leader);
        game.update(1, STEP);
    }
    // A second behind the leader, at its speed.
    let center = mean(game.simulation());
    assert!(
        (center.x - (leader.x - 0.8)).abs() < 0.5,
        "{center} behind {leader}"
    );
    let speed = game
        .simulation()
        .boids()
        .map(|boid| boid.velocity.x)
        .sum::<f32>()
        / 60.0;
    assert!((speed - 0.8).abs() < 0.2, "{speed}");
}

#[test]
fn boids_go_along_an_arrow() {
    let script = FlockGuide {
        length: 8.0.into(),
        strength: everywhere(5.0).into(),
        ..FlockGuide::default()
    };
    let (mut game, node) = game_with("guide", script, Vec3::x() * -4.0);
    turn(game.scene(), node, Vector3::y(), FRAC_PI_2);
    game.update(seconds(1), STEP);
    let along = share(&mut game, |boid| {
        boid.velocity.x > 0.9 * boid.velocity.norm()
    });
    assert!(along > 0.95, "{along}");
}

#[test]
fn volumes_attract_repel_and_keep_boids() {
    let shapes = [
        EffectShape::Sphere { radius: 2.0 },
        EffectShape::Box {
            half_extents: Vec3::new(2.0, 1.5, 2.0),
        },
        EffectShape::Capsule {
            half_height: 1.0,
            radius: 1.5,
        },
    ];
    for shape in shapes {
        for role in [VolumeRole::Attract, VolumeRole::Repel, VolumeRole::Pen] {
            let script = FlockVolume {
                role: role.into(),
                shape: shape.into(),
                strength: Strength {
                    weight: 8.0,
                    reach: 3.0,
                    ..Strength::default()
                }
                .into(),
                ..FlockVolume::default()
            };
            // The boids start in a ball of 1 m around the origin.
            let at = match role {
                VolumeRole::Attract => Vec3::x() * 4.0,
                _ => Vec3::zeros(),
            };
            let (mut game, _) = game_with("volume", script, at);
            if role == VolumeRole::Pen {
                // The boids try to leave.
                let target = FlockTarget {
                    strength: everywhere(2.0).into(),
                    ..FlockTarget::default()
                };
                add_script(game.scene(), "Other", target, Vec3::x() * 20.0);
            }
            game.update(seconds(10), STEP);
            let center = mean(game.simulation());
            let inside = share(&mut game, |boid| (boid.position - at).norm() < 2.6);
            match role {
                VolumeRole::Repel => assert!(
                    share(&mut game, |boid| boid.position.norm() < 1.0) == 0.0,
                    "{shape:?} {role:?}"
                ),
                VolumeRole::Attract => assert!(center.x > 1.0, "{shape:?} {center}"),
                _ => assert!(inside > 0.95, "{shape:?} {inside}"),
            }
        }
    }
}

#[test]
fn boids_stay_in_a_band_above_its_node_or_above_the_ground() {
    let script = FlockAltitudeBand {
        lowest: 1.0.into(),
        highest: 2.0.into(),
        strength: Strength {
            weight: 8.0,
            ..Strength::default()
        }
        .into(),
        ..FlockAltitudeBand::default()
    };
    let (mut game, node) = game_with("band", script, Vec3::y() * 3.0);
    let between = |game: &mut Game, low: f32, high: f32| {
        share(game, |boid| (low..=high).contains(&boid.position.y))
    };
    game.update(seconds(10), STEP);
    assert!(between(&mut game, 3.9, 5.1) > 0.95);

    // Without ground there is no effect; above ground, heights are measured from it, wherever the
    // node is.
    let script = game.scene().graph[node].try_get_script_mut::<FlockAltitudeBand>();
    *script.unwrap().above_ground = true;
    game.update(seconds(1), STEP);
    assert_eq!(errors(&game, "band"), [] as [String; 0]);
    add_block(game.scene(), Vec3::y() * -1.0, Vec3::new(30.0, 1.0, 30.0));
    // The geometry is built on another thread.
    for _ in 0..1000 {
        game.update(1, STEP);
        if game.simulation().geometry().triangle_count() > 0 {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    game.update(seconds(15), STEP);
    let share = between(&mut game, 0.9, 2.1);
    assert!(share > 0.95, "{share}");

    let script = game.scene().graph[node].try_get_script_mut::<FlockAltitudeBand>();
    *script.unwrap().highest = 0.5;
    game.update(20, STEP);
    let said = errors(&game, "band");
    assert!(said.len() == 1 && said[0].contains("highest"), "{said:?}");
}

#[test]
fn a_closed_mesh_is_a_volume_and_an_open_one_is_said_once() {
    let script = FlockVolume {
        role: VolumeRole::Pen.into(),
        shape: EffectShape::Mesh { node: Handle::NONE }.into(),
        strength: Strength {
            weight: 8.0,
            ..Strength::default()
        }
        .into(),
        ..FlockVolume::default()
    };
    let (mut game, node) = game_with("mesh", script, Vec3::zeros());
    game.update(5, STEP);
    assert_eq!(errors(&game, "mesh").len(), 1, "there is no mesh");
    let mesh = add_box_mesh(game.scene(), 1.5, false);
    game.scene().graph.link_nodes(mesh, node);
    let target = FlockTarget {
        strength: everywhere(2.0).into(),
        ..FlockTarget::default()
    };
    add_script(game.scene(), "Other", target, Vec3::x() * 20.0);
    // The volume is computed in the background.
    for _ in 0..2000 {
        game.update(1, STEP);
        if game.simulation().influences().len() == 2 {
            break;
        }
        sleep(Duration::from_millis(1));
    }
    assert_eq!(game.simulation().influences().len(), 2);
    game.update(seconds(10), STEP);
    let inside = share(&mut game, |boid| boid.position.amax() < 1.9);
    assert!(inside > 0.95, "{inside}");
    assert_eq!(errors(&game, "mesh"), [] as [String; 0]);

    let open = add_box_mesh(game.scene(), 1.5, true);
    game.scene().graph.link_nodes(open, node);
    game.scene().graph.remove_node(mesh);
    let mut said = Vec::new();
    for _ in 0..500 {
        game.update(1, STEP);
        said.extend(errors(&game, "mesh"));
        sleep(Duration::from_millis(1));
    }
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("the mesh is open"), "{said:?}");
}

#[test]
fn two_volumes_at_one_node_have_each_their_mesh() {
    let mut meshes = [Handle::NONE; 2];
    let mut game = Game::with_scene("meshes", idle(1), |scene| {
        meshes = [1.0, 3.0].map(|half| add_box_mesh(scene, half, false));
        let [first, second] = meshes.map(|node| FlockVolume {
            shape: EffectShape::Mesh { node }.into(),
            ..FlockVolume::default()
        });
        let node = add_script(scene, "Volumes", first, Vec3::zeros());
        scene.graph[node].add_script(second);
    });
    let influences = |game: &mut Game| {
        let influences = game.simulation().influences();
        influences.map(|(_, it)| it.clone()).collect::<Vec<_>>()
    };
    for _ in 0..2000 {
        game.update(1, STEP);
        if influences(&mut game).len() == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    game.update(60, STEP);
    let built = influences(&mut game);
    assert_eq!(built.len(), 2);
    assert_ne!(built[0], built[1]);
    for _ in 0..60 {
        game.update(1, STEP);
        assert_eq!(influences(&mut game), built, "they are computed anew");
    }
}

#[test]
fn boids_go_round_on_a_path_of_child_nodes() {
    let script = FlockPath {
        is_loop: true.into(),
        look_ahead: 1.0.into(),
        strength: everywhere(6.0).into(),
        ..FlockPath::default()
    };
    let (mut game, node) = game_with("path", script, Vec3::zeros());
    game.update(3, STEP);
    let said = errors(&game, "path");
    assert!(
        said.len() == 1 && said[0].contains("0 child nodes"),
        "{said:?}"
    );
    let corners = [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)];
    for (x, z) in corners {
        let place = TransformBuilder::new().with_local_position(Vec3::new(x, 0.0, z));
        let base = BaseBuilder::new().with_local_transform(place.build());
        let child = PivotBuilder::new(base).build(&mut game.scene().graph);
        game.scene().graph.link_nodes(child, node);
    }
    // They start in the middle, at the same distance from all parts of the path.
    game.update(seconds(20), STEP);
    // They move around in one direction, near the curve through the corners.
    let turning = share(&mut game, |boid| {
        boid.position.cross(&boid.velocity).y < -0.5
    });
    assert!(turning > 0.95, "{turning}");
    let near = share(&mut game, |boid| {
        (2.0..5.5).contains(&boid.position.xz().norm())
    });
    assert!(near > 0.95, "{near}");
    assert_eq!(errors(&game, "path"), [] as [String; 0]);
}

#[test]
fn wind_drifts_boids_and_the_second_one_is_said_once() {
    let script = FlockWind {
        speed: 2.0.into(),
        ..FlockWind::default()
    };
    let (mut game, node) = game_with("windy", script.clone(), Vec3::zeros());
    turn(game.scene(), node, Vector3::y(), FRAC_PI_2);
    game.update(1, STEP);
    let before = mean(game.simulation());
    game.update(seconds(2), STEP);
    let drift = mean(game.simulation()) - before;
    assert!((drift - Vec3::x() * 4.0).norm() < 0.2, "{drift}");

    let other = add_script(game.scene(), "Other", script, Vec3::zeros());
    game.update(20, STEP);
    let reports = game.reports("windy");
    assert!(
        reports.len() == 1 && reports[0].contains("more than one Flock Wind"),
        "{reports:?}"
    );
    assert!(game.simulation().wind().velocity.x > 1.9);
    // After the first wind is removed, the other one counts, and then the air is still.
    game.scene().graph.remove_node(node);
    game.update(2, STEP);
    assert!(game.simulation().wind().velocity.z > 1.9);
    game.scene().graph.remove_node(other);
    game.update(2, STEP);
    assert!(game.simulation().wind().is_still());
}

#[test]
fn no_boid_is_inside_of_an_obstacle_that_the_game_moves() {
    for shape in [
        EffectShape::Sphere { radius: 0.8 },
        EffectShape::Box {
            half_extents: Vec3::repeat(0.6),
        },
        EffectShape::Capsule {
            half_height: 0.8,
            radius: 0.6,
        },
    ] {
        let script = FlockObstacle {
            shape: shape.into(),
            ..FlockObstacle::default()
        };
        let mut at = Vec3::x() * -4.0;
        let (mut game, node) = game_with("obstacle", script, at);
        let mut pushed = 0.0_f32;
        for _ in 0..seconds(4) {
            at.x += 2.0 * STEP;
            set_position(&mut game, node, at);
            game.update(1, STEP);
            let inside = share(&mut game, |boid| (boid.position - at).norm() < 0.6);
            assert_eq!(inside, 0.0, "{shape:?} at {at}");
            pushed = pushed.max(mean(game.simulation()).x);
        }
        assert!(pushed > 0.05, "{shape:?} pushes them by {pushed}");
        assert_eq!(game.simulation().obstacles().len(), 1);
    }
}

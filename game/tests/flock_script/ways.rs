//! Boids that find their way to a target, around colliders of the level.

use crate::{
    effects::{add_script, everywhere, seconds, set_position, share},
    game::{Game, STEP},
    solids::add_block,
    world::idle,
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    scripts::{EffectShape, FlockTarget, FlockVolume, VolumeRole},
    sim::{settings::Region, Vec3},
};
use std::{thread::sleep, time::Duration};

/// A box around the origin that is open on the side of -X.
fn add_pocket(scene: &mut Scene) {
    add_block(scene, Vector3::x() * 1.5, Vector3::new(0.1, 1.6, 1.6));
    for side in [-1.5, 1.5] {
        add_block(scene, Vector3::y() * side, Vector3::new(1.6, 0.1, 1.6));
        add_block(scene, Vector3::z() * side, Vector3::new(1.6, 1.6, 0.1));
    }
}

/// Boids in the pocket, and a target on its other side.
fn game(name: &str, finds_way: bool) -> (Game, Handle<Node>) {
    let script = FlockTarget {
        finds_way: finds_way.into(),
        strength: everywhere(5.0).into(),
        ..FlockTarget::default()
    };
    let mut flock = idle(60);
    let mut settings = flock.settings();
    settings.spawn.region = Region::cube(0.8);
    settings.collision.body_radius = 0.15;
    flock.set_settings(settings);
    let mut target = Handle::NONE;
    let game = Game::with_scene(name, flock, |scene| {
        add_pocket(scene);
        target = add_script(scene, "Food", script, GOAL);
    });
    (game, target)
}

const GOAL: Vec3 = Vec3::new(4.0, 0.2, 0.1);

fn share_beyond(game: &mut Game) -> f32 {
    share(game, |boid| boid.position.x > 1.7)
}

#[test]
fn boids_leave_a_pocket_for_a_target_behind_its_wall() {
    for (name, finds_way, share) in [("held", false, 0.0..0.1), ("led", true, 0.9..1.1)] {
        let (mut game, _) = game(name, finds_way);
        game.update(seconds(15), STEP);
        let beyond = share_beyond(&mut game);
        assert!(share.contains(&beyond), "{beyond} of {name}");
        assert_eq!(game.reports(name), [""; 0]);
    }
}

#[test]
fn a_target_to_which_no_way_leads_is_reported_once() {
    let (mut game, _) = game("locked", true);
    let closed = Vector3::new(0.1, 1.6, 1.6);
    let (door, _) = add_block(game.scene(), Vector3::x() * -1.5, closed);
    game.update(seconds(3), STEP);
    let reports = game.reports("locked");
    assert_eq!(reports.len(), 1, "{reports:?}");
    let text =
        "influences that find ways lead straight: no way leads from the boids to the goal (4, ";
    assert!(reports[0].contains(text), "{reports:?}");
    game.scene().graph.remove_node(door);
    // The level is built in the background, however fast the frames are.
    let has_arrived = (0..2000).any(|_| {
        game.update(seconds(1), STEP);
        sleep(Duration::from_millis(5));
        share_beyond(&mut game) > 0.9
    });
    assert!(has_arrived);
    assert_eq!(game.reports("locked"), [""; 0]);
}

#[test]
fn a_target_in_a_wall_is_reported_once() {
    let (mut game, target) = game("walled", true);
    set_position(&mut game, target, Vec3::x() * 1.5);
    game.update(seconds(2), STEP);
    let reports = game.reports("walled");
    assert_eq!(reports.len(), 1, "{reports:?}");
    let text = "influences that find ways lead straight: no body of 0.15 m fits at the goal";
    assert!(reports[0].contains(text), "{reports:?}");
    set_position(&mut game, target, GOAL);
    game.update(seconds(15), STEP);
    assert!(share_beyond(&mut game) > 0.9);
    assert_eq!(game.reports("walled"), [""; 0]);
}

#[test]
fn volumes_find_ways_except_for_pens() {
    let (slowing, dusk) = (1.0, 1.0);
    for (role, finds) in [
        (VolumeRole::Attract, true),
        (VolumeRole::Repel, true),
        (VolumeRole::Roost { slowing, dusk }, true),
        (VolumeRole::Pen, false),
    ] {
        let mut game = Game::with_scene("volume", idle(10), |scene| {
            add_pocket(scene);
            let script = FlockVolume {
                role: role.into(),
                shape: EffectShape::Sphere { radius: 0.5 }.into(),
                finds_way: true.into(),
                strength: everywhere(5.0).into(),
                ..FlockVolume::default()
            };
            add_script(scene, "Volume", script, GOAL);
        });
        game.update(seconds(2), STEP);
        let influences = game.simulation().influences();
        let finding: Vec<bool> = influences.map(|(_, it)| it.finds_way).collect();
        assert_eq!(finding, [finds], "{role:?}");
        assert_eq!(game.reports("volume"), [""; 0]);
    }
}

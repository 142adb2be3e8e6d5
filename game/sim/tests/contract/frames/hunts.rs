//! Flocks in frames that hunt each other.

use super::twins::{far, Vec3d};
use flock_sim::{
    settings::Catch, world::RelationKind, Flock, Placement, ReferenceFrame, Settings, World,
};
use flock_testkit::{flocks::texels, hunts};
use std::sync::Arc;

/// Hunters and their prey, each flock in its frame and around the origin of the first one, after 40
/// seconds; and the number of boids that were caught.
fn hunt(frames: [ReferenceFrame; 2], flees: bool) -> (World, u32) {
    let (mut world, center) = (World::new(), Placement::at(frames[0].origin.cast()));
    let mut hunters = hunts::hunters(6);
    hunters.hunting.catch = Catch::Remove;
    let mut prey = hunts::settings(300, 1);
    prey.fear.enabled = flees;
    let mut add = |settings: Settings, frame: ReferenceFrame| {
        let placement = frame.placement_to_frame(&center);
        let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
        flock.set_frame(frame).unwrap();
        world.add(flock)
    };
    let [hunters, prey] = [add(hunters, frames[0]), add(prey, frames[1])];
    hunts::relate(&mut world, hunters, prey, RelationKind::Hunt, 8.0);
    if flees {
        hunts::relate(&mut world, prey, hunters, RelationKind::Flee, 4.0);
    }
    (0..60 * 40).for_each(|_| world.step().unwrap());
    let count = world.pursuits(hunters).map(|(_, it)| it.catches).sum();
    (world, count)
}

#[test]
fn flocks_in_one_frame_hunt_as_in_the_world() {
    // Without a rotation, the placements of both have the same bits.
    let frame = ReferenceFrame::at(far().origin);
    let [(near, caught), (found, _)] =
        [ReferenceFrame::default(), frame].map(|frame| hunt([frame; 2], true));
    assert!(caught > 5, "{caught}");
    for ((_, near), (_, found)) in near.flocks().zip(found.flocks()) {
        assert_eq!(texels(near), texels(found));
    }
}

#[test]
fn hunters_catch_prey_in_another_frame() {
    let frame = ReferenceFrame {
        origin: Vec3d::new(3.0, -2.0, 5.0),
        ..far()
    };
    let (_, at_home) = hunt([frame; 2], false);
    let (_, abroad) = hunt([frame, ReferenceFrame::default()], false);
    let (_, from_world) = hunt([ReferenceFrame::default(), frame], false);
    for caught in [abroad, from_world] {
        assert!(caught > at_home / 2 && at_home > 10, "{caught} {at_home}");
    }
}

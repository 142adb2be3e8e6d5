//! The script of an emitter: its effect is measured in the boids.

use crate::{
    effects::{game_with, seconds},
    game::STEP,
};
use fyrox_flock::{
    scripts::FlockEmitter,
    sim::{Boid, Vec3},
    Flock,
};

#[test]
fn emitters_add_boids_and_remove_them() {
    let script = FlockEmitter {
        rate: 30.0.into(),
        burst: 40.into(),
        speed: 1.0.into(),
        farthest: 1.5.into(),
        ..FlockEmitter::default()
    };
    let (mut game, node) = game_with("emitter", script, Vec3::x() * 20.0);
    game.update(2, STEP);
    let near = |boid: &Boid| boid.position.x > 10.0;
    let emitted = game.simulation().boids().filter(near).count();
    assert!((40..=43).contains(&emitted), "{emitted}");
    let ahead = game
        .simulation()
        .boids()
        .filter(near)
        .all(|boid| boid.velocity.z > 0.9);
    assert!(ahead, "they start where the node looks");
    game.update(seconds(3), STEP);
    // They live for about 1.5 s.
    let alive = game.simulation().boids().filter(near).count();
    assert!((30..=60).contains(&alive), "{alive}");
    let script = game.scene().graph[node].try_get_script_mut::<FlockEmitter>();
    *script.unwrap().rate = 0.0;
    game.update(seconds(3), STEP);
    assert_eq!(game.simulation().len(), 60);
    // A game can trigger a burst.
    let flock = game.flock();
    let emitter = flock.emitter_at(node).unwrap();
    assert!(flock.running_mut().unwrap().burst(emitter, 25));
    game.update(2, STEP);
    assert_eq!(game.simulation().len(), 85);
    assert_eq!(game.simulation().emitted(emitter), 25);
    let nowhere = game.node;
    assert_eq!(game.flock().emitter_at(nowhere), None);
}

/// Nothing else changes in the scene meanwhile.
#[test]
fn a_script_sets_its_emitter_anew_after_the_game_has_changed_it() {
    let script = FlockEmitter {
        rate: 3.0.into(),
        ..FlockEmitter::default()
    };
    let (mut game, node) = game_with("emitter", script, Vec3::x());
    game.update(3, STEP);
    let flock = game.flock();
    let emitter = flock.emitter_at(node).unwrap();
    let rate = |flock: &mut Flock| {
        let mut emitters = flock.running().unwrap().emitters();
        emitters.find(|(id, _)| *id == emitter).unwrap().1.rate
    };
    assert_eq!(rate(flock), 3.0);
    let simulation = flock.running_mut().unwrap();
    let mut changed = simulation.emitters().next().unwrap().1.clone();
    changed.rate = 7.0;
    assert!(simulation.set_emitter(emitter, changed).unwrap());
    game.update(1, STEP);
    assert_eq!(rate(game.flock()), 3.0);
}

//! Birds in every state on a roof, over which a wall goes.

use super::judge::{Before, BodyState, Judged};
use crate::roof::above_roof;
use flock_sim::{
    boids::{DeadBody, Death},
    obstacles::{MovingObstacle, ObstacleShape},
    perches::{Perch, PerchId},
    settings::Backend,
    Flock, Placement, Vec3,
};

/// Birds that land on the roof, stand on it and take off, some dead and some held.
pub fn birds(backend: Backend) -> (Flock, PerchId) {
    let (mut flock, perch) = above_roof(|perch| Perch {
        // Those that are not met yet go on standing.
        alarm_radius: 0.0,
        ..perch
    });
    let mut settings = flock.settings().clone();
    settings.simulation.backend = backend;
    flock.set_settings(settings).unwrap();
    (0..240).for_each(|_| flock.step());
    let all = flock.boids().chain(flock.loose_boids());
    let ids: Vec<_> = all.map(|boid| boid.id).collect();
    for (turn, id) in ids.into_iter().enumerate() {
        match turn % 4 {
            0 => assert!(flock.kill(id, Death::new(DeadBody::Falls)).unwrap()),
            1 => assert!(flock.hold(id)),
            _ => (),
        }
    }
    // The first have landed; these fly.
    flock.spawn(100).unwrap();
    (flock, perch)
}

/// Across the roof, from which it is a hand away.
fn wall(x: f32) -> MovingObstacle {
    MovingObstacle {
        shape: ObstacleShape::Box {
            half_extents: Vec3::new(0.1, 4.0, 7.0),
        },
        placement: Placement::at(Vec3::new(x, 4.02, 0.0)),
    }
}

/// Judges birds while the wall goes over the roof, of which the flock may be told.
pub fn judge(backend: Backend, is_told: bool) -> Judged {
    let (mut flock, perch) = birds(backend);
    let mut x = -7.0;
    let id = is_told.then(|| flock.add_obstacle(wall(x)).unwrap());
    flock.step();
    let mut judged = Judged::default();
    while x < 7.0 {
        let from = wall(x);
        x += 6.0 / 60.0;
        let to = wall(x);
        if (0.0..0.1).contains(&x) {
            assert!(flock.take_off(perch, Vec3::new(x, 0.0, 0.0)).unwrap());
        }
        let before = Before::step(&mut flock).among(vec![from]);
        if let Some(id) = id {
            assert!(flock.move_obstacle(id, to.placement).unwrap());
        }
        flock.step();
        assert_eq!(flock.gpu_error(), None);
        before.judge_among(&mut flock, &[to], &mut judged);
    }
    judged
}

/// Birds in every state are pushed by a wall.
pub fn check(backend: Backend) {
    let judged = judge(backend, true);
    judged.assert_no_fault();
    for state in BodyState::ALL {
        let seen = judged.seen(state);
        println!("{state:?}: {seen:?}");
        assert!(seen.near > 0 || state == BodyState::Held, "{state:?}");
    }
}

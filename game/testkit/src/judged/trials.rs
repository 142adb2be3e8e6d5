//! The trials with moving obstacles, with other seeds.

use super::{draw::Draw, Case, Counts, Feature};
use crate::{
    crossing::RESPONSES,
    obstacles::{
        all_at_once,
        random::{self, DT},
        wraps,
    },
};
use flock_sim::{
    settings::{CollisionResponse, Plane},
    Vec3,
};

/// Most steps of a trial.
const MOST_STEPS: u32 = 600;

/// The features of [`everything`].
pub const EVERYTHING: &[Feature] = &[
    Feature::MovingObstacles,
    Feature::Hunters,
    Feature::Companions,
    Feature::Predators,
    Feature::Panic,
    Feature::Wind,
    Feature::Perches,
    Feature::LooseBodies,
    Feature::Detail,
    Feature::Avoidance,
];

fn steps(case: &Case, boids: u32) -> usize {
    (case.most_moves / boids).clamp(10, MOST_STEPS) as usize
}

pub fn everything(draw: &mut Draw, case: &Case) -> Counts {
    let boids = draw.of_any_size(10.0, 400.0) as u32;
    let trial = all_at_once::Trial {
        backend: case.backend,
        boids,
        steps: steps(case, 3 * boids),
        response: draw.of(&RESPONSES),
        seed: draw.seed(),
    };
    let judged = trial.judge();
    Counts {
        boids: 3 * boids as usize,
        moves: judged.moves,
        contacts: judged.near as u64,
    }
}

pub fn obstacles(draw: &mut Draw, case: &Case) -> Counts {
    let boids = draw.of_any_size(20.0, 1000.0) as u32;
    let is_far = draw.percent(20);
    let trial = random::Trial {
        backend: case.backend,
        boids,
        steps: steps(case, boids),
        speed: draw.of_any_size(0.1, 100.0),
        spin: draw.of_any_size(0.1, 40.0),
        response: draw.of(&[CollisionResponse::Slide, CollisionResponse::Bounce]),
        time_step: draw.of(&[DT, DT, 0.1]),
        middle: if is_far {
            draw.in_cube() * 1000.0
        } else {
            Vec3::zeros()
        },
        seed: draw.seed().into(),
        has_meshes: draw.percent(30),
    };
    let judged = trial.judge();
    Counts {
        boids: boids as usize,
        moves: judged.moves,
        contacts: judged.near as u64,
    }
}

pub fn passages(draw: &mut Draw, case: &Case) -> Counts {
    let region = draw.of(&[wraps::sphere(), wraps::cube()]);
    let plane = draw.of(&[Plane::All, Plane::Xz]);
    let boids = draw.of_any_size(20.0, 1000.0) as u32;
    let trial = wraps::Trial {
        backend: case.backend,
        region,
        plane,
        boids,
        seed: draw.seed(),
    };
    let [judged, _] = if draw.percent(50) {
        trial.fast(steps(case, boids))
    } else {
        trial.slow(steps(case, boids))
    };
    Counts {
        boids: boids as usize,
        moves: judged,
        contacts: 0,
    }
}

//! Trials in a frame that is tossed about: boids feel all of its inertia among the surfaces in it.

use crate::{
    crossing::{Level, RADIUS, RESPONSES},
    judge::Judge,
    random::Random,
};
use flock_sim::{nalgebra::UnitQuaternion, settings::Backend, Flock, ReferenceFrame, Vec3};

/// Boids of each trial, and the steps with each response.
const BOIDS: u32 = 300;
const STEPS: usize = 40;

/// Speeds in m/s and time steps in seconds.
const PACES: [(f32, f32); 3] = [(1.0, 1.0 / 60.0), (10.0, 1.0 / 30.0), (30.0, 0.1)];

/// Largest distance of the frame from the origin, in metres, so that positions in the world are
/// exact to a few micrometres.
const REACH: f64 = 8.0;

/// A frame somewhere, turned by up to a radian.
fn tossed(random: &mut Random) -> ReferenceFrame {
    let mut vector = |size: f64| random.in_cube().cast::<f64>() * size;
    ReferenceFrame {
        origin: vector(REACH),
        rotation: UnitQuaternion::from_scaled_axis(vector(0.5)),
    }
}

/// Positions in the frame, by slots.
fn positions(flock: &Flock) -> Vec<Vec3> {
    let mut positions = crate::crossing::positions(flock);
    for position in &mut positions {
        *position = flock.frame().point_to_frame(*position);
    }
    positions
}

/// Tosses boids against a level with every response, and judges each step in the frame.
pub fn toss_against(level: &Level, backend: Backend) {
    let judge = Judge::new(&level.triangles, 0.25);
    let mut random = Random(7);
    let mut flock = level.flock(BOIDS);
    for (pace, response) in PACES.into_iter().flat_map(|it| RESPONSES.map(|r| (it, r))) {
        let mut settings = level.settings(pace, response);
        settings.spawn.count = BOIDS;
        settings.spawn.speed = 1.0;
        settings.motion.inertia = 1.0;
        settings.simulation.backend = backend;
        flock.set_settings(settings).unwrap();
        for step in 0..STEPS {
            // Between the tosses the frame is at rest, or goes on for some steps.
            if step % 4 != 3 {
                flock.move_frame(tossed(&mut random)).unwrap();
            }
            let before = positions(&flock);
            flock.step();
            assert_no_crossing(&flock, &before, &judge);
        }
    }
    let statistics = flock.statistics();
    assert_eq!((statistics.crossings, statistics.rescued), (0, 0));
    let contacts = statistics.contacts;
    assert!(
        contacts > 5 * u64::from(BOIDS),
        "too few contacts: {contacts}"
    );
}

fn assert_no_crossing(flock: &Flock, before: &[Vec3], judge: &Judge) {
    let radius = f64::from(RADIUS);
    for (slot, (from, to)) in before.iter().zip(positions(flock)).enumerate() {
        assert_eq!(judge.crossed(*from, to), None, "{slot} from {from} to {to}");
        let nearest = judge.nearest(to, radius);
        let is_clear = nearest.is_none_or(|distance| distance >= radius * (1.0 - 2e-3));
        assert!(is_clear, "{slot} is {nearest:?} m from a surface");
    }
}

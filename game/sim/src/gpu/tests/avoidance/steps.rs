//! Tests of whole steps.

use super::{
    super::device::gpu,
    scene::{OnGpu, Scene, Seen},
};
use crate::settings::{AvoidanceSteering, Growth, Plane, Settings, Steering};

/// Number of pushes that equal those of the CPU, and number of pushed boids.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    all: usize,
    pub(super) pushed: usize,
    pub(super) other: usize,
}

/// Largest difference of a push by rounding, as a share of the weight. A nearness and a direction
/// are off by some millionths of the view. The difference is larger if the push is the direction of
/// a sum whose terms nearly cancel each other.
const ROUNDING: f32 = 1e-3;

impl Agreement {
    pub(super) fn note(&mut self, settings: &Settings, expected: &Seen, found: &Seen) {
        let weight = settings.avoidance.weight;
        assert_eq!(expected.push.len(), found.push.len());
        for (expected, found) in expected.push.iter().zip(&found.push) {
            let near =
                |axis: usize, scale: f32| (expected[axis] - found[axis]).abs() <= ROUNDING * scale;
            let is_same = (0..3).all(|axis| near(axis, weight)) && near(3, 1.0);
            self.all += 1;
            self.pushed += usize::from(expected[3] != 1.0 || expected[..3] != [0.0; 3]);
            self.other += usize::from(!is_same);
        }
    }
}

type Change = fn(&mut Settings);

/// Named changes of the settings.
const VARIATIONS: [(&str, Change); 5] = [
    ("default", |_| ()),
    ("planar", |it| {
        it.motion.plane = Plane::Xz;
        it.avoidance.growth = Growth::Quadratic;
    }),
    ("by velocity, far", |it| {
        it.motion.steering = Steering::Velocity;
        it.avoidance.look_ahead = 3.0;
        it.avoidance.growth = Growth::Constant;
    }),
    ("short, all around", |it| {
        it.avoidance.look_ahead = 0.05;
        it.avoidance.field_of_view = 360.0;
        it.avoidance.examined_view = 360.0;
        it.avoidance.rays = 100;
        it.avoidance.steering = AvoidanceSteering::Toward;
    }),
    ("fat, few rays", |it| {
        it.collision.body_radius = 0.3;
        it.avoidance.rays = 7;
        it.avoidance.look_interval = 0.0;
    }),
];

#[test]
fn boids_that_look_for_the_first_time_decide_as_on_the_cpu() {
    for (name, change) in VARIATIONS {
        let scene = Scene::new(3000, change);
        let mut on_gpu = OnGpu::new(3000);
        let (found, expected) = (on_gpu.look(&scene, 5), scene.on_cpu(5));
        let mut agreement = Agreement::default();
        agreement.note(&scene.settings, &expected, &found);
        println!(
            "{name}: {agreement:?}, {} rays, {} there",
            found.rays, expected.rays
        );
        assert!(agreement.pushed > 100, "{name}");
        assert!(agreement.other <= agreement.pushed / 200, "{name}");
        assert!(
            found.rays.abs_diff(expected.rays) <= expected.rays / 200,
            "{name}"
        );
    }
}

#[test]
fn boids_go_on_seeing_as_on_the_cpu() {
    for (name, change) in VARIATIONS {
        let mut scene = Scene::new(700, change);
        let mut on_gpu = OnGpu::new(700);
        let mut agreement = Agreement::default();
        for steps in 0..60 {
            let (found, expected) = (on_gpu.look(&scene, steps), scene.on_cpu(steps));
            agreement.note(&scene.settings, &expected, &found);
            scene.go_on(&expected);
        }
        println!("{name}: {agreement:?}");
        assert!(agreement.pushed > 1000, "{name}");
        assert!(agreement.other <= agreement.pushed / 200, "{name}");
    }
}

#[test]
fn any_number_of_boids_sees() {
    for count in [0, 1, 255, 256, 257] {
        let scene = Scene::new(count, |_| ());
        let mut on_gpu = OnGpu::new(300);
        let (found, expected) = (on_gpu.look(&scene, 0), scene.on_cpu(0));
        let mut agreement = Agreement::default();
        agreement.note(&scene.settings, &expected, &found);
        assert!(agreement.other <= 1, "{count}: {agreement:?}");
        assert_eq!(found.clearance.len(), count);
        for (found, expected) in found.clearance.iter().zip(expected.clearance) {
            assert!((found - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn boids_that_avoid_nothing_cast_no_rays_and_have_a_clearance() {
    let scene = Scene::new(500, |it| it.avoidance.enabled = false);
    let mut on_gpu = OnGpu::new(500);
    let seeing = Scene::new(500, |_| ());
    on_gpu.look(&seeing, 0);
    let found = on_gpu.look(&scene, 1);
    assert_eq!(found.rays, 0);
    let expected = scene.on_cpu(1).clearance;
    for (found, expected) in found.clearance.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-4);
    }
}

#[test]
fn the_memory_of_looks_is_uploaded_and_read_back() {
    let mut scene = Scene::new(1000, |_| ());
    for steps in 0..10 {
        let seen = scene.on_cpu(steps);
        scene.go_on(&seen);
    }
    let (mut on_gpu, gpu) = (OnGpu::new(1000), gpu());
    on_gpu
        .step
        .buffers
        .avoidance
        .upload_memory(gpu, &scene.sights.memory);
    let found = on_gpu.look(&scene, 10);
    let known = scene.sights.memory.stored(10, |_| true);
    let expected = scene.on_cpu(10);
    let mut agreement = Agreement::default();
    agreement.note(&scene.settings, &expected, &found);
    assert!(agreement.pushed > 100 && agreement.other <= agreement.pushed / 100);
    assert!(expected.rays < 4000, "most need not look again");
    let after = scene.sights.memory.stored(11, |_| true);
    assert_ne!(known, after);
    let avoidance = &on_gpu.step.buffers.avoidance;
    avoidance.read_memory(gpu, &scene.sights.memory).unwrap();
    let read_back = scene.sights.memory.stored(11, |_| true);
    let same = after.iter().zip(&read_back).filter(|(a, b)| a == b).count();
    assert!(
        after.len() == read_back.len() && same > after.len() * 9 / 10,
        "{same}"
    );
}

#[test]
fn the_same_step_gives_the_same_bits() {
    let scene = Scene::new(2000, |_| ());
    let (first, second) = (
        OnGpu::new(2000).look(&scene, 3),
        OnGpu::new(2000).look(&scene, 3),
    );
    assert_eq!(first.push, second.push);
    assert_eq!(
        (first.clearance, first.rays),
        (second.clearance, second.rays)
    );
}

#[test]
fn boids_at_rest_far_away_and_in_one_place_see_as_on_the_cpu() {
    let mut scene = Scene::new(900, |_| ());
    for index in 0..900 {
        let boids = &mut scene.boids;
        for axis in 0..3 {
            match index % 3 {
                0 => boids.velocity[axis][index] = 0.0,
                1 => boids.position[axis][index] = 1e6 * (1.0 + axis as f32),
                _ => boids.position[axis][index] = boids.position[axis][2],
            }
        }
    }
    let found = OnGpu::new(900).look(&scene, 0);
    let expected = scene.on_cpu(0);
    let mut agreement = Agreement::default();
    agreement.note(&scene.settings, &expected, &found);
    assert!(
        agreement.pushed > 50 && agreement.other <= agreement.pushed / 50,
        "{agreement:?}"
    );
    for index in (0..900).filter(|index| index % 3 < 2) {
        assert_eq!(found.push[index], [0.0, 0.0, 0.0, 1.0]);
    }
}

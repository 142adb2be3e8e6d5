//! Tests of the neighbour loop.

mod edges;
mod scene;
mod strategies;

use super::device::gpu;
use crate::{
    gpu::step::GpuStep,
    math::{frame::Placement, Vec3},
    settings::{Boundary, BoundaryMode, Plane, Region, Settings},
};
use proptest::prelude::*;
use scene::{Answer, Scene};
use strategies::{boids, placement, settings, Across, Kind};

/// Relative tolerance of sums. The GPU sums in another order and with fused multiplication, which
/// changes sums by about 1e-6 of their terms. When a sum is normalised, the error grows with the
/// ratio of its terms to its length, where terms cancel each other; in random flocks the ratio is
/// at most about a hundred.
const TOLERANCE: f32 = 1e-4;

/// Number of boids that may be left out because rounding decides which neighbours they have: one,
/// plus fewer than one in this many.
const ONE_IN: usize = 20;

fn assert_agree(scene: &Scene) {
    assert_same(scene, &scene.on_gpu());
}

fn assert_same(scene: &Scene, found: &[Answer]) {
    let expected = scene.on_cpu();
    assert_eq!(found.len(), expected.len());
    let settings = &scene.settings;
    let rules = [settings.cohesion, settings.separation, settings.alignment];
    let weights = rules.iter().map(|rule| rule.weight).sum::<f32>() + settings.wander.weight;
    let scale = weights * settings.motion.drive.max(1.0);
    let mut left_out = 0;
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let [wish, facing] = [0, 1].map(|which| (found[which] - expected[which]).norm());
        let [wished, faced] = expected.map(|vector| 1.0 + vector.norm());
        // Written so that NaN fails.
        let agree = wish <= TOLERANCE * scale * wished && facing <= TOLERANCE * faced;
        if !agree {
            assert!(
                scene.is_at_edge(index),
                "{index}: {found:?} instead of {expected:?}"
            );
            left_out += 1;
        }
    }
    assert!(left_out <= 1 + expected.len() / ONE_IN, "{left_out}");
}

/// A flock of `count` boids with pseudorandom positions and velocities, the same in every run.
fn flock(count: usize, extent: f32) -> Vec<[Vec3; 2]> {
    let mut state = 1u32;
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut vector = move || Vec3::from_fn(|_, _| random());
    (0..count).map(|_| [vector() * extent, vector()]).collect()
}

macro_rules! agrees {
    ($($name:ident: $kind:ident, $across:ident;)*) => {
        proptest! {
            #![proptest_config(crate::cases::config(24))]
            $(
                #[test]
                fn $name(
                    settings in settings(Kind::$kind, Across::$across),
                    placement in placement(),
                    boids in boids(400),
                    fades in any::<bool>(),
                ) {
                    let scene = Scene::new(settings, &placement, &boids);
                    assert_same(&scene, &scene.sorted_on_gpu());
                    assert_agree(&if fades { scene.faded() } else { scene });
                }
            )*
        }
    };
}

agrees! {
    all_neighbours_agree: Plain, Nothing;
    selected_neighbours_agree: Selective, Nothing;
    the_nearest_agree: Nearest, Nothing;
    all_neighbours_across_a_box_agree: Plain, Box;
    selected_neighbours_across_a_box_agree: Selective, Box;
    the_nearest_across_a_box_agree: Nearest, Box;
    all_neighbours_across_a_sphere_agree: Plain, Sphere;
    selected_neighbours_across_a_sphere_agree: Selective, Sphere;
    the_nearest_across_a_sphere_agree: Nearest, Sphere;
}

#[test]
fn any_number_of_boids_is_served() {
    for count in [0, 1, 2, 255, 256, 257] {
        let scene = Scene::new(
            Settings::default(),
            &Placement::default(),
            &flock(count, 0.8),
        );
        assert_agree(&scene);
    }
}

#[test]
fn thirty_neighbours_each_in_a_large_flock() {
    let mut settings = Settings::default();
    [settings.cohesion.radius, settings.alignment.radius] = [0.5; 2];
    settings.separation.radius = 0.25;
    // 30 neighbours in a ball of radius 0.5.
    let count = 4000;
    let extent = (count as f32 * 4.18879 * 0.125 / 30.0).cbrt() / 2.0;
    let boids = flock(count, extent);
    assert_agree(&Scene::new(settings.clone(), &Placement::default(), &boids));
    settings.neighbours.nearest_only = true;
    assert_agree(&Scene::new(settings, &Placement::default(), &boids));
}

#[test]
fn far_and_wide_and_all_in_one_place() {
    let clumps = |[place, velocity]: [Vec3; 2]| {
        // A few places that are thousands of metres apart, so that cells repeat.
        let far = (place * 2.0).map(f32::round) * 4000.0;
        [far + place, velocity]
    };
    let wide: Vec<_> = flock(500, 1.0).into_iter().map(clumps).collect();
    let one_place: Vec<_> = flock(300, 1.0)
        .into_iter()
        .map(|[_, velocity]| [Vec3::new(1e4, -3.0, 0.1), velocity])
        .collect();
    let at_rest: Vec<_> = flock(300, 1.0)
        .into_iter()
        .map(|[place, _]| [place, Vec3::zeros()])
        .collect();
    for boids in [wide, one_place, at_rest] {
        let mut settings = Settings::default();
        for rule in [
            &mut settings.cohesion,
            &mut settings.separation,
            &mut settings.alignment,
        ] {
            rule.radius = 0.5;
        }
        assert_agree(&Scene::new(settings.clone(), &Placement::default(), &boids));
        settings.cohesion.field_of_view = 200.0;
        settings.alignment.damping = 0.4;
        assert_agree(&Scene::new(settings, &Placement::default(), &boids));
    }
}

#[test]
fn nobody_is_missed_across_a_sphere() {
    let spheres = [(0.3, 200), (0.55, 2000), (1.1, 1500), (2.0, 1500)];
    for (plane, (radius, count)) in [Plane::All, Plane::Xz, Plane::Yz]
        .into_iter()
        .flat_map(|plane| spheres.map(|sphere| (plane, sphere)))
    {
        let mut settings = Settings::default();
        settings.motion.plane = plane;
        for (rule, radius) in [
            (&mut settings.cohesion, 0.5),
            (&mut settings.separation, 0.2),
            (&mut settings.alignment, 0.4),
        ] {
            rule.radius = radius;
        }
        settings.boundary = Boundary::new(Region::Sphere {
            center: Vec3::new(0.2, 0.1, -0.3),
            radius,
        })
        .with_mode(BoundaryMode::Wrap);
        let mut boids = flock(count, 1.2 * radius);
        assert_agree(&Scene::new(settings.clone(), &Placement::default(), &boids));
        // One boid is so far away that cells repeat.
        boids.push([Vec3::new(9e3, -8e3, 7e3), Vec3::zeros()]);
        let scene = Scene::new(settings, &Placement::default(), &boids);
        assert_agree(&scene);
        assert_same(&scene, &scene.sorted_on_gpu());
    }
}

#[test]
fn of_boids_equally_far_away_those_with_lower_slots_count() {
    // A lattice, on which all sums are exact.
    let boids: Vec<_> = (0..216)
        .map(|n| {
            let place = Vec3::new((n % 6) as f32, (n / 6 % 6) as f32, (n / 36) as f32) * 0.25;
            [place, Vec3::new((n % 7) as f32, (n % 5) as f32, 1.0)]
        })
        .collect();
    for nearest in [1, 2, 7, 20, 32] {
        let mut settings = Settings::default();
        settings.neighbours.nearest_only = true;
        settings.neighbours.nearest = nearest;
        settings.alignment.radius = 1.1;
        let scene = Scene::new(settings, &Placement::default(), &boids);
        let facing = |answers: Vec<Answer>| answers.into_iter().map(|[_, facing]| facing);
        let expected: Vec<_> = facing(scene.on_cpu()).collect();
        assert_eq!(facing(scene.on_gpu()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn wander_alone_differs_by_rounding_only() {
    let mut settings = Settings::default();
    settings.cohesion.enabled = false;
    settings.separation.enabled = false;
    settings.alignment.enabled = false;
    settings.wander.enabled = true;
    // In a plane, one random vector in five thousand is too short to have a direction.
    settings.motion.plane = Plane::Xz;
    let scene = Scene::new(settings, &Placement::default(), &flock(30_000, 1.0));
    for ([found, _], [expected, _]) in scene.on_gpu().iter().zip(scene.on_cpu()) {
        // A GPU may fuse a multiplication and an addition.
        assert!((found - expected).norm() < 1e-5, "{found} {expected}");
    }
}

#[test]
fn the_same_buffers_serve_other_settings_and_boids() {
    let boids = flock(300, 0.8);
    let mut selective = Settings::default();
    selective.cohesion.field_of_view = 100.0;
    let scene = |settings: Settings| Scene::new(settings, &Placement::default(), &boids);
    let [first, second] = [Settings::default(), selective].map(scene);
    let mut step = GpuStep::new(gpu(), 300, 0).unwrap();
    assert_same(&first, &first.run(&mut step));
    // The sort is the same, since the reach is the same.
    assert_same(&second, &second.run(&mut step));
    let other = Scene::new(Settings::default(), &Placement::default(), &flock(200, 0.4));
    assert_same(&other, &other.run(&mut step));
}

//! Rays, moving spheres and cones against a search through all boids.

use flock_sim::{
    boids::BoidHit,
    nalgebra::Vector3,
    settings::{Backend, Boundary, BoundaryMode, Region},
    Boid, BoidId, Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{self, texels};
use proptest::prelude::*;

type Vec3d = Vector3<f64>;

/// Boids in a periodic box, with these lengths and radii of their bodies.
fn flock(boids: &[(Vec3, Vec3)], length: f32, radius: f32) -> Flock {
    let boundary = Boundary::new(Region::cube(2.0)).with_mode(BoundaryMode::Wrap);
    let mut settings = Settings {
        boundary,
        ..Settings::default()
    };
    settings.motion.max_speed = 20.0;
    settings.body.length = length;
    settings.collision.body_radius = radius;
    settings.simulation.backend = Backend::SingleThread;
    flocks::flock(settings, Placement::default(), boids)
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-size..size).prop_map(Vec3::from)
}

fn boids() -> impl Strategy<Value = Vec<(Vec3, Vec3)>> {
    prop::collection::vec((vector(2.0), vector(20.0)), 1..150)
}

/// The axis of each drawn body, from end to end.
fn segments(flock: &Flock) -> Vec<(BoidId, [Vec3d; 2])> {
    let body = &flock.settings().body;
    let half = (body.length / 2.0 - flock.settings().collision.body_radius).max(0.0);
    let texels = texels(flock);
    let drawn = flock.boids().zip(texels.chunks_exact(2));
    let segment = drawn.map(|(boid, texels)| {
        let [x, y, z] = [0, 1, 2].map(|part| f64::from(texels[1][part]));
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let turn = nalgebra::UnitQuaternion::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
        let center = Vec3d::from_fn(|axis, _| f64::from(texels[0][axis]));
        let end = turn * Vec3d::z() * f64::from(half);
        (boid.id, [center - end, center + end])
    });
    segment.collect()
}

fn distance_to([a, b]: &[Vec3d; 2], point: &Vec3d) -> f64 {
    let along = b - a;
    let share = (point - a).dot(&along) / along.norm_squared().max(1e-300);
    (point - a - along * share.clamp(0.0, 1.0)).norm()
}

/// The share of the way after which a segment is as near as `reach`. The distance is convex along
/// the way: its least is found by thirds, and the first time before it by halves.
fn impact(segment: &[Vec3d; 2], start: &Vec3d, way: &Vec3d, reach: f64) -> Option<f64> {
    let distance = |time: f64| distance_to(segment, &(start + way * time));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance(a) < distance(b) {
            high = b;
        } else {
            low = a;
        }
    }
    if distance(low) > reach {
        return None;
    }
    let (mut outside, mut inside) = (0.0, low);
    if distance(0.0) <= reach {
        return Some(0.0);
    }
    for _ in 0..60 {
        let middle = (outside + inside) / 2.0;
        if distance(middle) > reach {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    Some(inside)
}

/// Checks a hit against all boids. A graze within rounding may count or not.
fn assert_first(flock: &Flock, start: Vec3, way: Vec3, radius: f32) -> Option<BoidHit> {
    let body_radius = f64::from(flock.settings().collision.body_radius);
    let reach = body_radius + f64::from(radius);
    let (from, along) = (start.cast::<f64>(), way.cast::<f64>());
    let hit = flock.hit_by_sphere(start, way, radius);
    let first = |reach: f64| {
        let all = segments(flock).into_iter();
        let times = all.filter_map(|(_, segment)| impact(&segment, &from, &along, reach));
        times.min_by(f64::total_cmp).map(|time| time * along.norm())
    };
    let (late, early) = (first(reach - 1e-6), first(reach + 1e-6));
    match &hit {
        None => assert_eq!(late, None),
        Some(hit) => {
            let distance = f64::from(hit.distance);
            assert!(distance >= early.unwrap() - 1e-5, "{hit:?} {early:?}");
            assert!(
                late.is_none_or(|late| distance <= late + 1e-5),
                "{hit:?} {late:?}"
            );
            let all = segments(flock);
            let (_, segment) = all.iter().find(|(id, _)| *id == hit.id).unwrap();
            let point: Vec3d = hit.point.cast();
            assert!(distance_to(segment, &point) <= body_radius + 1e-5);
            let center = from + along * (distance / along.norm().max(1e-300));
            assert!((point - center).norm() <= f64::from(radius) + 1e-5);
        }
    }
    hit
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(200))]

    #[test]
    fn hits_are_the_first_of_all_drawn_bodies(
        boids in boids(),
        (length, radius) in (0.0f32..0.6, 0.01f32..0.1),
        ways in prop::collection::vec((vector(3.0), vector(6.0), prop_oneof![Just(0.0f32), 0.0f32..0.3]), 1..6),
        frames in prop::collection::vec(0.0f32..0.02, 1..4),
    ) {
        let mut flock = flock(&boids, length, radius);
        for frame in frames {
            flock.advance(frame);
            for (start, way, radius) in &ways {
                assert_first(&flock, *start, *way, *radius);
                // At a boid, so that most ways do hit one.
                let at = flock.boids().next().unwrap().position;
                assert_first(&flock, *start, at - start, *radius);
                assert_first(&flock, at, Vec3::zeros(), *radius);
            }
        }
        let id = flock.boids().next().unwrap().id;
        flock.remove(id);
        assert_first(&flock, ways[0].0, ways[0].1, ways[0].2);
    }

    #[test]
    fn cones_hold_what_is_in_them(
        boids in boids(),
        cones in prop::collection::vec((vector(3.0), vector(1.0), 0.0f32..370.0, 0.0f32..6.0), 1..20),
    ) {
        let flock = flock(&boids, 0.0, 0.05);
        for (tip, axis, angle, length) in cones {
            let is_inside = |boid: &Boid| {
                let offset: Vec3d = (boid.position.cast::<f64>()) - tip.cast::<f64>();
                let to_axis = offset.angle(&axis.cast());
                offset.norm() <= length.into() && to_axis <= f64::from(angle / 2.0).to_radians()
            };
            let expected: Vec<Boid> = flock.boids().filter(is_inside).collect();
            let found: Vec<Boid> = flock.in_cone(tip, axis, angle, length).collect();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn a_ray_hits_what_is_drawn_and_not_what_was_simulated() {
    let mut flock = flock(&[(Vec3::zeros(), Vec3::new(12.0, 0.0, 0.0))], 0.0, 0.01);
    flock.advance(1.0 / 60.0);
    flock.advance(0.5 / 60.0);
    // A step of 20 cm was made, and half of it is drawn.
    let drawn = texels(&flock)[0][0];
    let simulated = flock.boids().next().unwrap().position.x;
    assert!((drawn - simulated).abs() > 0.05, "{drawn} {simulated}");
    let down_at = |x: f32| flock.hit_by_ray(Vec3::new(x, 1.0, 0.0), -2.0 * Vec3::y());
    let hit = down_at(drawn).unwrap();
    assert!((hit.distance - 0.99).abs() < 1e-5);
    assert!((hit.point - Vec3::new(drawn, 0.01, 0.0)).norm() < 1e-5);
    assert_eq!(down_at(simulated), None);
}

#[test]
fn of_several_at_once_the_lowest_slot_is_hit() {
    let mut flock = flock(&[(Vec3::x(), Vec3::x()); 60], 0.3, 0.05);
    let hit = |flock: &Flock| flock.hit_by_ray(Vec3::zeros(), 3.0 * Vec3::x());
    assert_eq!(hit(&flock).unwrap().id.slot(), 0);
    let lowest: Vec<_> = flock.boids().map(|boid| boid.id).take(20).collect();
    lowest.iter().for_each(|id| assert!(flock.remove(*id)));
    assert_eq!(hit(&flock).unwrap().id.slot(), 20);
}

#[test]
fn bad_input_hits_nothing() {
    let flock = flock(&[(Vec3::zeros(), Vec3::x())], 0.0, 0.05);
    let way = Vec3::new(2.0, 0.0, 0.0);
    assert!(flock.hit_by_ray(-Vec3::x(), way).is_some());
    assert!(flock.hit_by_ray(-Vec3::x(), way * 1e30).is_some());
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let vector = Vec3::new(0.0, bad, 0.0);
        assert_eq!(flock.hit_by_ray(vector, way), None);
        assert_eq!(flock.hit_by_ray(-Vec3::x(), vector), None);
        assert_eq!(flock.hit_by_sphere(-Vec3::x(), way, bad), None);
        assert_eq!(flock.in_cone(vector, way, 360.0, 9.0).count(), 0);
        assert_eq!(flock.in_cone(-way, vector, 360.0, 9.0).count(), 0);
    }
    assert_eq!(flock.hit_by_sphere(-Vec3::x(), way, -0.1), None);
    assert_eq!(flock.hit_by_ray(Vec3::x(), way), None);
    for (axis, angle, length, count) in [
        (way, 90.0, 9.0, 1),
        (way, 0.0, f32::INFINITY, 1),
        (-way, 359.0, 9.0, 0),
        (-way, 360.0, 9.0, 1),
        (-way, f32::INFINITY, 9.0, 1),
        (way, 90.0, 1.9, 0),
        (way, -1.0, 9.0, 0),
        (way, f32::NAN, 9.0, 0),
        (way, 90.0, f32::NAN, 0),
        (Vec3::zeros(), 360.0, 9.0, 0),
    ] {
        let found = flock.in_cone(-way, axis, angle, length).count();
        assert_eq!(found, count, "{axis:?} {angle} {length}");
    }
}

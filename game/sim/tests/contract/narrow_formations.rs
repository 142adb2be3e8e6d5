//! Formations shrink where the level is too narrow for their places.

use flock_sim::{
    formations::Form,
    influences::{Influence, InfluenceId, InfluenceMotion},
    Flock, Geometry, Placement, Vec3,
};
use flock_testkit::{
    change_formation,
    formations::{flock_of, formation, mean_distance, places_by_boid},
    saved,
    triangles::{cuboid, geometry},
    two_rooms::judged_steps,
};
use std::sync::Arc;

/// Speed of the formation, in m/s.
const SPEED: f32 = 1.0;

/// Steps from one side of the wall to the other.
const STEPS: u32 = 600;

/// A wall across X with a square window of a width.
fn window(width: f32) -> Arc<Geometry> {
    let mut triangles = Vec::new();
    let half = 0.5 * width;
    for side in [-1.0, 1.0] {
        let (above, beside) = (2.5, side * (half + 2.5));
        let across = Vec3::new(0.2, 5.0, above);
        triangles.extend(cuboid(across, Vec3::new(0.0, 0.0, beside)));
        let along = Vec3::new(0.2, above, half + 0.1);
        triangles.extend(cuboid(along, Vec3::new(0.0, beside, 0.0)));
    }
    geometry(&triangles)
}

fn flock(count: u32, level: Arc<Geometry>) -> Flock {
    let mut settings = flock_of(0).settings().clone();
    settings.spawn.count = count;
    settings.spawn.region = flock_sim::settings::Region::Sphere {
        center: start(),
        radius: 2.0,
    };
    settings.collision.body_radius = 0.1;
    settings.collision.check_crossings = true;
    Flock::new(settings, Placement::default(), level).unwrap()
}

fn start() -> Vec3 {
    Vec3::x() * -5.0
}

/// The formation after so many steps along X.
fn after(form: Form, steps: u32, dt: f32) -> Influence {
    let position = start() + Vec3::x() * (SPEED * steps as f32 * dt);
    Influence {
        motion: InfluenceMotion {
            velocity: Vec3::x() * SPEED,
            ..InfluenceMotion::default()
        },
        ..formation(form, position)
    }
}

/// Puts a formation where it is after so many steps.
fn lead(flock: &mut Flock, id: InfluenceId, form: Form, steps: u32, fitting: bool) {
    let mut moved = after(form, steps, flock.settings().simulation.time_step);
    change_formation!(moved, shrinks = fitting);
    flock.set_influence(id, moved).unwrap();
}

/// Moves a formation along X. `seen` gets its places and where it is in each step.
fn fly(flock: &mut Flock, id: InfluenceId, fitting: bool, mut seen: impl FnMut(&Flock, u32)) {
    for step in 0..STEPS {
        lead(flock, id, Form::Sphere, step, fitting);
        judged_steps(flock, 1);
        seen(flock, step);
    }
}

/// Distance of the farthest place from the middle of the formation, in metres.
fn radius(flock: &Flock, id: InfluenceId) -> f32 {
    let places: Vec<Vec3> = places_by_boid(flock, id).into_values().collect();
    let middle = places.iter().sum::<Vec3>() / places.len() as f32;
    let distances = places.iter().map(|it| (it - middle).norm());
    distances.fold(0.0, f32::max)
}

#[test]
fn a_sphere_shrinks_in_front_of_a_window_and_grows_behind_it() {
    for shrinks in [true, false] {
        let mut flock = flock(60, window(1.8));
        let first = after(Form::Sphere, 0, 0.0);
        let id = flock.add_influence(first).unwrap();
        (0..120).for_each(|_| flock.step());
        let full = radius(&flock, id);
        assert!((full - 1.09).abs() < 0.05, "{full}");
        let (mut least, mut blocked, mut farthest) = (full, 0, 0.0_f32);
        fly(&mut flock, id, shrinks, |flock, _| {
            least = least.min(radius(flock, id));
            let body = 0.99 * flock.settings().collision.body_radius;
            let is_in_wall = |place: &Vec3| !flock.geometry().is_clear(*place, body);
            let places = places_by_boid(flock, id).into_values();
            blocked += places.filter(is_in_wall).count();
            farthest = farthest.max(mean_distance(flock, id));
        });
        assert_eq!(shrinks, blocked == 0, "{blocked}");
        assert_eq!(shrinks, least < 0.8 * full, "{least} of {full}");
        if shrinks {
            assert!(farthest < 0.3, "{farthest} m");
            assert!(radius(&flock, id) > 0.999 * full, "it grows again");
            assert!(mean_distance(&flock, id) < 0.1);
        }
        assert_eq!(flock.statistics().crossings, 0);
    }
}

/// A ball around the flight would not fit, but the flight does.
#[test]
fn a_flight_just_above_the_ground_does_not_shrink() {
    let ground = cuboid(Vec3::new(40.0, 1.0, 40.0), Vec3::y() * -1.5);
    let mut flock = flock(41, geometry(&ground));
    let geese = Form::Vee { angle: 70.0 };
    let mut first = after(geese.clone(), 0, 0.0);
    change_formation!(first, shrinks = true);
    let id = flock.add_influence(first).unwrap();
    flock.step();
    let full = radius(&flock, id);
    assert!(full > 4.0, "{full}");
    for step in 0..100 {
        lead(&mut flock, id, geese.clone(), step, true);
        flock.step();
        assert!((radius(&flock, id) - full).abs() < 1e-3);
    }
}

#[test]
fn a_narrow_tube_presses_a_formation_to_the_bodies() {
    let mut tube = Vec::new();
    for side in [-1.0, 1.0] {
        let flat = Vec3::new(20.0, 0.5, 2.0);
        tube.extend(cuboid(flat, Vec3::y() * (0.65 * side)));
        let upright = Vec3::new(20.0, 0.3, 0.5);
        tube.extend(cuboid(upright, Vec3::z() * (0.65 * side)));
    }
    let around = [Vec3::y(), Vec3::z(), -Vec3::y(), -Vec3::z()];
    let ring = Form::Curve {
        points: around.map(|it| it * 2.0).to_vec(),
        is_loop: true,
    };
    for form in [Form::Sphere, ring] {
        let mut flock = flock(30, geometry(&tube));
        let mut first = after(form.clone(), 0, 0.0);
        change_formation!(first, shrinks = true);
        let id = flock.add_influence(first).unwrap();
        (0..300).for_each(|_| flock.step());
        let between = usual_distance(&flock, id);
        assert!((between - 0.2).abs() < 0.005, "{between} m in {form:?}");
    }
}

/// The median distance between nearest places of a formation, in metres.
fn usual_distance(flock: &Flock, id: InfluenceId) -> f32 {
    let places: Vec<Vec3> = places_by_boid(flock, id).into_values().collect();
    let nearest = |place: &Vec3| {
        let others = places.iter().filter(|it| *it != place);
        let distances = others.map(|it| (it - place).norm());
        distances.fold(f32::INFINITY, f32::min)
    };
    let mut nearest: Vec<f32> = places.iter().map(nearest).collect();
    nearest.sort_by(f32::total_cmp);
    nearest[nearest.len() / 2]
}

/// It may turn or stop there.
#[test]
fn a_sphere_in_front_of_a_wall_across_its_way_does_not_shrink() {
    let wall = cuboid(Vec3::new(0.5, 9.0, 9.0), Vec3::x() * 0.5);
    let mut flock = flock(60, geometry(&wall));
    let mut first = after(Form::Sphere, 0, 0.0);
    change_formation!(first, shrinks = true);
    let id = flock.add_influence(first).unwrap();
    flock.step();
    let full = radius(&flock, id);
    // Until 1.3 m before the wall.
    for step in 0..222 {
        lead(&mut flock, id, Form::Sphere, step, true);
        flock.step();
        let now = radius(&flock, id);
        assert!(now > 0.999 * full, "{now} of {full} m in step {step}");
    }
}

/// The smallest sphere has a radius of 0.44 m.
#[test]
fn a_formation_queues_at_a_window_that_is_too_small_for_it() {
    for (finds_way, least, most) in [(true, 60, 60), (false, 0, 50)] {
        let mut flock = flock(60, window(0.5));
        let id = flock.add_influence(after(Form::Sphere, 0, 0.0)).unwrap();
        let dt = flock.settings().simulation.time_step;
        for step in 0..STEPS + 300 {
            let mut moved = after(Form::Sphere, step.min(STEPS), dt);
            if step >= STEPS {
                moved.motion = InfluenceMotion::default();
            }
            (moved.finds_way, moved.weight) = (finds_way, 40.0);
            change_formation!(moved, shrinks = true);
            flock.set_influence(id, moved).unwrap();
            judged_steps(&mut flock, 1);
        }
        let through = flock.boids().filter(|boid| boid.position.x > 0.0).count();
        assert!((least..=most).contains(&through), "{through}, {finds_way}");
        assert_eq!(flock.statistics().crossings, 0);
    }
}

#[test]
fn a_restored_formation_shrinks_and_grows_with_the_same_bits() {
    let mut flock = flock(60, window(1.8));
    let id = flock.add_influence(after(Form::Sphere, 0, 0.0)).unwrap();
    let (mut hashes, mut snapshots, mut before) = (Vec::new(), Vec::new(), 0.0);
    fly(&mut flock, id, true, |flock, step| {
        hashes.push(flock.state_hash());
        let now = radius(flock, id);
        if now != before && now < 1.0 && step % 8 == 0 {
            snapshots.push((step, saved::copy(&flock.snapshot())));
        }
        before = now;
    });
    assert!(snapshots.len() > 4, "{} snapshots", snapshots.len());
    for (step, snapshot) in snapshots {
        let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        assert_eq!(restored.state_hash(), hashes[step as usize]);
        for later in step + 1..(step + 60).min(STEPS) {
            lead(&mut restored, id, Form::Sphere, later, true);
            restored.step();
            assert_eq!(
                restored.state_hash(),
                hashes[later as usize],
                "step {later}"
            );
        }
    }
}

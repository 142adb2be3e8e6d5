//! Flight and panic of boids against the formulas, in double precision.

use crate::{ball::Vec64, world::double};
use flock_sim::{
    settings::Manoeuvre,
    threats::{Predator, Scare},
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::{
    cases,
    flocks::{self, disable_rules},
};
use proptest::prelude::*;

/// Settings without rules, with fear whose looks are due in every step.
fn settings(manoeuvre: Manoeuvre) -> Settings {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.motion.max_speed = 1000.0;
    settings.motion.max_acceleration = 0.0;
    settings.fear.enabled = true;
    settings.fear.manoeuvre = manoeuvre;
    settings.fear.reaction_time = 0.0;
    settings.fear.radius = 3.0;
    settings
}

fn boid(flock: &Flock) -> (Vec64, Vec64) {
    let boid = flock.boids().next().unwrap();
    (double(boid.position), double(boid.velocity))
}

/// The manoeuvre that the documentation of `Manoeuvre::Automatic` names.
fn chosen(settings: &Settings, velocity: Vec64) -> Manoeuvre {
    let (fear, most) = (&settings.fear, f64::from(settings.motion.max_speed));
    let speed = velocity.norm();
    let dive = (-velocity.y / speed).asin().to_degrees();
    match fear.manoeuvre {
        Manoeuvre::Automatic if speed < f64::from(fear.slow) * most => Manoeuvre::Vacuole,
        Manoeuvre::Automatic
            if speed >= f64::from(fear.fast) * most || dive > f64::from(fear.steep) =>
        {
            Manoeuvre::FlashExpansion
        }
        Manoeuvre::Automatic if speed > most => Manoeuvre::Turn,
        Manoeuvre::Automatic => Manoeuvre::Fountain,
        manoeuvre => manoeuvre,
    }
}

/// Acceleration by which a boid at this place flees.
fn flight(settings: &Settings, predator: &Predator, place: Vec64) -> Vec64 {
    let fear = &settings.fear;
    let (radius, weight) = (f64::from(fear.radius), f64::from(fear.weight));
    let weight = weight * f64::from(predator.threat);
    let offset = place - double(predator.point);
    let distance = offset.norm();
    if distance >= radius {
        return Vec64::zeros();
    }
    let (away, heading) = (offset / distance, double(predator.velocity).normalize());
    match chosen(settings, double(predator.velocity)) {
        Manoeuvre::Vacuole => away * weight * (1.0 - distance / radius),
        Manoeuvre::FlashExpansion => away * weight * f64::from(fear.burst),
        Manoeuvre::Turn => (away - heading * away.dot(&heading)).normalize() * weight,
        _ => {
            let aside = std::f64::consts::PI - f64::from(fear.field_of_view).to_radians() / 2.0;
            let tail = away * heading.dot(&away) - heading;
            (away * aside.cos() + tail.normalize() * aside.sin()) * weight
        }
    }
}

fn vector(extent: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-extent..extent).prop_map(Vec3::from)
}

proptest! {
    #![proptest_config(cases::config(400))]

    #[test]
    fn boids_flee_by_the_formulas(
        manoeuvre in prop::sample::select(vec![
            Manoeuvre::Automatic,
            Manoeuvre::Turn,
            Manoeuvre::Vacuole,
            Manoeuvre::Fountain,
            Manoeuvre::FlashExpansion,
        ]),
        place in vector(2.0),
        predators in prop::collection::vec((vector(2.0), vector(4.0), 0.1f32..3.0), 1..4),
        field_of_view in 0.0f32..360.0,
        weight in 0.0f32..20.0,
    ) {
        let mut settings = settings(manoeuvre);
        settings.fear.field_of_view = field_of_view;
        settings.fear.weight = weight;
        // Slow enough that every manoeuvre has its turn.
        settings.motion.max_speed = 1.5;
        let mut flock = flocks::flock(settings.clone(), Placement::default(), &[(place, Vec3::zeros())]);
        for (point, velocity, threat) in &predators {
            // Those right on the line or at a limit of a choice prove nothing.
            let offset = place - point;
            prop_assume!(offset.cross(velocity).norm() > 0.02 * offset.norm() * velocity.norm());
            prop_assume!(offset.norm() > 0.05);
            let (point, velocity, threat) = (*point, *velocity, *threat);
            flock.add_predator(Predator { point, velocity, threat }).unwrap();
        }
        flock.step();
        let (before, velocity) = boid(&flock);
        prop_assert_eq!(velocity, Vec64::zeros());
        flock.step();
        let dt = f64::from(settings.simulation.time_step);
        let all: Vec<Predator> = flock.predators().map(|(_, predator)| *predator).collect();
        let sum: Vec64 = all.iter().map(|predator| flight(&settings, predator, before)).sum();
        let change = sum * dt;
        prop_assume!(change.norm() < 1.49);
        let found = boid(&flock).1;
        prop_assert!((found - change).norm() < 1e-5 + 1e-4 * change.norm(), "{} instead of {}", found, change);
    }

    #[test]
    fn panic_turns_by_the_formula(
        velocity in vector(3.0),
        from in vector(0.5),
        weight in 0.0f32..20.0,
        turn in 1u32..20,
        back in 1u32..20,
    ) {
        let mut settings = settings(Manoeuvre::Automatic);
        settings.fear.enabled = false;
        settings.panic.enabled = true;
        settings.panic.weight = weight;
        settings.panic.turn_time = turn as f32 / 60.0;
        settings.panic.return_time = (turn + back) as f32 / 60.0;
        prop_assume!(velocity.xz().norm() > 0.2);
        let mut flock = flocks::flock(settings, Placement::default(), &[(Vec3::zeros(), velocity)]);
        let scare = Scare { point: from, radius: 2.0, strength: 1e-6, decay: 0.1 };
        flock.scare(scare).unwrap();
        let (start, _) = boid(&flock);
        flock.step();
        let side = double(velocity).cross(&Vec64::y());
        let away = side.dot(&(start - double(from)));
        prop_assume!(away.abs() > 1e-3);
        let sign = away.signum();
        for age in 0..turn + back + 3 {
            let before = boid(&flock).1;
            flock.step();
            let side = before.cross(&Vec64::y()).normalize() * sign;
            let expected = match age {
                age if age < turn => side,
                age if age < turn + back => -side,
                _ => Vec64::zeros(),
            };
            let expected = expected * f64::from(weight) / 60.0;
            let found = boid(&flock).1 - before;
            prop_assert!((found - expected).norm() < 1e-4, "{}: {} instead of {}", age, found, expected);
        }
    }
}

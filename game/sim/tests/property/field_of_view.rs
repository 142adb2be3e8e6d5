//! The field of view is a full angle: 270 degrees leave a quarter turn behind the boid blind, 45
//! degrees to either side.

use flock_sim::{
    settings::{Normalization, Rule, Steering},
    Placement, Settings, Vec3,
};
use flock_testkit::flocks;

const RULES: [fn(&mut Settings) -> &mut Rule; 3] = [
    |settings| &mut settings.cohesion,
    |settings| &mut settings.separation,
    |settings| &mut settings.alignment,
];

/// Settings with one rule, by whose wish the boids move.
fn settings(rule: fn(&mut Settings) -> &mut Rule, field_of_view: f32) -> Settings {
    let mut settings = Settings::default();
    for other in RULES {
        other(&mut settings).enabled = false;
    }
    *rule(&mut settings) = Rule {
        normalization: Normalization::Sum,
        field_of_view,
        ..Rule::new(1.0, 1.0)
    };
    settings.motion.steering = Steering::Velocity;
    settings.motion.max_speed = 100.0;
    settings.boundary.enabled = false;
    settings
}

/// True if a boid with this velocity at the origin has another at `place` as a neighbour.
fn sees(settings: Settings, velocity: Vec3, place: Vec3) -> bool {
    let other = (place, Vec3::new(0.0, 0.0, 0.25));
    let boids = [(Vec3::zeros(), velocity), other];
    let mut flock = flocks::flock(settings, Placement::default(), &boids);
    flock.step();
    flocks::by_id(&flock)[0].velocity != Vec3::zeros()
}

/// A place at an angle in degrees from the X axis.
fn aside(degrees: f32, roll: f32) -> Vec3 {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (across, up) = roll.sin_cos();
    0.5 * Vec3::new(cos, sin * across, sin * up)
}

#[test]
fn every_rule_sees_half_of_the_angle_to_either_side() {
    for rule in RULES {
        for view in [20.0, 90.0, 180.0, 200.0, 270.0, 300.0, 350.0] {
            for (degrees, roll) in
                (0..=36).flat_map(|i| [0.3, 2.0, 4.4].map(|r| (i as f32 * 5.0 + 0.1, r)))
            {
                let seen = sees(settings(rule, view), Vec3::x(), aside(degrees, roll));
                assert_eq!(seen, degrees < view / 2.0, "{degrees} degrees of {view}");
            }
        }
    }
}

#[test]
fn what_is_right_behind_is_seen_with_360_degrees_only() {
    for rule in RULES {
        let behind = Vec3::new(-0.5, 0.0, 0.0);
        assert!(sees(settings(rule, 360.0), Vec3::x(), behind));
        assert!(!sees(settings(rule, 359.0), Vec3::x(), behind));
        assert!(!sees(settings(rule, 270.0), Vec3::x(), behind));
    }
}

#[test]
fn a_boid_at_rest_sees_all_around() {
    for rule in RULES {
        for degrees in [0.0, 90.0, 180.0] {
            assert!(sees(
                settings(rule, 0.0),
                Vec3::zeros(),
                aside(degrees, 0.0)
            ));
        }
    }
}

#[test]
fn what_is_in_the_same_place_is_seen() {
    // Only alignment depends on a neighbour in the same place.
    assert!(sees(settings(RULES[2], 0.0), Vec3::x(), Vec3::zeros()));
}

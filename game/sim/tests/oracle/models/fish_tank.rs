//! The fish tank.

use super::{check, check_under, mean, settings, shipped, Neighbourhood};
use crate::{
    ball::{norm, Ball, Vec64},
    world::Expected,
};
use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    settings::{AlignTo, Boundary, Normalization, Region, Rule},
    Preset, Settings, Vec3,
};
use flock_testkit::flocks::in_the_open;

struct Constants {
    radius: f32,
    /// Changes of the speed in one frame, in m/s.
    separation: f32,
    cohesion: f32,
    alignment: f32,
    max_speed: f32,
}

const DENSE: Constants = Constants {
    radius: 0.7,
    separation: 0.05,
    cohesion: 0.03,
    alignment: 0.04,
    max_speed: 1.2,
};

const SHIPPED: Constants = Constants {
    radius: 0.8,
    separation: 0.03,
    cohesion: 0.02,
    alignment: 0.03,
    max_speed: 1.5,
};

const FRAMES_PER_SECOND: f32 = 60.0;

/// The tank is wide enough for the compared steps.
fn tank() -> Settings {
    let mut settings = settings(300, Vec3::repeat(1.0), 1.0);
    let rule = |weight: f32| Rule {
        normalization: Normalization::Direction,
        ..Rule::new(weight * FRAMES_PER_SECOND, DENSE.radius)
    };
    settings.separation = rule(DENSE.separation);
    settings.cohesion = rule(DENSE.cohesion);
    settings.alignment = rule(DENSE.alignment);
    settings.neighbours.align_to = AlignTo::Heading;
    settings.motion.max_speed = DENSE.max_speed;
    settings.boundary = Boundary::new(Region::cube(4.0));
    settings
}

fn published(boid: &Neighbourhood, constants: &Constants) -> Option<Expected> {
    led(boid, constants, Ball::exact(Vec64::zeros()))
}

/// The same with a change of the velocity beside those of the rules.
fn led(boid: &Neighbourhood, constants: &Constants, change: Ball) -> Option<Expected> {
    let near = boid.within(f64::from(constants.radius))?;
    let separation = mean(near.iter().map(|j| -boid.offset(*j))).with_length(1.0);
    let cohesion = mean(near.iter().map(|j| boid.offset(*j))).with_length(1.0);
    let alignment = mean(near.iter().map(|j| boid.heading_of(*j))).with_length(1.0);
    let velocity = Ball::exact(boid.velocity())
        .plus(
            separation
                .times(f64::from(constants.separation))
                .rounded(8.0),
        )
        .plus(cohesion.times(f64::from(constants.cohesion)).rounded(8.0))
        .plus(alignment.times(f64::from(constants.alignment)).rounded(8.0))
        .plus(change)
        .shortened(f64::from(constants.max_speed));
    Some(boid.moved_with(velocity))
}

#[test]
fn fish() {
    check(&tank(), 0.98, |boid| published(boid, &DENSE));
}

/// What its author wished for: the fish follow a leader.
#[test]
fn fish_behind_a_leader() {
    let (point, velocity, follow) = (Vec3::new(3.0, -1.0, 2.0), Vec3::new(0.3, 0.1, -0.6), 1.5);
    let weight = 4.0_f32;
    let leader = Influence {
        weight,
        reach: 1000.0,
        fall_off: FallOff::Constant,
        ..Influence::new(InfluenceKind::Leader {
            point,
            velocity,
            follow,
            lane_length: 0.0,
            lane_radius: 1.0,
        })
    };
    let max_speed = f64::from(DENSE.max_speed);
    let dt = 1.0 / f64::from(FRAMES_PER_SECOND);
    let (velocity, weight) = (velocity.cast::<f64>(), f64::from(weight));
    let place = point.cast::<f64>() - velocity * f64::from(follow);
    let change = |boid: &Neighbourhood| {
        let way = place - boid.position();
        // They slow down from the distance on that they swim in a second.
        let approach = norm(way) * max_speed * (way.norm() / max_speed).min(1.0);
        let asked = velocity + approach;
        let asked = Ball::exact(asked).rounded(16.0).shortened(max_speed);
        let response = weight * (4.0 / max_speed).min(1.0 / (weight * dt));
        let wish = asked.plus(Ball::exact(-boid.velocity())).times(response);
        wish.shortened(weight).times(dt).rounded(16.0)
    };
    check_under(&[leader], &tank(), 0.98, |boid| {
        led(boid, &DENSE, change(boid))
    });
}

#[test]
fn the_preset() {
    let settings = shipped(Preset::FishTank);
    check(&settings, 0.98, |boid| published(boid, &SHIPPED));
}

#[test]
fn weights_are_changed_while_it_runs() {
    let mut settings = tank();
    settings.cohesion.weight = 0.0;
    let mut flock = in_the_open(settings);
    (0..10).for_each(|_| flock.step());
    flock.set_settings(tank()).unwrap();
    let compared = crate::world::compare_step(&mut flock, |world, boid| {
        published(&Neighbourhood { world, boid }, &DENSE)
    });
    assert!(compared > 290, "only {compared} boids were compared");
}

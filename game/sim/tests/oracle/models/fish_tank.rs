//! The fish tank.

use super::{check, mean, settings, shipped, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{AlignTo, Boundary, Normalization, Preset, Region, Rule, Settings, Vec3};

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
        response: Normalization::Direction,
        ..Rule::new(weight * FRAMES_PER_SECOND, DENSE.radius)
    };
    settings.separation = rule(DENSE.separation);
    settings.cohesion = rule(DENSE.cohesion);
    settings.alignment = rule(DENSE.alignment);
    settings.neighbours.align_to = AlignTo::Heading;
    settings.motion.max_speed = DENSE.max_speed;
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::repeat(-4.0),
        max: Vec3::repeat(4.0),
    });
    settings
}

fn published(boid: &Neighbourhood, constants: &Constants) -> Option<Expected> {
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
        .shortened(f64::from(constants.max_speed));
    Some(boid.moved_with(velocity))
}

#[test]
fn fish() {
    check(&tank(), 0.98, |boid| published(boid, &DENSE));
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
    let mut flock = flock_sim::Flock::new(
        settings,
        flock_sim::Placement::default(),
        Default::default(),
    )
    .unwrap();
    (0..10).for_each(|_| flock.step());
    flock.set_settings(tank()).unwrap();
    let compared = crate::world::compare_step(&mut flock, |world, boid| {
        published(&Neighbourhood { world, boid }, &DENSE)
    });
    assert!(compared > 290, "only {compared} boids were compared");
}

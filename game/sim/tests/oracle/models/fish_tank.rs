//! Model D: the fish tank.

use super::{check, mean, settings, Neighbourhood};
use crate::{ball::Ball, world::Expected};
use flock_sim::{AlignTo, Boundary, Region, Response, Rule, Settings, Vec3};

const RADIUS: f32 = 0.7;
/// Changes of the speed in one frame, in m/s.
const SEPARATION: f32 = 0.05;
const COHESION: f32 = 0.03;
const ALIGNMENT: f32 = 0.04;
const MAX_SPEED: f32 = 1.2;
const FRAMES_PER_SECOND: f32 = 60.0;

/// The tank is wide enough for what is looked at here.
fn tank() -> Settings {
    let mut settings = settings(300, Vec3::repeat(1.0), 1.0);
    let rule = |weight: f32| Rule {
        response: Response::Direction,
        ..Rule::new(weight * FRAMES_PER_SECOND, RADIUS)
    };
    settings.separation = rule(SEPARATION);
    settings.cohesion = rule(COHESION);
    settings.alignment = rule(ALIGNMENT);
    settings.neighbours.align_to = AlignTo::Heading;
    settings.motion.max_speed = MAX_SPEED;
    settings.boundary = Boundary::new(Region::Box {
        min: Vec3::repeat(-4.0),
        max: Vec3::repeat(4.0),
    });
    settings
}

fn published(boid: &Neighbourhood) -> Option<Expected> {
    let near = boid.within(f64::from(RADIUS))?;
    let separation = mean(near.iter().map(|j| -boid.offset(*j))).with_length(1.0);
    let cohesion = mean(near.iter().map(|j| boid.offset(*j))).with_length(1.0);
    let alignment = mean(near.iter().map(|j| boid.heading_of(*j))).with_length(1.0);
    let velocity = Ball::exact(boid.velocity())
        .plus(separation.times(f64::from(SEPARATION)).rounded(8.0))
        .plus(cohesion.times(f64::from(COHESION)).rounded(8.0))
        .plus(alignment.times(f64::from(ALIGNMENT)).rounded(8.0))
        .shortened(f64::from(MAX_SPEED));
    Some(boid.moved_with(velocity))
}

#[test]
fn fish() {
    check(&tank(), 0.98, published);
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
        published(&Neighbourhood { world, boid })
    });
    assert!(compared > 290, "only {compared} boids were compared");
}

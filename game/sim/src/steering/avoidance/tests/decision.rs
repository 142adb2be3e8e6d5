//! Tests of escape directions and velocities of boids that see geometry.

use super::{
    oracle::{double, growth, Vec64, View},
    scene::{each, Count, Scene},
};
use crate::{
    flock::Flock,
    settings::{preset::Preset, AvoidanceSteering},
    state::boids::Boid,
    steering::avoidance::{Sight, SightRay},
};

const ROUNDING: f64 = 1e-4;

/// Direction that a boid without an earlier one chooses by these rays; `None` if two are equally
/// good.
fn choice(scene: &Scene, view: &View, rays: &[SightRay]) -> Option<Vec64> {
    let avoidance = &scene.settings.avoidance;
    let examined = view
        .directions(avoidance.examined_view.min(avoidance.field_of_view))
        .len();
    let direction = |ray: &SightRay| double(ray.direction);
    if rays[0].is_clear {
        let blocked = rays[..examined]
            .iter()
            .map(|ray| direction(ray) * (1.0 - f64::from(ray.distance) / view.length));
        let sum = view.ahead - blocked.sum::<Vec64>();
        return (sum.norm() > 0.01).then(|| sum.normalize());
    }
    if let Some(free) = rays.iter().find(|ray| ray.is_clear) {
        return Some(direction(free));
    }
    let farthest = rays.iter().map(|ray| ray.distance).fold(0.0, f32::max);
    let mut candidates = rays.iter().filter(|ray| ray.distance > farthest - 1e-5);
    let first = candidates.next().map(direction);
    first.filter(|_| candidates.next().is_none())
}

/// Velocity after a step, if only avoidance moves the boid.
fn pushed(scene: &Scene, view: &View, boid: &Boid, direction: Vec64, nearness: f64) -> Vec64 {
    let settings = &scene.settings;
    let way = match settings.avoidance.steering {
        AvoidanceSteering::Toward => direction,
        AvoidanceSteering::Turn => {
            let way = (direction - view.ahead) * 4.0;
            way / way.norm().max(1.0)
        }
    };
    let weight = f64::from(settings.avoidance.weight);
    let push = way * (weight * growth(settings.avoidance.growth, nearness));
    let most = f64::from(settings.motion.max_acceleration);
    let push = push * (most / push.norm().max(most));
    double(boid.velocity) + push * f64::from(settings.simulation.time_step)
}

fn sees(sight: &Sight) -> bool {
    sight.rays.iter().any(|ray| !ray.is_clear)
}

fn check(scene: &Scene, flock: &mut Flock, compared: &Count) {
    let before: Vec<(Boid, Sight)> = flock
        .boids()
        .map(|boid| (boid, flock.sight(boid.id).unwrap()))
        .collect();
    flock.step();
    let contacts = flock.statistics().contacts;
    for (boid, sight) in &before {
        let after = flock.boid(boid.id).unwrap();
        let view = View::new(scene, boid);
        let found = double(after.velocity);
        if !sees(sight) {
            assert_eq!((sight.direction, sight.nearness), (None, 0.0));
            assert!((found - double(boid.velocity)).norm() < 1e-5 || contacts > 0);
            continue;
        }
        let nearest = sight.rays.iter().map(|ray| ray.distance);
        let examined = scene.settings.avoidance.examined_view;
        let examined = examined.min(scene.settings.avoidance.field_of_view);
        let nearest = nearest
            .take(view.directions(examined).len())
            .fold(f32::MAX, f32::min);
        let nearness = 1.0 - f64::from(nearest) / view.length;
        assert!((f64::from(sight.nearness) - nearness).abs() < ROUNDING);
        let choice = choice(scene, &view, &sight.rays);
        // The contact turns a boid that hits the surface in this very step.
        let moves_on = f64::from(nearest) > 2.0 * view.length.max(1.0) * 0.01;
        compared.note(choice.is_some() && moves_on);
        let Some(direction) = choice.filter(|_| moves_on) else {
            continue;
        };
        let chosen = double(sight.direction.unwrap());
        assert!(
            (chosen - direction).norm() < ROUNDING,
            "{chosen} instead of {direction}"
        );
        let expected = pushed(scene, &view, boid, direction, nearness);
        let scale = f64::from(scene.settings.avoidance.weight);
        assert!(
            (found - expected).norm() < 1e-5 + ROUNDING * scale * 0.001,
            "{found} instead of {expected}, before {}",
            boid.velocity
        );
    }
}

#[test]
#[ignore = "slow"]
fn boids_turn_to_where_there_is_room() {
    let compared = Count::default();
    each(60, |scene, flock| check(scene, flock, &compared));
    compared.assert(700, 0.1);
}

/// First direction that is clear, or the one with the farthest surface; none unless the way ahead
/// is blocked.
#[test]
#[ignore = "slow"]
fn the_published_aquarium_steers_as_published() {
    let compared = Count::default();
    each(80, |scene, _| {
        let published = Preset::Aquarium.settings().avoidance;
        let mut scene = scene.clone();
        let (rays, weight) = (
            scene.settings.avoidance.rays,
            scene.settings.avoidance.weight,
        );
        scene.settings.avoidance = published;
        scene.settings.avoidance.rays = rays;
        scene.settings.avoidance.weight = weight;
        let mut flock = scene.flock();
        for boid in flock.boids() {
            let sight = flock.sight(boid.id).unwrap();
            let Some(ahead) = sight.rays.first() else {
                continue;
            };
            let first_clear = sight.rays.iter().find(|ray| ray.is_clear);
            let goes_on = ahead.is_clear && sight.rays.len() == 1 && sight.direction.is_none();
            let is_first_clear = !ahead.is_clear
                && first_clear.is_some_and(|clear| sight.direction == Some(clear.direction));
            let farthest = sight
                .rays
                .iter()
                .map(|ray| ray.distance)
                .fold(0.0, f32::max);
            let is_farthest = first_clear.is_none()
                && sight
                    .rays
                    .iter()
                    .any(|ray| ray.distance == farthest && sight.direction == Some(ray.direction));
            let after_clear = sight.rays.iter().skip_while(|ray| !ray.is_clear).skip(1);
            assert!(after_clear.count() < 4, "rays are cast in fours");
            assert!(is_first_clear || goes_on || is_farthest, "{sight:?}");
        }
        check(&scene, &mut flock, &compared);
    });
    compared.assert(200, 0.1);
}

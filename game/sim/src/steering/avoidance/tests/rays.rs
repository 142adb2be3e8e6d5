//! Tests of the rays of looks.

use super::{
    oracle::{distance, double, surface, View},
    scene::{each, Count},
};

/// Rounding of single precision in a direction, and in a distance of some metres.
const ROUNDING: f64 = 2e-4;

/// Distance by which a body may come nearer to a surface without touching it.
const SKIN: f64 = 5e-5;

/// Distance, in units of the error of the distance field, by which a ray may end before a surface;
/// and distance from the boid within which rays are exact.
const VAGUE: f64 = 1.1;
const EXACT: f64 = 0.24;

#[test]
#[ignore = "slow"]
fn rays_lead_where_they_should_and_end_where_the_triangles_are() {
    let (rays, exact) = (Count::default(), Count::default());
    each(40, |scene, flock| {
        let settings = &scene.settings;
        let avoidance = &settings.avoidance;
        let collision = &settings.collision;
        let radius = f64::from(collision.body_radius + collision.skin);
        let geometry = flock.geometry();
        let error = f64::from(geometry.distance_field().unwrap().error());
        for boid in flock.boids() {
            let sight = flock.sight(boid.id).unwrap();
            let view = View::new(scene, &boid);
            assert!((f64::from(sight.view) - view.length).abs() < ROUNDING);
            let place = double(boid.position);
            let free = distance(geometry, place);
            assert!(f64::from(sight.clearance) <= free);
            if sight.rays.is_empty() {
                assert!(free >= view.length + radius - ROUNDING);
                continue;
            }
            let examined = avoidance.examined_view.min(avoidance.field_of_view);
            let (seen, examined) = (
                view.directions(avoidance.field_of_view),
                view.directions(examined),
            );
            assert!(sight.rays.len() >= examined.len() && sight.rays.len() <= seen.len());
            for (ray, direction) in sight.rays.iter().zip(&seen) {
                assert!((double(ray.direction) - direction).norm() < 1e-5);
                let found = f64::from(ray.distance);
                // A surface that is barely touched may count or not.
                let reach = |radius: f64| {
                    let way = surface(geometry, place, *direction, radius, view.length);
                    way.unwrap_or(view.length)
                };
                let (first, last) = (reach(radius), reach(radius - SKIN));
                assert!(found <= last + ROUNDING, "{found} beyond {last}");
                rays.note(true);
                if ray.is_clear {
                    assert!(
                        last >= view.length - ROUNDING,
                        "clear, but not beyond {last}"
                    );
                } else {
                    let room = distance(geometry, place + direction * found) - radius;
                    assert!(
                        room <= VAGUE * error + ROUNDING,
                        "{room} m before a surface"
                    );
                }
                if first < EXACT * error.min(view.length) {
                    exact.note(true);
                    assert!(found >= first - ROUNDING, "{found} instead of {first}");
                }
            }
        }
    });
    rays.assert(5_000, 0.0);
    exact.assert(50, 0.0);
}

//! What is asked is in the world.

use super::twins::{assert_found, assert_near, assert_vector, far, in_world, Twins, NEAR};
use flock_sim::{Boid, Flock, Vec3};
use flock_testkit::flocks::{by_id, texels};

#[test]
fn a_frame_at_rest_changes_nothing_inside() {
    let twins = Twins::around_a_ball();
    assert_eq!(texels(&twins.near), texels(&twins.far));
    let (near, found) = (by_id(&twins.near), by_id(&twins.far));
    let pairs = near.iter().map(in_world).zip(&found);
    pairs.for_each(|(expected, found)| assert_near(&expected, found));
    assert_eq!(twins.near.measure(), twins.far.measure());
}

#[test]
fn queries_are_in_the_world() {
    let flock = Twins::around_a_ball().far;
    let point = far().point_to_world(Vec3::new(0.3, 0.2, -0.5));
    let distance = |boid: &Boid| f64::from((boid.position - point).norm());
    let nearest = distance(&flock.nearest(point).unwrap());
    let least = flock.boids().map(|it| distance(&it));
    assert!(nearest <= least.fold(f64::INFINITY, f64::min) + f64::from(NEAR));

    assert_found(&flock, flock.in_sphere(point, 0.6), |it| 0.6 - distance(it));

    let axis = Vec3::new(1.0, 2.0, -0.5);
    let cone = flock.in_cone(point, axis, 60.0, 1.5);
    assert_found(&flock, cone, |boid| {
        let offset = boid.position - point;
        let beside = axis.angle(&offset) - 30.0_f32.to_radians();
        f64::from((1.5 - offset.norm()).min(-beside * offset.norm()))
    });

    for (min, max) in [
        (point - Vec3::repeat(0.5), point + Vec3::repeat(0.7)),
        (Vec3::repeat(f32::NEG_INFINITY), point),
        (
            Vec3::new(point.x, f32::NEG_INFINITY, point.z),
            Vec3::repeat(f32::INFINITY),
        ),
    ] {
        let inside = |boid: &Boid| boid.position.sup(&min) == boid.position.inf(&max);
        let expected: Vec<Boid> = flock.boids().filter(inside).collect();
        assert!(!expected.is_empty() && expected.len() < flock.len());
        assert_eq!(flock.in_box(min, max).collect::<Vec<_>>(), expected);
    }
    assert_eq!(flock.in_box(point, point - Vec3::x()).count(), 0);
    assert_eq!(flock.in_box(point.map(|_| f32::NAN), point).count(), 0);
}

#[test]
fn hits_are_in_the_world() {
    let twins = Twins::around_a_ball();
    let (start, way) = (Vec3::new(-4.0, 0.7, 0.2), Vec3::new(8.0, 0.0, 0.0));
    for radius in [0.0, 0.2] {
        let near = twins.near.hit_by_sphere(start, way, radius).unwrap();
        let (start, way) = (far().point_to_world(start), far().vector_to_world(way));
        let found = twins.far.hit_by_sphere(start, way, radius).unwrap();
        assert_eq!(near.id, found.id);
        assert!((near.distance - found.distance).abs() < 2.0 * NEAR);
        assert_vector(far().point_to_world(near.point), found.point, 2.0 * NEAR);
    }
    let nan = Vec3::repeat(f32::NAN);
    assert_eq!(twins.far.hit_by_ray(nan, way), None);
}

#[test]
fn drawn_places_are_in_the_world() {
    let mut twins = Twins::around_a_ball();
    twins.near.advance(0.04);
    twins.far.advance(0.04);
    for boid in twins.near.boids().take(50) {
        let near = twins.near.drawn_at(boid.id).unwrap();
        let found = twins.far.drawn_at(boid.id).unwrap();
        let expected = far().placement_to_world(&near);
        assert_vector(expected.origin, found.origin, NEAR);
        assert!(expected.rotation.angle_to(&found.rotation) < 2e-3);
    }
}

#[test]
fn sights_and_wishes_are_in_the_world() {
    let twins = Twins::around_a_ball();
    let mut rays = 0;
    for boid in twins.near.boids() {
        let sight = |flock: &Flock| flock.sight(boid.id).unwrap();
        let (near, found) = (sight(&twins.near), sight(&twins.far));
        assert_vector(far().point_to_world(near.position), found.position, NEAR);
        assert_eq!(near.nearness, found.nearness);
        let escape = near.direction.map(|it| far().vector_to_world(it));
        assert_eq!(escape, found.direction);
        for (near, found) in near.rays.iter().zip(&found.rays) {
            let expected = far().vector_to_world(near.direction);
            assert_eq!((expected, near.distance), (found.direction, found.distance));
        }
        rays += found.rays.len();

        let wishes = |flock: &Flock| {
            let it = flock.wishes(boid.id).unwrap();
            [
                it.cohesion,
                it.separation,
                it.alignment,
                it.wander,
                it.influences,
                it.avoidance,
            ]
        };
        for (near, found) in wishes(&twins.near).iter().zip(wishes(&twins.far)) {
            assert_eq!(far().vector_to_world(*near), found);
        }
    }
    assert!(rays > 100, "{rays}");
}

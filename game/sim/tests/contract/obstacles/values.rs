//! Bad and extreme values.

use super::*;
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    settings::Backend,
    Placement, Vec3,
};
use flock_testkit::flocks::{in_the_open, settings_in_cube};
use nalgebra::UnitQuaternion;

#[test]
fn bad_values_are_refused_with_value_range_and_remedy() {
    let mut flock = in_the_open(settings_in_cube(5));
    let flat = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
    ];
    let round = flock_sim::geometry::shapes::ball(1.0, 3)
        .into_iter()
        .flatten();
    let hull = |points: Vec<Vec3>| ObstacleShape::ConvexHull { points };
    let bad = [
        (
            ObstacleShape::Sphere { radius: f32::NAN },
            "obstacle.radius is NaN; allowed: 0.001 to 1000 m",
        ),
        (
            ObstacleShape::Box {
                half_extents: Vec3::new(1.0, 0.0, 1.0),
            },
            "obstacle.half_extents.y is 0; allowed: 0.001 to 1000 m",
        ),
        (
            ObstacleShape::Capsule {
                start: Vec3::new(0.0, f32::INFINITY, 0.0),
                end: Vec3::zeros(),
                radius: 1.0,
            },
            "obstacle.start is (0, inf, 0); allowed: -1000 to 1000 m in every component",
        ),
        (
            hull(flat[..3].iter().map(|it| Vec3::from(*it)).collect()),
            "obstacle.points is a list of 3; allowed: 4 to 1024",
        ),
        (
            hull(flat.map(Vec3::from).to_vec()),
            "obstacle.points is a list of 4; allowed: points that span a volume",
        ),
        (
            hull(round.take(1000).collect()),
            "obstacle.points is a list of 1000 whose hull has more than 64 triangles; \
             allowed: 64 triangles, as of a hull with 34 corners; use fewer points",
        ),
    ];
    for (shape, expected) in bad {
        let placement = Placement::default();
        let error = flock
            .add_obstacle(MovingObstacle { shape, placement })
            .unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    let id = flock.add_obstacle(ball(0.1, at(9.0, 0.0, 0.0))).unwrap();
    let far = at(1e5, 0.0, 0.0);
    for result in [
        flock.move_obstacle(id, far),
        flock.teleport_obstacle(id, far),
    ] {
        assert_eq!(
            result.unwrap_err().to_string(),
            "obstacle.placement.origin is (100000, 0, 0); allowed: -10000 to 10000 m in every component"
        );
    }
    for _ in 1..256 {
        flock.add_obstacle(ball(0.1, at(9.0, 0.0, 0.0))).unwrap();
    }
    let error = flock
        .add_obstacle(ball(0.1, Placement::default()))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "number of obstacles is 256; allowed: fewer than 256 before another one is added"
    );
    assert!(flock.remove_obstacle(id).is_some() && flock.remove_obstacle(id).is_none());
    assert!(flock.add_obstacle(ball(0.1, Placement::default())).unwrap() > id);
}

#[test]
fn extreme_values_have_an_outcome() {
    let (mut flock, ids) = busy(Backend::AllThreads);
    let far = Placement {
        origin: Vec3::repeat(1e4),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::y() * 3.0),
    };
    for place in [far, at(-1e4, 1e4, 0.0), Placement::default(), far] {
        for id in &ids {
            flock.move_obstacle(*id, place).unwrap();
        }
        flock.step();
        assert_eq!(flock.len() + flock.not_placed(), 1200);
        for boid in flock.boids() {
            assert!(boid.position.iter().all(|x| x.is_finite()), "{boid:?}");
        }
    }
}

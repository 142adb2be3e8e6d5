//! Ways for tests.

use fyrox_flock::sim::{
    geometry::shapes,
    ways::{Navigation, NavigationField, Ways},
    Geometry, Vec3,
};
use std::sync::Arc;

/// Ways to a goal in, or around, a hollow ball of 2 m with walls of 0.4 m.
pub(super) fn ways(goal: Vec3) -> Ways {
    let inside = shapes::ball(1.6, 3).into_iter().map(|[a, b, c]| [a, c, b]);
    let triangles: Vec<_> = shapes::ball(2.0, 3).into_iter().chain(inside).collect();
    let (geometry, _) = Geometry::new(&triangles);
    let field = NavigationField::new(&Arc::new(geometry), Navigation::new(0.3)).unwrap();
    Ways::new(&Arc::new(field), &[goal])
}

//! Convex bodies that approximate shapes while the shapes move.

use super::{
    primitive,
    shape_data::ShapeData,
    solid_error::{finite, positive, SolidError},
    surface_cache::PlacedSurface,
    triangle::{transform, Corners},
};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    Placement, Vec3,
};
use fyrox::{core::algebra::Vector2, scene::collider::ColliderShape};
use std::{collections::HashSet, f32::consts::PI};

/// Largest number of corners of a simplified hull: it has at most 64 triangles, the limit of a
/// moving obstacle.
const MOST_CORNERS: usize = 34;

/// Largest number of points for which the exact hull is tried.
const MOST_POINTS: usize = 256;

/// Number of directions in which the simplified hull is checked.
const PROBES: usize = 500;

/// Number of sides of the prism that approximates a cylinder, and of the pyramid that approximates
/// a cone: the limit of a hull.
const CYLINDER_SIDES: u32 = 16;
const CONE_SIDES: u32 = 32;

/// The convex bodies of a shape in its own frame, and whether one of them is the hull of a shape
/// that is not convex. `parts` computes the triangles of each convex part of a Polyhedron.
pub(super) fn of_shape<'a>(
    data: &ShapeData,
    parts: impl FnOnce() -> Result<&'a [Vec<Corners>], SolidError>,
) -> Result<(Vec<ObstacleShape>, bool), SolidError> {
    Ok(match data {
        ShapeData::Primitive(shape) => (vec![of_primitive(shape)?], false),
        ShapeData::Polyhedron(_) => {
            let parts = parts()?.iter();
            let hulls = parts.map(|part| hull(part.iter().flatten().copied()));
            (hulls.collect::<Result<_, _>>()?, false)
        }
        ShapeData::Meshes(surfaces) => (vec![of_surfaces(surfaces)?], true),
        ShapeData::HeightField(field) => {
            let triangles = field.triangles();
            (vec![hull(triangles.into_iter().flatten())?], true)
        }
        ShapeData::Extruded(outlines, range) => {
            let prism = |outline: &Vec<[f32; 2]>| {
                let outline = fewer_sides(outline);
                let corners = outline.iter();
                hull(corners.flat_map(|[x, y]| range.map(|z| Vec3::new(*x, *y, z))))
            };
            let prisms = outlines.iter().map(prism);
            (prisms.collect::<Result<_, _>>()?, false)
        }
    })
}

/// The convex hull of meshes.
pub(super) fn of_surfaces(surfaces: &[PlacedSurface]) -> Result<ObstacleShape, SolidError> {
    hull(surfaces.iter().flat_map(|placed| {
        let vertices = placed.surface.vertices.iter();
        vertices.map(|vertex| transform(&placed.to_local, *vertex))
    }))
}

fn of_primitive(shape: &ColliderShape) -> Result<ObstacleShape, SolidError> {
    Ok(match shape {
        ColliderShape::Ball(ball) => ObstacleShape::Sphere {
            radius: positive("radius", ball.radius)?,
        },
        ColliderShape::Cuboid(cuboid) => {
            for size in &cuboid.half_extents {
                positive("half extent", *size)?;
            }
            ObstacleShape::Box {
                half_extents: cuboid.half_extents,
            }
        }
        ColliderShape::Capsule(capsule) => {
            let [start, end] = finite([capsule.begin, capsule.end])?;
            let radius = positive("radius", capsule.radius)?;
            ObstacleShape::Capsule { start, end, radius }
        }
        ColliderShape::Cylinder(it) => {
            let height = positive("half height", it.half_height)?;
            let base = circle(positive("radius", it.radius)?, CYLINDER_SIDES);
            hull(base.flat_map(|it| [it + Vec3::y() * height, it - Vec3::y() * height]))?
        }
        ColliderShape::Cone(it) => {
            let height = Vec3::y() * positive("half height", it.half_height)?;
            let base = circle(positive("radius", it.radius)?, CONE_SIDES);
            hull(base.map(|it| it - height).chain([height]))?
        }
        flat => hull(primitive::triangles(flat)?.into_iter().flatten())?,
    })
}

/// The corners of a polygon circumscribed about a circle in the XZ plane.
fn circle(radius: f32, sides: u32) -> impl Iterator<Item = Vec3> {
    let outer = radius / (PI / sides as f32).cos();
    (0..sides).map(move |side| {
        let (sine, cosine) = (2.0 * PI * side as f32 / sides as f32).sin_cos();
        Vec3::new(cosine * outer, 0.0, sine * outer)
    })
}

/// An outline with few enough sides for the prism of a hull. Sides of the convex, counter-clockwise
/// outline are removed by extending their neighbours until these meet; the sides that add the least
/// area are removed first.
fn fewer_sides(outline: &[[f32; 2]]) -> Vec<[f32; 2]> {
    let mut corners = outline.to_vec();
    while corners.len() > CYLINDER_SIDES as usize {
        let without = (0..corners.len()).filter_map(|side| without_side(&corners, side));
        let Some((_, side, corner)) = without.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            break;
        };
        corners[side] = corner;
        corners.remove((side + 1) % corners.len());
    }
    corners
}

/// The area that an outline gains without a side, the index of the side, and the corner that
/// replaces it. `None` if the neighbours of the side do not meet.
fn without_side(outline: &[[f32; 2]], side: usize) -> Option<(f32, usize, [f32; 2])> {
    let count = outline.len();
    let corner = |ahead: usize| Vector2::from(outline[(side + ahead) % count]);
    let [before, start, end, after] = [count - 1, 0, 1, 2].map(corner);
    let (to_start, to_end) = (start - before, end - after);
    let turn = to_start.perp(&-to_end);
    let share = (end - start).perp(&-to_end) / turn;
    let gained = to_start * share;
    let is_outside = turn > 0.0 && share >= 0.0 && share.is_finite();
    is_outside.then(|| {
        (
            (end - start).perp(&gained).abs(),
            side,
            (start + gained).into(),
        )
    })
}

/// The convex hull of points; a simplified hull around it if it has too many corners.
fn hull(points: impl Iterator<Item = Vec3>) -> Result<ObstacleShape, SolidError> {
    let mut known = HashSet::new();
    let points = points.filter(|point| known.insert(point.map(f32::to_bits)));
    let points: Vec<Vec3> = points.collect();
    if !points.iter().flatten().all(|x| x.is_finite()) {
        return Err(SolidError::Corner);
    }
    if points.len() <= MOST_POINTS {
        if let Some(hull) = checked(points.clone()) {
            return Ok(hull);
        }
    }
    checked(fewer_corners(&points)).ok_or(SolidError::NoHull)
}

fn checked(points: Vec<Vec3>) -> Option<ObstacleShape> {
    let shape = ObstacleShape::ConvexHull { points };
    let placement = Placement::default();
    let obstacle = MovingObstacle { shape, placement };
    obstacle.validate().is_ok().then_some(obstacle.shape)
}

/// The points that lie farthest in some directions, moved outward until they enclose all points in
/// these and many more directions.
fn fewer_corners(points: &[Vec3]) -> Vec<Vec3> {
    let Some(center) = mean(points) else {
        return Vec::new();
    };
    let corners: Vec<_> = directions(MOST_CORNERS)
        .filter_map(|direction| farthest(points, center, direction))
        .collect();
    let growth = directions(PROBES).filter_map(|direction| {
        let reach = |of: &[Vec3]| Some((farthest(of, center, direction)? - center).dot(&direction));
        let (all, kept) = (reach(points)?, reach(&corners)?);
        (kept > 0.0).then_some(all / kept)
    });
    let growth = growth.fold(1.0, f32::max);
    corners
        .iter()
        .map(|corner| center + (corner - center) * growth)
        .collect()
}

fn mean(points: &[Vec3]) -> Option<Vec3> {
    let count = points.len() as f32;
    (!points.is_empty()).then(|| points.iter().map(|point| point / count).sum())
}

fn farthest(points: &[Vec3], center: Vec3, direction: Vec3) -> Option<Vec3> {
    let along = |point: &&Vec3| (*point - center).dot(&direction);
    let farthest = points.iter().max_by(|a, b| along(a).total_cmp(&along(b)));
    farthest.copied()
}

/// Unit vectors along a golden spiral.
fn directions(count: usize) -> impl Iterator<Item = Vec3> {
    let golden = PI * (3.0 - 5.0_f32.sqrt());
    (0..count).map(move |index| {
        let y = 1.0 - 2.0 * (index as f32 + 0.5) / count as f32;
        let radius = (1.0 - y * y).sqrt();
        let (sine, cosine) = (golden * index as f32).sin_cos();
        Vec3::new(radius * cosine, y, radius * sine)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flock_sim::geometry::shapes;

    fn points_of(shape: ObstacleShape) -> Vec<Vec3> {
        match shape {
            ObstacleShape::ConvexHull { points } => points,
            other => panic!("{other:?} is no hull"),
        }
    }

    #[test]
    fn small_hulls_stay_as_they_are() {
        let cube = shapes::cuboid(Vec3::new(1.0, 2.0, 3.0));
        let points = points_of(hull(cube.into_iter().flatten()).unwrap());
        assert_eq!(points.len(), 8);
    }

    #[test]
    fn round_hulls_get_fewer_corners_around_them() {
        let ball = shapes::ball(2.0, 3);
        let points = points_of(hull(ball.iter().flatten().copied()).unwrap());
        assert!(points.len() <= MOST_CORNERS);
        for direction in directions(200) {
            let reach = |of: &[Vec3]| {
                farthest(of, Vec3::zeros(), direction)
                    .unwrap()
                    .dot(&direction)
            };
            let grown = reach(&points);
            assert!(grown > 1.99 && grown < 2.9, "{grown}");
        }
    }

    #[test]
    fn round_outlines_get_fewer_sides_around_them() {
        let outline = shapes::capsule_outline([1.0, 0.0], [3.0, 1.0], 0.5, 32);
        let data = ShapeData::Extruded(vec![outline.clone()], [-1.0, 1.0]);
        let (bodies, is_hull) = of_shape(&data, || Ok(&[])).unwrap();
        let points = points_of(bodies[0].clone());
        assert_eq!((points.len(), is_hull), (32, false));
        for direction in directions(200) {
            let reach = |x: f32, y: f32| x * direction.x + y * direction.y;
            let before = outline
                .iter()
                .map(|[x, y]| reach(*x, *y))
                .fold(-9.0, f32::max);
            let after = points
                .iter()
                .map(|it| reach(it.x, it.y))
                .fold(-9.0, f32::max);
            assert!(
                after > before - 1e-5 && after < before + 0.05,
                "{before} {after}"
            );
        }
    }

    #[test]
    fn cylinders_and_cones_have_hulls() {
        for shape in [
            ColliderShape::cylinder(1.0, 0.5),
            ColliderShape::cone(1.0, 0.5),
        ] {
            let points = points_of(of_primitive(&shape).unwrap());
            let radius = |point: &Vec3| point.xz().norm();
            let most = points.iter().map(radius).fold(0.0, f32::max);
            assert!((0.5..0.52).contains(&most), "{most}");
            assert!(points.len() >= MOST_CORNERS - 2, "{} corners", points.len());
        }
    }

    #[test]
    fn what_is_flat_has_no_hull() {
        let flat = [Vec3::zeros(), Vec3::x(), Vec3::y(), Vec3::x() + Vec3::y()];
        assert_eq!(hull(flat.into_iter()), Err(SolidError::NoHull));
        assert_eq!(hull([].into_iter()), Err(SolidError::NoHull));
        let bad = [Vec3::repeat(f32::NAN); 4];
        assert_eq!(hull(bad.into_iter()), Err(SolidError::Corner));
    }
}

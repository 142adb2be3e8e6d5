//! The space in which ways lead, and the grid over it.

use super::{
    cells::{Cell, CellSearch},
    error::NavigationError,
    octree::{Grid, Octree},
    options::Navigation,
};
use crate::{geometry::Geometry, math::Vec3};

/// Level of the roots above cells of the chosen size. No cell is larger than a root.
const ROOT_LEVEL: u32 = 1;

/// Largest number of times that cells are halved beside surfaces.
const MOST_HALVINGS: u32 = 3;

/// Largest edge of the finest cells, in radii of the body. Their diagonal is then less than the
/// body's diameter, so bodies at any two places in a cell overlap, and no surface lies between their
/// centres.
const FINEST_EDGE: f32 = 1.13;

/// Distance of the field's end from the bounds of the geometry, in cells; the radius comes in addition.
const MARGIN: f32 = 4.0;

/// Share of a root that lies below a plane which is normal to an axis. Cubes of all levels then have
/// at least a third of their edge on both sides of the plane, so rounding does not decide which ones
/// the plane cuts.
const BELOW_PLANE: f32 = 1.0 / 3.0;

/// Largest number of roots.
const MOST_ROOTS: f64 = 16_000_000.0;

/// The cells of a level, as fine as the body needs or as the largest number of cells permits.
pub(super) fn find_cells(
    geometry: &Geometry,
    navigation: &Navigation,
    is_wanted: &(dyn Fn() -> bool + Sync),
) -> Result<(Octree, Vec<Cell>), NavigationError> {
    let (low, high) = bounds(geometry, navigation);
    let find = |halvings| {
        let search = CellSearch {
            geometry,
            grid: grid(navigation, halvings, low, high)?,
            radius: navigation.radius,
            most_cells: navigation.most_cells,
            is_wanted,
        };
        let found = search.find();
        found.ok_or(NavigationError::TooManyCells(*navigation))
    };
    let mut found = find(0)?;
    let more = if navigation.plane.is_some() { 1 } else { 3 };
    for halvings in 1..=halvings(navigation) {
        // Surfaces have about four times as many cells of half the size, and twice as many in a plane.
        let finest = found.1.iter().filter(|cell| cell.cube.level == 0).count();
        if found.1.len() + more * finest > navigation.most_cells {
            break;
        }
        match find(halvings) {
            Ok(finer) => found = finer,
            Err(_) => break,
        }
    }
    Ok(found)
}

/// Number of times that cells must be halved until the finest ones suit the body.
fn halvings(navigation: &Navigation) -> u32 {
    let widest = FINEST_EDGE * navigation.radius;
    let suits = |halvings: &u32| navigation.cell / (1_u32 << halvings) as f32 <= widest;
    (0..MOST_HALVINGS).find(suits).unwrap_or(MOST_HALVINGS)
}

/// The space in which ways lead: its smallest and its largest corner.
fn bounds(geometry: &Geometry, navigation: &Navigation) -> (Vec3, Vec3) {
    let margin = Vec3::repeat(MARGIN * navigation.cell + navigation.radius);
    let around = |(low, high): (Vec3, Vec3)| (low - margin, high + margin);
    let bounds = navigation.bounds.or_else(|| geometry.bounds().map(around));
    in_plane(bounds.unwrap_or_default(), navigation)
}

/// The part of the bounds around the plane in which ways lead.
fn in_plane(bounds: (Vec3, Vec3), navigation: &Navigation) -> (Vec3, Vec3) {
    let Some(plane) = &navigation.plane else {
        return bounds;
    };
    let (mut low, mut high) = plane.part_in(bounds);
    let (axis, beside) = (plane.main_axis(), BELOW_PLANE * root_edge(navigation));
    low[axis] -= beside;
    high[axis] += beside;
    (low, high)
}

/// Edge of a root, in metres.
fn root_edge(navigation: &Navigation) -> f32 {
    navigation.cell * (1_u32 << ROOT_LEVEL) as f32
}

/// The grid over the bounds.
fn grid(
    navigation: &Navigation,
    halvings: u32,
    low: Vec3,
    high: Vec3,
) -> Result<Grid, NavigationError> {
    let edge = f64::from(root_edge(navigation));
    let roots = (high - low).map(|extent| (f64::from(extent) / edge).ceil().max(1.0));
    if roots.product() > MOST_ROOTS {
        return Err(NavigationError::TooLarge {
            low,
            high,
            cell: navigation.cell,
        });
    }
    Ok(Grid {
        origin: low,
        high,
        finest: navigation.cell / (1_u32 << halvings) as f32,
        root_level: ROOT_LEVEL + halvings,
        roots: roots.map(|count| count as u32).into(),
        plane: navigation.plane,
    })
}

//! The navigation field: where a body of some radius can go.

use super::{
    cells::{Cell, CellSearch},
    error::NavigationError,
    links::Links,
    octree::{Grid, Octree},
    options::Navigation,
    regions,
    sight::Sight,
};
use crate::{geometry::Geometry, math::Vec3};
use std::{fmt, sync::Arc};

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

/// Largest number of roots.
const MOST_ROOTS: f64 = 16_000_000.0;

/// Where a body of some radius can go in a level: cells that it can pass, and moves between them.
///
/// Space is divided into an octree: large cells in open space, finer ones beside surfaces. Each cell
/// has a place where the body fits. Two adjacent cells are linked if the
/// [sweep](Geometry::sweep) of the body from place to place touches no surface. So a way along links
/// never leads through a passage that is too narrow for the body.
///
/// A passage is found for certain if its radius exceeds that of the body by 0.87
/// [`finest_cell`](Self::finest_cell). Most narrower ones are found too.
#[derive(Clone)]
pub struct NavigationField {
    geometry: Arc<Geometry>,
    pub(super) navigation: Navigation,
    pub(super) octree: Octree,
    pub(super) cells: Vec<Cell>,
    pub(super) links: Links,
    /// The region of each cell: cells that are linked, directly or by others.
    regions: Vec<u32>,
}

impl NavigationField {
    /// Finds the cells and proves the links, on all threads.
    ///
    /// # Errors
    /// Refuses options that are out of range, and a level for which more cells are needed than
    /// [`Navigation::most_cells`].
    pub fn new(geometry: &Arc<Geometry>, navigation: Navigation) -> Result<Self, NavigationError> {
        Self::while_wanted(geometry, navigation, &|| true)
    }

    /// The same. What it returns soon after `is_wanted` has returned false is incomplete.
    pub(super) fn while_wanted(
        geometry: &Arc<Geometry>,
        navigation: Navigation,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NavigationError> {
        navigation.validate()?;
        // Now, because afterwards all threads would compute it.
        geometry.distance_field();
        let (octree, cells) = find_cells(geometry, &navigation, is_wanted)?;
        let sight = Sight {
            geometry,
            radius: navigation.radius,
        };
        let links = Links::new(&octree, &cells, &sight, is_wanted);
        let regions = regions::regions(cells.len(), &links);
        Ok(Self {
            geometry: geometry.clone(),
            navigation,
            octree,
            cells,
            links,
            regions,
        })
    }

    /// The options with which it was made.
    pub fn navigation(&self) -> &Navigation {
        &self.navigation
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Edge of the finest cells, in metres. It is larger than the body needs if finer cells would
    /// be more than [`Navigation::most_cells`].
    pub fn finest_cell(&self) -> f32 {
        self.octree.grid.finest
    }

    /// Memory, in bytes.
    pub fn bytes(&self) -> usize {
        let own = size_of_val(&self.cells[..]) + size_of_val(&self.regions[..]);
        own + self.octree.bytes() + self.links.bytes()
    }

    /// True if there is a way between two positions.
    pub fn is_reachable(&self, from: Vec3, to: Vec3) -> bool {
        let region = |cell| self.regions[cell as usize];
        let of = |at| self.entries(at).into_iter().map(region);
        let ends: Vec<u32> = of(to).collect();
        { of(from) }.any(|region| ends.contains(&region)) || self.sees(from, to)
    }

    /// True if the body fits at both positions and can move straight between them.
    pub(super) fn sees(&self, from: Vec3, to: Vec3) -> bool {
        let sight = self.sight();
        sight.fits(from) && sight.fits(to) && sight.is_free(from, to)
    }

    /// How the body moves straight.
    pub(super) fn sight(&self) -> Sight<'_> {
        Sight {
            geometry: &self.geometry,
            radius: self.navigation.radius,
        }
    }

    /// The place of a cell.
    pub(super) fn place(&self, cell: u32) -> Vec3 {
        self.cells[cell as usize].place
    }

    /// The cells whose places a body reaches from a position in a straight move: its own cell and
    /// the adjacent ones, or else those around. Outside of the bounds, those at the end of the bounds
    /// on its side. None if the position is in a solid.
    ///
    /// Where the body does not fit, it overlaps a surface and may move away from it. Such a move may
    /// lead between surfaces that are as near, so it must be short.
    pub(super) fn entries(&self, at: Vec3) -> Vec<u32> {
        if !self.geometry.is_clear(at, 0.0) {
            return Vec::new();
        }
        let sight = self.sight();
        let longest = match sight.fits(at) {
            true => f32::INFINITY,
            false => self.navigation.radius + self.octree.grid.finest,
        };
        let is_entry = |cell: &u32| {
            let place = self.place(*cell);
            (place - at).norm() <= longest && sight.is_free(at, place)
        };
        let mut entries = match self.octree.cell_at(&at) {
            Some(own) => [&[own], self.links.of(own)].concat(),
            None => Vec::new(),
        };
        entries.retain(is_entry);
        if entries.is_empty() {
            entries = match self.octree.grid.side_of(&at) {
                [0, 0, 0] => self.around(at),
                sides => self.at_end(sides),
            };
            entries.retain(is_entry);
        }
        entries
    }

    /// The cells at the end of the bounds on some sides.
    fn at_end(&self, sides: [i8; 3]) -> Vec<u32> {
        let grid = &self.octree.grid;
        let cells = self.cells.iter().enumerate();
        let at_end = cells.filter(|(_, cell)| grid.is_at_end(&cell.cube, sides));
        at_end.map(|(number, _)| number as u32).collect()
    }

    /// The cells around a position.
    fn around(&self, at: Vec3) -> Vec<u32> {
        let step = self.octree.grid.finest;
        let mut found = Vec::new();
        for number in 0..125 {
            let along = [number % 5 - 2, number / 5 % 5 - 2, number / 25 - 2];
            let offset = Vec3::from(along.map(|steps| steps as f32)) * step;
            if let Some(cell) = self.octree.cell_at(&(at + offset)) {
                if !found.contains(&cell) {
                    found.push(cell);
                }
            }
        }
        found
    }
}

/// The cells, as fine as the body needs or as the largest number of cells permits.
fn find_cells(
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
    for halvings in 1..=halvings(navigation) {
        // Surfaces have about four times as many cells of half the size.
        let finest = found.1.iter().filter(|cell| cell.cube.level == 0).count();
        if found.1.len() + 3 * finest > navigation.most_cells {
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
    bounds.unwrap_or_default()
}

/// The grid over the bounds.
fn grid(
    navigation: &Navigation,
    halvings: u32,
    low: Vec3,
    high: Vec3,
) -> Result<Grid, NavigationError> {
    let edge = f64::from(navigation.cell) * f64::from(1_u32 << ROOT_LEVEL);
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
    })
}

impl fmt::Debug for NavigationField {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("NavigationField")
            .field("navigation", &self.navigation)
            .field("cells", &self.cells.len())
            .finish_non_exhaustive()
    }
}

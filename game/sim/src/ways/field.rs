//! The navigation field: where a body of some radius can go.

use super::{
    cells::Cell,
    error::NavigationError,
    links::Links,
    octree::Octree,
    options::Navigation,
    regions,
    sight::{Obstruction, Sight},
    space::find_cells,
};
use crate::{geometry::Geometry, math::Vec3};
use std::{fmt, sync::Arc};

/// Where a body of some radius can go in a level: cells that it can pass, and moves between them.
///
/// Space is divided into an octree: large cells in open space, finer ones beside surfaces. Each cell
/// has a place where the body fits. Two adjacent cells are linked if the
/// [sweep](Geometry::sweep) of the body from place to place touches no surface. So a way along links
/// never leads through a passage that is too narrow for the body.
///
/// A passage is found for certain if its radius exceeds that of the body by 0.87
/// [`finest_cell`](Self::finest_cell). Most narrower ones are found too.
///
/// With a [plane](Navigation::plane), there are only the cells that the plane cuts, with their places
/// in the plane. Everywhere, a position beside the plane then stands for the nearest one in it.
///
/// ```
/// use flock_sim::{
///     ways::{Navigation, NavigationField, NavigationPlane, Ways}, geometry::shapes, Geometry, Vec3,
/// };
/// use std::sync::Arc;
///
/// // A pillar along Z in a 2D game.
/// let (geometry, _) = Geometry::new(&shapes::cuboid(Vec3::new(2.0, 2.0, 5.0)));
/// let navigation = Navigation {
///     plane: Some(NavigationPlane::new(Vec3::z(), 0.5)),
///     ..Navigation::new(0.3)
/// };
/// let field = NavigationField::new(&Arc::new(geometry), navigation)?;
/// let (before, behind) = (Vec3::new(-4.0, 0.1, 0.5), Vec3::new(4.0, 0.0, 0.5));
/// let way = Ways::new(&Arc::new(field), &[behind]).way_from(before).unwrap();
/// assert!(way.points.iter().all(|point| (point.z - 0.5).abs() < 1e-5));
/// assert!((9.0..11.0).contains(&way.length), "around the pillar in X and Y");
/// # Ok::<(), flock_sim::ways::NavigationError>(())
/// ```
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
            obstruction: None,
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
        let [from, to] = [from, to].map(|at| self.in_space(at));
        let region = |cell| self.regions[cell as usize];
        let sight = self.sight();
        let of = |at| self.entries(at, &sight).into_iter().map(region);
        let ends: Vec<u32> = of(to).collect();
        { of(from) }.any(|region| ends.contains(&region)) || sight.sees(from, to)
    }

    /// A position, or the nearest one in the plane of the field.
    pub(super) fn in_space(&self, at: Vec3) -> Vec3 {
        let plane = &self.navigation.plane;
        plane.as_ref().map_or(at, |plane| plane.nearest(at))
    }

    /// How the body moves straight.
    fn sight(&self) -> Sight<'_> {
        self.sight_around(None)
    }

    /// The same, around bodies that rest.
    pub(super) fn sight_around<'a>(
        &'a self,
        obstruction: Option<&'a dyn Obstruction>,
    ) -> Sight<'a> {
        Sight {
            geometry: &self.geometry,
            obstruction,
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
    pub(super) fn entries(&self, at: Vec3, sight: &Sight) -> Vec<u32> {
        if !self.geometry.is_clear(at, 0.0) {
            return Vec::new();
        }
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

impl fmt::Debug for NavigationField {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("NavigationField")
            .field("navigation", &self.navigation)
            .field("cells", &self.cells.len())
            .finish_non_exhaustive()
    }
}

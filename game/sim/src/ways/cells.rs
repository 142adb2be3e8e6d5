//! The cells that a body can pass, found by dividing the roots of the octree where surfaces are near.

use super::octree::{Cube, Grid, Node, Octree, Subtree};
use crate::{
    geometry::Geometry,
    math::{Vec3, Vec3d},
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Half of the diagonal of a cube, as a share of its edge, rounded up.
const HALF_DIAGONAL: f32 = 0.8661;

/// Largest number of steps with which a place for the body is searched beside a surface.
const PUSHES: usize = 4;

/// Factor by which a push leads beyond the distance at which the body touches the surface.
const BEYOND: f32 = 1.001;

/// Factor by which a distance is made smaller, because it is rounded.
const BELOW: f32 = 0.999_999;

/// Least distance from a surface at which the direction to it is known, in radii.
const LEAST_OFFSET: f32 = 1e-6;

/// Largest distance of a cube's centre from a plane that cuts it, as a share of the sum of the
/// projections of its edges on the normal, with what rounding needs.
const CUT: f32 = 0.501;

/// A cell that a body can pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// A position in the cell where the body fits, in metres: its centre if possible.
    pub(super) place: Vec3,
    /// Lower bound of the distance from there to the nearest surface, in metres.
    pub(super) clearance: f32,
    pub(super) cube: Cube,
}

/// Finds cells.
pub(super) struct CellSearch<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) grid: Grid,
    /// Radius of the body, in metres.
    pub(super) radius: f32,
    pub(super) most_cells: usize,
    /// The search ends soon after this has returned false.
    pub(super) is_wanted: &'a (dyn Fn() -> bool + Sync),
}

/// What a cube is for a body.
enum Role {
    Passable(Vec3, f32),
    Blocked,
    Divided,
}

impl CellSearch<'_> {
    /// The octree and its cells, on all threads; `None` if there are too many cells, or if they are no
    /// longer wanted.
    pub(super) fn find(&self) -> Option<(Octree, Vec<Cell>)> {
        let found = AtomicUsize::new(0);
        let roots = (0..self.grid.root_count()).into_par_iter();
        let subtrees = roots.map(|index| {
            let mut subtree = Subtree {
                root: Node::BLOCKED,
                children: Vec::new(),
                cells: Vec::new(),
            };
            if found.load(Ordering::Relaxed) > self.most_cells || !(self.is_wanted)() {
                return None;
            }
            subtree.root = self.node(self.grid.root(index), &mut subtree);
            let cells = subtree.cells.len();
            let before = found.fetch_add(cells, Ordering::Relaxed);
            (before + cells <= self.most_cells).then_some(subtree)
        });
        let subtrees: Option<Vec<_>> = subtrees.collect();
        Some(Octree::new(self.grid, subtrees?))
    }

    /// The node of a cube. Adds what is below it to the subtree.
    fn node(&self, cube: Cube, subtree: &mut Subtree<Cell>) -> Node {
        match self.role(&cube) {
            Role::Blocked => Node::BLOCKED,
            Role::Passable(place, clearance) => {
                subtree.cells.push(Cell {
                    place,
                    clearance,
                    cube,
                });
                Node::cell(subtree.cells.len() - 1)
            }
            Role::Divided => {
                let mut children = [Node::BLOCKED; 8];
                for (octant, child) in children.iter_mut().enumerate() {
                    *child = self.node(cube.octant(octant), subtree);
                }
                if children == [Node::BLOCKED; 8] {
                    return Node::BLOCKED;
                }
                subtree.children.push(children);
                Node::children(subtree.children.len() - 1)
            }
        }
    }

    fn role(&self, cube: &Cube) -> Role {
        let (center, edge) = (self.grid.center(cube), self.grid.edge(cube.level));
        let corner = center.add_scalar(-0.5 * edge);
        if (0..3).any(|axis| corner[axis] > self.grid.high[axis]) {
            return Role::Blocked;
        }
        let Some(center) = self.in_space(center, edge) else {
            return Role::Blocked;
        };
        let half_diagonal = HALF_DIAGONAL * edge;
        let clearance = self.clearance(center, half_diagonal + self.radius);
        // No surface runs through the cube, or its part in the plane: all of it is in a solid, or nothing.
        if clearance >= half_diagonal && !self.geometry.is_clear(center, 0.0) {
            Role::Blocked
        } else if clearance >= half_diagonal + self.radius {
            Role::Passable(center, clearance)
        } else if cube.level > 0 {
            Role::Divided
        } else {
            self.finest(center, edge, clearance)
        }
    }

    /// The centre of a cube or, if ways lead in a plane, the nearest point of the plane; `None` if the
    /// plane does not cut the cube. No point of the cube in the plane is farther from there than half
    /// of the diagonal.
    fn in_space(&self, center: Vec3, edge: f32) -> Option<Vec3> {
        let Some(plane) = &self.grid.plane else {
            return Some(center);
        };
        let reach = CUT * edge * plane.normal.lp_norm(1);
        (plane.height(&center).abs() <= reach).then(|| plane.nearest(center))
    }

    /// Lower bound of the distance from a position to the nearest surface, in metres. In a plane, it is
    /// the distance itself if that is less than `enough`: there are few cells, and in a level that is
    /// much larger than they are the bound of the distance field would divide most of them.
    fn clearance(&self, at: Vec3, enough: f32) -> f32 {
        let bound = self.geometry.clearance(at);
        if self.grid.plane.is_none() || bound >= enough {
            return bound;
        }
        let offset = self.geometry.offset_within(at, enough);
        offset.map_or(enough, |offset| BELOW * offset.norm() as f32)
    }

    /// The role of a finest cell.
    fn finest(&self, center: Vec3, edge: f32, clearance: f32) -> Role {
        if clearance >= self.radius {
            return self.passable_if_clear(center, clearance);
        }
        let mut place = center;
        for push in 0..=PUSHES {
            let Some(offset) = self.geometry.offset_within(place, self.radius) else {
                return self.passable_if_clear(place, self.radius);
            };
            let Some(away) = self.away(&offset).filter(|_| push < PUSHES) else {
                break;
            };
            place += away;
            if (place - center).amax() > 0.5 * edge {
                break;
            }
        }
        Role::Blocked
    }

    /// The move by which the body leaves the nearest surface, whose nearest point lies opposite to an
    /// offset from the body; `None` if there is none.
    fn away(&self, offset: &Vec3d) -> Option<Vec3> {
        let (distance, wanted) = (offset.norm() as f32, self.radius * BEYOND);
        let offset = offset.cast::<f32>();
        let Some(plane) = &self.grid.plane else {
            return (distance > LEAST_OFFSET * self.radius)
                .then(|| offset * ((wanted - distance) / distance));
        };
        let along = plane.part_along(offset);
        let (length, across) = (along.norm(), (offset - along).norm_squared());
        let share = || ((wanted * wanted - across).max(0.0).sqrt() - length) / length;
        (length > LEAST_OFFSET * self.radius).then(|| along * share())
    }

    /// Passable at a place, unless it is in a solid.
    fn passable_if_clear(&self, place: Vec3, clearance: f32) -> Role {
        match self.geometry.is_clear(place, self.radius) {
            true => Role::Passable(place, clearance),
            false => Role::Blocked,
        }
    }
}

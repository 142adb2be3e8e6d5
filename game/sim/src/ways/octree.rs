//! Octree of cells: a grid of roots, each of which is divided where surfaces are near.

use super::plane::NavigationPlane;
use crate::math::Vec3;

/// Grid of the finest cells. Cells of level `n` have an edge of 2ⁿ finest cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Smallest corner, in metres.
    pub(super) origin: Vec3,
    /// Largest corner of the space in which ways lead, in metres. The grid ends farther away.
    pub(super) high: Vec3,
    /// Edge of the finest cells, in metres.
    pub(super) finest: f32,
    /// Level of the roots.
    pub(super) root_level: u32,
    /// Number of roots along each axis.
    pub(super) roots: [u32; 3],
    /// The plane in which ways lead. Every position stands for the nearest one in it.
    pub(super) plane: Option<NavigationPlane>,
}

/// A cube of the grid: the finest cell at its smallest corner, and its level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cube {
    pub(super) corner: [u32; 3],
    pub(super) level: u32,
}

/// What the octree has at a cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// No body fits.
    Blocked,
    /// The cell with this number contains the whole cube.
    Cell(u32),
    /// The cube is divided further.
    Divided,
}

/// A node: blocked, a cell, or the index of its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "gpu", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(transparent)]
pub(super) struct Node(u32);

impl Node {
    pub(super) const BLOCKED: Self = Self(u32::MAX);
    pub(super) const IS_CELL: u32 = 1 << 31;

    pub(super) fn cell(number: usize) -> Self {
        Self(number as u32 | Self::IS_CELL)
    }

    pub(super) fn children(index: usize) -> Self {
        Self(index as u32)
    }

    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// True for a node with children.
    #[inline(always)]
    pub(super) const fn is_divided(self) -> bool {
        self.0 & Self::IS_CELL == 0
    }

    /// The number of a cell; `None` for other nodes.
    #[inline(always)]
    pub(super) fn cell_number(self) -> Option<u32> {
        match self.found() {
            Found::Cell(number) => Some(number),
            Found::Blocked | Found::Divided => None,
        }
    }

    fn found(self) -> Found {
        match self {
            Self::BLOCKED => Found::Blocked,
            Self(bits) if bits & Self::IS_CELL != 0 => Found::Cell(bits & !Self::IS_CELL),
            Self(_) => Found::Divided,
        }
    }

    /// The node with its numbers counted from other beginnings.
    fn shifted(self, cells: usize, children: usize) -> Self {
        match self.found() {
            Found::Blocked => self,
            Found::Cell(number) => Self::cell(number as usize + cells),
            Found::Divided => Self::children(self.0 as usize + children),
        }
    }
}

/// The nodes below one root, numbered from 0, and the cells that belong to them.
pub(super) struct Subtree<C> {
    pub(super) root: Node,
    pub(super) children: Vec<[Node; 8]>,
    pub(super) cells: Vec<C>,
}

/// Which cell contains a position.
#[derive(Clone, Debug)]
pub(super) struct Octree {
    pub(super) grid: Grid,
    /// At least one.
    pub(super) roots: Vec<Node>,
    pub(super) children: Vec<[Node; 8]>,
}

impl Grid {
    /// Number of roots.
    pub(super) fn root_count(&self) -> usize {
        self.roots.iter().map(|count| *count as usize).product()
    }

    /// The number of the root that contains a finest cell.
    #[inline(always)]
    pub(super) fn root_number(&self, finest: [u32; 3]) -> usize {
        let [width, height, _] = self.roots.map(|count| count as usize);
        let [x, y, z] = finest.map(|along| (along >> self.root_level) as usize);
        x + width * (y + height * z)
    }

    /// The cube of a root.
    pub(super) fn root(&self, index: usize) -> Cube {
        let [width, height, _] = self.roots.map(|count| count as usize);
        let place = [
            index % width,
            index / width % height,
            index / (width * height),
        ];
        Cube {
            corner: place.map(|along| (along as u32) << self.root_level),
            level: self.root_level,
        }
    }

    /// Edge of a cube, in metres.
    pub(super) fn edge(&self, level: u32) -> f32 {
        self.finest * (1_u32 << level) as f32
    }

    /// Centre of a cube, in metres.
    pub(super) fn center(&self, cube: &Cube) -> Vec3 {
        let half = (1_u32 << cube.level) as f32 * 0.5;
        let [x, y, z] = cube.corner.map(|along| along as f32 + half);
        self.origin + Vec3::new(x, y, z) * self.finest
    }

    /// For each axis, -1 or 1 if a position is beyond the smallest or the largest corner of the space,
    /// 0 otherwise.
    pub(super) fn side_of(&self, at: &Vec3) -> [i8; 3] {
        std::array::from_fn(|axis| {
            i8::from(at[axis] > self.high[axis]) - i8::from(at[axis] < self.origin[axis])
        })
    }

    /// True if a cube lies at the end of the space on one of the given sides. Cubes that end a quarter
    /// of a finest cell before it count too, because positions are rounded.
    pub(super) fn is_at_end(&self, cube: &Cube, sides: [i8; 3]) -> bool {
        let edge = self.edge(cube.level);
        (0..3).any(|axis| match sides[axis] {
            0 => false,
            -1 => cube.corner[axis] == 0,
            _ => {
                let start = self.origin[axis] + cube.corner[axis] as f32 * self.finest;
                start + edge > self.high[axis] - 0.25 * self.finest
            }
        })
    }
}

impl Cube {
    /// The part of the cube in an octant.
    pub(super) fn octant(&self, octant: usize) -> Self {
        let level = self.level - 1;
        let corner = std::array::from_fn(|axis| {
            self.corner[axis] + (((octant as u32 >> axis) & 1) << level)
        });
        Self { corner, level }
    }

    /// The cube of equal size beside it; `None` below the grid.
    pub(super) fn beside(&self, direction: [i32; 3]) -> Option<Self> {
        let mut corner = [0; 3];
        for axis in 0..3 {
            corner[axis] = self.corner[axis].checked_add_signed(direction[axis] << self.level)?;
        }
        Some(Self { corner, ..*self })
    }
}

/// The octant of a cell of the next higher level in which the cell of a level lies that contains a finest
/// cell.
#[inline(always)]
pub(super) fn octant_of([x, y, z]: [u32; 3], level: u32) -> usize {
    let bit = |along: u32| ((along >> level) & 1) as usize;
    bit(x) | bit(y) << 1 | bit(z) << 2
}

impl Octree {
    /// Joins the subtrees of all roots, in their order, and returns their cells.
    pub(super) fn new<C>(grid: Grid, subtrees: Vec<Subtree<C>>) -> (Self, Vec<C>) {
        let (mut roots, mut children, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for subtree in subtrees {
            let first = (cells.len(), children.len());
            let shifted = |node: Node| node.shifted(first.0, first.1);
            roots.push(shifted(subtree.root));
            children.extend(subtree.children.iter().map(|nodes| nodes.map(shifted)));
            cells.extend(subtree.cells);
        }
        let octree = Self {
            grid,
            roots,
            children,
        };
        (octree, cells)
    }

    /// What the octree has at a cube. Outside of the grid, all is blocked.
    #[inline]
    pub(super) fn find(&self, cube: &Cube) -> Found {
        let grid = &self.grid;
        let root = cube.corner.map(|along| along >> grid.root_level);
        if (0..3).any(|axis| root[axis] >= grid.roots[axis]) {
            return Found::Blocked;
        }
        let (mut node, mut level) = (self.roots[grid.root_number(cube.corner)], grid.root_level);
        loop {
            let found = node.found();
            if found != Found::Divided || level == cube.level {
                return found;
            }
            level -= 1;
            node = self.children[node.0 as usize][octant_of(cube.corner, level)];
        }
    }

    /// The roots, and the children of all divided nodes.
    #[cfg(feature = "gpu")]
    pub(super) fn nodes(&self) -> (&[Node], &[[Node; 8]]) {
        (&self.roots, &self.children)
    }

    /// Memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.roots[..]) + size_of_val(&self.children[..])
    }
}

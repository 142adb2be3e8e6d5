//! Which cells contain some positions.
//!
//! Boids look up their cells in every step. Branches that depend on how far the octree is divided at
//! a position would be mispredicted for many boids. So all positions take the same number of levels,
//! and nodes are selected without branches.

use super::octree::{octant_of, Node, Octree};
use crate::math::{lanes::Lanes, Vec3};
use std::hint::select_unpredictable;

impl Octree {
    /// The cell that contains a position; `None` where no body fits, and outside of the grid.
    pub(super) fn cell_at(&self, at: &Vec3) -> Option<u32> {
        let [node] = self.nodes_at(&[[at.x], [at.y], [at.z]]);
        node.cell_number()
    }

    /// The node without children that contains the position in each lane: a cell, or blocked where no
    /// body fits, and outside of the grid.
    #[inline(always)]
    pub(super) fn nodes_at<const LANES: usize>(&self, position: &Lanes<LANES>) -> [Node; LANES] {
        let (grid, mut position) = (&self.grid, *position);
        if let Some(plane) = &grid.plane {
            plane.project(&mut position);
        }
        let mut is_inside = [true; LANES];
        let mut finest = [[0; LANES]; 3];
        for axis in 0..3 {
            let end = (grid.roots[axis] << grid.root_level) as f32;
            for lane in 0..LANES {
                let along = (position[axis][lane] - grid.origin[axis]) / grid.finest;
                // False for NaN.
                let is_between = (along >= 0.0) & (along < end);
                is_inside[lane] &= is_between;
                // Processors convert to signed numbers in fewer instructions.
                finest[axis][lane] = if is_between { along } else { 0.0 } as i32 as u32;
            }
        }
        let mut nodes = [Node::BLOCKED; LANES];
        for lane in 0..LANES {
            let cube = [finest[0][lane], finest[1][lane], finest[2][lane]];
            let root = self.roots[grid.root_number(cube)];
            nodes[lane] = select_unpredictable(is_inside[lane], root, Node::BLOCKED);
        }
        if self.children.is_empty() {
            return nodes;
        }
        for level in (0..grid.root_level).rev() {
            for lane in 0..LANES {
                let cube = [finest[0][lane], finest[1][lane], finest[2][lane]];
                let (node, is_divided) = (nodes[lane], nodes[lane].is_divided());
                let index = select_unpredictable(is_divided, node.bits(), 0);
                let child = self.children[index as usize][octant_of(cube, level)];
                nodes[lane] = select_unpredictable(is_divided, child, node);
            }
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::{super::octree::*, *};

    /// Two roots of 2 m beside each other: one cell, and eight octants, the last of which is divided
    /// into a cell and seven blocked cubes.
    fn octree() -> Octree {
        let mut octants = [Node::BLOCKED; 8];
        for (number, octant) in octants[..7].iter_mut().enumerate() {
            *octant = Node::cell(number);
        }
        octants[7] = Node::children(1);
        let mut parts = [Node::BLOCKED; 8];
        parts[2] = Node::cell(7);
        let grid = Grid {
            origin: Vec3::new(-1.0, 2.0, 0.0),
            high: Vec3::new(3.0, 4.0, 2.0),
            finest: 0.5,
            root_level: 2,
            roots: [2, 1, 1],
            plane: None,
        };
        let whole = Subtree {
            root: Node::cell(0),
            children: Vec::new(),
            cells: vec![0],
        };
        let divided = Subtree {
            root: Node::children(0),
            children: vec![octants, parts],
            cells: (1..9).collect(),
        };
        let (octree, cells) = Octree::new(grid, vec![whole, divided]);
        assert_eq!(cells, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        octree
    }

    #[test]
    fn positions_of_all_levels_find_their_cells() {
        let cases = [
            ([-0.9, 2.1, 0.1], Some(0)),
            ([0.9, 3.9, 1.9], Some(0)),
            ([1.1, 2.1, 0.1], Some(1)),
            ([2.9, 2.1, 0.9], Some(2)),
            ([1.9, 3.1, 1.9], Some(7)),
            ([2.1, 3.6, 1.1], Some(8)),
            // Blocked.
            ([2.1, 3.1, 1.1], None),
            ([2.9, 3.9, 1.9], None),
            // Outside.
            ([-1.1, 2.1, 0.1], None),
            ([3.1, 2.1, 0.1], None),
            ([1.1, 4.1, 0.1], None),
            ([1.1, 2.1, f32::MAX], None),
            ([f32::NAN, 2.1, 0.1], None),
            ([1.1, f32::NEG_INFINITY, 0.1], None),
            ([1.1, 2.1, -0.0], Some(1)),
            ([2.1, 3.9, 1.4], Some(8)),
        ];
        let octree = octree();
        for (at, cell) in cases {
            assert_eq!(octree.cell_at(&at.into()), cell, "{at:?}");
        }
        let lanes = [0, 1, 2].map(|axis| cases.map(|(at, _)| at[axis]));
        let found = octree.nodes_at(&lanes).map(Node::cell_number);
        assert_eq!(found, cases.map(|(_, cell)| cell));
    }

    #[test]
    fn roots_need_no_children() {
        let grid = Grid {
            roots: [1, 1, 1],
            ..octree().grid
        };
        let blocked = Subtree::<u32> {
            root: Node::BLOCKED,
            children: Vec::new(),
            cells: Vec::new(),
        };
        let (octree, _) = Octree::new(grid, vec![blocked]);
        assert_eq!(octree.cell_at(&Vec3::new(0.0, 3.0, 1.0)), None);
    }
}

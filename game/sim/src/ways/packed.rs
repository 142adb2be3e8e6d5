//! Navigation fields and ways in the layout that shaders read.

use super::{next::Next, octree::Node, NavigationField, Ways};
use bytemuck::cast_slice;

/// The bits of a node where no body fits.
pub(crate) const NODE_BLOCKED: u32 = Node::BLOCKED.bits();

/// Set in the bits of a node that is a cell. The other bits are its number then; otherwise they are
/// the index of the node's children.
pub(crate) const NODE_IS_CELL: u32 = Node::IS_CELL;

/// The octree of a navigation field.
pub(crate) struct PackedOctree<'a> {
    /// Smallest corner of the grid, in metres.
    pub(crate) origin: [f32; 3],
    /// Edge of the finest cells, in metres.
    pub(crate) finest: f32,
    /// Level of the roots.
    pub(crate) root_level: u32,
    /// Number of roots along each axis.
    pub(crate) roots: [u32; 3],
    /// Normal of the plane in which ways lead; zero in three dimensions.
    pub(crate) normal: [f32; 3],
    /// Coordinate of the plane along the normal, in metres.
    pub(crate) coordinate: f32,
    /// The roots. X varies fastest, then Y, then Z.
    pub(crate) root_nodes: &'a [u32],
    /// Eight children of each divided node.
    pub(crate) children: &'a [u32],
}

impl NavigationField {
    pub(crate) fn packed(&self) -> PackedOctree<'_> {
        let (grid, (root_nodes, children)) = (&self.octree.grid, self.octree.nodes());
        let plane = grid
            .plane
            .map(|plane| (plane.normal.into(), plane.coordinate));
        let (normal, coordinate) = plane.unwrap_or_default();
        PackedOctree {
            origin: grid.origin.into(),
            finest: grid.finest,
            root_level: grid.root_level,
            roots: grid.roots,
            normal,
            coordinate,
            root_nodes: cast_slice(root_nodes),
            children: cast_slice(children),
        }
    }
}

#[cfg(test)]
impl NavigationField {
    /// True if a position is in a cell.
    pub(crate) fn has_cell_at(&self, at: &crate::math::Vec3) -> bool {
        self.octree.cell_at(at).is_some()
    }
}

impl Ways {
    /// The bits of [`Next`] of each cell, [`NEXT_WORDS`] for each.
    pub(crate) fn packed(&self) -> &[u32] {
        cast_slice(self.nexts())
    }
}

/// Size of [`Next`], in words of 32 bits.
pub(crate) const NEXT_WORDS: usize = size_of::<Next>() / size_of::<u32>();

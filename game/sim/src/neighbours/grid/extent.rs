//! The space around which a group searches.

/// Bounding box of the search positions of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) low: [f32; 3],
    pub(crate) high: [f32; 3],
}

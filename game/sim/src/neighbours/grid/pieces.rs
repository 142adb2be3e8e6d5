//! The ranges of sorted boids among which a group searches.

use std::ops::Range;

/// Largest number of rows around a group.
pub(super) const MOST_ROWS: usize = 9;

/// Largest number of pieces of rows around a group: two for each row, and two more for each piece
/// of the group's own row, where the group itself is cut out.
const MOST_PIECES: usize = 2 * MOST_ROWS + 4;

/// A range of sorted boids that may contain neighbours of a group.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Piece {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Which periodic image of these boids is near the group along each axis: 1 for the image one
    /// period lower, -1 for the image one period higher, 0 for the boids themselves.
    pub(crate) seam: [f32; 3],
    /// True if boids of the group itself may be in the range, or if `seam` does not hold for all of
    /// its boids.
    pub(crate) is_mixed: bool,
}

/// The pieces of rows around a group, in the order of the grid.
pub(crate) struct Pieces {
    pieces: [Piece; MOST_PIECES],
    count: usize,
}

impl Pieces {
    pub(crate) fn new() -> Self {
        Self {
            pieces: [Piece::default(); MOST_PIECES],
            count: 0,
        }
    }

    /// Removes all pieces.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Piece> {
        self.pieces[..self.count].iter()
    }

    /// Adds a piece, unless it is empty.
    #[inline]
    pub(super) fn push(&mut self, piece: Piece) {
        if piece.start < piece.end {
            self.pieces[self.count] = piece;
            self.count += 1;
        }
    }

    /// Adds a piece in three parts. Only the second part contains boids of the group.
    #[inline]
    pub(super) fn push_around(&mut self, piece: &Piece, group: &Range<u32>) {
        let clamp = |index: u32| index.clamp(piece.start, piece.end);
        let (first, last) = (clamp(group.start), clamp(group.end));
        let ends = [piece.start, first, last, piece.end];
        for part in 0..3 {
            self.push(Piece {
                start: ends[part],
                end: ends[part + 1],
                is_mixed: part == 1,
                ..*piece
            });
        }
    }
}

impl Piece {
    /// A piece without boids of the group.
    #[inline]
    pub(super) fn of(boids: Range<u32>) -> Self {
        Self {
            start: boids.start,
            end: boids.end,
            ..Self::default()
        }
    }

    pub(crate) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

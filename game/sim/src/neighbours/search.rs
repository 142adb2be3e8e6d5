//! The search for all neighbours of a group of boids.

use super::{
    grid::{Pieces, Rows},
    group::LaneGroup,
    k_nearest::KthNearest,
    nearest_search::NearestSearch,
    shortlist::Shortlist,
    sums::{NeighbourSearch, NeighbourSums},
};

impl<const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    /// Sums over the neighbours of a group of `len` boids.
    ///
    /// `has_coincident` is the result of [`has_coincident`](Self::has_coincident) for the group's
    /// block. `shortlist` was used by the group before. `known` is the last of the nearest boids
    /// that counts, if boids of other flocks are among them.
    #[inline(always)]
    pub(crate) fn sum<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        len: usize,
        has_coincident: bool,
        known: Option<&KthNearest<LANES>>,
        shortlist: &mut Shortlist<LANES>,
    ) {
        *sums = NeighbourSums::new();
        let Some(reach) = self.criteria.reach else {
            return;
        };
        let mut rows = Rows::new(self.grid);
        rows.find(group.span(len), &group.extent());
        let window = match self.sphere_images {
            Some(sphere_images) if SELECTIVE => sphere_images.window(group),
            _ => None,
        };
        let mut pieces = Pieces::new();
        // A local copy that the compiler keeps in registers.
        let mut lanes = NeighbourSums::new();
        let mut last = KthNearest::default();
        if let (true, Some(count)) = (NEAREST, self.criteria.nearest) {
            let search = NearestSearch {
                group,
                rows: &rows,
                window: window.as_ref(),
                count,
                reach,
            };
            last = self.add_nearest(&mut lanes, &search, known, &mut pieces, shortlist);
        } else {
            rows.find_pieces(reach, &mut pieces);
            for piece in pieces.iter() {
                if piece.is_mixed {
                    self.add::<LANES, true>(&mut lanes, group, &last, piece);
                } else {
                    self.add::<LANES, false>(&mut lanes, group, &last, piece);
                }
            }
        }
        *sums = lanes;
        if SELECTIVE {
            self.add_images(sums, group, &last, window.as_ref());
        }
        if has_coincident {
            self.add_coincident(sums, group, &last, len);
        }
    }

    /// Sums over the boids of another flock, which has its own grid. If only the nearest boids
    /// count, the sums end with `last`.
    #[inline(always)]
    pub(crate) fn sum_others<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
    ) {
        let mut lanes = NeighbourSums::new();
        if let Some(reach) = self.criteria.reach {
            self.grid.for_each_around(&group.extent(), reach, |piece| {
                self.add::<LANES, false>(&mut lanes, group, last, piece);
            });
        }
        *sums = lanes;
    }
}

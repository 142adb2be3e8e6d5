//! Shortlist: the boids that may be among the nearest ones.

/// Boids with their squared distances from the boids of a group, one in each lane. The list is
/// large, so the groups of a block share one.
pub(crate) struct Shortlist<const LANES: usize> {
    pub(super) indices: [u32; MOST_SHORTLISTED],
    pub(super) distances: [Aligned<LANES>; MOST_SHORTLISTED],
    pub(super) count: usize,
    /// True if there may be more boids than the list holds.
    pub(super) is_full: bool,
    /// Squared distance within which the nearest boids of the next group probably lie.
    pub(super) likely: f32,
}

/// A vector aligned to a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Aligned<const LANES: usize>(pub(super) [f32; LANES]);

pub(super) const MOST_SHORTLISTED: usize = 512;

impl<const LANES: usize> Shortlist<LANES> {
    pub(crate) fn new() -> Self {
        Self {
            indices: [0; MOST_SHORTLISTED],
            distances: [Aligned([0.0; LANES]); MOST_SHORTLISTED],
            count: 0,
            is_full: false,
            likely: f32::INFINITY,
        }
    }

    /// Puts a boid at a place in the list, and returns true if it is nearer than a squared distance
    /// in any lane. There is no branch, because it could not be predicted.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        at: usize,
        index: usize,
        distances: [f32; LANES],
        bound: f32,
    ) -> bool {
        let mut is_near = false;
        for distance in &distances {
            is_near |= *distance < bound;
        }
        self.indices[at] = index as u32;
        self.distances[at] = Aligned(distances);
        is_near
    }

    /// Keeps the boids that are not farther than the last one that counts, in any lane.
    #[inline(always)]
    pub(super) fn keep_within(&mut self, last: &[f32; LANES]) {
        let mut kept = 0;
        for at in 0..self.count {
            let mut counts = false;
            for lane in 0..LANES {
                counts |= self.distances[at].0[lane] <= last[lane];
            }
            self.indices[kept] = self.indices[at];
            kept += usize::from(counts);
        }
        self.count = kept;
    }

    /// Replaces the list by the next boids of `indices`. Their distances are meaningless.
    pub(super) fn refill(&mut self, indices: &mut impl Iterator<Item = usize>) {
        self.count = 0;
        for (to, index) in self.indices.iter_mut().zip(indices) {
            *to = index as u32;
            self.count += 1;
        }
    }
}

//! A list of the boids that may be among the nearest.

/// Boids that are looked at together, with their squared distances from those of a group, one in each
/// lane. It is large, so the groups of a block use it one after the other.
pub(crate) struct Shortlist<const LANES: usize> {
    pub(super) indices: [u32; MOST_SHORTLISTED],
    pub(super) distances: [Aligned<LANES>; MOST_SHORTLISTED],
    pub(super) count: usize,
    /// True if there may be more.
    pub(super) is_full: bool,
    /// A squared distance within which the nearest boids of the next group probably are.
    pub(super) likely: f32,
}

/// A vector that lies in one line of the cache.
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

    /// Puts a boid at a place in the list, and returns true if it is nearer than a squared distance in
    /// any lane: without a branch, which could not be foretold.
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

    /// Keeps the boids that are as near as the last one that counts, or nearer, in any lane.
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

    /// Becomes the list of the boids that `indices` begins with. Their distances have no meaning.
    pub(super) fn refill(&mut self, indices: &mut impl Iterator<Item = usize>) {
        self.count = 0;
        for (to, index) in self.indices.iter_mut().zip(indices) {
            *to = index as u32;
            self.count += 1;
        }
    }
}

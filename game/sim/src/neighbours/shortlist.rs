//! A list of the boids that may be among the nearest.

/// Indices of boids that are looked at together.
pub(super) struct Shortlist {
    pub(super) indices: [u32; MOST_SHORTLISTED],
    pub(super) count: usize,
    /// True if there may be more.
    pub(super) is_full: bool,
}

const MOST_SHORTLISTED: usize = 512;

impl Shortlist {
    pub(super) fn new() -> Self {
        Self {
            indices: [0; MOST_SHORTLISTED],
            count: 0,
            is_full: false,
        }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, index: usize) {
        match self.indices.get_mut(self.count) {
            Some(next) => {
                *next = index as u32;
                self.count += 1;
            }
            None => self.is_full = true,
        }
    }

    /// Becomes the list of the boids that `indices` begins with.
    pub(super) fn refill(&mut self, indices: &mut impl Iterator<Item = usize>) {
        self.count = 0;
        for index in indices.take(MOST_SHORTLISTED) {
            self.push(index);
        }
    }
}

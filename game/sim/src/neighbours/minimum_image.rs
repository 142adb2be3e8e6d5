//! Periodic images of boids in a periodic box.

/// Finds the nearest periodic image of a boid (minimum image).
#[derive(Clone, Copy)]
pub(crate) struct MinimumImage {
    periods: [f32; 3],
    halves: [f32; 3],
}

impl MinimumImage {
    pub(crate) fn new(periods: [f32; 3]) -> Self {
        let halves = periods.map(|period| 0.5 * period);
        Self { periods, halves }
    }

    /// The shift that [`nearest`](Self::nearest) subtracts. Along each axis the seam says which
    /// image is the nearest: 1 for the image one period lower, -1 for the image one period higher,
    /// 0 for the boid itself.
    #[inline(always)]
    pub(crate) fn shift(&self, seam: [f32; 3]) -> [f32; 3] {
        // The period is infinite along an axis that is not periodic.
        let shift = |axis: usize| {
            if seam[axis] == 0.0 {
                0.0
            } else {
                seam[axis] * self.periods[axis]
            }
        };
        [shift(0), shift(1), shift(2)]
    }

    /// The offset to the nearest image. Both boids must be inside the box, so at most one period is
    /// added or subtracted along an axis.
    #[inline(always)]
    pub(crate) fn nearest(&self, offset: [f32; 3]) -> [f32; 3] {
        [
            self.along(0, offset[0]),
            self.along(1, offset[1]),
            self.along(2, offset[2]),
        ]
    }

    #[inline(always)]
    fn along(&self, axis: usize, offset: f32) -> f32 {
        let (period, half) = (self.periods[axis], self.halves[axis]);
        let back = if offset > half { period } else { 0.0 };
        let forth = if offset < -half { period } else { 0.0 };
        offset - back + forth
    }
}

//! The images that a box has of every boid when it wraps round.

/// The nearest of the images that a box has of a boid when it wraps round.
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

    /// What `nearest` subtracts along each axis where the image one period lower is the nearest (1),
    /// the one a period higher (-1), or the boid itself (0).
    #[inline(always)]
    pub(crate) fn shift(&self, seam: [f32; 3]) -> [f32; 3] {
        // The period is infinite along an axis where the box does not repeat.
        let shift = |axis: usize| {
            if seam[axis] == 0.0 {
                0.0
            } else {
                seam[axis] * self.periods[axis]
            }
        };
        [shift(0), shift(1), shift(2)]
    }

    /// The offset of the nearest image. Both boids are inside the box, so at most one period is
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

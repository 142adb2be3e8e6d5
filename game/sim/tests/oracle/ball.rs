//! Vectors known up to an error. Arithmetic carries the bound of the error along, as in ball
//! arithmetic, so that no tolerance is guessed.

use nalgebra::Vector3;

pub type Vec64 = Vector3<f64>;

/// Largest relative error of one operation in single precision.
pub const ROUNDING: f64 = 1.0 / (1u32 << 24) as f64;

/// Shorter vectors, in metres or m/s, may count as zero: their squared length is at the end of
/// single precision.
const NEARLY_ZERO: f64 = 1e-14;

/// All vectors that differ from `center` by `error` at most.
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    pub center: Vec64,
    pub error: f64,
}

impl Ball {
    pub fn new(center: Vec64, error: f64) -> Self {
        Self { center, error }
    }

    pub fn exact(center: Vec64) -> Self {
        Self::new(center, 0.0)
    }

    /// The same after a number of roundings in single precision.
    pub fn rounded(self, operations: f64) -> Self {
        let error = operations * ROUNDING * self.center.norm();
        Self::new(self.center, self.error + error)
    }

    pub fn plus(self, other: Self) -> Self {
        let rounding = 2.0 * ROUNDING * (self.center.norm() + other.center.norm());
        let error = self.error + other.error + rounding;
        Self::new(self.center + other.center, error)
    }

    pub fn times(self, factor: f64) -> Self {
        Self::new(self.center * factor, self.error * factor.abs()).rounded(2.0)
    }

    /// The part across a unit vector.
    pub fn across(self, normal: Option<Vec64>) -> Self {
        let Some(normal) = normal else { return self };
        let center = self.center - normal * normal.dot(&self.center);
        let rounding = 8.0 * ROUNDING * self.center.norm();
        Self::new(center, self.error + rounding)
    }

    /// Scaled to a length; any vector up to that length if the direction is unknown.
    pub fn with_length(self, length: f64) -> Self {
        let norm = self.center.norm();
        if norm == 0.0 && self.error == 0.0 {
            return self;
        }
        if norm <= self.error.max(NEARLY_ZERO) {
            return Self::new(Vec64::zeros(), length);
        }
        // The angle between the center and another vector of the ball is at most asin(error /
        // norm).
        let error = std::f64::consts::SQRT_2 * length * self.error / norm;
        Self::new(self.center * (length / norm), error).rounded(8.0)
    }

    /// Shortened to a length if it is longer. Shortening never increases the distance of two
    /// vectors.
    pub fn shortened(self, max: f64) -> Self {
        let norm = self.center.norm();
        let center = if norm > max {
            self.center * (max / norm)
        } else {
            self.center
        };
        Self::new(center, self.error.min(2.0 * max)).rounded(8.0)
    }
}

/// The direction of a vector, zero for zero.
pub fn norm(vector: Vec64) -> Vec64 {
    vector.try_normalize(0.0).unwrap_or_default()
}

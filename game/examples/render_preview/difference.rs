//! The difference of two pictures.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Difference of a channel, of 255, above which a pixel counts as different.
pub const THRESHOLD: u8 = 16;

/// The difference of two pictures.
#[derive(Debug, Deserialize, Serialize)]
pub struct Difference {
    /// Root mean square and mean of the differences of channels, of 255.
    pub rms: f64,
    pub mean: f64,
    /// Fraction of the pixels that differ by more than the threshold.
    pub share: f64,
}

impl Difference {
    /// Of two pictures with red, green, blue and alpha.
    pub fn of(one: &[u8], other: &[u8]) -> Self {
        let (mut squares, mut sum, mut different) = (0.0, 0.0, 0.0);
        for (a, b) in one.chunks_exact(4).zip(other.chunks_exact(4)) {
            let channels = a[..3].iter().zip(&b[..3]);
            for (&a, &b) in channels.clone() {
                let difference = f64::from(a) - f64::from(b);
                squares += difference * difference;
                sum += difference;
            }
            let most = channels.map(|(a, &b)| a.abs_diff(b)).max();
            different += f64::from(u8::from(most > Some(THRESHOLD)));
        }
        let pixels = (one.len() / 4).max(1) as f64;
        Self {
            rms: (squares / (3.0 * pixels)).sqrt(),
            mean: sum / (3.0 * pixels),
            share: different / pixels,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "the pictures differ by {:.2} of 255 (RMS; mean {:+.3}), {:.2}% of the pixels by more than {THRESHOLD}",
            self.rms,
            self.mean,
            100.0 * self.share
        )
    }
}

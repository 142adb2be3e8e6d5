//! Random points of a unit cube, the same on every machine.

use crate::math::random::hash_of;

/// Point number `index` of a fixed sequence. Each coordinate is in [0, 1).
pub(super) fn point(index: u32) -> [f64; 3] {
    [0, 1, 2].map(|axis| {
        let hash = hash_of(index.wrapping_mul(3).wrapping_add(axis));
        f64::from(hash) / 4_294_967_296.0
    })
}

//! Whether a body that was carried out may have crossed a surface.

use super::OWN_MOVE;
use crate::judge::Judge;
use flock_sim::Vec3;

/// True if a body that moved a little and was then carried out may have crossed no surface.
pub fn is_in_sight(judge: &Judge, from: Vec3, to: Vec3) -> bool {
    let is_free = |from, to| judge.crossed(from, to).is_none();
    let numbers = || [-1.0, 0.0, 1.0].into_iter();
    let all = numbers()
        .flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| Vec3::new(x, y, z))));
    let moves = all.flat_map(|way| [0.02, 0.05, 0.1, 0.2].map(|share| way * share));
    is_free(from, to) || { moves }.any(|own| {
        let moved = from + own * (OWN_MOVE as f32);
        is_free(from, moved) && is_free(moved, to)
    })
}

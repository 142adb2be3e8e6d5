//! Ways pulled tight: fewer corners, and corners farther inward.

use super::sight::Sight;
use crate::math::Vec3;

/// Number of times that each corner of a way is moved inward.
const PULLS: usize = 4;

/// Largest number of points that a straight move replaces. It bounds the work for long ways.
const MOST_SKIPPED: usize = 16;

/// A way like a string that is pulled. Ends where the body does not fit keep their entries. With
/// `cuts_corners` the way has more corners, and is shorter around edges.
pub(super) fn pulled(points: Vec<Vec3>, sight: &Sight, cuts_corners: bool) -> Vec<Vec3> {
    let last = points.len() - 1;
    let first = usize::from(!sight.fits(points[0]));
    let end = last + usize::from(sight.fits(points[last]));
    if end < first + 2 {
        return points;
    }
    let mut inner = straightened(&points[first..end], sight);
    tighten(&mut inner, sight);
    if cuts_corners {
        inner = cut(&inner, sight);
        tighten(&mut inner, sight);
    }
    [&points[..first], &inner, &points[end..]].concat()
}

/// The shortest way by some of these points: without detours by points that are not needed.
fn straightened(points: &[Vec3], sight: &Sight) -> Vec<Vec3> {
    // From each point the best next one, and the length from there, from the end on.
    let last = points.len() - 1;
    let mut best = vec![(0.0, last); points.len()];
    for from in (0..last).rev() {
        let nexts = (from + 1..=last.min(from + MOST_SKIPPED))
            .filter(|next| *next == from + 1 || sight.is_free(points[from], points[*next]));
        let ways = nexts.map(|next| {
            let step = (points[next] - points[from]).norm();
            (step + best[next].0, next)
        });
        best[from] = ways
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .unwrap_or((0.0, last));
    }
    let next = |index: &usize| (*index < last).then(|| best[*index].1);
    let kept = std::iter::successors(Some(0), next);
    kept.map(|index| points[index]).collect()
}

/// Moves the corners of a way inward, like those of a string that is pulled.
fn tighten(points: &mut [Vec3], sight: &Sight) {
    for _ in 0..PULLS {
        for corner in 1..points.len() - 1 {
            let [before, at, after] =
                [-1, 0, 1].map(|step| points[corner.wrapping_add_signed(step)]);
            let middle = nearest_on_segment(&before, &after, &at);
            let pulled = [0.5, 0.25, 0.125].map(|share| at + (middle - at) * share);
            let is_free = |to: &Vec3| sight.is_free(before, *to) && sight.is_free(*to, after);
            if let Some(free) = pulled.into_iter().find(is_free) {
                points[corner] = free;
            }
        }
    }
}

/// The same way with two corners in place of each one where the body can move straight between them.
fn cut(points: &[Vec3], sight: &Sight) -> Vec<Vec3> {
    let mut all = vec![points[0]];
    for corner in points.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        // Half of a move is left for the corner at its other end.
        let [back, ahead] = [before - at, after - at].map(|way| 0.5 * way);
        let longest = back.norm().min(ahead.norm());
        let cuts = [1.0, 0.5, 0.25, 0.125].map(|share| {
            let from = |way: Vec3| at + way * (share * longest / way.norm().max(f32::MIN_POSITIVE));
            [from(back), from(ahead)]
        });
        let free = cuts.into_iter().find(|[a, b]| sight.is_free(*a, *b));
        match free {
            Some(both) => all.extend(both),
            None => all.push(at),
        }
    }
    all.extend(points[1..].last());
    all
}

/// The point of a segment that is nearest to a position.
pub(super) fn nearest_on_segment(start: &Vec3, end: &Vec3, at: &Vec3) -> Vec3 {
    let way = end - start;
    let share = (at - start).dot(&way) / way.norm_squared().max(f32::MIN_POSITIVE);
    start + way * share.clamp(0.0, 1.0)
}

//! Strays: triangles that lie far from most triangles. A grid around all triangles would consist
//! mostly of empty blocks.

use super::super::bvh::Aabb;
use crate::math::Vec3;

/// The bounding box of most triangles, and the strays far from it.
pub(super) struct Parted {
    /// Bounding box of most triangles.
    pub(super) home: Aabb,
    pub(super) strays: Vec<[Vec3; 3]>,
}

/// Maximum number of times that the box of most triangles grows.
const MOST_GROWTHS: usize = 64;

/// Separates the strays from the other triangles; `None` if there are no strays.
///
/// The box around the middle half of the triangles grows until all other triangles are farther away
/// than its longest edge.
pub(super) fn part(triangles: &[[Vec3; 3]]) -> Option<Parted> {
    let boxes: Vec<Aabb> = triangles.iter().map(|it| Aabb::around(it)).collect();
    let mut home = middle_half(&boxes)?;
    for _ in 0..MOST_GROWTHS {
        let near = enlarged(&home);
        let found = boxes.iter().filter(|it| near.contains(it));
        let grown = found.fold(home, |home, found| home.joined(found));
        if grown == home {
            break;
        }
        home = grown;
    }
    let is_home: Vec<bool> = boxes.iter().map(|it| home.contains(it)).collect();
    let strays = triangles.iter().zip(&is_home);
    let strays: Vec<_> = strays
        .filter(|(_, is_home)| !**is_home)
        .map(|(it, _)| *it)
        .collect();
    (!strays.is_empty() && 2 * strays.len() < triangles.len()).then_some(Parted { home, strays })
}

/// Box around the centres between the quartiles along each axis; `None` without triangles.
fn middle_half(boxes: &[Aabb]) -> Option<Aabb> {
    let mut quartiles = Aabb::EMPTY;
    let last = boxes.len().checked_sub(1)?;
    for axis in 0..3 {
        let centers = boxes
            .iter()
            .map(|it| it.min[axis] / 2.0 + it.max[axis] / 2.0);
        let mut centers: Vec<f32> = centers.collect();
        let mut quantile = |index: usize| *centers.select_nth_unstable_by(index, f32::total_cmp).1;
        quartiles.min[axis] = quantile(last / 4);
        quartiles.max[axis] = quantile(last - last / 4);
    }
    Some(quartiles)
}

/// The box enlarged by its longest edge on every side.
fn enlarged(bounds: &Aabb) -> Aabb {
    let longest = (bounds.max - bounds.min).max();
    Aabb {
        min: bounds.min.add_scalar(-longest),
        max: bounds.max.add_scalar(longest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    fn moved(by: Vec3) -> Vec<[Vec3; 3]> {
        let ball = shapes::ball(1.0, 2).into_iter();
        ball.map(|triangle| triangle.map(|corner| corner + by))
            .collect()
    }

    #[test]
    fn what_is_near_is_no_stray() {
        assert!(part(&[]).is_none());
        assert!(part(&moved(Vec3::zeros())).is_none());
        let two = [moved(Vec3::zeros()), moved(Vec3::new(2.5, 0.0, 0.0))].concat();
        assert!(part(&two).is_none());
    }

    #[test]
    fn what_is_far_off_on_any_side_is_a_stray() {
        let ball = moved(Vec3::zeros());
        let far = [1e2, -1e3, 1e6].map(|x| Vec3::new(0.0, x, -x));
        let strays = far.map(|by| ball[0].map(|corner| corner + by));
        let all = [&strays[..1], &ball, &strays[1..]].concat();
        let parted = part(&all).unwrap();
        assert_eq!(parted.strays, strays);
        assert_eq!(parted.home, Aabb::around(ball.as_flattened()));
    }
}

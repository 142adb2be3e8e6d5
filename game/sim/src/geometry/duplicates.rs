//! Detection of duplicate triangles.

use crate::math::Vec3;
use rayon::prelude::*;

/// False for each triangle that duplicates an earlier triangle, with the same corners and winding.
///
/// Levels often contain a mesh twice in the same place. Duplicates of only some triangles would
/// open a closed surface, and queries near many duplicates would test all of them.
pub(super) fn is_original(triangles: &[[Vec3; 3]]) -> Vec<bool> {
    let mut keys: Vec<_> = (0_u32..)
        .zip(triangles)
        .map(|(index, t)| (key(t), index))
        .collect();
    keys.par_sort_unstable();
    let mut is_original = vec![true; triangles.len()];
    for equal in keys.chunk_by(|a, b| a.0 == b.0) {
        for (_, index) in &equal[1..] {
            is_original[*index as usize] = false;
        }
    }
    is_original
}

/// Bits of the corners, starting with the lowest corner.
fn key(triangle: &[Vec3; 3]) -> [[u32; 3]; 3] {
    // Adding zero turns -0 into 0.
    let [a, b, c] = triangle.map(|corner| corner.map(|x| (x + 0.0).to_bits()).into());
    let turned = [[a, b, c], [b, c, a], [c, a, b]];
    turned.into_iter().min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_corners_in_the_same_sense_are_a_copy() {
        let (a, b, c) = (Vec3::x(), Vec3::y(), Vec3::new(0.0, 0.0, 2.0));
        let triangles = [
            [a, b, c],
            [a, c, b],
            [b, c, a],
            [a, b, c * 2.0],
            [c, b, a],
            [a, b, Vec3::new(-0.0, 0.0, 2.0)],
        ];
        assert_eq!(
            is_original(&triangles),
            [true, true, false, true, false, false]
        );
        assert!(is_original(&[]).is_empty());
    }
}

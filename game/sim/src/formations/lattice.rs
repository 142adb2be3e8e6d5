//! Square and cubic lattices.

use super::axes::flat;
use crate::{math::Vec3, settings::Plane};

/// A cubic lattice, as near to a cube as the count permits: layer behind layer, each from the top
/// down. The last layer may not be full.
pub(super) fn cube(count: usize, spacing: f64) -> Vec<Vec3> {
    let wide = least(|side| side * side * side >= count);
    let high = least(|side| wide * side * side >= count);
    let deep = count.div_ceil(wide * high);
    let place = |index: usize| {
        let at = [index % wide, index / wide % high, index / (wide * high)];
        let [x, y, z] = [(at[0], wide), (at[1], high), (at[2], deep)]
            .map(|(index, size)| (from_the_centre(index, size) * spacing) as f32);
        Vec3::new(x, -y, -z)
    };
    (0..count).map(place).collect()
}

/// A square lattice, as near to a square as the count permits: row behind row. The last row may not
/// be full.
pub(super) fn square(count: usize, spacing: f64, plane: Plane) -> Vec<Vec3> {
    let wide = least(|side| side * side >= count);
    let deep = count.div_ceil(wide);
    let place = |index: usize| {
        let aside = from_the_centre(index % wide, wide) * spacing;
        flat(plane, aside, -from_the_centre(index / wide, deep) * spacing)
    };
    (0..count).map(place).collect()
}

/// The least side from 1 on that is enough.
fn least(is_enough: impl Fn(usize) -> bool) -> usize {
    (1..).find(|side| is_enough(*side)).unwrap_or(1)
}

fn from_the_centre(index: usize, size: usize) -> f64 {
    index as f64 - (size as f64 - 1.0) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_lattices_are_centred_cubes_and_squares() {
        for side in 1..8 {
            let half = (side as f32 - 1.0) / 2.0;
            let full = cube(side * side * side, 1.0);
            let sum: Vec3 = full.iter().sum();
            assert_eq!(sum, Vec3::zeros());
            assert!(full.iter().all(|it| it.amax() <= half));
            let full = square(side * side, 1.0, Plane::Xy);
            assert!(full.iter().all(|it| it.amax() <= half && it.z == 0.0));
        }
    }
}

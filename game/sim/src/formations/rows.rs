//! Forms that follow a first row or a tip: a flight of geese, a wedge, a column.

use super::axes::flat;
use crate::{math::Vec3, settings::Plane};

/// Two arms from the tip backwards, with an angle in degrees between them.
pub(super) fn vee(count: usize, angle: f32, spacing: f64, plane: Plane) -> Vec<Vec3> {
    let half = f64::from(angle).to_radians() / 2.0;
    let (aside, behind) = (libm::sin(half), libm::cos(half));
    let place = |index: usize| {
        let along = index.div_ceil(2) as f64 * spacing;
        flat(plane, side_of(index) * along * aside, -along * behind)
    };
    (0..count).map(place).collect()
}

/// Rows of 1, 2, 3, ... places. Neighbours within a row and between rows have the same distance.
pub(super) fn wedge(count: usize, spacing: f64, plane: Plane) -> Vec<Vec3> {
    let distance = spacing * 0.75_f64.sqrt();
    let rows = (0..).flat_map(|row| (0..=row).map(move |index| (row, index)));
    let place = |(row, index): (usize, usize)| {
        let aside = from_the_middle(index, row + 1) * spacing;
        flat(plane, aside, -(row as f64) * distance)
    };
    rows.take(count).map(place).collect()
}

/// Rows of `abreast` places.
pub(super) fn column(count: usize, abreast: u32, spacing: f64, plane: Plane) -> Vec<Vec3> {
    let abreast = (abreast as usize).max(1);
    let place = |index: usize| {
        let aside = from_the_middle(index % abreast, abreast) * spacing;
        flat(plane, aside, -((index / abreast) as f64) * spacing)
    };
    (0..count).map(place).collect()
}

/// Offset number `index` of `count` offsets with the distance 1 around 0: from the middle outwards,
/// alternately on both sides, so that a row that is not full is in the middle.
fn from_the_middle(index: usize, count: usize) -> f64 {
    if count % 2 == 1 {
        side_of(index) * index.div_ceil(2) as f64
    } else {
        side_of(index + 1) * ((index / 2) as f64 + 0.5)
    }
}

/// The side of the places number 1, 2, 3, ...: 1, -1, 1, ...
fn side_of(index: usize) -> f64 {
    if index % 2 == 1 {
        1.0
    } else {
        -1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_begin_in_the_middle_and_fill_the_row() {
        let row = |count| -> Vec<f64> { (0..count).map(|it| from_the_middle(it, count)).collect() };
        assert_eq!(row(1), [-0.0]);
        assert_eq!(row(2), [0.5, -0.5]);
        assert_eq!(row(5), [-0.0, 1.0, -1.0, 2.0, -2.0]);
        assert_eq!(row(4), [0.5, -0.5, 1.5, -1.5]);
    }

    #[test]
    fn a_vee_has_its_angle_and_its_arms_on_alternate_sides() {
        let places = vee(5, 90.0, 2.0, Plane::All);
        let step = 2.0_f32.sqrt();
        for (place, expected) in places.iter().zip([0.0, 1.0, -1.0, 2.0, -2.0]) {
            let expected = Vec3::new(expected * step, 0.0, -expected.abs() * step);
            assert!((place - expected).norm() < 1e-6, "{place}");
        }
    }

    #[test]
    fn rows_that_are_not_full_are_in_the_middle() {
        let places = column(6, 4, 1.0, Plane::Xy);
        let expected = [0.5, -0.5, 1.5, -1.5].map(|x| Vec3::new(x, 0.0, 0.0));
        assert_eq!(places[..4], expected);
        assert_eq!(places[4..], [0.5, -0.5].map(|x| Vec3::new(x, -1.0, 0.0)));
    }
}

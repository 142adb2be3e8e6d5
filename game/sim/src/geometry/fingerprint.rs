//! Fingerprint: a number that distinguishes geometries.

use super::Geometry;
use crate::math::Vec3;
use xxhash_rust::xxh3::xxh3_64;

impl Geometry {
    /// Fingerprint of the triangles, independent of their order. Other triangles have another one
    /// with near certainty. The first call takes some nanoseconds for each triangle.
    pub(crate) fn fingerprint(&self) -> u64 {
        let each = || self.mesh.triangles.iter().map(of_triangle);
        *self
            .fingerprint
            .get_or_init(|| each().fold(0, u64::wrapping_add))
    }
}

fn of_triangle(triangle: &[Vec3; 3]) -> u64 {
    let mut bytes = [0; 36];
    let numbers = triangle.iter().flat_map(|corner| corner.iter());
    for (place, number) in bytes.chunks_exact_mut(4).zip(numbers) {
        place.copy_from_slice(&number.to_bits().to_le_bytes());
    }
    xxh3_64(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    #[test]
    fn it_tells_other_triangles_and_other_windings_but_no_other_order() {
        let cuboid = shapes::cuboid(Vec3::new(1.0, 2.0, 3.0));
        let of = |triangles: &[[Vec3; 3]]| Geometry::new(triangles).0.fingerprint();
        let expected = of(&cuboid);
        let mut other = cuboid.clone();
        other.reverse();
        assert_eq!(of(&other), expected);
        assert_eq!(Geometry::new(&cuboid).0.clone().fingerprint(), expected);
        other[3][1].x = other[3][1].x.next_up();
        assert_ne!(of(&other), expected);
        let turned: Vec<_> = cuboid.iter().map(|&[a, b, c]| [a, c, b]).collect();
        assert_ne!(of(&turned), expected);
        assert_ne!(of(&cuboid[1..]), expected);
        assert_eq!(of(&[]), 0);
    }
}

//! Meshes in use. Equal triangles share one mesh.

use super::mesh_volume::Mesh;
use crate::math::Vec3;
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError, Weak},
};
use xxhash_rust::xxh3::Xxh3;

/// Number of hashes up to which unused meshes are not searched for.
const FEW: usize = 64;

/// The meshes of the process. Flocks, scripts and files with the same triangles share one mesh and
/// its samples.
static KNOWN: LazyLock<Mutex<KnownMeshes>> = LazyLock::new(Mutex::default);

/// The mesh of these triangles: a mesh in use, or a new one without samples.
pub(super) fn shared(triangles: Vec<[Vec3; 3]>) -> Arc<Mesh> {
    let known = KNOWN.lock();
    known
        .unwrap_or_else(PoisonError::into_inner)
        .shared(triangles)
}

/// The meshes in use, by the hash of their triangles.
#[derive(Default)]
struct KnownMeshes {
    meshes: HashMap<u64, Vec<Weak<Mesh>>>,
    /// Number of hashes that were left after unused meshes were last removed.
    stayed: usize,
}

impl KnownMeshes {
    fn shared(&mut self, triangles: Vec<[Vec3; 3]>) -> Arc<Mesh> {
        // Unused meshes are removed when the number of hashes has doubled, so the cost for each
        // mesh is constant (amortised).
        if self.meshes.len() > 2 * self.stayed.max(FEW) {
            self.meshes
                .retain(|_, meshes| meshes.iter().any(|it| it.strong_count() > 0));
            self.stayed = self.meshes.len();
        }
        let same_hash = self.meshes.entry(hash(&triangles)).or_default();
        same_hash.retain(|it| it.strong_count() > 0);
        let mut in_use = same_hash.iter().filter_map(Weak::upgrade);
        if let Some(known) = in_use.find(|it| bits(it.triangles()).eq(bits(&triangles))) {
            return known;
        }
        let new = Arc::new(Mesh::new(triangles));
        same_hash.push(Arc::downgrade(&new));
        new
    }
}

/// The bits of all coordinates. So 0 and -0 differ, and NaN equals itself.
fn bits(triangles: &[[Vec3; 3]]) -> impl Iterator<Item = u32> + '_ {
    let coordinates = triangles.iter().flatten().flatten();
    coordinates.map(|coordinate| coordinate.to_bits())
}

fn hash(triangles: &[[Vec3; 3]]) -> u64 {
    let mut hasher = Xxh3::new();
    bits(triangles).for_each(|bits| hasher.update(&bits.to_le_bytes()));
    hasher.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::shapes;

    #[test]
    fn equal_triangles_are_one_mesh_as_long_as_it_is_in_use() {
        let mut known = KnownMeshes::default();
        let cube = |size: f32| shapes::cuboid(Vec3::repeat(size));
        let first = known.shared(cube(1.0));
        assert!(Arc::ptr_eq(&first, &known.shared(cube(1.0))));
        let other = known.shared(cube(2.0));
        assert!(!Arc::ptr_eq(&first, &other));
        let mut zero = cube(1.0);
        zero[0][0].x = 0.0;
        let mut minus_zero = zero.clone();
        minus_zero[0][0].x = -0.0;
        let (zero, minus_zero) = (known.shared(zero), known.shared(minus_zero));
        assert!(!Arc::ptr_eq(&zero, &minus_zero));
        let gone = Arc::downgrade(&first);
        drop(first);
        assert!(gone.upgrade().is_none());
        let again = known.shared(cube(1.0));
        assert!(Arc::ptr_eq(&again, &known.shared(cube(1.0))));
    }

    #[test]
    fn meshes_that_are_gone_are_forgotten() {
        let mut known = KnownMeshes::default();
        for size in 0..10 * FEW {
            known.shared(vec![[Vec3::repeat(size as f32); 3]]);
        }
        assert!(known.meshes.len() <= 2 * FEW + 1, "{}", known.meshes.len());
    }
}

//! Bounding boxes of the chunks: the parts of a flock that are culled and drawn together.

use super::bound_body::Reach;
use flock_sim::boids::InstanceBounds;
use fyrox::core::{
    algebra::{Matrix4, Vector3},
    math::aabb::AxisAlignedBoundingBox,
};

/// The bounding boxes of all chunks and of the whole flock, in the coordinates of the boids.
#[derive(Debug, Default)]
pub(super) struct ChunkBounds {
    /// `None` for a chunk without a drawable boid.
    bounds: Vec<Option<AxisAlignedBoundingBox>>,
    total: Option<AxisAlignedBoundingBox>,
    /// Buffer for the bounds that the simulation writes, reused.
    written: Vec<InstanceBounds>,
}

impl ChunkBounds {
    /// Updates the bounds: `write` writes one for each chunk, and each is widened by a margin in
    /// metres.
    pub fn fill(&mut self, margin: f32, write: impl FnOnce(&mut Vec<InstanceBounds>)) {
        write(&mut self.written);
        self.bounds.clear();
        let bounds = self
            .written
            .iter()
            .map(|it| (!it.is_empty()).then(|| widened(it.min, it.max, margin)));
        self.bounds.extend(bounds);
        self.find_total();
    }

    /// Computes the bounds of boids, which have two texels each, in chunks of `size` boids.
    pub fn update(&mut self, texels: &[[f32; 4]], size: usize, reach: Reach) {
        self.bounds.clear();
        let chunks = texels.chunks(2 * size);
        self.bounds
            .extend(chunks.map(|chunk| chunk_bounds(chunk, reach)));
        self.find_total();
    }

    fn find_total(&mut self) {
        let known = self.bounds.iter().flatten().copied();
        self.total = known.reduce(|a, b| union(&a, &b));
    }

    /// The bounds of each chunk with at least one drawable boid, with the index of the chunk.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &AxisAlignedBoundingBox)> {
        let numbered = self.bounds.iter().enumerate();
        numbered.filter_map(|(number, bounds)| bounds.as_ref().map(|bounds| (number, bounds)))
    }

    /// The bounds of the flock. `None` if there is nothing to draw.
    pub fn total(&self) -> Option<AxisAlignedBoundingBox> {
        self.total
    }
}

/// A box around a box in the frame of the boids, along the axes of the world.
pub(super) fn in_world(
    bounds: &AxisAlignedBoundingBox,
    to_world: Option<&Matrix4<f32>>,
) -> AxisAlignedBoundingBox {
    to_world.map_or(*bounds, |to_world| bounds.transform(to_world))
}

/// The bounds of the boids with a finite position and size. The other boids are not drawn.
fn chunk_bounds(texels: &[[f32; 4]], reach: Reach) -> Option<AxisAlignedBoundingBox> {
    let mut min = Vector3::repeat(f32::INFINITY);
    let mut max = Vector3::repeat(f32::NEG_INFINITY);
    for &[x, y, z, size] in texels.iter().step_by(2) {
        if (x + y + z + size).is_finite() {
            let position = Vector3::new(x, y, z);
            let radius = Vector3::repeat(size.abs() * reach.radius);
            min = min.inf(&(position - radius));
            max = max.sup(&(position + radius));
        }
    }
    (min.x <= max.x).then(|| widened(min, max, reach.margin))
}

fn widened(min: Vector3<f32>, max: Vector3<f32>, margin: f32) -> AxisAlignedBoundingBox {
    let margin = Vector3::repeat(margin);
    AxisAlignedBoundingBox::from_min_max(min - margin, max + margin)
}

fn union(a: &AxisAlignedBoundingBox, b: &AxisAlignedBoundingBox) -> AxisAlignedBoundingBox {
    AxisAlignedBoundingBox::from_min_max(a.min.inf(&b.min), a.max.sup(&b.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(radius: f32) -> Reach {
        Reach {
            radius,
            margin: 0.0,
        }
    }

    fn boids(count: usize) -> Vec<[f32; 4]> {
        let boid = |i: usize| {
            let t = i as f32;
            [
                [t.sin() * 5.0, t.cos() * 3.0, t * 0.1, 0.5 + t.sin().abs()],
                [0.0, 0.0, 0.0, 0.0],
            ]
        };
        (0..count).flat_map(boid).collect()
    }

    #[test]
    fn chunks_contain_their_boids() {
        let texels = boids(700);
        let mut chunks = ChunkBounds::default();
        chunks.update(&texels, 256, within(0.3));
        assert_eq!(chunks.iter().count(), 3);
        for (number, bounds) in chunks.iter() {
            for boid in texels.chunks(2).skip(number * 256).take(256) {
                let [x, y, z, size] = boid[0];
                let (position, reach) = (Vector3::new(x, y, z), Vector3::repeat(size * 0.3));
                assert!(bounds.is_contains_point(position + reach));
                assert!(bounds.is_contains_point(position - reach));
                let total = chunks.total().unwrap();
                assert!(total.is_contains_point(position));
            }
        }
    }

    #[test]
    fn bounds_of_a_flock_are_those_of_its_texels() {
        let (mut scanned, mut filled) = (ChunkBounds::default(), ChunkBounds::default());
        let flock =
            flock_sim::Flock::new(Default::default(), Default::default(), Default::default());
        let flock = flock.expect("the default settings are in range");
        let mut texels = vec![[0.0; 4]; 2 * flock.len()];
        filled.fill(0.1, |bounds| {
            flock.write_instances_in_chunks(&mut texels, 300, 0.2, bounds)
        });
        let reach = Reach {
            radius: 0.2,
            margin: 0.1,
        };
        scanned.update(&texels, 300, reach);
        let corners = |chunks: &ChunkBounds| -> Vec<_> {
            chunks
                .iter()
                .map(|(chunk, it)| (chunk, it.min, it.max))
                .collect()
        };
        assert_eq!(corners(&filled), corners(&scanned));
        assert_eq!(filled.iter().count(), 4);
        let [filled, scanned] = [filled, scanned].map(|it| it.total().map(|it| (it.min, it.max)));
        assert_eq!(filled, scanned);
    }

    #[test]
    fn boids_that_are_not_finite_leave_the_bounds_alone() {
        let mut texels = boids(4);
        let mut chunks = ChunkBounds::default();
        chunks.update(&texels[2..], 2, within(0.1));
        let without = chunks.total().unwrap();
        for poison in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for component in 0..4 {
                texels[0] = [0.0; 4];
                texels[0][component] = poison;
                chunks.update(&texels, 4, within(0.1));
                let total = chunks.total().unwrap();
                assert_eq!((total.min, total.max), (without.min, without.max));
            }
        }
    }

    #[test]
    fn nothing_to_draw_has_no_bounds() {
        let mut chunks = ChunkBounds::default();
        chunks.update(&[], 256, within(1.0));
        assert!(chunks.total().is_none());
        chunks.update(&[[f32::NAN; 4], [0.0; 4]], 256, within(1.0));
        assert!(chunks.total().is_none());
        assert_eq!(chunks.iter().count(), 0);
    }
}

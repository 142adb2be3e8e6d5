//! The height field of a Terrain node.

use super::{solid_error::SolidError, triangle::Corners};
use flock_sim::Vec3;
use fyrox::{
    core::algebra::Vector2,
    resource::texture::TextureResource,
    scene::terrain::{Chunk, Terrain},
};
use std::hash::{Hash, Hasher};

/// Heights of all chunks of a terrain in one grid, centred on the origin. As in physics, the field
/// is placed at its collider, not at the terrain, and has the scale of the terrain's node without
/// the scale of its parents.
pub(super) struct HeightField {
    /// Number of points along X and along Z.
    points: [usize; 2],
    /// Height of each point, in metres; all points of the first X come first.
    heights: Vec<f32>,
    /// True for each cell that is a hole, in the same order.
    is_hole: Vec<bool>,
    /// Lengths along X and Z, in metres.
    size: [f32; 2],
}

/// Largest number of points of all chunks together: a square of 2,048. Each point becomes two
/// triangles; a geometry needs about 200 bytes for each triangle: 2 GB.
const MAX_POINTS: usize = 1 << 22;

/// Number of pixels of a height map along an axis that are not the first point of a cell: one at
/// each border, and the last point.
const BORDER: u32 = 3;

impl HeightField {
    /// Reads the chunks of a terrain.
    pub(super) fn read(terrain: &Terrain) -> Result<Self, SolidError> {
        let pixels = terrain.height_map_size();
        let chunks = terrain.chunks_ref();
        let corner = |of: fn(&Vector2<i32>, &Vector2<i32>) -> Vector2<i32>| {
            let positions = chunks.iter().map(Chunk::grid_position);
            positions.reduce(|a, b| of(&a, &b))
        };
        let (Some(first), Some(last)) = (corner(Vector2::inf), corner(Vector2::sup)) else {
            return Err(SolidError::UnreadableTerrain);
        };
        if pixels.min() <= BORDER {
            return Err(SolidError::UnreadableTerrain);
        }
        let cells = pixels.map(|x| (x - BORDER) as usize);
        let span = [0, 1].map(|axis| i64::from(last[axis]) - i64::from(first[axis]));
        let count = Vector2::from(span).map(|x| x as usize + 1);
        let points = [0, 1].map(|axis| count[axis].saturating_mul(cells[axis]).saturating_add(1));
        // The chunks may lie anywhere; the grid also covers the gaps between them.
        check_size(points)?;
        let scale = terrain.local_transform().scale();
        let chunk_size = terrain.chunk_size();
        let mut field = Self {
            points,
            heights: vec![0.0; points[0] * points[1]],
            is_hole: vec![false; (points[0] - 1) * (points[1] - 1)],
            size: [
                chunk_size.x * scale.x * count.x as f32,
                chunk_size.y * scale.z * count.y as f32,
            ],
        };
        for chunk in chunks {
            let at = (chunk.grid_position() - first).map(|x| x as usize);
            let at = at.component_mul(&cells);
            field.read_heights(chunk, at, pixels.x as usize, cells, scale.y)?;
            if terrain.holes_enabled() {
                field.read_holes(chunk, at, cells);
            }
        }
        Ok(field)
    }

    fn read_heights(
        &mut self,
        chunk: &Chunk,
        at: Vector2<usize>,
        width: usize,
        cells: Vector2<usize>,
        scale: f32,
    ) -> Result<(), SolidError> {
        if !chunk.heightmap().is_ok() {
            return Err(SolidError::UnreadableTerrain);
        }
        let texture = chunk.heightmap().data_ref();
        let pixels = texture.data_of_type::<f32>();
        for x in 0..=cells.x {
            for z in 0..=cells.y {
                let pixel = pixels.and_then(|pixels| pixels.get((z + 1) * width + x + 1));
                let height = pixel.ok_or(SolidError::UnreadableTerrain)? * scale;
                self.heights[(at.x + x) * self.points[1] + at.y + z] = height;
            }
        }
        Ok(())
    }

    fn read_holes(&mut self, chunk: &Chunk, at: Vector2<usize>, cells: Vector2<usize>) {
        let Some(mask) = chunk.hole_mask().filter(|mask| mask.is_ok()) else {
            return;
        };
        let texture = mask.data_ref();
        let pixels = texture.data_of_type::<u8>().unwrap_or_default();
        for x in 0..cells.x {
            for z in 0..cells.y {
                let is_hole = pixels
                    .get(z * cells.x + x)
                    .is_some_and(|&pixel| pixel < 128);
                self.is_hole[(at.x + x) * (self.points[1] - 1) + at.y + z] = is_hole;
            }
        }
    }

    /// Two triangles for each cell, split along the same diagonal as in physics.
    pub(super) fn triangles(&self) -> Vec<Corners> {
        let [columns, rows] = self.points.map(|points| points - 1);
        let corner = |x: usize, z: usize| {
            let along =
                |index: usize, of: usize, size: f32| (index as f32 / of as f32 - 0.5) * size;
            let height = self.heights[x * self.points[1] + z];
            Vec3::new(
                along(x, columns, self.size[0]),
                height,
                along(z, rows, self.size[1]),
            )
        };
        let mut triangles = Vec::with_capacity(2 * self.is_hole.len());
        for x in 0..columns {
            for z in 0..rows {
                if self.is_hole[x * rows + z] {
                    continue;
                }
                let [a, b] = [corner(x, z), corner(x, z + 1)];
                let [c, d] = [corner(x + 1, z), corner(x + 1, z + 1)];
                triangles.push([a, b, c]);
                triangles.push([b, d, c]);
            }
        }
        triangles
    }
}

/// Rejects more points than a geometry has memory for.
fn check_size(points: [usize; 2]) -> Result<(), SolidError> {
    let count = points[0].saturating_mul(points[1]);
    if count > MAX_POINTS {
        Err(SolidError::LargeTerrain(count))
    } else {
        Ok(())
    }
}

/// Hashes everything that changes with the heights and the holes of the terrain.
pub(super) fn hash_terrain(terrain: &Terrain, hasher: &mut impl Hasher) {
    let scale = terrain.local_transform().scale();
    let chunk_size = terrain.chunk_size();
    let numbers = scale.iter().chain(&chunk_size).map(|x| x.to_bits());
    numbers.for_each(|bits| bits.hash(hasher));
    terrain.holes_enabled().hash(hasher);
    for chunk in terrain.chunks_ref() {
        let at = chunk.grid_position();
        [at.x, at.y].hash(hasher);
        hash_texture(chunk.heightmap(), hasher);
        if let Some(mask) = chunk.hole_mask() {
            hash_texture(mask, hasher);
        }
    }
}

fn hash_texture(texture: &TextureResource, hasher: &mut impl Hasher) {
    texture.key().hash(hasher);
    if texture.is_ok() {
        texture.data_ref().modifications_count().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrains_that_take_too_much_memory_are_refused_with_the_remedy() {
        assert_eq!(check_size([2048, 2048]), Ok(()));
        for (points, heights) in [
            ([8192, 8192], 67_108_864),
            ([2049, 2048], 4_196_352),
            ([usize::MAX, 2], usize::MAX),
        ] {
            let error = check_size(points).unwrap_err();
            assert_eq!(error, SolidError::LargeTerrain(heights));
            let text = error.to_string();
            let begin = format!("its Terrain has {heights} heights,");
            assert!(
                text.starts_with(&begin) && text.contains("a smaller height map"),
                "{text}"
            );
        }
    }
}

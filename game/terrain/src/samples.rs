//! Solidity at the corners of the cubes, from noise.

use crate::{
    wanted::{GivenUp, Wanted},
    Terrain, TerrainForm, Vec3,
};
use noise::{NoiseFn, Perlin};
use rayon::prelude::*;

/// Number of layers of samples along the outside of a cave that are always rock. The outermost
/// layer is the surface of the block.
const SOLID_LAYERS: u32 = 2;

/// Number of layers of samples along the outside of rocks that are always free.
const FREE_LAYERS: u32 = 1;

/// Solidity of the samples that are always rock; the negative value for samples that are always
/// free. Noise has at most half of this value.
const FORCED: f32 = 1.0;

/// Solidity at the corners of the cubes.
pub(crate) struct Samples {
    /// Above 0 in rock; x varies fastest, then y.
    pub(crate) solidity: Vec<f32>,
    /// Number of samples along each axis.
    pub(crate) count: [usize; 3],
    cube: f64,
}

impl Samples {
    pub(crate) fn new(terrain: &Terrain, wanted: Wanted) -> Result<Self, GivenUp> {
        let count = terrain.cubes().map(|cubes| cubes as usize + 1);
        let mut samples = Self {
            solidity: vec![0.0; count.iter().product()],
            count,
            cube: f64::from(terrain.cube),
        };
        let noise = OctaveNoise::new(terrain);
        let mut solidity = std::mem::take(&mut samples.solidity);
        solidity
            .par_chunks_mut(count[0])
            .enumerate()
            .try_for_each(|(row, solidity)| {
                wanted.check()?;
                let (y, z) = (row % count[1], row / count[1]);
                for (x, solidity) in solidity.iter_mut().enumerate() {
                    *solidity = samples.solidity_at(terrain, &noise, [x, y, z]);
                }
                Ok(())
            })?;
        samples.solidity = solidity;
        Ok(samples)
    }

    /// Index distance between neighbours along each axis.
    pub(crate) fn strides(&self) -> [usize; 3] {
        [1, self.count[0], self.count[0] * self.count[1]]
    }

    /// Half extents of all cubes together, in metres.
    pub(crate) fn half_size(&self) -> Vec3 {
        Vec3::from_fn(|axis, _| self.place(axis, self.last(axis) as f64))
    }

    /// Converts a coordinate in cubes to metres.
    pub(crate) fn place(&self, axis: usize, cubes: f64) -> f32 {
        ((cubes - 0.5 * self.last(axis) as f64) * self.cube) as f32
    }

    fn last(&self, axis: usize) -> usize {
        self.count[axis] - 1
    }

    fn solidity_at(&self, terrain: &Terrain, noise: &OctaveNoise, at: [usize; 3]) -> f32 {
        let layers = |axis: usize| at[axis].min(self.last(axis) - at[axis]);
        let layer = layers(0).min(layers(1)).min(layers(2)) as u32;
        let (forced_layers, forced) = match terrain.form {
            TerrainForm::Rocks => (FREE_LAYERS, -FORCED),
            TerrainForm::Cave => (SOLID_LAYERS, FORCED),
        };
        if layer < forced_layers {
            return forced;
        }
        let place = [0, 1, 2].map(|axis| f64::from(self.place(axis, at[axis] as f64)));
        let depth = f64::from(layer) * self.cube;
        let outside = if terrain.margin > 0.0 {
            (1.0 - depth / f64::from(terrain.margin)).max(0.0)
        } else {
            0.0
        };
        let value = 0.5 * (noise.at(place) + 1.0) - f64::from(terrain.threshold);
        (value + outside * outside * f64::from(forced)) as f32
    }
}

/// Octaves of Perlin noise. The implementation only adds, multiplies and rounds towards zero, so it
/// gives the same bits on every platform.
struct OctaveNoise {
    perlin: Perlin,
    scale: f64,
    octaves: u32,
}

impl OctaveNoise {
    fn new(terrain: &Terrain) -> Self {
        Self {
            perlin: Perlin::new(terrain.seed),
            scale: f64::from(terrain.scale),
            octaves: terrain.octaves,
        }
    }

    fn at(&self, place: [f64; 3]) -> f64 {
        let (mut sum, mut strength, mut scale) = (0.0, 1.0, self.scale);
        for _ in 0..self.octaves {
            sum += strength * self.perlin.get(place.map(|x| x / scale));
            strength *= 0.5;
            scale *= 0.5;
        }
        sum
    }
}

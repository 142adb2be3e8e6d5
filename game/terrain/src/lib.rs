//! Closed rock and cave surfaces from Perlin noise by marching cubes.
//!
//! [`Terrain`] holds the settings; [`Terrain::triangles`] makes the surface as plain triangles. The
//! crate knows neither an engine nor the simulation: demo scenes, tests and benchmarks share it.
//!
//! ```
//! use flock_terrain::{Terrain, Vec3};
//!
//! let cave = Terrain { size: Vec3::new(16.0, 8.0, 16.0), ..Terrain::default() };
//! let triangles = cave.triangles()?;
//! // The last twelve are the outside of the block.
//! assert!(triangles.len() > 12);
//! # Ok::<(), flock_terrain::TerrainError>(())
//! ```
//!
//! # Stages
//!
//! 1. `samples`: solidity at the corners of the cubes, from several octaves of noise.
//! 2. `pieces`: a flood fill that keeps the largest hollow or rock.
//! 3. `marching_cubes`: the surface; `polygons` derives the table of its 256 cases.
//! 4. `slivers`: edge collapses that merge thin triangles away.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod error;
mod marching_cubes;
mod mesh;
mod pieces;
mod polygons;
mod samples;
mod slivers;
mod wanted;

pub use error::{OutOfRange, TerrainError};

use error::RangeCheck;
use samples::Samples;
use serde::{Deserialize, Serialize};
use wanted::{GivenUp, Wanted};

/// A vector of three numbers, as in the Fyrox engine.
pub type Vec3 = nalgebra::Vector3<f32>;

/// Largest number of cubes; they take about 300 MB of memory while the surface is made.
const MOST_CUBES: f64 = 32e6;

/// Largest number of triangles that marching cubes may make, before slivers are merged.
const MOST_TRIANGLES: usize = 3_000_000;

/// Range of lengths, in metres.
const LENGTHS: [f32; 2] = [0.01, 10_000.0];

/// Rocks, or a block of rock with hollows in it.
///
/// A point is solid where (noise(point / scale) + 1) / 2 exceeds the threshold. The vertices lie on
/// that surface, interpolated linearly between neighbouring samples; slivers, which marching cubes
/// leave in plenty, are merged away. The surface is closed: each edge belongs to exactly two
/// triangles. Triangles face out of the rock. The same settings give the same bits on every
/// platform.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// Rocks or a cave. Default: a cave.
    pub form: TerrainForm,
    /// Width, height and depth in metres around the origin, rounded up to whole cubes. 0.01 to
    /// 10,000, and at most 32,000,000 cubes in all; default (24, 12, 24).
    pub size: Vec3,
    /// Width of the cubes, in metres. 0.01 to 100, and so large that the surface has at most 3,000,000
    /// triangles; default 0.5.
    pub cube: f32,
    /// Width of the cells of the noise, in metres: about the size of the hollows and rocks. 0.01 to
    /// 10,000; default 8.
    pub scale: f32,
    /// Number of octaves of noise, each half as strong and half as large as the one before; 1 makes
    /// smooth rock. 1 to 8; default 1.
    pub octaves: u32,
    /// Value of the noise above which there is rock: the higher, the less rock. 0 to 1; default
    /// 0.5.
    pub threshold: f32,
    /// Width, in metres, of the zone along the outside in which hollows close gradually, or rocks
    /// end. With 0 they are cut off. 0 to 10,000; default 2.
    pub margin: f32,
    /// Keeps only the largest hollow, without rocks that float in it, or only the largest rock,
    /// without hollows. Default: on.
    pub largest_only: bool,
    /// Seed of the noise. Default 1.
    pub seed: u32,
}

/// The side of the surface that is solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TerrainForm {
    /// Rocks in free space. The outermost samples are free, so every rock is closed.
    Rocks,
    /// A box of rock with hollows inside. The rock around them is at least one cube thick. The
    /// outside of the box is part of the surface, since it tells the hollows from the inside of
    /// rocks.
    #[default]
    Cave,
}

impl Default for Terrain {
    fn default() -> Self {
        Self {
            form: TerrainForm::default(),
            size: Vec3::new(24.0, 12.0, 24.0),
            cube: 0.5,
            scale: 8.0,
            octaves: 1,
            threshold: 0.5,
            margin: 2.0,
            largest_only: true,
            seed: 1,
        }
    }
}

impl Terrain {
    /// The surface in metres, counter-clockwise as seen from the free side. Empty if nothing is
    /// solid; the bare box if a cave has no hollow.
    ///
    /// Takes about a second for ten million cubes on two threads, and 8 bytes of memory for each.
    ///
    /// # Errors
    /// Names every value that is out of range, as [`Terrain::validate`] does; and `cube` if the surface
    /// would have more than 3,000,000 triangles before slivers are merged, which are counted before any
    /// is made.
    pub fn triangles(&self) -> Result<Vec<[Vec3; 3]>, TerrainError> {
        let all = self.triangles_while(|| true)?;
        Ok(all.unwrap_or_default())
    }

    /// As [`Terrain::triangles`]; gives up, with `None`, soon after `is_wanted` says false. It is asked
    /// often, by several threads.
    ///
    /// # Errors
    /// As [`Terrain::triangles`].
    ///
    /// ```
    /// let cave = flock_terrain::Terrain::default();
    /// assert_eq!(cave.triangles_while(|| false)?, None);
    /// # Ok::<(), flock_terrain::TerrainError>(())
    /// ```
    pub fn triangles_while(
        &self,
        is_wanted: impl Fn() -> bool + Sync,
    ) -> Result<Option<Vec<[Vec3; 3]>>, TerrainError> {
        self.validate()?;
        match self.build(Wanted::new(&is_wanted)) {
            Ok(built) => built.map(Some),
            Err(GivenUp) => Ok(None),
        }
    }

    fn build(&self, wanted: Wanted) -> Result<Result<Vec<[Vec3; 3]>, TerrainError>, GivenUp> {
        let mut samples = Samples::new(self, wanted)?;
        if self.largest_only {
            pieces::keep_largest(&mut samples, self.form, wanted)?;
        }
        let count = marching_cubes::count(&samples, wanted)?;
        if let Err(error) = self.validate_number_of_triangles(count) {
            return Ok(Err(error));
        }
        let mut mesh = marching_cubes::surface(&samples, wanted)?;
        slivers::merge(&mut mesh, wanted)?;
        let mut triangles = mesh.triangles();
        if self.form == TerrainForm::Cave {
            triangles.extend(mesh::cuboid(samples.half_size()));
        }
        Ok(Ok(triangles))
    }

    /// Checks every value.
    ///
    /// # Errors
    /// Names every field that is out of range, with its value and the allowed range.
    ///
    /// ```
    /// let terrain = flock_terrain::Terrain { cube: 0.0, ..Default::default() };
    /// let error = terrain.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "terrain.cube is 0; allowed: 0.01 to 100 m");
    /// ```
    pub fn validate(&self) -> Result<(), TerrainError> {
        let mut check = RangeCheck::default();
        for (axis, field) in ["size.x", "size.y", "size.z"].into_iter().enumerate() {
            check.range(field, self.size[axis], LENGTHS, "m");
        }
        check.range("cube", self.cube, [0.01, 100.0], "m");
        check.range("scale", self.scale, LENGTHS, "m");
        check.range("octaves", self.octaves, [1, 8], "");
        check.range("threshold", self.threshold, [0.0, 1.0], "");
        check.range("margin", self.margin, [0.0, 10_000.0], "m");
        check.finish()?;
        self.validate_number_of_cubes()
    }

    fn validate_number_of_cubes(&self) -> Result<(), TerrainError> {
        let mut check = RangeCheck::default();
        let cubes: f64 = self.cubes().iter().map(|count| f64::from(*count)).product();
        if cubes > MOST_CUBES {
            let allowed = format!(
                "so large that size makes no more than {MOST_CUBES} cubes; it makes {cubes}"
            );
            check.refuse("cube", self.cube, &allowed);
        }
        check.finish()
    }

    fn validate_number_of_triangles(&self, triangles: usize) -> Result<(), TerrainError> {
        let mut check = RangeCheck::default();
        if triangles > MOST_TRIANGLES {
            let allowed = format!(
                "so large that the surface has no more than {MOST_TRIANGLES} triangles; it has {triangles}, and fewer \
                 with a larger scale too"
            );
            check.refuse("cube", self.cube, &allowed);
        }
        check.finish()
    }

    /// Number of cubes along each axis.
    fn cubes(&self) -> [u32; 3] {
        // In single precision, so that 24 m are 2400 cubes of 0.01 m.
        [0, 1, 2].map(|axis| (self.size[axis] / self.cube).ceil() as u32)
    }
}

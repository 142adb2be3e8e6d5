//! Rocks and caves made of noise, as geometry for games, tests and measurements.

mod marching_cubes;
mod mesh;
mod pieces;
mod polygons;
mod samples;
mod slivers;

use crate::{shapes, validate::Check, SettingsError, Vec3};
use samples::Samples;
use serde::{Deserialize, Serialize};

/// Most cubes of a terrain: as many take about 300 MB of memory while it is made.
const MOST_CUBES: f64 = 32e6;

/// Rocks, or a block of rock with hollows in it, made of Perlin noise by marching cubes.
///
/// A place is solid where (noise(place / scale) + 1) / 2 exceeds the threshold. The corners of the triangles lie on that
/// surface, as straight lines between neighbouring samples cross it; slivers, which marching cubes leave in plenty, are
/// merged away. The surface is closed, its triangles face out of the rock, each edge belongs to exactly two of them, and the
/// same settings give the same bits on every platform.
///
/// ```
/// use flock_sim::{Geometry, Terrain, Vec3};
///
/// let cave = Terrain { size: Vec3::new(16.0, 8.0, 16.0), ..Terrain::default() };
/// let (geometry, report) = Geometry::new(&cave.triangles()?);
/// assert_eq!(report.dropped(), 0);
/// // Nothing has room in the rock under the outside of the block.
/// assert!(!geometry.is_clear(Vec3::new(7.9, 0.0, 0.0), 0.05));
/// # Ok::<(), flock_sim::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// What is rock and what is free. Default: a cave.
    pub form: TerrainForm,
    /// Width, height and depth in metres, rounded up to whole cubes, around the origin. 0.01 to 10,000, and no more than
    /// 32,000,000 cubes in all; default (24, 12, 24).
    pub size: Vec3,
    /// Width of the cubes, in metres. 0.01 to 100; default 0.5.
    pub cube: f32,
    /// Size of the hollows and rocks: the width, in metres, of the cells of the noise. 0.01 to 10,000; default 8.
    pub scale: f32,
    /// How many noises are added up, each half as strong and half as large as the one before; 1 makes smooth rock. 1 to 8;
    /// default 1.
    pub octaves: u32,
    /// Value of the noise above which there is rock: the higher, the less rock. 0 to 1; default 0.5.
    pub threshold: f32,
    /// Width, in metres, of the zone along the outside in which hollows close gradually, or rocks end. With 0 they are cut
    /// off. 0 to 10,000; default 2.
    pub margin: f32,
    /// Whether only the largest hollow is kept, without rocks that float in it; or only the largest rock, without hollows.
    /// Default: on.
    pub largest_only: bool,
    /// Seed of the noise. Default 1.
    pub seed: u32,
}

/// What is rock and what is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TerrainForm {
    /// Rocks in free space. The outermost samples are free, so that every rock is closed.
    Rocks,
    /// A box of rock with hollows, all of them within it: there is rock at least as thick as a cube around them. The surface of
    /// the box is part of the geometry, since it tells the hollows from the inside of rocks.
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
    /// The surface in metres, counter-clockwise as seen from where it is free. Empty if nothing is solid; the bare box if no
    /// hollow is in it.
    ///
    /// Takes about a second for ten million cubes on two threads, and 8 bytes of memory for each.
    ///
    /// # Errors
    /// Names every value that is out of range, as `terrain.cube` and so on.
    pub fn triangles(&self) -> Result<Vec<[Vec3; 3]>, SettingsError> {
        self.validate()?;
        let mut samples = Samples::new(self);
        if self.largest_only {
            pieces::keep_largest(&mut samples, self.form);
        }
        let mut mesh = marching_cubes::surface(&samples);
        slivers::merge(&mut mesh);
        let mut triangles = mesh.triangles();
        if self.form == TerrainForm::Cave {
            triangles.extend(shapes::cuboid(samples.half_size()));
        }
        Ok(triangles)
    }

    /// Checks every value.
    ///
    /// # Errors
    /// Names every field that is out of range, with its value and the allowed range.
    ///
    /// ```
    /// let terrain = flock_sim::Terrain { cube: 0.0, ..Default::default() };
    /// let error = terrain.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "terrain.cube is 0; allowed: 0.01 to 100 m");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        for (axis, name) in ["x", "y", "z"].iter().enumerate() {
            let field = format!("terrain.size.{name}");
            check.range(&field, self.size[axis], 0.01, 10_000.0, "m");
        }
        check.range("terrain.cube", self.cube, 0.01, 100.0, "m");
        check.range("terrain.scale", self.scale, 0.01, 10_000.0, "m");
        check.count("terrain.octaves", self.octaves, 1, 8);
        check.range("terrain.threshold", self.threshold, 0.0, 1.0, "");
        check.range("terrain.margin", self.margin, 0.0, 10_000.0, "m");
        check.finish()?;
        self.validate_number_of_cubes()
    }

    fn validate_number_of_cubes(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        let cubes: f64 = self.cubes().iter().map(|count| f64::from(*count)).product();
        if cubes > MOST_CUBES {
            let allowed = format!(
                "so large that size makes no more than {MOST_CUBES} cubes; it makes {cubes}"
            );
            check.refuse("terrain.cube", self.cube, allowed);
        }
        check.finish()
    }

    /// Number of cubes along each axis.
    fn cubes(&self) -> [u32; 3] {
        // In single precision, so that 24 m are 2400 cubes of 0.01 m.
        [0, 1, 2].map(|axis| (self.size[axis] / self.cube).ceil() as u32)
    }
}

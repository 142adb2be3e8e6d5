//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// Shows bodies on circles over a plane, without a simulation, and measures what drawing them costs.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// How many bodies.
    #[arg(long, default_value_t = 20_000)]
    pub boids: usize,
    /// What a body is.
    #[arg(long, value_enum, default_value_t = BodyKind::Fish)]
    pub body: BodyKind,
    /// A rigged model that is drawn in place of it, and plays its first animation.
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Draw the bodies as mesh nodes that share one surface, for comparison. Fish become spheres.
    #[arg(long)]
    pub meshes: bool,
    /// Which lights there are.
    #[arg(long, value_enum, default_value_t = Light::All)]
    pub light: Light,
    /// Factor of the size at which a body counts when its level of detail is chosen; 100 draws all at the finest level.
    #[arg(long, default_value_t = 1.0)]
    pub quality: f32,
    /// Draw the bodies so far from the camera, in metres, on circles of a tenth of that.
    #[arg(long)]
    pub far: Option<f32>,
    /// Draw the bodies in the aquarium's size, 8 x 3 x 5 m, from its camera.
    #[arg(long)]
    pub tank: bool,
    /// Few bodies, near the camera.
    #[arg(long)]
    pub close: bool,
    /// The bodies stay where they are: two pictures can be compared.
    #[arg(long)]
    pub still: bool,
    /// Use the engine's low quality settings.
    #[arg(long)]
    pub low: bool,
    /// Width and height of the window in pixels.
    #[arg(long, num_args = 2, default_values_t = [640, 360])]
    pub size: Vec<u32>,
    /// Draw the bodies where they are with levels of detail, at the quality, and without; print what both take and how much
    /// the pictures differ, and end.
    #[arg(long)]
    pub compare: bool,
    /// With --compare: write the two pictures as PREFIX-levels.ppm and PREFIX-finest.ppm.
    #[arg(long, value_name = "PREFIX", requires = "compare")]
    pub pictures: Option<PathBuf>,
    /// Print draw calls and the mean time of so many frames, after some to warm up, and end.
    #[arg(long)]
    pub frames: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BodyKind {
    /// The built-in fish.
    Fish,
    Sardine,
    Shark,
    Starling,
    Crow,
    Butterfly,
    /// 160 triangles.
    Sphere,
    /// A transparent sphere.
    Glass,
    /// 12 triangles, for measuring draw calls where triangles are slow, as in software OpenGL.
    Box,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Light {
    All,
    Directional,
    Spot,
    Point,
}

impl Options {
    pub fn has_light(&self, light: Light) -> bool {
        self.light == Light::All || self.light == light
    }
}

//! The command line.

use clap::{Parser, ValueEnum};
use serde::Serialize;
use std::{fmt, path::PathBuf};

/// Shows bodies on circles over a plane, without a simulation, and measures the drawing cost.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// Number of bodies.
    #[arg(long, default_value_t = 20_000)]
    pub boids: usize,
    /// Kind of body.
    #[arg(long, value_enum, default_value_t = BodyKind::Fish)]
    pub body: BodyKind,
    /// A rigged model that is drawn instead of the body, and plays its first animation.
    #[arg(long)]
    pub model: Option<PathBuf>,
    /// Draw the bodies as mesh nodes that share one surface, for comparison. Fish become spheres.
    #[arg(long)]
    pub meshes: bool,
    /// Lights of the scene.
    #[arg(long, value_enum, default_value_t = Light::All)]
    pub light: Light,
    /// Factor of the size on screen for the choice of the level of detail; 100 draws all bodies at
    /// the finest level.
    #[arg(long, default_value_t = 1.0)]
    pub quality: f32,
    /// Draw the bodies at this distance from the camera, in metres, on circles of a tenth of it.
    #[arg(long)]
    pub far: Option<f32>,
    /// Draw the bodies in the aquarium's size, 8 x 3 x 5 m, from its camera.
    #[arg(long)]
    pub tank: bool,
    /// Few bodies, near the camera.
    #[arg(long)]
    pub close: bool,
    /// The bodies do not move, so that two pictures can be compared.
    #[arg(long)]
    pub still: bool,
    /// Use the engine's low quality settings.
    #[arg(long)]
    pub low: bool,
    /// Width and height of the window in pixels.
    #[arg(long, num_args = 2, default_values_t = [640, 360])]
    pub size: Vec<u32>,
    /// Draw one frame with levels of detail, at the quality, and one without; print the cost of
    /// both and the difference of the pictures, and exit.
    #[arg(long)]
    pub compare: bool,
    /// With --compare: write the two pictures as PREFIX-levels.ppm and PREFIX-finest.ppm.
    #[arg(long, value_name = "PREFIX", requires = "compare")]
    pub pictures: Option<PathBuf>,
    /// Print the figures of --frames or --compare as one line of JSON.
    #[arg(long)]
    pub json: bool,
    /// Draw the flocks of the handbook's page of figures, and write its tables; needs a screen of
    /// 1920 x 1080 pixels.
    #[arg(long)]
    pub report: bool,
    /// Print draw calls and the mean time of this number of frames, after some to warm up, and
    /// exit.
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
    Gull,
    Butterfly,
    /// 160 triangles.
    Sphere,
    /// A transparent sphere.
    Glass,
    /// 12 triangles, for measuring draw calls when triangles are slow, as in software OpenGL.
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
    /// Prints figures, as JSON if that is asked for.
    pub fn print(&self, figures: &(impl fmt::Display + Serialize)) {
        match serde_json::to_string(figures) {
            Ok(line) if self.json => println!("{line}"),
            _ => println!("{figures}"),
        }
    }

    pub fn has_light(&self, light: Light) -> bool {
        self.light == Light::All || self.light == light
    }
}

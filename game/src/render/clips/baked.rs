//! Baked animations of a model, an asset of a project.

use super::packing::interpolate;
use crate::render::instance_texture::make_float_texture;
use flock_sim::files;
use fyrox::{
    asset::{Resource, ResourceData},
    core::{algebra::Vector3, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    resource::texture::TextureResource,
};
use std::{error::Error, path::Path, sync::OnceLock};

/// Baked animation clips of a model: each clip is stored as frames with all vertices of the body,
/// which the vertex shader interpolates. The editor writes them to a file with the extension
/// `clips` beside the model. A flock with that model plays the clips of the file at once.
///
/// The file depends on the model's vertices, bones, animations and forward axis. If any of them has
/// changed, a flock bakes the clips again when it starts.
#[derive(Clone, Debug, Default, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "f2a9d3b8-6c17-4e5a-9b04-d81c3e70a625")]
#[visit(optional)]
pub struct BakedClips {
    #[visit(skip)]
    #[reflect(hidden)]
    fingerprint: u64,
    #[visit(skip)]
    #[reflect(hidden)]
    vertices: usize,
    #[visit(skip)]
    #[reflect(hidden)]
    clips: Vec<BakedClip>,
    /// One texel for each vertex of each frame of each clip, see `packing.rs`.
    #[visit(skip)]
    #[reflect(hidden)]
    texels: Vec<[f32; 4]>,
    #[visit(skip)]
    #[reflect(hidden)]
    texture: OnceLock<TextureResource>,
}

/// A shared [`BakedClips`].
pub type BakedClipsResource = Resource<BakedClips>;

/// A baked animation.
#[derive(Clone, Debug, PartialEq)]
pub struct BakedClip {
    /// Name of the animation.
    pub name: String,
    /// Length of the animation, in seconds.
    pub seconds: f32,
    /// Number of baked frames.
    pub frames: usize,
    /// Largest distance, in metres, between an interpolated vertex half-way between two frames and
    /// the vertex of the animation.
    pub error: f32,
    /// Largest distance, in metres, between the vertices at the end and at the start of the
    /// animation. A clip with a gap above 0 jumps once a beat.
    pub gap: f32,
}

impl BakedClips {
    /// Extension of the files.
    pub const EXTENSION: &str = "clips";

    pub(super) fn of(
        fingerprint: u64,
        vertices: usize,
        clips: Vec<BakedClip>,
        texels: Vec<[f32; 4]>,
    ) -> Self {
        Self {
            fingerprint,
            vertices,
            clips,
            texels,
            texture: OnceLock::new(),
        }
    }

    /// The baked animations.
    pub fn clips(&self) -> &[BakedClip] {
        &self.clips
    }

    /// Number of vertices of the body.
    pub fn vertices(&self) -> usize {
        self.vertices
    }

    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    pub(super) fn is_of(&self, fingerprint: u64, vertices: usize) -> bool {
        self.fingerprint == fingerprint && self.vertices == vertices
    }

    /// The first texel of a clip, and the number of its frames.
    pub(super) fn find(&self, name: &str) -> Option<(usize, usize)> {
        let index = self.clips.iter().position(|clip| clip.name == name)?;
        let before: usize = self.clips[..index].iter().map(|clip| clip.frames).sum();
        Some((before * self.vertices, self.clips[index].frames))
    }

    pub(super) fn texels(&self) -> &[[f32; 4]] {
        &self.texels
    }

    /// The drawn position and normal of a vertex in a clip at a phase from 0 to 1, in the frame of
    /// a body that looks along +Z. `None` if there is no such clip or vertex.
    pub fn vertex_at(
        &self,
        clip: &str,
        vertex: usize,
        phase: f32,
    ) -> Option<(Vector3<f32>, Vector3<f32>)> {
        let frames = self.find(clip).filter(|_| vertex < self.vertices)?;
        let posed = interpolate(&self.texels, frames, self.vertices, phase, vertex);
        Some((posed.position, posed.normal))
    }

    /// Largest distance of a vertex from the origin, in metres, at most 1e9.
    pub(crate) fn radius(&self) -> f32 {
        let squares = self.texels.iter().map(|[x, y, z, _]| x * x + y * y + z * z);
        squares.fold(0.0, f32::max).sqrt().min(1e9)
    }

    /// The texture, created once.
    pub(in crate::render) fn texture(&self) -> TextureResource {
        let texture = || TextureResource::new_embedded(make_float_texture(&self.texels));
        self.texture.get_or_init(texture).clone()
    }
}

impl ResourceData for BakedClips {
    fn type_uuid(&self) -> Uuid {
        <Self as TypeUuidProvider>::type_uuid()
    }

    fn save(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        Ok(files::write(path, self.to_bytes())?)
    }

    fn can_be_saved(&self) -> bool {
        true
    }

    fn try_clone_box(&self) -> Option<Box<dyn ResourceData>> {
        Some(Box::new(self.clone()))
    }
}

//! The inputs of the shader for playing clips.

use super::{
    baked::BakedClips,
    choice::{ClipBlend, ClipChoice},
    packing::interpolate,
};
use crate::render::fingerprint::Fingerprint;
use fyrox::{
    core::algebra::{Vector2, Vector3},
    material::Material,
    resource::texture::TextureResource,
};

/// The clips that a body plays.
#[derive(Clone, Debug)]
pub(in crate::render) struct PlayedClips {
    texture: TextureResource,
    vertices: usize,
    first: (usize, usize),
    second: Option<(usize, usize)>,
    blend: ClipBlend,
    /// Largest distance of a vertex from the origin, in metres at size 1.
    pub radius: f32,
    fingerprint: u64,
}

impl PlayedClips {
    /// `names`: the animations of the model. `None` if a chosen animation is not baked.
    pub fn new(baked: &BakedClips, names: &[String], choice: &ClipChoice) -> Option<Self> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let picked = choice.pick(&names).ok()?;
        let found = picked.iter().map(|name| baked.find(name));
        let mut found = found.collect::<Option<Vec<_>>>()?.into_iter();
        let first = found.next()?;
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(&baked.fingerprint().to_le_bytes());
        fingerprint.add(picked[0].as_bytes());
        fingerprint.add(&first.1.to_le_bytes());
        Some(Self {
            texture: baked.texture(),
            vertices: baked.vertices(),
            fingerprint: fingerprint.value(),
            first,
            second: found.next(),
            blend: choice.blend,
            radius: baked.radius(),
        })
    }

    /// The positions and the normals of all vertices at this number of phases of the first clip.
    pub fn phases(&self, count: usize) -> Vec<Vec<(Vector3<f32>, Vector3<f32>)>> {
        let texture = self.texture.data_ref();
        let texels: &[[f32; 4]] = texture.data_of_type().unwrap_or_default();
        let vertex = |phase: f32, vertex: usize| {
            let posed = interpolate(texels, self.first, self.vertices, phase, vertex);
            let normal = posed.normal.try_normalize(1e-20);
            (posed.position, normal.unwrap_or_else(Vector3::y))
        };
        let phases = (0..count).map(|phase| phase as f32 / count as f32);
        phases
            .map(|phase| (0..self.vertices).map(|it| vertex(phase, it)).collect())
            .collect()
    }

    /// A hash of the model, and of the first clip.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Sets the texture and the properties of the flock shader.
    pub fn apply(&self, material: &mut Material) {
        material.bind("poses", self.texture.clone());
        let group = material.try_get_or_insert_property_group("clips");
        let clip = |(start, frames): (usize, usize)| Vector2::new(start as f32, frames as f32);
        group.set_property("first", clip(self.first));
        group.set_property("second", clip(self.second.unwrap_or(self.first)));
        let blend = self.second.map_or(ClipBlend::Never, |_| self.blend);
        group.set_property("blend", blend.number());
        group.set_property("vertices", self.vertices as f32);
    }
}

//! The inputs of the shader for playing clips.

use super::{
    baked::BakedClips,
    choice::{ClipBlend, ClipChoice},
};
use fyrox::{core::algebra::Vector2, material::Material, resource::texture::TextureResource};

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
}

impl PlayedClips {
    /// `names`: the animations of the model. `None` if a chosen animation is not baked.
    pub fn new(baked: &BakedClips, names: &[String], choice: &ClipChoice) -> Option<Self> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let picked = choice.pick(&names).ok()?;
        let found = picked.iter().map(|name| baked.find(name));
        let mut found = found.collect::<Option<Vec<_>>>()?.into_iter();
        Some(Self {
            texture: baked.texture(),
            vertices: baked.vertices(),
            first: found.next()?,
            second: found.next(),
            blend: choice.blend,
            radius: baked.radius(),
        })
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

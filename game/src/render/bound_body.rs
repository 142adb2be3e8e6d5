//! A body with materials that are bound to the boids of one renderer.

use super::{drawn_body::DrawnBody, swim::Swim};
use fyrox::{material::MaterialResource, resource::texture::TextureResource};

/// A body and its materials, each of which is bound to the texture of one renderer's boids.
#[derive(Debug)]
pub(super) struct BoundBody {
    pub body: DrawnBody,
    /// One for each surface of the body.
    pub materials: Vec<MaterialResource>,
}

impl BoundBody {
    /// Copies the materials of a body and binds them to the texture.
    pub fn new(body: DrawnBody, boids: &TextureResource) -> Self {
        let materials = body.surfaces().iter().map(|surface| {
            let mut material = surface.material.clone();
            material.bind("boids", boids.clone());
            MaterialResource::new_embedded(material)
        });
        Self {
            materials: materials.collect(),
            body,
        }
    }

    /// Changes the bending of the body.
    pub fn set_swim(&self, swim: Swim) {
        for material in &self.materials {
            let (nose, length) = (self.body.nose().z, self.body.length());
            swim.apply(nose, length, &mut material.data_ref());
        }
    }

    /// Radius of the bent body, in metres: the tip of the tail moves by the whole amplitude.
    pub fn bent_radius(&self, swim: Swim) -> f32 {
        self.body.radius() + swim.amplitude * self.body.length()
    }
}

//! A body with materials that are bound to one renderer's textures.

use super::{
    body_level::BodySurface,
    drawn_body::DrawnBody,
    levels::{CoarserLevel, DrawDetail},
    material::number,
    motion::{
        params::{MotionParams, CLIPS},
        BodyMotion, Swim,
    },
    sprite::FrameClock,
    sun::Sun,
    variety::Variety,
};
use fyrox::{material::MaterialResource, resource::texture::TextureResource};

/// A body and its materials, which are bound to the boid textures of one renderer.
#[derive(Debug)]
pub(super) struct BoundBody {
    pub body: DrawnBody,
    /// Materials of the surfaces, for each level of detail.
    pub materials: Vec<Vec<MaterialResource>>,
    /// Fractions of the picture's height at which the drawn level changes.
    pub edges: Vec<f32>,
    motion: MotionParams,
    reach: Reach,
    needs_motions: bool,
    /// True if light may shine through a surface.
    is_translucent: bool,
}

/// The motion of the bodies and the differences between them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Manner {
    pub swim: Swim,
    pub motion: BodyMotion,
    pub variety: Variety,
    pub detail: DrawDetail,
    /// Height of a standing boid over the ground, in metres.
    pub stand: f32,
}

/// How far a moving body extends from the position of its boid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Reach {
    /// Distance from the boid's position at size 1, in metres.
    pub radius: f32,
    /// An additional distance that does not depend on the size, in metres.
    pub margin: f32,
}

impl BoundBody {
    /// Copies the materials of a body and binds them to the textures.
    pub fn new(body: DrawnBody, boids: &TextureResource, motions: &TextureResource) -> Self {
        let bind = |surface: &BodySurface| {
            let mut material = surface.material.clone();
            material.bind("boids", boids.clone());
            material.bind("motions", motions.clone());
            if let Some(clips) = body.clips() {
                clips.apply(&mut material);
            }
            MaterialResource::new_embedded(material)
        };
        let levels = body.levels().iter();
        let materials = levels.map(|level| level.surfaces.iter().map(bind).collect());
        let is_translucent = |surface: &BodySurface| {
            number(&surface.material, "translucency").is_some_and(|share| share > 0.0)
        };
        let is_translucent = body.levels().surfaces().any(is_translucent);
        Self {
            materials: materials.collect(),
            edges: Vec::new(),
            reach: Reach {
                radius: body.radius(),
                margin: 0.0,
            },
            body,
            motion: MotionParams::default(),
            needs_motions: false,
            is_translucent,
        }
    }

    /// Sets the motion of the bodies and the differences between them.
    pub fn set_manner(&mut self, manner: &Manner) {
        let (body, patterns) = (&self.body, self.body.patterns());
        self.motion = manner
            .motion
            .params(body.motion(), body.anatomy(), manner.stand);
        if body.clips().is_some() {
            self.motion.kind = CLIPS;
        }
        let is_varied = manner.variety.is_varied(patterns);
        let has_frames = body.sprite().is_some_and(FrameClock::runs);
        self.needs_motions = self.motion.needs_motions() || is_varied || has_frames;
        // The tip of the tail moves by the full amplitude.
        let (beyond, margin) = if body.sprite().is_some() {
            (0.0, 0.0)
        } else if self.motion.needs_motions() {
            (self.motion.reach(), self.motion.lowering())
        } else {
            (manner.swim.amplitude * body.length(), 0.0)
        };
        self.reach = Reach {
            radius: body.radius() + beyond,
            margin,
        };
        let coarser = body.coarser_levels(manner.motion.kind, manner.variety.rows);
        self.edges = manner.detail.edges(&coarser);
        let drawn = self.materials.iter().take(self.edges.len() + 1);
        for (level, materials) in drawn.enumerate() {
            // The pictures of an impostor have the patterns of the body's own texture.
            let is_impostor = level > 0 && coarser[level - 1] == CoarserLevel::Impostor;
            let rows = if is_impostor { 0 } else { manner.variety.rows };
            let variety = Variety {
                rows,
                ..manner.variety
            };
            for material in materials {
                let mut material = material.data_ref();
                manner
                    .swim
                    .apply(body.nose().z, body.length(), &mut material);
                self.motion.apply(&mut material);
                variety.apply(patterns, &mut material);
                manner
                    .detail
                    .apply(level, &self.edges, body.radius(), &mut material);
                let group = material.try_get_or_insert_property_group("motion");
                group.set_property("tracks", f32::from(u8::from(self.needs_motions)));
            }
        }
    }

    /// Sets the time of the sprite's frames, in seconds.
    pub fn set_time(&self, time: f64) {
        if let Some(frames) = self.body.sprite().filter(|frames| frames.runs()) {
            for material in self.materials.iter().flatten() {
                frames.apply(time, &mut material.data_ref());
            }
        }
    }

    /// Sets the light that shines through the surfaces.
    pub fn set_sun(&self, sun: &Sun) {
        if self.is_translucent {
            for material in self.materials.iter().flatten() {
                sun.apply(&mut material.data_ref());
            }
        }
    }

    /// True if the shader needs the motions and the numbers of the boids.
    pub fn needs_motions(&self) -> bool {
        self.needs_motions
    }

    /// The reach of the moving body.
    pub fn reach(&self) -> Reach {
        self.reach
    }
}

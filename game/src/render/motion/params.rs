//! The numbers of a motion, in the form that the shader uses.

use fyrox::{core::algebra::Vector2, material::Material};

/// Numbers of the kinds of motion in the shader.
pub(crate) const SWIM: f32 = 0.0;
pub(crate) const FISH: f32 = 1.0;
pub(crate) const BIRD: f32 = 2.0;
pub(crate) const BUTTERFLY: f32 = 3.0;
pub(crate) const INSECT: f32 = 4.0;
pub(crate) const CLIPS: f32 = 5.0;

/// The properties of the shader's group `motion`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct MotionParams {
    pub kind: f32,
    /// Position of the nose on the long axis, and length of the body behind it, in metres.
    pub nose: f32,
    pub length: f32,
    /// Distances of a shoulder and of a wing tip from the middle, in metres.
    pub shoulder: f32,
    pub half_span: f32,
    /// Fish: amplitude of the sway as a fraction of the length, of yaw and twist in radians, and of
    /// the tip of the tail as a fraction of the length.
    pub side: f32,
    pub yaw: f32,
    pub twist: f32,
    pub wave: f32,
    /// Fish: start and end of the part in which the wave grows, as fractions of the length; and
    /// number of waves on the body, in `waves`.
    pub mask: [f32; 2],
    pub waves: f32,
    /// Fish: bend into a turn, as a fraction of the length per rad/s.
    pub agility: f32,
    /// Wings: amplitude of the stroke in radians, amount of gliding, and of folding in a dive.
    pub stroke: f32,
    pub glide: f32,
    pub dive: f32,
    /// Legs: heights of the hip and of the sole of a foot above the origin, in metres.
    pub hip: f32,
    pub sole: f32,
    /// Height of the origin over the ground while the body stands, in metres.
    pub stand: f32,
}

impl MotionParams {
    /// True if the shader needs the motions of the boids.
    pub(in crate::render) fn needs_motions(&self) -> bool {
        self.kind != SWIM
    }

    /// How far a moving body extends beyond the still one, in metres at size 1.
    pub(in crate::render) fn reach(&self) -> f32 {
        if self.kind == FISH {
            let amplitude = self.side + self.wave + 0.65 * self.yaw;
            return self.length * (1.7 * amplitude + 0.35 * 0.36);
        }
        if self.kind == CLIPS {
            // The lift of a standing body; its radius includes the clips themselves.
            return self.sole.abs();
        }
        if self.kind == BIRD {
            return self.length + 0.05 * self.half_span;
        }
        0.2 * self.half_span + 0.3 * (self.hip - self.sole).max(0.0)
    }

    /// An addition to the reach that does not depend on the size, in metres: the position of a
    /// standing boid is a sphere's radius above the ground, and its body is lowered to the ground.
    pub(in crate::render) fn lowering(&self) -> f32 {
        match self.kind {
            SWIM | FISH => 0.0,
            _ => self.stand,
        }
    }

    /// Sets the properties of the flock shader.
    pub(in crate::render) fn apply(&self, material: &mut Material) {
        let group = material.try_get_or_insert_property_group("motion");
        for (name, value) in [
            ("kind", self.kind),
            ("nose", self.nose),
            ("bodyLength", self.length),
            ("shoulder", self.shoulder),
            ("halfSpan", self.half_span),
            ("side", self.side),
            ("yaw", self.yaw),
            ("twist", self.twist),
            ("wave", self.wave),
            ("waves", self.waves),
            ("agility", self.agility),
            ("stroke", self.stroke),
            ("glide", self.glide),
            ("dive", self.dive),
            ("hip", self.hip),
            ("sole", self.sole),
            ("stand", self.stand),
        ] {
            group.set_property(name, value);
        }
        group.set_property("mask", Vector2::from(self.mask));
    }
}

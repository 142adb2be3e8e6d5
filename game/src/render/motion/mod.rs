//! The motion of fins, wings and legs: the kinds of motion, and their numbers for a body.

pub(super) mod deform;
pub(super) mod params;
mod swim;

use super::anatomy::Anatomy;
use crate::declare::*;
use params::{MotionParams, BIRD, BUTTERFLY, FISH, INSECT, SWIM};
pub use swim::{Swim, SwimAxis};

group! {
    /// The motion of a body. The vertex shader computes it from the state of the boid in the
    /// simulation: the phase of its beat, its turn rate, its effort, and whether it lands, stands,
    /// takes off or is dead.
    ///
    /// The factors scale the natural motion of the kind; 1 is natural. The inspector hides the
    /// fields that have no effect on the kind.
    #[derive(Copy)]
    pub struct BodyMotion("5e1b7f0a-3c64-4d1f-9b0e-7a52c8d4e613") {
        /// Kind of motion. Default: the motion of the built-in body, or that of the group `swim`
        /// for the simple fish and for a model.
        pub kind: MotionKind = MotionKind::OfBody;
        /// Factor of all amplitudes. 0 to 3, default 1.
        pub strength: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Fish: factor of the sway of the whole body. 0 to 3, default 1.
        pub side: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Fish: factor of the side-to-side turning of the head. 0 to 3, default 1.
        pub yaw: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Fish: factor of the twist towards the tail. 0 to 3, default 1.
        pub twist: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Fish: factor of the wave that runs towards the tail. 0 to 3, default 1.
        pub wave: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Fish: factor of the length of the stiff part behind the nose; the wave grows behind it.
        /// 0 to 3, default 1.
        pub stiffness: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Fish: factor of the bend into turns. 0 to 3, default 1.
        pub agility: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Birds and butterflies: factor of gliding in descent. 0: never glides. 0 to 3, default 1.
        pub glide: f32 = 1.0, 0.0..=3.0, step 0.1;
        /// Birds: factor of how far the wings fold in a dive. 0 to 3, default 1.
        pub dive: f32 = 1.0, 0.0..=3.0, step 0.1;
    }
}

choice! {
    /// The kinds of motion.
    pub enum MotionKind("0d2a94c7-81f5-4f0b-a6d3-2c9be57f1840") {
        /// The motion of the built-in body; that of the group `swim` for the simple fish and for a
        /// model.
        #[default]
        OfBody,
        /// The wave that the group `swim` describes.
        Swim,
        /// A fish: sway, yaw and twist, and a wave that grows towards the tail, stronger with more
        /// effort; it bends into turns. Dead, it floats belly up.
        Fish,
        /// A shark: a slow wave of the rear half.
        Shark,
        /// A bird: flaps, glides in descent, folds its wings in a dive, and stands with folded
        /// wings.
        Bird,
        /// A butterfly: wide and uneven strokes; the wings are closed while it stands.
        Butterfly,
        /// A gnat or a bee: quivering wings, whose blur is part of the body's mesh.
        Insect,
    }
}

impl BodyMotion {
    /// The natural motion of a kind.
    pub fn new(kind: MotionKind) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }

    /// True if the field with this name has no effect on this kind.
    pub(crate) fn has_no_effect(&self, field: &str) -> bool {
        let is_any = |kinds: &[MotionKind]| kinds.contains(&self.kind);
        let is_of_body = self.kind == MotionKind::OfBody;
        match field {
            "kind" => false,
            "strength" => self.kind == MotionKind::Swim,
            "glide" => !is_of_body && !is_any(&[MotionKind::Bird, MotionKind::Butterfly]),
            "dive" => !is_of_body && self.kind != MotionKind::Bird,
            _ => !is_of_body && !is_any(&[MotionKind::Fish, MotionKind::Shark]),
        }
    }

    /// The numbers of the shader, for a body with the built-in motion `of_body`. `stand`: the
    /// height of a standing boid over the ground, in metres.
    pub(super) fn params(self, of_body: MotionKind, anatomy: &Anatomy, stand: f32) -> MotionParams {
        let it = self.clamped();
        let own = own_motion(if it.kind == MotionKind::OfBody {
            of_body
        } else {
            it.kind
        });
        MotionParams {
            nose: anatomy.nose,
            length: anatomy.length,
            shoulder: anatomy.shoulder,
            half_span: anatomy.half_span,
            hip: anatomy.hip,
            sole: anatomy.sole,
            stand,
            side: own.side * it.side * it.strength,
            yaw: own.yaw * it.yaw * it.strength,
            twist: own.twist * it.twist * it.strength,
            wave: own.wave * it.wave * it.strength,
            mask: [(own.mask[0] * it.stiffness).min(0.9), own.mask[1]],
            agility: own.agility * it.agility,
            stroke: own.stroke * it.strength.min(1.5),
            glide: (own.glide * it.glide).min(1.0),
            dive: (own.dive * it.dive).min(1.0),
            ..own
        }
    }
}

/// The natural motion of a kind. The fractions of the fish are those of carangiform swimmers: the
/// tail swings a tenth of the length to each side, and there is about one wave on the body
/// (Videler, Fish Swimming, 1993).
fn own_motion(kind: MotionKind) -> MotionParams {
    let fish = MotionParams {
        kind: FISH,
        side: 0.008,
        yaw: 0.05,
        twist: 0.1,
        wave: 0.1,
        mask: [0.2, 1.0],
        waves: 0.9,
        agility: 0.08,
        ..MotionParams::default()
    };
    match kind {
        MotionKind::OfBody | MotionKind::Swim => MotionParams {
            kind: SWIM,
            mask: [0.0, 1.0],
            ..MotionParams::default()
        },
        MotionKind::Fish => fish,
        MotionKind::Shark => MotionParams {
            side: 0.004,
            yaw: 0.035,
            twist: 0.02,
            mask: [0.3, 1.0],
            agility: 0.18,
            ..fish
        },
        MotionKind::Bird => MotionParams {
            kind: BIRD,
            mask: [0.0, 1.0],
            stroke: 0.7,
            glide: 0.85,
            dive: 0.75,
            ..MotionParams::default()
        },
        MotionKind::Butterfly => MotionParams {
            kind: BUTTERFLY,
            mask: [0.0, 1.0],
            stroke: 1.15,
            glide: 0.4,
            ..MotionParams::default()
        },
        MotionKind::Insect => MotionParams {
            kind: INSECT,
            mask: [0.0, 1.0],
            stroke: 0.2,
            ..MotionParams::default()
        },
    }
}

#[cfg(test)]
mod tests;

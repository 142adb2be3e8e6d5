//! How a renderer's bodies move, differ and how finely they are drawn.

use super::{
    bound_body::Manner,
    flock_renderer::FlockRenderer,
    levels::DrawDetail,
    motion::{BodyMotion, Swim},
    variety::Variety,
};
use crate::declare::Clamped;

impl FlockRenderer {
    /// Changes the bending of the bodies. Values out of range are clamped.
    pub fn set_swim(&mut self, swim: Swim) {
        let swim = swim.clamped();
        self.set_manner(Manner {
            swim,
            ..self.manner
        });
    }

    /// The bending of the bodies.
    pub fn swim(&self) -> Swim {
        self.manner.swim
    }

    /// Changes how the bodies move. Values out of range are clamped. Motions other than that of [`Swim`] take
    /// what [`set_motions`](Self::set_motions) says of the boids.
    pub fn set_motion(&mut self, motion: BodyMotion) {
        let motion = motion.clamped();
        self.set_manner(Manner {
            motion,
            ..self.manner
        });
    }

    /// How the bodies move.
    pub fn motion(&self) -> BodyMotion {
        self.manner.motion
    }

    /// Changes in what the bodies differ. Values out of range are clamped.
    pub fn set_variety(&mut self, variety: Variety) {
        let variety = variety.clamped();
        self.set_manner(Manner {
            variety,
            ..self.manner
        });
    }

    /// In what the bodies differ.
    pub fn variety(&self) -> Variety {
        self.manner.variety
    }

    /// Changes how finely and how far the bodies are drawn. Values out of range are clamped.
    pub fn set_detail(&mut self, detail: DrawDetail) {
        let detail = detail.clamped();
        self.set_manner(Manner {
            detail,
            ..self.manner
        });
    }

    /// How finely and how far the bodies are drawn.
    pub fn detail(&self) -> DrawDetail {
        self.manner.detail
    }

    /// Changes the height of a boid over the ground on which it stands, in metres: the radius of its body. The feet of a
    /// standing bird are that far below it. Default: 0.
    pub fn set_stand(&mut self, stand: f32) {
        let stand = if stand.is_finite() {
            stand.max(0.0)
        } else {
            0.0
        };
        self.set_manner(Manner {
            stand,
            ..self.manner
        });
    }

    fn set_manner(&mut self, manner: Manner) {
        if manner != self.manner {
            self.manner = manner;
            self.apply_manner();
        }
    }
}

//! The motion, the differences and the level of detail of a renderer's bodies.

use super::{
    bound_body::Manner,
    flock_renderer::FlockRenderer,
    levels::DrawDetail,
    motion::{BodyMotion, Swim},
    variety::Variety,
};
use crate::declare::Clamped;

impl FlockRenderer {
    /// Sets the bending of the bodies. Values out of range are clamped.
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

    /// Sets the motion of the bodies. Values out of range are clamped. Motions other than that of
    /// [`Swim`] use the data of [`set_motions`](Self::set_motions).
    pub fn set_motion(&mut self, motion: BodyMotion) {
        let motion = motion.clamped();
        self.set_manner(Manner {
            motion,
            ..self.manner
        });
    }

    /// The motion of the bodies.
    pub fn motion(&self) -> BodyMotion {
        self.manner.motion
    }

    /// Sets the differences between the bodies. Values out of range are clamped.
    pub fn set_variety(&mut self, variety: Variety) {
        let variety = variety.clamped();
        self.set_manner(Manner {
            variety,
            ..self.manner
        });
    }

    /// The differences between the bodies.
    pub fn variety(&self) -> Variety {
        self.manner.variety
    }

    /// Sets the level of detail and the draw distance of the bodies. Values out of range are
    /// clamped.
    pub fn set_detail(&mut self, detail: DrawDetail) {
        let detail = detail.clamped();
        self.set_manner(Manner {
            detail,
            ..self.manner
        });
    }

    /// The level of detail and the draw distance of the bodies.
    pub fn detail(&self) -> DrawDetail {
        self.manner.detail
    }

    /// Sets the height of a standing boid over the ground, in metres: the radius of its body. The
    /// feet of a standing bird are that far below the boid's position. Default: 0.
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

//! Soft turn: boids turn away from the walls in a smooth curve.
//!
//! The depth t is 0 at the margin and 1 at the wall. It is smoothed to s = t²·(3 - 2t). A boid
//! turns towards the inward normal, at the rate
//!
//! ```text
//! π · s · (1 - cos) / 2 · speed / margin        cos: between velocity and inward normal
//! ```
//!
//! So the curve has the same shape at any speed, fades out as the boid turns inward, and scales
//! with the margin. A boid that approaches a flat wall head-on, with nothing else to steer it,
//! flies along the wall at a depth of 0.86 and then away. The angle a of its turn at depth t
//! follows from π/2 · (t³ - t⁴/2) = a - tan(a/2); it is a right angle at 0.86. The wishes of the
//! rules are added, so boids may still get outside; there they are reversed.
//!
//! Near several walls the depths are summed, so that boids turn more sharply in edges and corners,
//! where the turn from one wall leads to another wall. The inward normals are summed with the
//! weights t / margin. In a narrow box the walls have different margins, at most half of the width.
//! The factor 1 / margin of the rate is then a mean with the weights √t / margin³, which favours
//! the smallest margin. In a sphere the depth is multiplied by 1 + margin / (2 radius), because the
//! surface bends towards the boid. From any approach, a boid gets no deeper than 0.99.
//!
//! With velocity steering, the rules set a new velocity in every step, whatever was turned before.
//! Every step then makes the turn of a whole path through the margin: at a depth of 0.6, a boid
//! that heads straight for a wall turns along it.

use crate::{
    math::{
        lanes::Lanes,
        vector::{cross, dot, length, scaled, NO_DIRECTION},
        Vec3,
    },
    settings::{Settings, Steering},
};

/// Largest turn on a path as long as the margin, in radians.
pub(crate) const SHARPNESS: f32 = std::f32::consts::PI;

/// Sine of the angle between velocity and normal below which a boid heads straight for a wall.
/// Rounding alone would determine the direction of its turn.
pub(crate) const HEAD_ON: f32 = 1e-3;

/// Smallest margin for which there is a soft turn, in metres.
pub(crate) const LEAST_MARGIN: f32 = 1e-6;

/// Turn of a boid away from the walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallTurn {
    /// Vector of any length that leads away from the walls.
    pub(super) inward: [f32; 3],
    /// Smoothed depth divided by the margin, s / margin, in 1/m.
    pub(super) strength: f32,
}

/// Parameters of the soft turn in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SoftTurn {
    /// Axis, in the world, of a turn by half a circle; zero if any axis may be used.
    pub(crate) axis: Vec3,
    /// Length of the path of a turn: the speed times `dt`, in seconds, plus `way`, in metres.
    pub(crate) dt: f32,
    pub(crate) way: f32,
}

impl SoftTurn {
    pub(super) fn new(settings: &Settings, axis: Vec3, margin: f32) -> Self {
        let (dt, way) = match settings.motion.steering {
            Steering::Acceleration => (settings.simulation.time_step, 0.0),
            Steering::Velocity => (0.0, margin),
        };
        Self { axis, dt, way }
    }

    /// Turns the velocities of boids by the turns at their positions.
    #[inline(always)]
    pub(super) fn turn_all<const LANES: usize>(
        &self,
        [x, y, z]: &Lanes<LANES>,
        [vx, vy, vz]: &mut Lanes<LANES>,
        wall_turn_at: impl Fn([f32; 3]) -> WallTurn,
    ) {
        for lane in 0..LANES {
            let wall_turn = wall_turn_at([x[lane], y[lane], z[lane]]);
            let turned = self.turned([vx[lane], vy[lane], vz[lane]], &wall_turn);
            [vx[lane], vy[lane], vz[lane]] = turned;
        }
    }

    /// Velocity after one step on the curve.
    #[inline(always)]
    fn turned(&self, velocity: [f32; 3], wall_turn: &WallTurn) -> [f32; 3] {
        let normal = scaled(
            wall_turn.inward,
            1.0 / length(wall_turn.inward).max(NO_DIRECTION),
        );
        let speed = length(velocity);
        let heading = scaled(velocity, 1.0 / speed.max(NO_DIRECTION));
        let cosine = dot(heading, normal);
        let way = speed * self.dt + self.way;
        let angle = SHARPNESS * wall_turn.strength * (0.5 - 0.5 * cosine) * way;
        let across = [0, 1, 2].map(|axis| normal[axis] - heading[axis] * cosine);
        let sine = length(across);
        let is_head_on = (sine < HEAD_ON) & (cosine < 0.0);
        let sideways = if is_head_on {
            self.perpendicular(heading)
        } else {
            scaled(across, 1.0 / sine.max(HEAD_ON))
        };
        // The turn ends at the normal: this is the tangent of half the angle to it.
        let most = if cosine > 0.0 {
            sine / (1.0 + cosine)
        } else {
            (1.0 - cosine) / sine.max(NO_DIRECTION)
        };
        // Approximate tangent of half the angle, slightly smaller for large angles. Sine and cosine
        // follow from it without a series, which platforms round differently.
        let half = (0.5 * angle).min(most);
        let ahead = 1.0 - half * half;
        let turned = [0, 1, 2].map(|axis| heading[axis] * ahead + sideways[axis] * (2.0 * half));
        let turns = (half > 0.0) & (speed > NO_DIRECTION);
        if turns {
            scaled(turned, speed / length(turned))
        } else {
            velocity
        }
    }

    /// Unit vector at right angles to a heading.
    #[inline(always)]
    fn perpendicular(&self, heading: [f32; 3]) -> [f32; 3] {
        let any = if heading[0].abs() < 0.6 {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        let axis: [f32; 3] = self.axis.into();
        let is_any = dot(axis, axis) == 0.0;
        let axis = if is_any { any } else { axis };
        let across = cross(axis, heading);
        // A velocity outside the plane of the flock may be parallel to the axis.
        scaled(across, 1.0 / length(across).max(HEAD_ON))
    }
}

/// 1 / margin; zero if the margin is too small for a soft turn.
#[inline(always)]
pub(super) fn share(margin: f32) -> f32 {
    if margin >= LEAST_MARGIN {
        1.0 / margin
    } else {
        0.0
    }
}

/// Smoothed depth of one wall, or of the sum over several walls.
#[inline(always)]
pub(super) fn smooth(depth: f32) -> f32 {
    let depth = depth.min(1.0);
    depth * depth * (3.0 - 2.0 * depth)
}

//! The smooth curve in which boids turn away from the walls.
//!
//! At the margin the curve is straight. The depth t, 0 at the margin and 1 at the wall, is smoothed to s = t²·(3 - 2t). A boid
//! turns towards the inward normal, at the rate
//!
//! ```text
//! π · s · (1 - cos) / 2 · speed / margin        cos: between velocity and inward normal
//! ```
//!
//! so that the curve has the same shape at any speed, fades out as the boid comes to point inward, and scales with the
//! margin. A boid that meets a flat wall head-on on a way of its own flies along the wall at 0.86 of the depth and then away: on
//! the way to depth t it has turned by an angle a where π/2 · (t³ - t⁴/2) = a - tan(a/2), and a is a right angle there.
//! What the rules ask for comes on top, hence boids may get outside all the same and must reverse there.
//!
//! Near several walls their depths are added up, so that boids turn the more sharply in edges and corners, where turning from
//! one wall leads to another; the inward normals are added up by t / margin. In a narrow box there is no room for the same
//! margin at every wall. The 1 / margin of the rate is a mean then, by √t / margin³, for the narrowest one has to be met.
//! The depth in a sphere counts for up to one and a half times as much, by margin / radius, since its surface bends towards
//! the boid. Whichever way a boid comes, it gets no deeper than 0.99.
//!
//! Where the rules decide the velocity itself, they make nothing of what was turned before. Then a boid turns in every step as
//! far as on a way as long as the margin: from straight for a wall to along it at 0.6 of the depth.

use crate::{
    algebra::{cross, dot, length, scaled, NO_DIRECTION},
    rules::Lanes,
    Settings, Steering, Vec3,
};

/// Fastest turn, in radians on a way as long as the margin.
const SHARPNESS: f32 = std::f32::consts::PI;

/// A boid heads straight for a wall if the sine of the angle between its velocity and the normal is below this. The direction
/// to turn to would be noise then.
const HEAD_ON: f32 = 1e-3;

/// In a narrower margin, in metres, there is no room for a curve.
const LEAST_MARGIN: f32 = 1e-6;

/// What turns a boid away from the walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// Away from the walls; of any length.
    pub(super) inward: [f32; 3],
    /// s / margin.
    pub(super) strength: f32,
}

/// How boids follow the curve in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Curve {
    /// Where every way round would serve, the turn is about this axis in the world, or if it is zero, about any.
    pub(crate) axis: Vec3,
    /// A boid turns as on a way of its speed times the first, in seconds, plus the second, in metres.
    pub(crate) dt: f32,
    pub(crate) way: f32,
}

impl Curve {
    pub(super) fn new(settings: &Settings, axis: Vec3, margin: f32) -> Self {
        let (dt, way) = match settings.motion.steering {
            Steering::Acceleration => (settings.simulation.time_step, 0.0),
            Steering::Velocity => (0.0, margin),
        };
        Self { axis, dt, way }
    }

    /// Turns the velocities of boids by what pushes them at their places.
    #[inline(always)]
    pub(super) fn follow_all<const LANES: usize>(
        &self,
        [x, y, z]: &Lanes<LANES>,
        [vx, vy, vz]: &mut Lanes<LANES>,
        push: impl Fn([f32; 3]) -> Push,
    ) {
        for lane in 0..LANES {
            let push = push([x[lane], y[lane], z[lane]]);
            let turned = self.follow([vx[lane], vy[lane], vz[lane]], &push);
            [vx[lane], vy[lane], vz[lane]] = turned;
        }
    }

    /// The velocity after a step on the curve.
    #[inline(always)]
    fn follow(&self, velocity: [f32; 3], push: &Push) -> [f32; 3] {
        let normal = scaled(push.inward, 1.0 / length(push.inward).max(NO_DIRECTION));
        let speed = length(velocity);
        let heading = scaled(velocity, 1.0 / speed.max(NO_DIRECTION));
        let cosine = dot(heading, normal);
        let way = speed * self.dt + self.way;
        let angle = SHARPNESS * push.strength * (0.5 - 0.5 * cosine) * way;
        let across = [0, 1, 2].map(|axis| normal[axis] - heading[axis] * cosine);
        let sine = length(across);
        let is_head_on = (sine < HEAD_ON) & (cosine < 0.0);
        let sideways = if is_head_on {
            self.perpendicular(heading)
        } else {
            scaled(across, 1.0 / sine.max(HEAD_ON))
        };
        // Not beyond the normal: this is the tangent of half the angle to it.
        let most = if cosine > 0.0 {
            sine / (1.0 + cosine)
        } else {
            (1.0 - cosine) / sine.max(NO_DIRECTION)
        };
        // The tangent of half the angle, a little less for large ones: from it follow sine and cosine without a series that
        // platforms round differently.
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

    /// A unit vector at right angles to a heading.
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
        // Where velocities are not in the plane of the flock yet, the axis may lie along one.
        scaled(across, 1.0 / length(across).max(HEAD_ON))
    }
}

/// 1 / margin; zero if there is no room for a curve.
#[inline(always)]
pub(super) fn share(margin: f32) -> f32 {
    if margin >= LEAST_MARGIN {
        1.0 / margin
    } else {
        0.0
    }
}

/// The depth that counts, from one or the sum of several.
#[inline(always)]
pub(super) fn smooth(depth: f32) -> f32 {
    let depth = depth.min(1.0);
    depth * depth * (3.0 - 2.0 * depth)
}

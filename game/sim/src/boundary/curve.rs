//! The smooth curve in which boids turn away from the walls.
//!
//! At the margin the curve is straight. The depth, 0 at the margin and 1 at the wall, is smoothed to s = depth²·(3 - 2·depth).
//! A boid turns towards the inward normal, at the rate
//!
//! ```text
//! 3 · s · (1 - cos) / 2 · speed / margin        cos: between velocity and inward normal
//! ```
//!
//! so that the curve has the same shape at any speed, fades out as the boid comes to point inward, and scales with the
//! margin. A boid that meets a wall head-on on a way of its own flies along the wall at 0.86 of the depth and then away: on
//! the way to depth t it has turned by an angle a where 1.5 · (t³ - t⁴/2) = a - tan(a/2), and a is a right angle there.
//! What the rules ask for comes on top, hence boids may get outside all the same and must reverse there.
//!
//! Near several walls their normals are summed, each by its own s/margin.

use crate::Vec3;

/// Fastest turn, in radians on a way as long as the margin.
const SHARPNESS: f32 = 3.0;

/// A boid heads straight for a wall if the sine of the angle between its velocity and the normal is below this. The direction
/// to turn to would be noise then.
const HEAD_ON: f32 = 1e-3;

/// In a narrower margin, in metres, there is no room for a curve.
const LEAST_MARGIN: f32 = 1e-6;

/// How sharply a boid is to curve, and to where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    /// Unit vector away from the walls.
    normal: Vec3,
    /// s / margin.
    strength: f32,
}

impl Curve {
    /// Away from walls given as the sum of their inward normals, each by its [`strength`]; `most` is the largest strength
    /// that one of them may have. None if there is no way that leads away from them.
    pub(super) fn new(sum: Vec3, most: f32) -> Option<Self> {
        let strength = sum.norm();
        (strength > 0.0).then(|| Self {
            normal: sum / strength,
            strength: strength.min(most),
        })
    }

    /// The velocity after `dt` seconds on the curve. Where every way round would serve, it leads about `axis`, or if that is
    /// zero, about any.
    pub(super) fn follow(&self, velocity: Vec3, axis: Vec3, dt: f32) -> Vec3 {
        let speed = velocity.norm();
        if speed == 0.0 {
            return velocity;
        }
        let heading = velocity / speed;
        let cosine = heading.dot(&self.normal).clamp(-1.0, 1.0);
        let angle = SHARPNESS * self.strength * (1.0 - cosine) / 2.0 * speed * dt;
        let across = self.normal - heading * cosine;
        let sine = across.norm();
        let (sideways, most) = if sine > HEAD_ON {
            (across / sine, sine / (1.0 + cosine))
        } else if cosine < 0.0 {
            (perpendicular(heading, axis), f32::INFINITY)
        } else {
            return velocity;
        };
        // The tangent of half the angle, a little less for large ones: from it follow sine and cosine without a series that
        // platforms round differently.
        let half = (angle / 2.0).min(most);
        let turned = heading * (1.0 - half * half) + sideways * (2.0 * half);
        turned * (speed / turned.norm())
    }
}

/// How sharply a wall turns the boids at a distance, in 1/m; zero beyond the margin.
pub(super) fn strength(distance: f32, margin: f32) -> f32 {
    if distance >= margin || margin < LEAST_MARGIN {
        return 0.0;
    }
    let share = 1.0 / margin;
    let depth = ((margin - distance) * share).clamp(0.0, 1.0);
    depth * depth * (3.0 - 2.0 * depth) * share
}

/// A unit vector at right angles to a heading, to which a turn about `axis` leads; to any side if that is zero or along the
/// heading.
fn perpendicular(heading: Vec3, axis: Vec3) -> Vec3 {
    let across = |axis: Vec3| axis.cross(&heading);
    let sideways = across(axis);
    if sideways.norm() > 0.5 {
        return sideways.normalize();
    }
    let smallest = heading.iamin();
    let mut axis = Vec3::zeros();
    axis[smallest] = 1.0;
    across(axis).normalize()
}

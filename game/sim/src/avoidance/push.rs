//! From what boids see to what they ask for because of it.

use super::gaze::Uprights;
use crate::{
    algebra::{direction, length, scaled},
    rules::of,
    steering::shortening,
    vectors::{load_all, store, store_all, Work},
    Avoidance, AvoidanceResponse, Growth,
};

/// Boids turn with all their force to a direction that is farther from their heading than the reciprocal of this, in radians;
/// to one nearer by, so much the less that they do not overshoot it.
const EAGERNESS: f32 = 4.0;

/// How boids avoid what they see. All of it is numbers, so that boids in several lanes do the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evasion {
    pub(crate) weight: f32,
    /// The force is this much of the weight, and so much more of it for each nearness and for its square.
    pub(crate) growth: [f32; 3],
    /// How much of the heading is taken from the direction found.
    pub(crate) turn: f32,
    /// Factor of the difference.
    pub(crate) eagerness: f32,
    pub(crate) cohesion_fade: f32,
    uprights: Uprights,
}

impl Evasion {
    pub(super) fn new(
        avoidance: Avoidance,
        response: AvoidanceResponse,
        uprights: Uprights,
    ) -> Self {
        let (turn, eagerness) = match response {
            AvoidanceResponse::Turn => (1.0, EAGERNESS),
            AvoidanceResponse::Toward => (0.0, 1.0),
        };
        Self {
            weight: avoidance.weight,
            growth: match avoidance.growth {
                Growth::Constant => [1.0, 0.0, 0.0],
                Growth::Linear => [0.0, 1.0, 0.0],
                Growth::Quadratic => [0.0, 0.0, 1.0],
            },
            turn,
            eagerness,
            cohesion_fade: avoidance.cohesion_fade,
            uprights,
        }
    }

    /// The acceleration that a boid asks for; where boids steer by velocity, the velocity. `clear` is the direction where it
    /// found a way, `nearness` that of the obstacle.
    #[inline(always)]
    fn push(&self, velocity: [f32; 3], clear: [f32; 3], nearness: f32) -> [f32; 3] {
        let [constant, linear, quadratic] = self.growth;
        let growth = constant + nearness * (linear + nearness * quadratic);
        let velocity = self.uprights.in_plane(velocity);
        let ahead = direction(velocity, length(velocity));
        let part = |axis: usize| self.eagerness * (clear[axis] - self.turn * ahead[axis]);
        let way = [part(0), part(1), part(2)];
        scaled(way, shortening(way, 1.0) * (self.weight * growth))
    }
}

/// Turns warnings into pushes.
pub(super) struct Push<'a> {
    pub(super) evasion: &'a Evasion,
    pub(super) velocity: [&'a [f32]; 3],
    /// The warnings, directions where boids found a way as long as the obstacle is near, or zero; then the pushes.
    pub(super) push: [&'a mut [f32]; 3],
    /// The factors of cohesion.
    pub(super) fade: &'a mut [f32],
}

impl Work for Push<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.fade.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let mut lanes = load_all::<LANES, 3>(&self.push, start, len);
            if lanes == [[0.0; LANES]; 3] {
                continue;
            }
            let velocity = load_all::<LANES, 3>(&self.velocity, start, len);
            let mut fade = [0.0; LANES];
            for lane in 0..LANES {
                let warning = of(&lanes, lane);
                let nearness = length(warning);
                let clear = direction(warning, nearness);
                let push = self.evasion.push(of(&velocity, lane), clear, nearness);
                let warns = nearness > 0.0;
                for axis in 0..3 {
                    lanes[axis][lane] = if warns { push[axis] } else { 0.0 };
                }
                fade[lane] = 1.0 - self.evasion.cohesion_fade * nearness;
            }
            store_all(&lanes, &mut self.push, start, len);
            store(&fade, self.fade, start, len);
        }
    }
}

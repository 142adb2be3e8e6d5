//! Loose bodies: boids outside of the flock, which are dead, held by the game, or on a perch.
//!
//! A dead boid is an inert ball in air or water, with gravity, buoyancy and a drag in proportion to
//! its velocity. Its moves are swept against the geometry like the moves of boids, so it never
//! crosses geometry. Moving obstacles push it.

use super::{boid_move::BoidMove, inertia::Inertia, swept_move::SweptMove};
use crate::{
    geometry::SweepWork,
    math::Vec3,
    obstacles::ObstacleSet,
    perches::stay::Stay,
    settings::validation::{Check, SettingsError},
    state::{boids::BoidState, snapshot_error::later},
};
use serde::{Deserialize, Serialize};

/// Acceleration of free fall, in m/s².
const GRAVITY: f32 = 9.81;

/// Densities in kg/m³: of air, of water, of a bird with its feathers, of a fish, and of a fish with
/// an empty swim bladder.
const AIR: f32 = 1.2;
const WATER: f32 = 1000.0;
const BIRD: f32 = 200.0;
const FISH: f32 = 900.0;
const HEAVY_FISH: f32 = 1100.0;

/// Rate at which drag reduces the velocity, per second: a bird falls at up to 33 m/s, a fish rises
/// and sinks at about 0.5 m/s.
const AIR_DRAG: f32 = 0.3;
const WATER_DRAG: f32 = 2.0;

/// Rate at which friction reduces the velocity along geometry, per second.
const FRICTION: f32 = 6.0;

/// Largest length of the impulse of a death, in m/s.
const MOST_IMPULSE: f32 = 100.0;

/// Largest speed to which the motion of the flock's frame accelerates a body, in m/s.
const MOST_SPEED: f32 = 1000.0;

/// Largest time after which a body vanishes, in seconds.
const LATEST: f32 = 1e6;

/// What happens to the body of a boid that is killed. See [`Flock::kill`](crate::Flock::kill).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Death {
    /// How the body moves.
    pub body: DeadBody,
    /// Change of the boid's velocity at its death, in m/s, such as from a blow or a shot: in the
    /// world for [`Flock::kill`](crate::Flock::kill), in the flock's frame in a log. Length 0 to
    /// 100; default 0.
    #[serde(default)]
    pub impulse: Vec3,
    /// Time after which the body vanishes and the boid is removed, in seconds. 0 to 1,000,000; with
    /// 0 at once. `None`: the body stays until the game removes it. Default: `None`.
    #[serde(default)]
    pub vanishes_after: Option<f32>,
}

/// How the body of a dead boid moves. Up is +Y of the flock's frame. Geometry stops the body, the
/// boundary does not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DeadBody {
    /// The body falls through the air, as a bird does (200 kg/m³).
    Falls,
    /// The body rises or falls to the surface of the water and floats there (900 kg/m³).
    Floats {
        /// Height of the water surface, as its Y coordinate in the flock's frame, in metres.
        /// -10,000 to 10,000.
        water_level: f32,
    },
    /// The body sinks in water, as a fish without air does (1,100 kg/m³).
    Sinks,
    /// The body stays where it is, weightless in water. Drag in water stops its motion.
    Stays,
}

impl Death {
    /// A death without an impulse, whose body does not vanish.
    pub fn new(body: DeadBody) -> Self {
        Self {
            body,
            impulse: Vec3::zeros(),
            vanishes_after: None,
        }
    }

    /// The same death in other coordinates. `turn` is a rotation.
    pub(crate) fn turned(self, turn: impl FnOnce(Vec3) -> Vec3) -> Self {
        // Rounding must not make the longest impulse too long.
        let most = self.impulse.norm();
        let mut impulse = turn(self.impulse);
        if impulse.norm() > most {
            impulse *= 1.0 - 4.0 * f32::EPSILON;
        }
        Self { impulse, ..self }
    }

    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::{
    ///     boids::{DeadBody, Death},
    ///     Vec3,
    /// };
    ///
    /// let impulse = Vec3::new(0.0, 101.0, 0.0);
    /// let error = Death { impulse, ..Death::new(DeadBody::Falls) }.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "length of death.impulse is 101; allowed: 0 to 100 m/s");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        if let DeadBody::Floats { water_level } = self.body {
            check.range(
                "death.body.water_level",
                water_level,
                -10_000.0,
                10_000.0,
                "m",
            );
        }
        let length = self.impulse.norm();
        check.range("length of death.impulse", length, 0.0, MOST_IMPULSE, "m/s");
        if let Some(seconds) = self.vanishes_after {
            check.range("death.vanishes_after", seconds, 0.0, LATEST, "s");
        }
        check.finish()
    }
}

/// A boid outside of the flock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LooseBody {
    pub(crate) state: BoidState,
    /// The boid's state before the last step.
    pub(crate) before: BoidState,
    /// Its death; `None` if the boid is alive.
    pub(crate) death: Option<Death>,
    pub(crate) is_held: bool,
    /// Simulated time since the boid's death, in seconds.
    pub(crate) seconds: f64,
    /// Its stay on a perch; `None` if the boid is dead or held.
    pub(crate) stay: Option<Stay>,
}

impl LooseBody {
    /// True once a dead body must vanish.
    pub(crate) fn has_vanished(&self) -> bool {
        let vanishes_after = self.death.and_then(|death| death.vanishes_after);
        vanishes_after.is_some_and(|after| self.seconds >= f64::from(after))
    }
}

/// What a body outside of the flock met in a step.
pub(super) struct BodyContact {
    /// True if the body met geometry or a moving obstacle.
    pub(super) contact: bool,
    /// True if a moving obstacle pushed or caught the body.
    pub(super) is_pushed: bool,
}

impl SweptMove<'_> {
    /// Makes a step of a loose body. Held bodies stay where they are. `obstacles` may carry
    /// perches. `inertia`: what bodies feel of the motion of the flock's frame.
    pub(crate) fn move_loose_body(
        &self,
        body: &mut LooseBody,
        obstacles: &ObstacleSet,
        inertia: Option<&Inertia>,
    ) {
        body.before = body.state;
        if let Some(stay) = &mut body.stay {
            if let Some(inertia) = inertia {
                let BoidState {
                    position, velocity, ..
                } = body.state;
                stay.feel(inertia.velocity_of_body(position, velocity, MOST_SPEED) - velocity);
            }
            let carrier = stay.carrier.and_then(|id| obstacles.in_step_of(id));
            return self.move_on_perch(&mut body.state, stay, carrier);
        }
        let Some(death) = &body.death else {
            return;
        };
        body.seconds = later(body.seconds, self.dt);
        if body.is_held {
            return;
        }
        let medium = Medium::of(&death.body, body.state.position.y, self.half_height());
        let mut velocity = medium.velocity_after(self.dt, body.state.velocity);
        if let Some(inertia) = inertia {
            velocity = inertia.velocity_of_body(body.state.position, velocity, MOST_SPEED);
        }
        if self.move_body(&mut body.state, velocity).contact {
            body.state.velocity *= libm::expf(-FRICTION * self.dt);
        }
    }

    /// Moves a body outside of the flock, in still air.
    pub(super) fn move_body(&self, state: &mut BoidState, velocity: Vec3) -> BodyContact {
        let (work, still) = (SweepWork::of_move(), Vec3::zeros());
        let boid_move = BoidMove::new(self, &work, still);
        let mut arrival = boid_move.move_with_contacts(state.position, velocity);
        if boid_move.is_exceeded() {
            arrival = self.stop_short(state.position, velocity, still);
        }
        let is_pushed = self.push_body(state, &mut arrival);
        (state.position, state.velocity) = (arrival.position, arrival.velocity);
        BodyContact {
            contact: arrival.contact,
            is_pushed,
        }
    }

    /// Half of the height, in metres, over which a body gets submerged: its radius, but more than
    /// it falls in a step. Otherwise it would never come to rest.
    fn half_height(&self) -> f32 {
        self.body_radius.max(GRAVITY * self.dt * self.dt)
    }
}

/// Forces of the medium on a body.
struct Medium {
    /// Gravity plus buoyancy, upwards, in m/s².
    lift: f32,
    /// Rate at which drag reduces the velocity, per second.
    drag: f32,
}

impl Medium {
    fn of(body: &DeadBody, height: f32, half_height: f32) -> Self {
        let floating = |fluid: f32, body: f32| GRAVITY * (fluid / body - 1.0);
        match *body {
            DeadBody::Falls => Self {
                lift: floating(AIR, BIRD),
                drag: AIR_DRAG,
            },
            DeadBody::Floats { water_level } => {
                let depth = (water_level - height) / (2.0 * half_height) + 0.5;
                let share = depth.clamp(0.0, 1.0);
                Self {
                    lift: floating(share * WATER, FISH),
                    drag: AIR_DRAG + share * (WATER_DRAG - AIR_DRAG),
                }
            }
            DeadBody::Sinks => Self {
                lift: floating(WATER, HEAVY_FISH),
                drag: WATER_DRAG,
            },
            DeadBody::Stays => Self {
                lift: 0.0,
                drag: WATER_DRAG,
            },
        }
    }

    /// The velocity after `dt` seconds, exact for any time step. It approaches the terminal
    /// velocity, at which drag and lift cancel.
    fn velocity_after(&self, dt: f32, velocity: Vec3) -> Vec3 {
        let terminal = Vec3::y() * (self.lift / self.drag);
        // `libm` gives the same bits on every platform.
        terminal + (velocity - terminal) * libm::expf(-self.drag * dt)
    }
}

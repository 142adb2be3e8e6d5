//! Influences: what guides a flock besides its rules. Each is a wish: it competes with the rules
//! for the largest acceleration, and avoidance, the boundary and the geometry come before it.
//!
//! [`Influence`] is what a game sets, [`terms`] are the parameters of one step that follow from it,
//! and [`block`] adds the [`wish`]es of those that [`culling`] finds near enough.

mod advice;
pub(crate) mod block;
pub(crate) mod culling;
mod known_meshes;
pub(crate) mod mesh;
pub(crate) mod mesh_volume;
pub(crate) mod path;
pub(crate) mod rounded_box;
pub(crate) mod set;
mod spline;
pub(crate) mod terms;
mod terms_of_kind;
pub(crate) mod turning_circle;
mod validation;
mod volume;
mod wind_triangle;
mod wish;

pub use mesh_volume::{MeshError, MeshVolume};
pub use set::InfluenceId;
pub use volume::InfluenceVolume;

use crate::{math::Vec3, settings::declare::*};

/// A guide of the flock besides its rules: a target, the player, a current, a pen.
///
/// Its wish is an acceleration in m/s² of at most `weight`, or a velocity in m/s with
/// [`Steering::Velocity`](crate::settings::Steering::Velocity). It is added to the wishes of the
/// rules, so `motion.max_acceleration` limits it together with them; avoidance, the boundary and
/// the geometry come first. See [`Flock::add_influence`](crate::Flock::add_influence).
///
/// The strength is `weight · f(t)`, where `t` is 0 where the influence is strongest, 1 where it
/// ends, and `f` is its [`FallOff`]. [`InfluenceKind`] says what `t` is.
///
/// Kinds that lead ask for a velocity u. Their wish is the difference u - v to the velocity of the
/// boid, times the strength, and times 4 / `motion.max_speed` but no more than 1 / `weight` per
/// time step, shortened to the strength: the strength is reached at a quarter of the largest speed.
/// With velocity steering it is u, times the strength, divided by the largest speed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Influence {
    /// What it does.
    pub kind: InfluenceKind,
    /// Largest length of its wish, in m/s². 0 to 10,000; default 5.
    #[serde(default = "default_weight")]
    pub weight: f32,
    /// Distance over which its strength falls off, in metres. 0.001 to 100,000; default 10.
    #[serde(default = "default_reach")]
    pub reach: f32,
    /// How the strength falls off within the reach. Default: linearly.
    #[serde(default)]
    pub fall_off: FallOff,
    /// Share of the boids that it concerns, always the same ones: a few informed members lead the
    /// others (Couzin et al. 2005). 0 to 1; default 1.
    #[serde(default = "default_share")]
    pub share: f32,
    /// False if it is switched off. Default: on.
    #[serde(default = "default_enabled")]
    pub enabled: bool,
}

/// What an influence does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum InfluenceKind {
    /// Leads to a point at the largest speed, slower from `slowing` on (Reynolds 1999: seek,
    /// arrive). `t` is the distance from the point divided by the reach.
    Target {
        /// Position in the world, in metres. Within ±10,000 in every component.
        point: Vec3,
        /// Distance from which on the speed falls in proportion to the distance, in metres; 0 for
        /// boids that do not slow down. At least the width of a turning circle, 2 `max_speed` /
        /// `max_turn_rate` (in radians), if `motion.limit_turning` is on; nearer to the point than
        /// that, boids go as slowly as it takes to turn towards it, or straight on until they can.
        /// 0 to 10,000.
        slowing: f32,
    },
    /// Leads to a place behind a leader that the game moves, with the leader's velocity, and clears
    /// a lane before it. A leader that stands still is itself the place. `t` is the distance from
    /// the place divided by the reach.
    Leader {
        /// Position in the world, in metres. Within ±10,000 in every component.
        point: Vec3,
        /// Velocity, in m/s. Within ±10,000 in every component.
        velocity: Vec3,
        /// The place is where the leader was this many seconds ago. 0 to 1,000.
        follow: f32,
        /// Length of the lane before the leader, in metres; 0 for none. 0 to 10,000.
        lane_length: f32,
        /// Radius of the lane, in metres: boids in it move sideways out of it with `weight`, times
        /// 1 - (distance from its axis / (2 radius))², which is three quarters at the radius. 0.001
        /// to 10,000.
        lane_radius: f32,
    },
    /// Leads along an arrow at the largest speed. `t` is the distance from the arrow divided by the
    /// reach.
    Guide {
        /// Begin of the arrow in the world, in metres. Within ±10,000 in every component.
        start: Vec3,
        /// End of the arrow. Another point than `start`.
        end: Vec3,
    },
    /// Attracts boids outside of all volumes to the nearest one. `t` is the distance from it
    /// divided by the reach.
    Attract {
        /// 1 to 64 volumes.
        volumes: Vec<InfluenceVolume>,
    },
    /// Repels boids from the nearest of the volumes. `t` is the distance from it divided by the
    /// reach, and 0 inside.
    Repel {
        /// 1 to 64 volumes.
        volumes: Vec<InfluenceVolume>,
    },
    /// Keeps boids inside of the volumes, which together make a pen of any shape. `t` is the depth
    /// inside of the nearest one divided by the reach, and 0 outside.
    Pen {
        /// 1 to 64 volumes.
        volumes: Vec<InfluenceVolume>,
    },
    /// Gathers boids in the volumes when it gets dark. Leads to the nearest one at the largest
    /// speed; inside, boids slow down and rest from the depth `slowing` on, as far as
    /// `motion.min_speed` lets them. `t` is the distance from the volume divided by the reach, and
    /// 0 inside.
    ///
    /// `weight` is multiplied by (s(dusk) - s(0)) / (s(1) - s(0)) with the logistic function
    /// s(x) = 1 / (1 + exp(-12 (x - 1/2))): nothing by day, half at dusk 0.5, all at night.
    Roost {
        /// 1 to 64 volumes.
        volumes: Vec<InfluenceVolume>,
        /// Depth inside at which boids rest, in metres. 0.001 to 10,000.
        slowing: f32,
        /// How dark it is, which the game sets as the day goes by. 0, day, to 1, night.
        dusk: f32,
    },
    /// Keeps boids between two heights: fish below the water, birds above. `t` is the vertical
    /// distance to the nearer height divided by the reach, and 0 outside of the band.
    AltitudeBand {
        /// Lowest height, in metres. -10,000 to 10,000.
        lowest: f32,
        /// Largest height, in metres; above `lowest`. -10,000 to 10,000.
        highest: f32,
        /// Above what the heights are measured. Default: a level.
        #[serde(default)]
        above: AltitudeAbove,
    },
    /// Leads along a smooth curve at the largest speed, inside of a tube around it (Reynolds 1999:
    /// path following). A boid that will be outside of the tube in `look_ahead` seconds, or does
    /// not move ahead, is led to the point of the curve that lies this time ahead; others keep
    /// their heading. Where the curve crosses itself, a boid stays on the branch that is nearest to
    /// it in position and heading; the heading counts within 2 radii of the tube from a branch.
    /// Behind the end of a path that is no loop, boids are free. `t` is the distance from the tube
    /// divided by the reach.
    Path {
        /// 2 to 64 points through which the curve leads (centripetal Catmull-Rom), in the world, in
        /// metres. Within ±10,000 in every component, no two in succession the same.
        points: Vec<Vec3>,
        /// Radius of the tube, in metres. 0.001 to 10,000.
        radius: f32,
        /// Time that boids look ahead, in seconds. 0.01 to 100; 3 is usual.
        look_ahead: f32,
        /// The last point leads to the first.
        is_loop: bool,
    },
}

/// Above what heights are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AltitudeAbove {
    /// Above the level 0 of the world: heights are Y coordinates.
    #[default]
    Level,
    /// Above the ground below the boid: the nearest surface of the geometry below it that faces up,
    /// in a cave its floor. Where there is none, the influence has no effect. Heights are those of
    /// a map that is made once for a geometry, see
    /// [`Geometry::prepare_ground`](crate::Geometry::prepare_ground): at least 255 by 255 columns
    /// over a square level, so 0.4 m apart in one of 100 m. It is exact on flat ground and even
    /// slopes up to 45°, elsewhere off by no more than the ground rises or falls from column to
    /// column.
    Ground,
}

choice! {
    /// How strength falls off with `t`, from 0 to 1. It is 0 from 1 on.
    pub enum FallOff("5c3e9b72-0d14-4f8a-b6c1-7a92e4d3f058") {
        /// 1.
        Constant,
        /// 1 - t.
        #[default]
        Linear,
        /// 1 - t².
        Quadratic,
        /// (1 - t)² (1 + 2 t), the smoothstep function.
        Smooth,
    }
}

impl FallOff {
    /// Coefficients of 1, t, t² and t³.
    pub(crate) fn polynomial(self) -> [f32; 4] {
        match self {
            Self::Constant => [1.0, 0.0, 0.0, 0.0],
            Self::Linear => [1.0, -1.0, 0.0, 0.0],
            Self::Quadratic => [1.0, 0.0, -1.0, 0.0],
            Self::Smooth => [1.0, 0.0, -3.0, 2.0],
        }
    }
}

impl Influence {
    /// An influence with the defaults besides its kind.
    pub fn new(kind: InfluenceKind) -> Self {
        Self {
            kind,
            weight: default_weight(),
            reach: default_reach(),
            fall_off: FallOff::default(),
            share: default_share(),
            enabled: true,
        }
    }

    /// True if it has volumes, and they are those of the other.
    pub(crate) fn has_volumes_of(&self, other: &Self) -> bool {
        let (own, others) = (self.kind.volumes(), other.kind.volumes());
        own.is_some_and(|volumes| Some(volumes) == others)
    }

    /// It with other volumes, if it has any.
    pub(crate) fn with_volumes(mut self, volumes: Vec<InfluenceVolume>) -> Self {
        if let Some(own) = self.kind.volumes_mut() {
            *own = volumes;
        }
        self
    }
}

impl InfluenceKind {
    pub(crate) fn volumes(&self) -> Option<&Vec<InfluenceVolume>> {
        match self {
            Self::Attract { volumes }
            | Self::Repel { volumes }
            | Self::Pen { volumes }
            | Self::Roost { volumes, .. } => Some(volumes),
            _ => None,
        }
    }

    fn volumes_mut(&mut self) -> Option<&mut Vec<InfluenceVolume>> {
        match self {
            Self::Attract { volumes }
            | Self::Repel { volumes }
            | Self::Pen { volumes }
            | Self::Roost { volumes, .. } => Some(volumes),
            _ => None,
        }
    }
}

impl InfluenceKind {
    /// The corners of the polyline along a [`Path`](Self::Path), in metres: eight straight pieces
    /// between two points. Empty for other kinds, and for fewer than two points.
    ///
    /// ```
    /// use flock_sim::{Vec3, influences::InfluenceKind};
    ///
    /// let points = vec![Vec3::zeros(), Vec3::x(), Vec3::y()];
    /// let path = InfluenceKind::Path { points, radius: 1.0, look_ahead: 3.0, is_loop: false };
    /// assert_eq!(path.curve().len(), 17);
    /// assert!((path.curve()[8] - Vec3::x()).norm() < 1e-6);
    /// ```
    pub fn curve(&self) -> Vec<Vec3> {
        match self {
            Self::Path {
                points, is_loop, ..
            } if points.len() >= 2 => {
                let mut corners = Vec::new();
                spline::sample(points, *is_loop, &mut corners);
                corners
                    .iter()
                    .map(|[x, y, z, _]| Vec3::new(*x, *y, *z))
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}

fn default_weight() -> f32 {
    5.0
}

fn default_reach() -> f32 {
    10.0
}

fn default_share() -> f32 {
    1.0
}

fn default_enabled() -> bool {
    true
}

//! Influences: what guides a flock besides its rules.
//!
//! Each influence adds a wish. The wish competes with the rules for the largest acceleration;
//! avoidance, the boundary and the geometry take precedence over it. [`Influence`] is what a game
//! sets, [`terms`] are the parameters of a step that follow from it, and [`block`] adds the
//! [`wish`]es of the influences that [`culling`] finds near enough.

mod advice;
mod along_way;
pub(crate) mod block;
mod carried;
pub(crate) mod clear_way;
pub(crate) mod culling;
mod curve;
pub(crate) mod formation;
mod goals;
mod known_meshes;
pub(crate) mod mesh;
pub(crate) mod mesh_volume;
mod motion;
pub(crate) mod path;
pub(crate) mod rounded_box;
pub(crate) mod set;
mod strength;
pub(crate) mod terms;
mod terms_of_kind;
pub(crate) mod turning_circle;
pub(crate) mod validation;
mod volume;
pub(crate) mod way;
mod wind_triangle;
mod wish;

pub use mesh_volume::{MeshError, MeshVolume};
pub use motion::InfluenceMotion;
pub use set::InfluenceId;
pub use volume::InfluenceVolume;

use crate::{
    formations::Form,
    math::Vec3,
    settings::{declare::*, input::*, validation::Check},
};
use nalgebra::UnitQuaternion;

input! {
    /// An influence guides the flock besides its rules: a target, the player, a current, a pen.
    ///
    /// Its wish is an acceleration of at most `weight`, in m/s², or a velocity in m/s with
    /// [`Steering::Velocity`](crate::settings::Steering::Velocity). The wish is added to the wishes
    /// of the rules, so `motion.max_acceleration` limits their sum. Avoidance, the boundary and the
    /// geometry take precedence. See [`Flock::add_influence`](crate::Flock::add_influence).
    ///
    /// The strength of an influence is `weight · f(t)`: `t` is 0 where it is strongest and 1 where
    /// it ends, and `f` is its [`FallOff`]. [`InfluenceKind`] says what `t` is for each kind.
    ///
    /// A kind that leads asks for a velocity u. Its wish is (u - v) · strength · k, shortened to
    /// the strength, where v is the velocity of the boid and k is 4 / `motion.max_speed`, but at
    /// most 1 / `weight` per time step. So the full strength is reached at a difference of a
    /// quarter of the largest speed. With velocity steering the wish is u · strength /
    /// `motion.max_speed`.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Influence {
        /// What the influence does.
        pub kind: InfluenceKind;
        /// Largest length of the wish, in m/s². 0 to 10,000; default 5.
        #[serde(default = "default_weight")]
        pub weight: f32, 0.0..=10000.0, "m/s²";
        /// Distance over which the strength falls off, in metres. 0.001 to 100,000; default 10.
        #[serde(default = "default_reach")]
        pub reach: f32, 0.001..=100000.0, "m";
        /// How the strength falls off within the reach. Default: linearly.
        #[serde(default)]
        pub fall_off: FallOff;
        /// Share of the boids that follow the influence. These are always the same boids: a few
        /// informed members lead the flock (Couzin et al. 2005). 0 to 1; default 1.
        #[serde(default = "default_share")]
        pub share: f32, 0.0..=1.0, "";
        /// Switches the influence on. Default: on.
        #[serde(default = "default_enabled")]
        pub enabled: bool;
        /// Leads boids along the shortest way through the level, around walls and through passages
        /// for which their bodies are small enough. Only for a `Target`, a `Leader`, a `Roost`, a
        /// `Formation`, an `Attract` and a `Repel`. Default: off, straight.
        ///
        /// `t` and the slowing then use the length of a boid's way instead of its distance. Boids
        /// are led straight where the goal is in sight of their cell, inside of a volume, where no
        /// way leads to the goal, nearer to a surface than ways are, outside of the level, and
        /// until ways are known: see [`WayFinding`](crate::settings::WayFinding) and
        /// [`Flock::ways`](crate::Flock::ways). Ways follow a goal once it has moved by a cell. A
        /// flock has at most 16 influences that find ways. Ways lead around moving
        /// obstacles that rest; those that keep moving are not considered.
        ///
        /// The ways of a planar flock lead in the plane of the boid in the middle, if its boids are
        /// sorted by their coordinates along the normal. The others follow them too.
        ///
        /// The way from the place of a cell to its next corner is free of surfaces, so a boid whose
        /// velocity is within 60° of the direction to the corner avoids none: avoidance would keep it
        /// from doors. A boid avoids surfaces as usual on another course, where the strength of the
        /// influence is below half of `motion.max_acceleration` (with velocity steering
        /// `motion.max_speed`), where the goal is in sight and so near that the boid slows down or may
        /// be inside of a volume, in a ball around the only volume or around the places of a formation,
        /// and beside the plane of its way. It avoids moving obstacles always.
        #[serde(default)]
        pub finds_way: bool;
        /// Motion of the thing to which the influence is fixed, in the flock's frame. Default: at
        /// rest.
        ///
        /// A game that moves an influence in every frame sets the motion too, for example by
        /// [`InfluenceMotion::between`], and a motion at rest once the thing stops. Without it,
        /// boids steer to where the influence was. Below, c is the velocity of the thing, see
        /// [`InfluenceMotion::velocity_at`].
        ///
        /// For a kind that leads, velocities are relative to the thing: a boid is asked for the
        /// velocity c + u, with c at the nearest point of the influence. If c + u is faster than
        /// `motion.max_speed`, the course relative to the thing is kept at a lower speed. If c
        /// across this course is too fast even for that, the boid is asked for c across the
        /// course, shortened to the largest speed.
        /// The velocity of a [`Leader`](InfluenceKind::Leader) is relative to the thing too.
        ///
        /// A kind that pushes also asks boids for the speed of its surface. Let n be the direction
        /// of the push and s = c · n. The wish gets n · strength · k · d in addition, shortened to
        /// the strength: d is the part of s that the boid lacks, s - v · n, but neither below 0
        /// nor above s. So boids move along with a surface that moves in the direction of the push.
        /// A boid inside of a pen also moves along with a surface that moves away from it: then s
        /// and d are below 0. With velocity steering the addition is n · strength · s / `motion.max_speed`.
        #[serde(default)]
        pub motion: InfluenceMotion;
    }
}

input_kinds! {
    /// What an influence does.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub enum InfluenceKind {
        /// Leads to a point at the largest speed, and more slowly within the distance `slowing`
        /// (Reynolds 1999: seek, arrive).
        ///
        /// `t` is the distance from the point divided by the reach.
        Target {
            /// Position in the flock's frame, in metres. Within ±10,000 in every component.
            point: Vec3, -10000.0..=10000.0, "m";
            /// Distance from the point within which the speed falls in proportion to the distance,
            /// in metres; 0 for no slowing. 0 to 10,000.
            ///
            /// With `motion.limit_turning` it should be at least the width of a turning circle, 2
            /// `max_speed` / `max_turn_rate` with the rate in radians per second. Nearer to the
            /// point, boids fly so slowly that they can turn towards it, or straight on until they
            /// can.
            slowing: f32, 0.0..=10000.0, "m";
        }
        /// Leads to a place behind a leader that the game moves, at the leader's velocity, and
        /// clears a lane in front of the leader.
        ///
        /// For a leader that stands still, the place is the leader's position. `t` is the distance
        /// from the place divided by the reach.
        Leader {
            /// Position of the leader in the flock's frame, in metres. Within ±10,000 in every
            /// component.
            point: Vec3, -10000.0..=10000.0, "m";
            /// Velocity of the leader, in m/s. Within ±10,000 in every component.
            velocity: Vec3, -10000.0..=10000.0, "m/s";
            /// Time by which boids follow behind the leader, in seconds: the place is where the
            /// leader was this long ago, at its present velocity. 0 to 1,000.
            follow: f32, 0.0..=1000.0, "s";
            /// Length of the lane in front of the leader, in metres; 0 for no lane. 0 to 10,000.
            lane_length: f32, 0.0..=10000.0, "m";
            /// Radius of the lane, in metres. 0.001 to 10,000.
            ///
            /// Boids in the lane move sideways out of it with `weight` · (1 - (d / (2 radius))²) at
            /// the distance d from its axis: three quarters of the weight at the radius, 0 at twice
            /// the radius.
            lane_radius: f32, 0.001..=10000.0, "m";
        }
        /// Leads along an arrow at the largest speed.
        ///
        /// `t` is the distance from the arrow divided by the reach.
        Guide {
            /// Start of the arrow in the flock's frame, in metres. Within ±10,000 in every
            /// component.
            start: Vec3, -10000.0..=10000.0, "m";
            /// End of the arrow in the flock's frame, in metres; different from `start`. Within
            /// ±10,000 in every component.
            end: Vec3, -10000.0..=10000.0, "m";
        }
        /// Attracts boids that are outside of all volumes to the nearest volume.
        ///
        /// `t` is the distance from the volume divided by the reach. With
        /// [`finds_way`](Influence::finds_way), boids that do not see a volume follow the way to it at the
        /// largest speed, as with a kind that leads.
        Attract {
            /// 1 to 64 volumes.
            volumes: Vec<InfluenceVolume>;
        }
        /// Repels boids from the nearest volume.
        ///
        /// `t` is the distance from the volume divided by the reach, and 0 inside. With
        /// [`finds_way`](Influence::finds_way), boids flee along the level at the largest speed, out of
        /// dead ends, to where the way from the volumes is longer than the reach or to where they are far
        /// from them: see [`Ways::away_from`](crate::ways::Ways::away_from). `t` is then the length of the
        /// way to the cell of the boid, so a volume behind a wall may not concern it. Boids are pushed
        /// straight where they are not led, as by an influence without ways.
        Repel {
            /// 1 to 64 volumes.
            volumes: Vec<InfluenceVolume>;
        }
        /// Keeps boids inside of the volumes, which together make a pen of any shape.
        ///
        /// `t` is the depth inside of the nearest volume divided by the reach, and 0 outside of all
        /// volumes.
        Pen {
            /// 1 to 64 volumes.
            volumes: Vec<InfluenceVolume>;
        }
        /// Gathers boids in the volumes when it gets dark.
        ///
        /// It leads to the nearest volume at the largest speed. Inside, boids slow down, and at the
        /// depth `slowing` they rest, if `motion.min_speed` lets them. `t` is the distance from the
        /// volume divided by the reach, and 0 inside.
        ///
        /// `weight` is multiplied by (s(dusk) - s(0)) / (s(1) - s(0)) with the logistic function
        /// s(x) = 1 / (1 + exp(-12 (x - 1/2))): 0 by day, 1/2 at a dusk of 0.5, 1 at night.
        Roost {
            /// 1 to 64 volumes.
            volumes: Vec<InfluenceVolume>;
            /// Depth inside of a volume at which boids rest, in metres. 0.001 to 10,000.
            slowing: f32, 0.001..=10000.0, "m";
            /// How dark it is: from day to night, 0 to 1. The game changes it over the day.
            dusk: f32, 0.0..=1.0, "";
        }
        /// Keeps boids between two heights, such as fish below the water surface.
        ///
        /// `t` is the vertical distance to the nearer of the two heights divided by the reach, and
        /// 0 outside of the band.
        AltitudeBand {
            /// Lowest height, in metres. -10,000 to 10,000.
            lowest: f32, -10000.0..=10000.0, "m";
            /// Largest height, in metres; above `lowest`. -10,000 to 10,000.
            highest: f32, -10000.0..=10000.0, "m";
            /// What the heights are measured from. Default: the level 0 of the
            /// flock's frame.
            #[serde(default)]
            above: AltitudeAbove;
        }
        /// Leads along a smooth curve at the largest speed, inside of a tube around it (Reynolds
        /// 1999: path following).
        ///
        /// A boid is led to the point of the curve that lies `look_ahead` seconds ahead if it will
        /// be outside of the tube by then, or if it does not move forward along the curve.
        /// Otherwise it keeps its heading. Where the curve crosses itself, a boid stays on the
        /// branch that is nearest in position and heading; the heading counts within 2 radii of the
        /// tube from a branch. Past the end of a curve that is not a loop the influence has no
        /// effect. `t` is the distance from the tube divided by the reach.
        Path {
            /// 2 to 64 points through which the curve leads (centripetal Catmull-Rom), in the
            /// world, in metres. Within ±10,000 in every component. No point may equal the point
            /// before it.
            points: Vec<Vec3>;
            /// Radius of the tube, in metres. 0.001 to 10,000.
            radius: f32, 0.001..=10000.0, "m";
            /// Time that boids look ahead, in seconds. 0.01 to 100; a usual value is 3.
            look_ahead: f32, 0.01..=100.0, "s";
            /// True for a closed curve, which leads from the last point to the first.
            is_loop: bool;
        }
        /// Leads each boid to a place of its own in a formation: a flight of geese, a column, a
        /// sphere, a mesh.
        ///
        /// Each boid keeps its place. When the form or the number of boids changes, new places are
        /// assigned so that the ways to them are short and hardly cross; a change of the number is
        /// noticed at most every half second. Until then a new boid takes the first free place.
        /// Boids beyond the places of a form fly freely. No two boids have the same place.
        ///
        /// Boids fly to their places at the largest speed, plus the velocity of the formation
        /// there. `t` is the distance from the place divided by the reach. With
        /// [`finds_way`](Influence::finds_way), boids outside of the formation follow the way to its
        /// position while that is not in sight.
        Formation {
            /// How the places lie.
            form: Form;
            /// Distance between neighbouring places, in metres. 0.001 to 1,000. The places of forms
            /// with a size of their own do not depend on it. Places move at once when it changes.
            spacing: f32, 0.001..=1000.0, "m";
            /// Position of the formation in the flock's frame, in metres. Within ±10,000 in every
            /// component.
            position: Vec3, -10000.0..=10000.0, "m";
            /// Rotation from the axes of the form to the flock's frame. Default: none.
            #[serde(default = "UnitQuaternion::identity")]
            rotation: UnitQuaternion<f32>;
            /// Distance from its place within which a boid slows down, in metres; 0 for no slowing.
            /// 0 to 10,000.
            slowing: f32, 0.0..=10000.0, "m";
            /// Share of the wishes of the rules that rests for a boid at its place: 0 for a loose
            /// formation, 1 for a strict one. It falls linearly to 0 at twice the larger of `slowing`
            /// and `spacing` from the place. 0 to 1.
            strictness: f32, 0.0..=1.0, "";
            /// Time in which places move to where they are after a change of the form, or of the
            /// number of boids, in seconds. 0 to 1,000.
            change: f32, 0.0..=1000.0, "s";
            /// Time after which the leader of a flight falls back to the end of an arm, in seconds;
            /// 0 for never. The boids of this arm move up. 0 to 10,000; only for a
            /// [`Form::Vee`](crate::formations::Form::Vee).
            lead: f32, 0.0..=10000.0, "s";
            /// True: the formation shrinks where the level is too narrow for its places, before it
            /// gets there, and grows again behind it. Default: false.
            ///
            /// It looks ahead along the velocity of [`motion`](Influence::motion), for at most five
            /// seconds. It shrinks until neighbours are usually two body radii apart, and no faster
            /// than so that the outermost places move at half of `motion.max_speed`. Only the level's
            /// surfaces count, not moving obstacles.
            ///
            /// The places must be free of surfaces in straight lines from `position`. A formation
            /// whose position is nearer to a surface than a body radius keeps its size. The places
            /// of a planar flock count at the height of `position`, not at those of the boids.
            #[serde(default)]
            shrinks: bool;
        }
    }
}

/// What heights are measured from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AltitudeAbove {
    /// The level 0 of the flock's frame: heights are Y coordinates.
    #[default]
    Level,
    /// The ground below the boid: the nearest surface of the geometry below it that faces up. In a
    /// cave this is the floor.
    ///
    /// Where there is no ground, the influence has no effect. The heights come from a height map
    /// that is made once for a geometry, see
    /// [`Geometry::prepare_ground`](crate::Geometry::prepare_ground). It has at least 255 by 255
    /// columns over a square level, so they are 0.4 m apart in a level of 100 m. The map is exact
    /// on flat ground and on even slopes up to 45°. Elsewhere its error is at most the height by
    /// which the ground rises or falls between columns.
    Ground,
}

choice! {
    /// How strength falls off with `t` from 0 to 1. From `t` = 1 on it is 0.
    pub enum FallOff("5c3e9b72-0d14-4f8a-b6c1-7a92e4d3f058") {
        /// No fall-off: 1.
        Constant,
        /// Linear: 1 - t.
        #[default]
        Linear,
        /// Quadratic: 1 - t².
        Quadratic,
        /// The smoothstep function: (1 - t)² (1 + 2 t).
        Smooth,
    }
}

impl FallOff {
    /// Coefficients of the polynomial: of 1, t, t² and t³.
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
    /// An influence of this kind, with the defaults for everything else.
    pub fn new(kind: InfluenceKind) -> Self {
        Self {
            kind,
            weight: default_weight(),
            reach: default_reach(),
            fall_off: FallOff::default(),
            share: default_share(),
            enabled: true,
            finds_way: false,
            motion: InfluenceMotion::default(),
        }
    }

    /// True if the influence is on and concerns boids.
    pub(crate) fn acts(&self) -> bool {
        self.enabled && self.weight > 0.0 && self.share > 0.0
    }

    /// Largest hash of the slot of a boid that the influence concerns.
    pub(crate) fn share_of_slots(&self) -> u32 {
        (f64::from(self.share) * f64::from(u32::MAX)) as u32
    }

    /// The influence with this motion.
    ///
    /// ```
    /// use flock_sim::{
    ///     influences::{Influence, InfluenceKind, InfluenceMotion},
    ///     Vec3,
    /// };
    ///
    /// let target = Influence::new(InfluenceKind::Target { point: Vec3::y(), slowing: 1.0 });
    /// let velocity = Vec3::x() * 3.0;
    /// let carried = target.with_motion(InfluenceMotion { velocity, ..Default::default() });
    /// assert_eq!(carried.motion.velocity_at(Vec3::y()), velocity);
    /// ```
    pub fn with_motion(self, motion: InfluenceMotion) -> Self {
        Self { motion, ..self }
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

//! A perch as the game sets it.

use crate::{
    math::Vec3,
    obstacles::ObstacleId,
    settings::{
        input::*,
        validation::{Check, SettingsError},
    },
};

/// Largest number of spots of a perch.
pub(crate) const MOST_SPOTS: usize = 65_536;

/// Largest value of [`Perch::approach_height`], in metres.
pub(super) const HIGHEST_APPROACH: f32 = Perch::approach_height.max;

/// Largest allowed deviation of a normal's length from 1.
const NOT_UNIT: f32 = 1e-3;

/// A spot on which one boid can stand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerchSpot {
    /// Position of the feet, in metres: in the flock's frame, or in the coordinates of the
    /// obstacle that carries the perch. Within ±10,000 in every component.
    pub position: Vec3,
    /// Unit normal of the surface, away from it.
    pub normal: Vec3,
}

input! {
    /// A perch: spots on which boids of a flock land, stand and take off.
    ///
    /// For example a roof, a wire or the crown of a tree. See
    /// [`Flock::add_perch`](crate::Flock::add_perch).
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Perch {
        /// The spots: 1 to 65,536. The default is empty, which [`validate`](Self::validate)
        /// refuses.
        pub spots: Vec<PerchSpot> = Vec::new();
        /// Distance from a spot within which boids may choose it, in metres. 0.1 to 1,000; default
        /// 8.
        pub reach: f32 = 8.0, 0.1..=1000.0, "m";
        /// Share of the boids within reach of free spots that decide to land, per second. At most
        /// 512 boids of a flock decide in a step. 0 to 10; default 0.2.
        pub landings: f32 = 0.2, 0.0..=10.0, "";
        /// Shortest and longest time that a boid stands, in seconds. Each 0 to 1,000,000, the
        /// shortest first; default 10 and 20.
        pub stay: [f32; 2] = [10.0, 20.0], 0.0..=1000000.0, "s";
        /// Height above a spot from which a boid descends to it, in metres. 0 to 100; default 0.5.
        pub approach_height: f32 = 0.5, 0.0..=100.0, "m";
        /// Distance within which the take-off of a frightened boid makes other boids take off, in
        /// metres. With 0, take-offs frighten no other boid. 0 to 1,000; default 3.
        pub alarm_radius: f32 = 3.0, 0.0..=1000.0, "m";
        /// The moving obstacle that carries the perch, such as a ship or a cow; the spots are then
        /// in its coordinates. Boids land with its velocity and ride along. They take off when it
        /// is removed, jolts, or tilts the surface below them by 60° or more from +Y of the flock's
        /// frame. A teleport takes them along. Default: none, and the spots are in the flock's
        /// frame.
        pub carrier: Option<ObstacleId> = None;
        /// Acceleration of a spot above which the boid on it takes off, in m/s², as a mean over half a
        /// second: that of the carrier, and the share `motion.inertia` of that of the flock's frame.
        /// 0 to 10,000; default 15.
        pub most_jolt: f32 = 15.0, 0.0..=10_000.0, "m/s²";
        /// Spots need a surface: if a change of the geometry removes it, the boid on the spot takes
        /// off, and the spot is free again only when the surface is back. Switch it off for spots
        /// without a surface in the geometry, such as a thin wire. The surface of a carrier is not
        /// examined. Default: on.
        pub needs_surface: bool = true;
    }
}

impl Perch {
    /// A perch with these spots and the defaults for everything else.
    pub fn new(spots: Vec<PerchSpot>) -> Self {
        Self {
            spots,
            ..Self::default()
        }
    }

    /// Checks every value except the spots.
    pub(super) fn check_values(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.check_ranges("perch", &mut check);
        check.finish()
    }

    /// How often boids land, and how long they stay.
    pub(crate) fn times(&self) -> (f32, [f32; 2]) {
        (self.landings, self.stay)
    }

    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::perches::Perch;
    ///
    /// let error = Perch { reach: -1.0, ..Perch::new(Vec::new()) }.validate().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "number of perch.spots is 0; allowed: 1 to 65536\n\
    ///      perch.reach is -1; allowed: 0.1 to 1000 m"
    /// );
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        let count = self.spots.len();
        if !(1..=MOST_SPOTS).contains(&count) {
            let allowed = format!("1 to {MOST_SPOTS}");
            check.refuse("number of perch.spots", count, allowed);
        }
        for (index, spot) in self.spots.iter().enumerate() {
            let field = |name: &str| format!("perch.spots[{index}].{name}");
            check.vector(&field("position"), &spot.position, "m");
            let length = spot.normal.norm();
            if !(1.0 - NOT_UNIT..=1.0 + NOT_UNIT).contains(&length) {
                check.refuse(
                    &field("normal"),
                    format!("{:?}", spot.normal.data.0[0]),
                    "a unit vector",
                );
            }
        }
        self.check_ranges("perch", &mut check);
        check.finish()
    }
}

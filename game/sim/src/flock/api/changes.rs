//! Settings, placement and geometry replaced while the flock runs.

use crate::{
    flock::{log::FlockInput, Flock},
    geometry::{Geometry, MovedTriangles},
    math::frame::Placement,
    settings::{validation::SettingsError, Settings},
    state::threads::sum,
    steering::avoidance::{forgotten, longest_wait, look_interval, Directions},
};
use std::sync::Arc;

impl Flock {
    /// Replaces the settings from the next step on.
    ///
    /// A change of these settings affects the boids at once or over the next steps:
    ///
    /// - `spawn.count` sets the number of boids, including waiting, dead and held ones. Boids are
    ///   added, or those with the highest slots are removed; all others keep their positions,
    ///   velocities and ids. If more than 1,024 boids are added among geometry, they wait at first,
    ///   and the next steps place them; [`depenetrate`](Self::depenetrate) places them at once. An
    ///   unchanged `spawn.count` keeps the effects of [`spawn`](Self::spawn),
    ///   [`spawn_at`](Self::spawn_at) and [`remove`](Self::remove).
    /// - The spawn region: waiting boids are tried again.
    /// - Collision or body size: the next steps move boids that now penetrate geometry out of it,
    ///   and try waiting ones again, as after [`set_geometry`](Self::set_geometry).
    /// - Avoidance: a boid that saw geometry keeps what it saw until its next look. A boid without
    ///   a recent look looks within `avoidance.look_interval`.
    ///
    /// Takes constant time. If the number of boids or the spawn region changes, takes time in
    /// proportion to the number of boids.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let mut settings = flock.settings().clone();
    /// settings.cohesion.weight = 3.0;
    /// settings.spawn.count = 1200;
    /// flock.set_settings(settings.clone())?;
    /// assert_eq!(flock.len(), 1200);
    ///
    /// settings.cohesion.weight = f32::NAN;
    /// let error = flock.set_settings(settings).unwrap_err();
    /// assert_eq!(error.to_string(), "cohesion.weight is NaN; allowed: 0 to 10000 m/s²");
    /// assert_eq!(flock.settings().cohesion.weight, 3.0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// Names every setting that is out of range, or `spawn.count` if the memory does not suffice
    /// for that number of boids. The flock then keeps its settings.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), SettingsError> {
        settings.validate()?;
        let logged = self.to_log(&settings);
        let count = settings.spawn.count;
        let counts_differ = count != self.config.settings.spawn.count;
        if self.moves_boids(&settings) {
            self.population
                .boids
                .change(&self.config, &mut self.reports);
        }
        self.reserve(self.population.room.max(count as usize), &settings)?;
        let before = std::mem::replace(&mut self.config.settings, settings);
        let backend = self.config.backend();
        let gpu = self.population.boids.gpu_mut();
        if backend != before.simulation.backend {
            gpu.forget_error()
        } else {
            gpu.try_again()
        }
        let starts_differ = self.config.settings.spawn != before.spawn;
        let bodies_differ = body(&self.config.settings) != body(&before);
        if bodies_differ || view(&self.config.settings) != view(&before) {
            self.look_out();
            self.spread_looks();
        }
        if starts_differ {
            self.config.decide_sides();
        }
        if counts_differ {
            self.change_population(|it, context| it.set_count(count, context));
        }
        if bodies_differ {
            let steps = self.reports.statistics.steps;
            self.population.begin_depenetration(steps);
            self.leave_perches();
        }
        if starts_differ {
            self.change_population(|it, context| it.place_or_share(context));
        }
        if let Some(settings) = logged.filter(|settings| *settings != before) {
            self.log(|| FlockInput::SetSettings(settings.into()));
        }
        Ok(())
    }

    /// True if these settings change boids or their avoidance memory before the next step. Another
    /// size of the bodies does so in later steps only.
    fn moves_boids(&self, settings: &Settings) -> bool {
        let starts_differ = settings.spawn != self.config.settings.spawn;
        let counts_differ = settings.spawn.count != self.config.settings.spawn.count;
        counts_differ
            || view(settings) != view(&self.config.settings)
            || starts_differ && self.not_placed() > 0
    }

    /// Moves the flock's frame: the boundary, the plane of motion and the spawn region.
    ///
    /// The boids stay where they are and steer back into the boundary, as far as the plane of a
    /// planar flock allows. Boids that wait for a position are tried again. Apart from that, takes
    /// constant time.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let origin = Vec3::new(0.0, 5.0, 0.0);
    /// flock.set_placement(Placement { origin, ..Placement::default() })?;
    /// assert_eq!(flock.placement().origin, origin);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// Refuses an origin that is not finite or too far away, and a rotation that is not a unit
    /// quaternion; the flock then keeps its placement.
    pub fn set_placement(&mut self, placement: Placement) -> Result<(), SettingsError> {
        placement.validate()?;
        if placement != self.config.placement {
            self.log(|| FlockInput::SetPlacement(placement));
            if self.not_placed() > 0 {
                self.population
                    .boids
                    .change(&self.config, &mut self.reports);
            }
            self.config.placement = placement;
            // Boids that cross a boundary that wraps are drawn at another place.
            self.population.boids.forget_derived();
            self.config.decide_sides();
            self.change_population(|it, context| it.place_or_share(context));
        }
        Ok(())
    }

    /// Replaces the geometry from the next step on.
    ///
    /// From then on, no boid moves through a surface of the new geometry, wherever the boid is when
    /// the geometry appears. Passing the current `Arc` again changes nothing.
    ///
    /// Depenetration: a boid that is then inside a solid, or whose body is cut through the middle
    /// by a surface, moves to the nearest position where its body and the skin are clear of
    /// geometry, inside the boundary and, in a planar flock, at its height, but never through the
    /// wall of a room that it is in. It keeps its velocity. Without such a position it starts anew
    /// in `spawn.region`, with its id and its looks, or waits.
    /// [`Statistics::rescued`](crate::statistics::Statistics::rescued) counts all of them. The
    /// search is bounded: among overlapping solids or in narrow gaps the position may be somewhat
    /// farther than the nearest one, or none may be found. A body that only reaches into a surface
    /// leaves it in the next steps.
    ///
    /// The work is spread over the next steps, since checking all boids at once would cause a
    /// hitch. Each step checks the boids of 2,048 slots in the order of the slots, or of fewer
    /// slots if that many boids have to be moved. Until it is checked, a boid inside a new solid
    /// stays there and is swept against the surfaces around it like any other boid.
    /// [`unchecked`](Self::unchecked) tells how many slots are left.
    /// [`depenetrate`](Self::depenetrate) checks all boids at once, and so does the next single
    /// step on a GPU. A frame on a GPU checks one share, by the drawn positions. A snapshot holds
    /// the remaining work. If the geometry or the body size changes again before all boids are
    /// checked, the round starts over at the boids that are still unchecked.
    ///
    /// The avoidance memory of the old geometry lasts until each boid's next look: within a third
    /// of `avoidance.look_ahead`, or within `avoidance.look_interval` if that is longer. On the
    /// CPU, boids that saw nothing of the old geometry look within one interval too.
    ///
    /// Waiting boids are tried again after all boids have been checked. If the geometry is
    /// [prepared](Geometry::prepare), the call takes some nanoseconds per boid and per triangle.
    ///
    /// [`Statistics::displaced`](crate::statistics::Statistics::displaced) counts the boids that
    /// are on another side of a surface than before, while `collision.enabled`. If old and new
    /// geometry have equally many triangles and those that differ have kept their shapes, these are
    /// taken to have moved, each corner on a straight line: the boids that one of them passed are
    /// counted at once; not if more than 16,384 moved, as when a level is shifted. Boids that are
    /// inside solids when it is their turn to be moved out are counted then. On a GPU, boids are
    /// where they are drawn.
    ///
    /// ```
    /// use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let block = Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0;
    /// flock.set_geometry(Arc::new(block));
    /// assert_eq!(flock.unchecked(), 1000);
    /// while flock.unchecked() > 0 {
    ///     flock.step();
    /// }
    /// assert!(flock.statistics().rescued > 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_geometry(&mut self, geometry: Arc<Geometry>) {
        if Arc::ptr_eq(self.config.geometry.shared(), &geometry) {
            return;
        }
        self.population.boids.gpu_mut().try_again();
        let collides = self.config.settings.collision.enabled;
        let moved = collides.then(|| MovedTriangles::between(&self.config.geometry, &geometry));
        self.config.set_geometry(geometry);
        if let Some(moved) = moved.flatten() {
            self.count_passed(&moved);
        }
        let settings = self.config.settings.clone();
        // If memory runs out, the boids do not see the new geometry; the sweep still stops them.
        let _ = self.reserve_sights(self.population.room, &settings);
        self.look_out();
        self.spread_looks();
        self.population
            .begin_depenetration(self.reports.statistics.steps);
        self.inputs.perches.forget_surfaces();
    }

    /// Counts the boids that moved triangles passed. Those inside solids are counted when they are
    /// moved out.
    fn count_passed(&mut self, moved: &MovedTriangles) {
        let (boids, geometry) = (self.known(), &self.config.geometry);
        let is_displaced = |index: &usize| {
            let place = boids.position(*index);
            moved.passed(place) && !geometry.is_inside_solid(place)
        };
        let backend = self.config.backend();
        let displaced = sum(backend, 0..boids.len(), |part| {
            part.filter(is_displaced).count()
        });
        self.reports.count_displaced(displaced);
    }

    /// Spreads the looks of boids that may all see a new surface over several steps.
    fn spread_looks(&mut self) {
        let (steps, settings) = (self.reports.statistics.steps, &self.config.settings);
        // All boids of a new flock look in its first step, and so do those that are on a GPU: to
        // fetch them would take longer than their looks.
        if steps > 0 && !self.population.boids.gpu().is_ahead() {
            let memory = &self.population.boids.memories.sights.memory;
            let valid = -forgotten(settings)..=longest_wait(settings);
            memory.spread_looks(steps, look_interval(settings), valid);
        }
    }

    /// Prepares avoidance for changed geometry, settings or boids.
    pub(crate) fn look_out(&mut self) {
        if self.config.settings.collision.enabled {
            self.config.geometry.distance_field();
        }
        self.population.boids.memories.sights.directions = Directions::new(&self.config.settings);
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.config.settings
    }

    /// The pose of boundary, spawn region and plane of motion in the flock's frame.
    pub fn placement(&self) -> &Placement {
        &self.config.placement
    }

    /// The static geometry that boids collide with.
    pub fn geometry(&self) -> &Arc<Geometry> {
        self.config.geometry.shared()
    }

    /// A number that no other flock of the process has.
    ///
    /// A flock that was restored from a snapshot has another number than the original. Programs
    /// that cache data about a flock can tell by it that another flock has taken its place.
    pub fn instance(&self) -> u64 {
        self.instance.number()
    }
}

/// The settings that decide which boids penetrate geometry.
fn body(settings: &Settings) -> impl PartialEq {
    let collision = &settings.collision;
    (collision.enabled, collision.body_radius)
}

/// The settings that the avoidance memory depends on.
fn view(settings: &Settings) -> impl PartialEq {
    let skin = settings.collision.skin;
    (settings.avoidance, settings.motion.plane, skin)
}

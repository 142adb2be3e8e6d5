//! The flock: the whole simulation behind one type.

#[cfg(feature = "gpu")]
mod card;
#[cfg(not(feature = "gpu"))]
#[path = "no_card.rs"]
mod card;
mod influence;
mod population;
mod queries;
mod rescue;
mod sight;
mod snapshot;
mod stepping;
#[cfg(test)]
mod tests;

use crate::{
    avoidance::{Directions, Queue, Sights},
    boids::Boids,
    boundary::Containment,
    cache::Cache,
    clock::Clock,
    grid::Grid,
    hash, instances,
    lookup::Lookup,
    placement::Frame,
    rules::Rules,
    scare::Scares,
    search::Search,
    step::sort,
    vectors::Vectors,
    Boid, BoidId, CustomRule, Geometry, Placement, Settings, SettingsError, Statistics,
};
use card::Card;
use std::{fmt, sync::Arc};

/// A flock of boids among static geometry.
///
/// Every method that takes settings checks them; what was refused changes nothing. See the [crate's page](crate) for an
/// example and for what a step does.
pub struct Flock {
    settings: Settings,
    placement: Placement,
    geometry: Arc<Geometry>,
    /// The state before the last step, boid by boid in the same order as `current`.
    previous: Boids,
    current: Boids,
    lookup: Lookup,
    /// How many boids there is room for.
    room: usize,
    /// The boids that were spawned last.
    newborn: Vec<BoidId>,
    grid: Grid,
    search: Search,
    sights: Sights,
    queue: Queue,
    cache: Cache,
    scares: Scares,
    custom_rule: Option<Arc<dyn CustomRule>>,
    clock: Clock,
    /// Simulated seconds since the flock was made. In double precision, which is exact enough for years.
    time: f64,
    /// How far the drawn state is on the way from `previous` to `current`.
    blend: f32,
    statistics: Statistics,
    vectors: Vectors,
    card: Card,
}

/// Without the boids, of which there are many.
impl fmt::Debug for Flock {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Flock")
            .field("settings", &self.settings)
            .field("placement", &self.placement)
            .field("geometry", &self.geometry)
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl Flock {
    /// A flock whose boids have been given their places.
    ///
    /// # Errors
    /// Names every setting, and every part of the placement, that is out of range, or `spawn.count` if there is not enough
    /// memory for so many boids. That some boids found no place clear of
    /// geometry is no error; see [`not_placed`](Self::not_placed).
    pub fn new(
        settings: Settings,
        placement: Placement,
        geometry: Arc<Geometry>,
    ) -> Result<Self, SettingsError> {
        settings.validate()?;
        placement.validate()?;
        let mut flock = Self::empty(settings.clone(), placement, geometry);
        flock.look_out();
        let count = settings.spawn.count;
        flock.reserve(count as usize, &settings)?;
        flock.set_count(count);
        flock.place_waiting();
        flock.sort_without_step();
        Ok(flock)
    }

    /// A flock without boids.
    fn empty(settings: Settings, placement: Placement, geometry: Arc<Geometry>) -> Self {
        Self {
            settings,
            placement,
            geometry,
            previous: Boids::default(),
            current: Boids::default(),
            lookup: Lookup::default(),
            room: 0,
            newborn: Vec::new(),
            grid: Grid::default(),
            search: Search::default(),
            sights: Sights::default(),
            queue: Queue::default(),
            cache: Cache::default(),
            scares: Scares::default(),
            custom_rule: None,
            clock: Clock::default(),
            time: 0.0,
            blend: 1.0,
            statistics: Statistics::default(),
            vectors: Vectors::widest(),
            card: Card::default(),
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Replaces the settings from the next step on. Another `spawn.count` than before makes the flock have so many boids at
    /// once, those that wait for a place included: further ones are added, or those with the highest slots are removed; the
    /// others keep their places, velocities and ids. The same `spawn.count` as before leaves alone what
    /// [`spawn`](Self::spawn), [`spawn_at`](Self::spawn_at) and [`remove`](Self::remove) did. Where boids may start and how
    /// they collide can change too: those that had no place are then tried again, and those that are inside geometry which
    /// they did not collide with before are carried out, as in [`set_geometry`](Self::set_geometry).
    ///
    /// Takes constant time, unless the number of boids, where they start, whether they collide or the size of their bodies
    /// changes: then time in proportion to the number of boids.
    ///
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
    /// Names every setting that is out of range, or `spawn.count` if there is not enough memory for so many boids; the flock
    /// then keeps its settings.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), SettingsError> {
        settings.validate()?;
        let count = settings.spawn.count;
        let counts_differ = count != self.settings.spawn.count;
        if self.moves_boids(&settings) {
            self.come_home();
        }
        self.reserve(self.room.max(count as usize), &settings)?;
        let before = std::mem::replace(&mut self.settings, settings);
        let driver = self.settings.simulation.driver;
        self.card.try_again(driver != before.simulation.driver);
        let starts_differ = self.settings.spawn != before.spawn;
        let bodies_differ = body(&self.settings) != body(&before);
        if bodies_differ || view(&self.settings) != view(&before) {
            self.look_out();
            self.sights.memory.forget_all();
        }
        if counts_differ {
            self.set_count(count);
        }
        if bodies_differ {
            self.rescue_caught();
        }
        if starts_differ || bodies_differ {
            self.place_waiting();
        }
        Ok(())
    }

    /// Whether these settings do something to boids at once, or to what they remember, and not only in the next step.
    fn moves_boids(&self, settings: &Settings) -> bool {
        let starts_differ = settings.spawn != self.settings.spawn;
        let counts_differ = settings.spawn.count != self.settings.spawn.count;
        counts_differ
            || body(settings) != body(&self.settings)
            || view(settings) != view(&self.settings)
            || starts_differ && self.not_placed() > 0
    }

    /// Where the flock's own frame lies in the world.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Moves the flock's frame: the boundary, the plane of motion and the region where further boids start. The boids stay
    /// where they are and come back into the boundary by themselves, as far as the plane of a planar flock allows; those that
    /// had no place are tried again. Takes constant time besides that.
    ///
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
    /// Refuses an origin that is not finite or too far away, and a rotation that is not a unit quaternion; the flock then
    /// keeps its placement.
    pub fn set_placement(&mut self, placement: Placement) -> Result<(), SettingsError> {
        placement.validate()?;
        if placement != self.placement {
            if self.not_placed() > 0 {
                self.come_home();
            }
            self.placement = placement;
            self.place_waiting();
        }
        Ok(())
    }

    /// The geometry that boids collide with.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Replaces the geometry from the next step on.
    ///
    /// A boid that is then inside a solid, or has a surface running through the middle of its body, is carried to the nearest
    /// place where its body and the gap that it keeps are clear of geometry, inside the boundary and, in a planar flock, at its
    /// height; it keeps its velocity. Only if there is no such place does it start anew at a free place in `spawn.region`, with
    /// its id and its looks, or wait for one. [`Statistics::rescued`] counts them all. The search is bounded: among solids
    /// that overlap or leave little room, a place that is found may be somewhat farther than the nearest one, or none be found
    /// where there is one, the sooner the more boids are caught at once. A body that merely reaches into a surface leaves on its
    /// own.
    ///
    /// What boids saw before they remember until they look again, which they do within a third of `avoidance.look_ahead`, or
    /// `avoidance.look_interval` if that is longer.
    ///
    /// Boids that had no place are tried again. Takes time in proportion to the number of boids, each of which is looked up in
    /// the geometry.
    ///
    /// ```
    /// use flock_sim::{shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let block = Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0;
    /// flock.set_geometry(Arc::new(block));
    /// assert!(flock.statistics().rescued > 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_geometry(&mut self, geometry: Arc<Geometry>) {
        self.come_home();
        self.card.try_again(false);
        self.geometry = geometry;
        let settings = self.settings.clone();
        // If it fails, the boids meet the geometry unseen.
        let _ = self.reserve_sights(self.room, &settings);
        self.look_out();
        self.rescue_caught();
        self.place_waiting();
    }

    /// Gets ready to see geometry, settings or boids that are not what they were.
    fn look_out(&mut self) {
        if self.settings.collision.enabled {
            self.geometry.prepare();
        }
        self.sights.directions = Directions::new(&self.settings);
    }

    /// Number of boids.
    pub fn len(&self) -> usize {
        self.current.len()
    }

    /// Whether there are no boids.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The boids in the order in which the last step sorted them: boids that are close in space are mostly close in this
    /// order; where boids were removed since, others took their places, and new ones are at the end. It is also the order of
    /// [`write_instances`](Self::write_instances). Takes constant time for each boid.
    pub fn boids(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let boids = self.known();
        (0..boids.len()).map(|index| boids.boid(index, &self.lookup))
    }

    /// Counters and timings. Takes constant time; if a graphics card made steps of which nothing is drawn, they are waited for.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.step();
    /// let statistics = flock.statistics();
    /// assert_eq!((statistics.boids, statistics.steps), (1000, 1));
    /// println!("{} ms, {:.0}% of it for the neighbours", statistics.step_milliseconds, 100.0 * statistics.shares.neighbours);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        Statistics {
            boids: self.len(),
            not_placed: self.not_placed(),
            ..self.counted()
        }
    }

    /// A hash of slots, positions and velocities, the same on every platform and for any number of threads. Takes the time of
    /// sorting the boids by their slots.
    pub fn state_hash(&self) -> u64 {
        match self.exact() {
            Some([_, current]) => hash::state_hash(&current),
            None => hash::state_hash(&self.current),
        }
    }

    /// Writes two texels for each boid, in the order of [`boids`](Self::boids) and as many as fit. After
    /// [`advance`](Self::advance) the state drawn lies between the last two steps.
    ///
    /// - texel 0: position in the world, in metres; size of the body
    /// - texel 1: x, y and z of the orientation, a unit quaternion whose w is not negative, so that
    ///   w = √max(0, 1 - x² - y² - z²); phase of the beat in [0, 1)
    ///
    /// The orientation turns +Z to where the body points and +Y to its back.
    pub fn write_instances(&self, out: &mut [[f32; 4]]) {
        if self.write_drawn(out) {
            return;
        }
        let (settings, containment) = (&self.settings, self.containment());
        let (previous, current) = (&self.previous, &self.current);
        instances::write(
            out,
            previous,
            current,
            self.blend,
            settings,
            containment.as_ref(),
        );
    }

    fn containment(&self) -> Option<Containment> {
        Containment::new(&self.settings, Frame::new(&self.placement))
    }

    /// Brings the boids into the order that a step would, but leaves them where they are.
    fn sort_without_step(&mut self) {
        let rules = Rules::new(&self.settings, Frame::new(&self.placement));
        let driver = self.settings.simulation.driver;
        sort(
            &mut self.grid,
            &mut self.previous,
            &mut self.current,
            &rules,
            driver,
        );
        self.current.copy_from(&self.previous);
        self.lookup.note_all(&self.current.slot, driver);
    }
}

/// What decides whether boids are inside geometry.
fn body(settings: &Settings) -> impl PartialEq {
    let collision = &settings.collision;
    (collision.enabled, collision.body_radius)
}

/// What decides what boids see.
fn view(settings: &Settings) -> impl PartialEq {
    let skin = settings.collision.skin;
    (settings.avoidance, settings.motion.plane, skin)
}

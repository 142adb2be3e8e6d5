//! The flock: the whole simulation behind one type.

mod advice;
mod body_rescue;
mod boid_data;
mod boid_store;
mod budget;
mod changes;
pub(crate) mod clock;
mod cone;
mod depenetration;
mod detail;
mod drawing;
pub(crate) mod emitters;
pub(crate) mod events;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "gpu/off.rs"]
mod gpu;
pub(crate) mod hits;
mod holding;
mod hunters;
mod influences;
pub(crate) mod input_log;
mod instance;
mod killing;
mod loose_bodies;
pub(crate) mod measure;
mod obstacles;
mod perches;
mod population;
mod queries;
mod reserve;
mod restore;
mod sight;
pub(crate) mod snapshot;
mod snapshot_check;
mod state_hash;
pub(crate) mod statistics;
mod stepping;
mod surroundings;
pub(crate) mod tags;
#[cfg(test)]
mod tests;
pub(crate) mod waiting;
pub(crate) mod wishes;

use crate::{
    boundary::Containment,
    flock::{clock::Clock, statistics::Statistics},
    geometry::{Geometry, SidedGeometry},
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
        Vec3,
    },
    motion::{touched_slots::TouchedSlots, wind::Wind},
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    obstacles::ObstacleSet,
    perches::set::PerchSet,
    settings::{validation::SettingsError, Settings},
    state::{boid_id::BoidId, boids::Boid, slot_round::SlotRound},
    steering::{
        avoidance::{AvoidanceState, LookQueue},
        custom_rule::CustomRule,
        fear::{hunter::HunterSet, state::FearState},
        influences::{set::InfluenceSet, terms::InfluenceTerms},
        scare::Scares,
    },
    step::sort,
};
use boid_data::BoidData;
use boid_store::{change_boids, BoidStore};
use budget::Budget;
use detail::DetailState;
use emitters::EmitterSet;
use events::Events;
use input_log::{InputLog, Replay};
use instance::Instance;
use loose_bodies::LooseBodies;
use std::{fmt, sync::Arc};
use tags::Tags;
use waiting::Waiting;

/// A flock of boids among static geometry.
///
/// Every method that takes settings checks them; what was refused changes nothing. See the [crate's
/// page](crate) for an example and for what a step does.
pub struct Flock {
    instance: Instance,
    settings: Settings,
    placement: Placement,
    geometry: SidedGeometry,
    boids: BoidStore,
    /// Dead and held boids.
    bodies: LooseBodies,
    data: BoidData,
    events: Events,
    emitters: EmitterSet,
    log: Option<InputLog>,
    replay: Option<Replay>,
    /// Number of boids for which memory is reserved.
    room: usize,
    /// The boids that were spawned last.
    newborn: Vec<BoidId>,
    grid: Grid,
    search: NeighbourInputs,
    /// Boids that have not been looked at since the geometry or their bodies changed.
    unchecked: SlotRound,
    /// Waiting boids that have not been tried again since then.
    untried: SlotRound,
    waiting: Waiting,
    sights: AvoidanceState,
    queue: LookQueue,
    scares: Scares,
    /// Those that the game moves.
    hunters: HunterSet,
    fear: FearState,
    influences: InfluenceSet,
    wind: Wind,
    /// Those of the step that comes.
    influence_terms: InfluenceTerms,
    custom_rule: Option<Arc<dyn CustomRule>>,
    /// Moving obstacles.
    obstacles: ObstacleSet,
    /// The boids that obstacles caught in the last step.
    caught: TouchedSlots,
    perches: PerchSet,
    tags: Tags,
    detail: DetailState,
    budget: Budget,
    /// Number of steps that a frame may have because of the world in which the flock is.
    step_limit: u32,
    clock: Clock,
    /// Simulated seconds since the flock was made. In double precision, which is exact enough for
    /// years.
    time: f64,
    /// Share of the way from the previous to the current state at which boids are drawn.
    blend: f32,
    statistics: Statistics,
    vectors: SimdWidth,
}

/// Without the boids, of which there are many.
impl fmt::Debug for Flock {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Flock")
            .field("settings", &self.settings)
            .field("placement", &self.placement)
            .field("geometry", self.geometry())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl Flock {
    /// A flock whose boids are placed in `spawn.region`.
    ///
    /// # Errors
    /// Names every setting, and every part of the placement, that is out of range, or `spawn.count`
    /// if there is not enough memory. Boids without a position clear of geometry are no error; see
    /// [`not_placed`](Self::not_placed).
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
        let geometry = SidedGeometry::new(geometry, center(&settings, &placement));
        Self {
            instance: Instance::default(),
            settings,
            placement,
            geometry,
            boids: BoidStore::default(),
            bodies: LooseBodies::default(),
            data: BoidData::default(),
            events: Events::default(),
            emitters: EmitterSet::default(),
            log: None,
            replay: None,
            room: 0,
            newborn: Vec::new(),
            grid: Grid::default(),
            search: NeighbourInputs::default(),
            unchecked: SlotRound::default(),
            untried: SlotRound::default(),
            waiting: Waiting::default(),
            sights: AvoidanceState::default(),
            queue: LookQueue::default(),
            scares: Scares::default(),
            hunters: HunterSet::default(),
            fear: FearState::default(),
            influences: InfluenceSet::default(),
            wind: Wind::default(),
            influence_terms: InfluenceTerms::default(),
            custom_rule: None,
            obstacles: ObstacleSet::default(),
            caught: TouchedSlots::default(),
            perches: PerchSet::default(),
            tags: Tags::default(),
            detail: DetailState::default(),
            budget: Budget::default(),
            step_limit: u32::MAX,
            clock: Clock::default(),
            time: 0.0,
            blend: 1.0,
            statistics: Statistics::default(),
            vectors: SimdWidth::widest(),
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Position and rotation of the flock's frame in the world.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// The geometry that boids collide with.
    pub fn geometry(&self) -> &Arc<Geometry> {
        self.geometry.shared()
    }

    /// Number of boids, without those that wait for a place, stand on a perch, are dead or held.
    pub fn len(&self) -> usize {
        self.boids.current().len()
    }

    /// True if the flock has no boids.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The boids in the order in which the last step sorted them: boids that are close in space are
    /// mostly close in this order; where boids were removed since, others took their places, and
    /// new ones are at the end. It is also the order of [`write_instances`](Self::write_instances).
    /// Takes constant time for each boid.
    pub fn boids(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let boids = self.known();
        (0..boids.len()).map(|index| boids.boid(index, self.boids.slot_map()))
    }

    /// Counters and timings. Takes constant time; GPU steps of which nothing is drawn are waited
    /// for.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.step();
    /// let statistics = flock.statistics();
    /// assert_eq!((statistics.boids, statistics.steps), (1000, 1));
    /// let share = 100.0 * statistics.shares.neighbours;
    /// println!("{} ms, {share:.0}% of it for the neighbours", statistics.step_milliseconds);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn statistics(&self) -> Statistics {
        Statistics {
            boids: self.len(),
            not_placed: self.not_placed(),
            ..self.counted()
        }
    }

    fn containment(&self) -> Option<Containment> {
        Containment::new(&self.settings, Frame::new(&self.placement))
    }

    /// Sorts the boids as a step does, without a move.
    fn sort_without_step(&mut self) {
        let criteria = Criteria::new(&self.settings, Frame::new(&self.placement));
        let driver = self.settings.simulation.driver;
        let boids = change_boids!(self);
        let grid = &mut self.grid;
        sort(grid, boids.previous, boids.current, &criteria, driver);
        boids.current.copy_from(boids.previous);
        boids.slot_map.outdate_indices();
    }
}

/// The centre of the region where boids start, in the world.
fn center(settings: &Settings, placement: &Placement) -> Vec3 {
    Frame::new(placement).point_to_world(settings.spawn.region.center())
}

//! Ways for the influences of a flock: found on another thread, and used from a certain step on.

mod in_the_way;
mod level;
mod plan;
mod resting;
mod search;
mod shapes;

use crate::{
    flock::configuration::Configuration,
    obstacles::ObstacleSet,
    state::boids::Boids,
    steering::influences::{set::InfluenceSet, way::WaysOfInfluences, InfluenceId},
    ways::{NavigationError, NavigationField, Ways},
};
use level::Level;
use plan::Plan;
use resting::{RestTimes, STEPS_OF_REST};
use search::{Found, Known, Running, Search};
use serde::{Deserialize, Serialize};
use shapes::Shapes;
use std::{collections::VecDeque, mem::take, sync::Arc};

/// Largest number of searches at once. An obstacle may come to rest while ways without it are searched.
const MOST_REQUESTS: usize = 2;

/// Distance from its known place, as a share of a cell, in which a slow obstacle causes no search.
const NEAR_PLACE: f32 = 0.25;

/// What is known of the ways of an influence.
#[derive(Clone, Debug, Default)]
pub struct FoundWays {
    /// The ways along which boids are led now; `None` before the first ones.
    ///
    /// [`Ways::unreachable`] names the goals that nothing can enter. [`Ways::bytes`] and
    /// [`NavigationField::bytes`](crate::ways::NavigationField::bytes) tell the memory.
    pub ways: Option<Arc<Ways>>,
    /// Number of steps of the flock before boids follow new ways, if these were asked for.
    pub next_at: Option<u64>,
    /// Duration of the last search, in seconds, with that of the navigation field if it was new. It
    /// took place on other threads. `None` before the first one.
    pub seconds: Option<f32>,
    /// Why there are no ways.
    pub error: Option<WayError>,
}

/// Why boids are not led along ways.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WayError {
    /// There is no navigation field.
    #[error("{0}")]
    Field(
        /// Why.
        #[from]
        NavigationError,
    ),
}

/// Ways for the influences of a flock.
///
/// A search acts a fixed number of steps after its request. It is waited for if it is not finished
/// then. So the steps do not depend on the speed of the machine.
#[derive(Default)]
pub(crate) struct WayFinder {
    level: Option<Level>,
    /// The field of the last ways. It is kept while no influence finds ways.
    field: Option<Arc<NavigationField>>,
    /// What the ways are found for that act.
    plan: Plan,
    acting: WaysOfInfluences,
    error: Option<WayError>,
    /// Duration of the last search, in seconds.
    seconds: Option<f32>,
    /// The searches that do not act yet, in their order.
    requests: VecDeque<Request>,
    /// What ways are needed for in this step, and the revision of the influences from which the goals
    /// come.
    wanted: Plan,
    wanted_of: Option<u64>,
    rest_times: RestTimes,
    /// The shapes of the obstacles in all plans.
    shapes: Shapes,
    /// Number of steps for which obstacles of the newest plan have not rested.
    unsettled: u32,
}

/// A search that does not act yet.
struct Request {
    plan: Plan,
    /// Number of steps before it was made.
    step: u64,
    running: Running,
}

/// The state of a [`WayFinder`], from which it finds the same ways again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedWays {
    acting: Plan,
    /// The plans of the requests, and the numbers of steps before these were made.
    requests: Vec<(Plan, u64)>,
    rest_times: RestTimes,
    /// The shapes of the obstacles in the plans that were removed from the flock.
    removed: Shapes,
    /// Number of steps for which obstacles of the newest plan have not rested.
    unsettled: u32,
}

impl SavedWays {
    pub(crate) fn is_empty(&self) -> bool {
        self.acting.is_empty() && self.requests.is_empty()
    }

    /// Checks a state that was read from a file, after so many steps. The error says what is wrong.
    pub(crate) fn validate(&self, steps: u64) -> Result<(), String> {
        self.acting.validate()?;
        self.rest_times.validate()?;
        self.removed.validate()?;
        let count = self.requests.len();
        if count > MOST_REQUESTS {
            return Err(format!(
                "{count} searches for ways are under way; allowed: 0 to {MOST_REQUESTS}"
            ));
        }
        let mut earliest = 0;
        for (plan, step) in &self.requests {
            if !(earliest..=steps).contains(step) {
                return Err(format!(
                    "ways were asked for in step {step}; allowed: {earliest} to {steps}"
                ));
            }
            earliest = *step;
            plan.validate()?;
        }
        Ok(())
    }
}

impl WayFinder {
    /// Prepares the step that follows `steps` steps: asks for ways if goals have moved, and takes
    /// those that are due. `known`: the boids. On a GPU they are the drawn ones, and after single steps that
    /// call waits, so it is made only for planar flocks, and only if ways are asked for.
    pub(crate) fn prepare<'a>(
        &mut self,
        influences: &InfluenceSet,
        obstacles: &ObstacleSet,
        config: &Configuration,
        known: impl FnOnce() -> &'a Boids,
        steps: u64,
    ) {
        if self.wanted_of != Some(influences.revision()) {
            self.wanted_of = Some(influences.revision());
            self.wanted.set_goals(influences);
        }
        if self.level.as_ref().is_some_and(|it| !it.is_of(config)) {
            self.forget();
            (self.level, self.field) = (None, None);
        }
        if self.wanted.is_empty() {
            return self.forget();
        }
        if self.error.is_some() && !level::is_parallel(self.plan.plane.as_ref(), config) {
            // There may be room for the cells of another plane.
            self.forget();
        }
        self.level.get_or_insert_with(|| Level::new(config));
        self.find_resting(obstacles, config.settings.way_finding.cell);
        let delay = u64::from(config.settings.way_finding.delay);
        self.take_due(steps, delay);
        if self.error.is_none() && self.needs_search(config) {
            let plane = self.newest().plane;
            if let Some(plane) = level::space_now(plane, config, known) {
                self.wanted.plane = plane;
                self.ask(self.wanted.clone(), steps, obstacles);
                self.take_due(steps, delay);
            }
        }
    }

    /// What the ways are for that were asked for last.
    fn newest(&self) -> &Plan {
        self.requests.back().map_or(&self.plan, |it| &it.plan)
    }

    /// Finds the obstacles that rest, and counts the steps since some of the newest plan do not. An
    /// obstacle that moves to another place is not in the way in between, but ways for this short time
    /// are not worth a search.
    fn find_resting(&mut self, obstacles: &ObstacleSet, cell: f32) {
        self.rest_times.update(obstacles);
        let mut resting = take(&mut self.wanted.resting);
        let known = &self.newest().resting;
        resting.set(&self.rest_times, known, NEAR_PLACE * cell);
        self.unsettled = match resting.contains(known) {
            true => 0,
            false => self.unsettled.saturating_add(1).min(STEPS_OF_REST + 1),
        };
        self.wanted.resting = resting;
    }

    /// True if the newest ways are not those that are needed, and another search may begin.
    fn needs_search(&self, config: &Configuration) -> bool {
        let newest = self.newest();
        let near = config.settings.way_finding.cell;
        let leads_there =
            newest.is_near(&self.wanted, near) && level::is_parallel(newest.plane.as_ref(), config);
        let comes_to_rest = !newest.resting.contains(&self.wanted.resting);
        let is_around = !comes_to_rest && self.unsettled <= STEPS_OF_REST;
        match self.requests.len() {
            0 => !(leads_there && is_around),
            1..MOST_REQUESTS => !is_around,
            _ => false,
        }
    }

    /// Lets the ways that were asked for act, if they are due.
    fn take_due(&mut self, steps: u64, delay: u64) {
        let is_due = |it: &Request| steps >= it.step.saturating_add(delay);
        while let Some(due) = self.requests.pop_front() {
            if !is_due(&due) {
                return self.requests.push_front(due);
            }
            self.plan = due.plan;
            self.act(due.running.finish());
            self.forget_shapes();
        }
    }

    /// Forgets all ways, but not the field.
    fn forget(&mut self) {
        let is_needed = !self.plan.is_empty() || !self.requests.is_empty();
        if is_needed || self.rest_times != RestTimes::default() {
            let changes = self.acting.changes;
            *self = Self {
                level: self.level.take(),
                field: self.field.take(),
                wanted: take(&mut self.wanted),
                wanted_of: self.wanted_of,
                ..Self::default()
            };
            self.acting.changes = changes + 1;
        }
    }

    fn ask(&mut self, plan: Plan, step: u64, obstacles: &ObstacleSet) {
        let known = Known {
            field: self.field.clone(),
            ways: match plan.resting == self.plan.resting {
                true => self.acting.ways.clone(),
                false => Vec::new(),
            },
        };
        if let Some(search) = self.search(&plan, known, obstacles) {
            self.requests.push_back(Request {
                plan,
                step,
                running: Running::start(search),
            });
        }
    }

    /// The search for the ways of a plan; `None` without a level.
    fn search(&mut self, plan: &Plan, known: Known, obstacles: &ObstacleSet) -> Option<Search> {
        let level = self.level.clone()?;
        self.shapes.add(&plan.resting, obstacles);
        let placed = self.shapes.placed(&plan.resting);
        Some(Search::new(level, plan.clone(), placed, known))
    }

    fn act(&mut self, found: Found) {
        self.acting.changes += 1;
        self.seconds = Some(found.seconds);
        (self.acting.ways, self.error) = match found.ways {
            Ok(ways) => (ways, None),
            Err(error) => (Vec::new(), Some(error.into())),
        };
        if let Some((_, ways)) = self.acting.ways.first() {
            self.field = Some(ways.field().clone());
        }
    }

    /// Forgets the shapes of the obstacles that are in no plan.
    fn forget_shapes(&mut self) {
        let of_requests = self.requests.iter().map(|it| &it.plan);
        let plans = [&self.plan].into_iter().chain(of_requests);
        let is_needed = |id| plans.clone().any(|it| it.resting.place_of(id).is_some());
        self.shapes.retain(is_needed);
    }

    /// The ways along which boids are led.
    pub(crate) fn acting(&self) -> &WaysOfInfluences {
        &self.acting
    }

    /// What is known of the ways of an influence that finds them.
    pub(crate) fn found(&self, id: InfluenceId, delay: u32) -> FoundWays {
        let ways = self.acting.of(id).cloned();
        let next = self.requests.iter().find(|it| it.plan.has(id));
        FoundWays {
            ways,
            next_at: next.map(|it| it.step.saturating_add(delay.into())),
            seconds: self.seconds,
            error: self.error.clone(),
        }
    }

    /// The state of a flock with this configuration: the next step forgets the ways in another level.
    pub(crate) fn saved(&self, config: &Configuration, obstacles: &ObstacleSet) -> SavedWays {
        if !self.level.as_ref().is_some_and(|it| it.is_of(config)) {
            return SavedWays::default();
        }
        let requests = self.requests.iter();
        SavedWays {
            acting: self.plan.clone(),
            requests: requests.map(|it| (it.plan.clone(), it.step)).collect(),
            rest_times: self.rest_times.clone(),
            removed: self.shapes.removed_from(obstacles),
            unsettled: self.unsettled,
        }
    }

    /// The way finder of a snapshot, for a flock with its configuration. Finds the ways that act.
    pub(crate) fn restored(
        saved: &SavedWays,
        config: &Configuration,
        obstacles: &ObstacleSet,
    ) -> Self {
        let mut finder = Self {
            plan: saved.acting.clone(),
            rest_times: saved.rest_times.clone(),
            shapes: saved.removed.clone(),
            unsettled: saved.unsettled,
            ..Self::default()
        };
        if saved.is_empty() {
            return finder;
        }
        finder.level = Some(Level::new(config));
        if !saved.acting.is_empty() {
            let search = finder.search(&saved.acting, Known::default(), obstacles);
            search.into_iter().for_each(|it| finder.act(it.run()));
        }
        for (plan, step) in &saved.requests {
            finder.ask(plan.clone(), *step, obstacles);
        }
        finder
    }
}

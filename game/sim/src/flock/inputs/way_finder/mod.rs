//! Ways for the influences of a flock: found on another thread, and used from a certain step on.

mod level;
mod plan;
mod resting;
mod search;

use crate::{
    flock::configuration::Configuration,
    obstacles::ObstacleSet,
    state::{boids::Boids, snapshot_error::MOST_STEPS},
    steering::influences::{set::InfluenceSet, way::WaysOfInfluences, InfluenceId},
    ways::{NavigationError, NavigationPlane, Ways},
};
use level::Level;
use plan::Plan;
use resting::{RestTimes, STEPS_OF_REST};
use search::{Found, Known, Running, Search};
use serde::{Deserialize, Serialize};
use std::{mem::take, sync::Arc};

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
    /// The goals of the ways that act.
    plan: Plan,
    acting: WaysOfInfluences,
    error: Option<WayError>,
    /// Duration of the last search, in seconds.
    seconds: Option<f32>,
    request: Option<Request>,
    /// The goals in this step, with the obstacles that rest, and the revision of the influences from
    /// which they come.
    wanted: Plan,
    wanted_of: Option<u64>,
    rest_times: RestTimes,
    /// Number of steps since other obstacles rest than those around which the ways lead.
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
    /// The plan of the request, and the number of steps before it was made.
    request: Option<(Plan, u64)>,
    rest_times: RestTimes,
    /// Number of steps since other obstacles rest than those around which the ways lead.
    unsettled: u32,
    /// The plane in which they lead; `None` in three dimensions.
    plane: Option<NavigationPlane>,
}

impl SavedWays {
    pub(crate) fn is_empty(&self) -> bool {
        self.acting.is_empty() && self.request.is_none()
    }

    /// Checks a state that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        self.acting.validate()?;
        self.rest_times.validate()?;
        let plane = self.plane.map_or(Ok(()), |plane| plane.validate());
        plane.map_err(|error| format!("the ways lead in no plane: {error}"))?;
        match &self.request {
            Some((_, step)) if *step > MOST_STEPS => Err(format!(
                "ways were asked for in step {step}; allowed: 0 to {MOST_STEPS}"
            )),
            Some((plan, _)) => plan.validate(),
            None => Ok(()),
        }
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
        if self.wanted.is_empty() {
            return self.forget();
        }
        if !self.is_of(config, obstacles) {
            self.forget();
        }
        self.rest_times.update(obstacles);
        self.wanted.resting.set(&self.rest_times);
        let delay = u64::from(config.settings.way_finding.delay);
        self.take_due(steps, delay);
        let near = config.settings.way_finding.cell;
        self.count_unsettled();
        let is_settled = self.unsettled <= STEPS_OF_REST && self.plan.is_near(&self.wanted, near);
        if self.error.is_none() && self.request.is_none() && !is_settled {
            if let Some(level) = Level::now(self.level.as_ref(), config, known) {
                self.ask_in(level, obstacles, steps);
                self.take_due(steps, delay);
            }
        }
    }

    /// Counts the steps since other obstacles rest. An obstacle that moves to another place is not in
    /// the way in between, but ways for this short time are not worth a search.
    fn count_unsettled(&mut self) {
        self.unsettled = match self.wanted.resting == self.plan.resting {
            true => 0,
            false => self.unsettled.saturating_add(1).min(STEPS_OF_REST + 1),
        };
    }

    /// Asks for ways in a level, and forgets those in another one.
    fn ask_in(&mut self, level: Level, obstacles: &ObstacleSet, steps: u64) {
        if self.level.as_ref() != Some(&level) {
            self.forget();
            self.level = Some(level.clone());
        }
        self.ask(self.wanted.clone(), steps, level, obstacles);
    }

    /// True if the ways are those of this level, and no obstacle was removed around which they lead.
    fn is_of(&self, config: &Configuration, obstacles: &ObstacleSet) -> bool {
        let request = self.request.as_ref().map(|it| &it.plan);
        let mut plans = [&self.plan].into_iter().chain(request);
        self.level.as_ref().is_some_and(|level| level.is_of(config))
            && plans.all(|plan| plan.resting.is_in(obstacles))
    }

    /// Lets the ways that were asked for act, if they are due.
    fn take_due(&mut self, steps: u64, delay: u64) {
        let is_due = |it: &mut Request| steps >= it.step.saturating_add(delay);
        if let Some(due) = self.request.take_if(is_due) {
            self.plan = due.plan;
            self.act(due.running.finish());
        }
    }

    /// Forgets all ways.
    fn forget(&mut self) {
        if self.level.take().is_some() || self.error.is_some() {
            let changes = self.acting.changes;
            *self = Self {
                wanted: take(&mut self.wanted),
                wanted_of: self.wanted_of,
                rest_times: take(&mut self.rest_times),
                ..Self::default()
            };
            self.acting.changes = changes + 1;
        }
    }

    fn ask(&mut self, plan: Plan, step: u64, level: Level, obstacles: &ObstacleSet) {
        let ways = &self.acting.ways;
        let known = Known {
            field: ways.first().map(|(_, ways)| ways.field().clone()),
            ways: match plan.resting == self.plan.resting {
                true => ways.clone(),
                false => Vec::new(),
            },
        };
        let placed = plan.resting.placed(obstacles);
        let search = Search::new(level, plan.clone(), placed, known);
        self.request = Some(Request {
            plan,
            step,
            running: Running::start(search),
        });
    }

    fn act(&mut self, found: Found) {
        self.acting.changes += 1;
        self.seconds = Some(found.seconds);
        (self.acting.ways, self.error) = match found.ways {
            Ok(ways) => (ways, None),
            Err(error) => (Vec::new(), Some(error.into())),
        };
    }

    /// The ways along which boids are led.
    pub(crate) fn acting(&self) -> &WaysOfInfluences {
        &self.acting
    }

    /// What is known of the ways of an influence that finds them.
    pub(crate) fn found(&self, id: InfluenceId, delay: u32) -> FoundWays {
        let ways = self.acting.of(id).cloned();
        let next = self.request.as_ref().filter(|it| it.plan.has(id));
        FoundWays {
            ways,
            next_at: next.map(|it| it.step.saturating_add(delay.into())),
            seconds: self.seconds,
            error: self.error.clone(),
        }
    }

    /// The state of a flock with this configuration: the next step forgets the ways in another level.
    pub(crate) fn saved(&self, config: &Configuration, obstacles: &ObstacleSet) -> SavedWays {
        let mut saved = SavedWays {
            rest_times: self.rest_times.clone(),
            ..SavedWays::default()
        };
        if let Some(level) = &self.level {
            if self.is_of(config, obstacles) {
                let request = self.request.as_ref();
                saved.acting = self.plan.clone();
                saved.request = request.map(|it| (it.plan.clone(), it.step));
                saved.unsettled = self.unsettled;
                saved.plane = level.navigation.plane;
            }
        }
        saved
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
            unsettled: saved.unsettled,
            ..Self::default()
        };
        if saved.is_empty() {
            return finder;
        }
        let level = Level::new(config, saved.plane);
        finder.level = Some(level.clone());
        if !saved.acting.is_empty() {
            let plan = finder.plan.clone();
            let placed = plan.resting.placed(obstacles);
            let search = Search::new(level.clone(), plan, placed, Known::default());
            finder.act(search.run());
        }
        if let Some((plan, step)) = &saved.request {
            finder.ask(plan.clone(), *step, level, obstacles);
        }
        finder
    }
}

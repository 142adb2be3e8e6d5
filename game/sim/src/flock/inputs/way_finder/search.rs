//! The search for ways on another thread.

use super::{
    in_the_way::in_the_way,
    level::Level,
    plan::{Ends, Plan},
};
use crate::{
    obstacles::MovingObstacle,
    steering::influences::InfluenceId,
    ways::{NavigationError, NavigationField, Ways},
};
use rayon::prelude::*;
use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicBool, Ordering},
        Arc,
    },
    thread::{Builder, JoinHandle},
};
use web_time::Instant;

/// The ways of influences, in the order of a plan.
type WaysOfPlan = Result<Vec<(InfluenceId, Arc<Ways>)>, NavigationError>;

/// What a search has found.
pub(super) struct Found {
    pub(super) ways: WaysOfPlan,
    /// Duration, in seconds.
    pub(super) seconds: f32,
}

/// What to search for.
#[derive(Clone)]
pub(super) struct Search {
    level: Level,
    plan: Plan,
    /// The obstacles that rest, at their places.
    obstacles: Vec<MovingObstacle>,
    known: Known,
    /// False once nobody waits for the result.
    is_wanted: Arc<AtomicBool>,
}

/// What is known of the level already.
#[derive(Clone, Default)]
pub(super) struct Known {
    pub(super) field: Option<Arc<NavigationField>>,
    /// Ways around the same obstacles.
    pub(super) ways: Vec<(InfluenceId, Arc<Ways>)>,
}

impl Search {
    pub(super) fn new(
        level: Level,
        plan: Plan,
        obstacles: Vec<MovingObstacle>,
        known: Known,
    ) -> Self {
        Self {
            level,
            plan,
            obstacles,
            known,
            is_wanted: Arc::new(AtomicBool::new(true)),
        }
    }

    /// Searches on threads of its own: on the threads of the steps, the next step would wait until the
    /// search is done.
    pub(super) fn run(&self) -> Found {
        let start = Instant::now();
        let ways = self.on_own_threads();
        let seconds = start.elapsed().as_secs_f32();
        Found { ways, seconds }
    }

    fn on_own_threads(&self) -> WaysOfPlan {
        let threads = rayon::current_num_threads().saturating_sub(1).max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        match pool.build() {
            Ok(pool) => pool.install(|| self.find()),
            // There are no threads, as in a browser.
            Err(_) => self.find(),
        }
    }

    fn find(&self) -> WaysOfPlan {
        let is_wanted = || self.is_wanted.load(Ordering::Relaxed);
        let navigation = self.level.navigation(self.plan.plane);
        let known = { self.known.field.as_ref() }.filter(|it| *it.navigation() == navigation);
        let field = match known {
            Some(field) => field.clone(),
            None => NavigationField::shared(self.level.geometry(), navigation, &is_wanted)?,
        };
        let ends: Vec<_> = self.plan.ends().collect();
        let ways = ends.into_par_iter().map(|Ends { id, goals, away }| {
            let mut known = self.known.ways.iter().map(|(_, ways)| ways);
            let is_same = |ways: &&Arc<Ways>| {
                ways.goals() == goals
                    && ways.reach_of_threats() == away
                    && Arc::ptr_eq(ways.field(), &field)
            };
            let same = known.find(is_same).cloned();
            let search = || {
                let around = in_the_way(&self.obstacles, goals, navigation.radius);
                let ways = match away {
                    None => Ways::around(&field, goals, around, &is_wanted),
                    Some(reach) => Ways::away_around(&field, goals, reach, around, &is_wanted),
                };
                Arc::new(ways)
            };
            (id, same.unwrap_or_else(search))
        });
        Ok(ways.collect())
    }
}

/// A search on another thread, which ends soon after this is dropped.
pub(super) struct Running {
    thread: Option<JoinHandle<Found>>,
    search: Search,
}

impl Running {
    pub(super) fn start(search: Search) -> Self {
        let copy = search.clone();
        let thread = Builder::new().name("ways".into());
        Self {
            thread: thread.spawn(move || copy.run()).ok(),
            search,
        }
    }

    /// Waits for the result. Without a thread, such as in a browser, the search is made now.
    pub(super) fn finish(mut self) -> Found {
        match self.thread.take() {
            Some(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            None => self.search.run(),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.search.is_wanted.store(false, Ordering::Relaxed);
    }
}

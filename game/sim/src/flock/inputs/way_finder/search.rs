//! The search for ways on another thread.

use super::plan::Plan;
use crate::{
    geometry::Geometry,
    steering::influences::InfluenceId,
    ways::{Navigation, NavigationError, NavigationField, Ways},
};
use rayon::prelude::*;
use std::{
    panic::resume_unwind,
    sync::Arc,
    thread::{Builder, JoinHandle},
};

/// The level, and the body that passes it.
#[derive(Clone)]
pub(super) struct Level {
    pub(super) geometry: Arc<Geometry>,
    pub(super) navigation: Navigation,
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.geometry, &other.geometry) && self.navigation == other.navigation
    }
}

/// The ways of influences, in the order of a plan.
pub(super) type Found = Result<Vec<(InfluenceId, Arc<Ways>)>, NavigationError>;

/// What to search for.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) level: Level,
    pub(super) plan: Plan,
    /// Ways in the same level that are known already.
    pub(super) known: Vec<(InfluenceId, Arc<Ways>)>,
}

impl Search {
    /// Searches on threads of its own. The threads of the steps would have to finish the search
    /// before they begin the next step.
    pub(super) fn run(&self) -> Found {
        let threads = rayon::current_num_threads().saturating_sub(1).max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        match pool.build() {
            Ok(pool) => pool.install(|| self.find()),
            // There are no threads, as in a browser.
            Err(_) => self.find(),
        }
    }

    fn find(&self) -> Found {
        let field = match self.known.first() {
            Some((_, ways)) => ways.field().clone(),
            None => NavigationField::shared(&self.level.geometry, self.level.navigation)?,
        };
        let goals: Vec<_> = self.plan.goals().collect();
        let ways = goals.into_par_iter().map(|(id, goals)| {
            let mut known = self.known.iter().map(|(_, ways)| ways);
            let same = known.find(|ways| ways.goals() == goals);
            let ways = same.cloned();
            (
                id,
                ways.unwrap_or_else(|| Arc::new(Ways::new(&field, goals))),
            )
        });
        Ok(ways.collect())
    }
}

/// A search on another thread.
pub(super) enum Running {
    Thread(JoinHandle<Found>),
    /// No thread could be started; the search is made when its result is needed.
    Later(Search),
}

impl Running {
    pub(super) fn start(search: Search) -> Self {
        let kept = search.clone();
        let thread = Builder::new().name("ways".into());
        match thread.spawn(move || search.run()) {
            Ok(thread) => Self::Thread(thread),
            Err(_) => Self::Later(kept),
        }
    }

    /// Waits for the result.
    pub(super) fn finish(self) -> Found {
        match self {
            Self::Thread(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Self::Later(search) => search.run(),
        }
    }
}

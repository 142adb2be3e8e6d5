//! Scripts that mark the beginning and the end of the flocks' scripts in a frame.

use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, uuid_provider,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    scene::{base::BaseBuilder, graph::Graph, node::Node, pivot::PivotBuilder},
    script::{ScriptContext, ScriptTrait},
};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The marks of the last frame, before and after the scripts between the probes.
static MARKS: Mutex<[Option<Mark>; 2]> = Mutex::new([None; 2]);

#[derive(Clone, Copy)]
struct Mark {
    time: Instant,
    allocations: usize,
}

/// What the scripts between two probes took in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub time: Duration,
    pub allocations: usize,
}

/// Marks the time and the number of allocations when the engine updates it. The engine updates
/// scripts in the order in which their nodes were added.
#[derive(Clone, Debug, Default, Reflect, Visit, ComponentProvider)]
pub struct Probe {
    #[visit(skip)]
    #[reflect(hidden)]
    is_end: bool,
    /// Number of allocations so far.
    #[visit(skip)]
    #[reflect(hidden)]
    allocations: Option<fn() -> usize>,
}

uuid_provider!(Probe = "0c5f9a07-52a4-4c0b-9d5c-73fb21e0a961");

impl Probe {
    /// Adds a node with a probe.
    pub fn add(graph: &mut Graph, is_end: bool, allocations: fn() -> usize) -> Handle<Node> {
        let probe = Self {
            is_end,
            allocations: Some(allocations),
        };
        PivotBuilder::new(BaseBuilder::new().with_script(probe))
            .build(graph)
            .to_base()
    }

    /// The cost of the scripts between the probes in the last frame; `None` before both were
    /// updated.
    pub fn cost() -> Option<Cost> {
        let [begin, end] = *MARKS.lock().unwrap_or_else(PoisonError::into_inner);
        let (begin, end) = (begin?, end?);
        Some(Cost {
            time: end.time.saturating_duration_since(begin.time),
            allocations: end.allocations - begin.allocations,
        })
    }
}

impl ScriptTrait for Probe {
    fn on_update(&mut self, _: &mut ScriptContext) -> GameResult {
        let allocations = self.allocations.map_or(0, |allocations| allocations());
        let mut marks = MARKS.lock().unwrap_or_else(PoisonError::into_inner);
        marks[usize::from(self.is_end)] = Some(Mark {
            time: Instant::now(),
            allocations,
        });
        Ok(())
    }
}

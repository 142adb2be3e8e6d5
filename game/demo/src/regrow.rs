//! The script with which the player grows another reef.

use crate::{player::Player, usable::Usable};
use fyrox::{
    core::{
        reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    scene::graph::Graph,
    script::{ScriptContext, ScriptTrait},
};
use fyrox_flock::{scripts::FlockReef, sim::Vec3};

/// Gives the reef of its node another seed when the player uses it. While a player is within the
/// bounds of the reef, it waits, because the new rock could enclose the player.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "e1c58a07-26b4-4d93-97fa-3b0d6e84f51c")]
#[visit(optional)]
pub struct Regrow {
    /// The largest seed; the seed 1 follows it. 1 to 4,294,967,295; default 12.
    #[reflect(min_value = 1.0, step = 1.0)]
    pub seeds: InheritableVariable<u32>,
    /// The action in the player's prompt. Default: empty.
    pub prompt: InheritableVariable<String>,

    #[visit(skip)]
    #[reflect(hidden)]
    is_due: bool,
}

impl Default for Regrow {
    fn default() -> Self {
        Self {
            seeds: 12.into(),
            prompt: String::new().into(),
            is_due: false,
        }
    }
}

impl Usable for Regrow {
    fn prompt(&self) -> &str {
        &self.prompt
    }

    fn use_it(&mut self) {
        self.is_due = true;
    }
}

/// True if a player is within the bounds of a reef with this middle and size.
fn is_player_in(graph: &Graph, middle: Vec3, size: Vec3) -> bool {
    let reach = size * 0.5;
    let mut players = graph.linear_iter().filter(|it| it.has_script::<Player>());
    players.any(|player| {
        let way = (player.global_position() - middle).abs();
        (0..3).all(|axis| way[axis] < reach[axis])
    })
}

impl ScriptTrait for Regrow {
    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let graph = &mut context.scene.graph;
        let Some(reef) = FlockReef::of(graph, context.handle).filter(|_| self.is_due) else {
            return Ok(());
        };
        let middle = graph[context.handle].global_position();
        if is_player_in(graph, middle, *reef.size) {
            return Ok(());
        }
        self.is_due = false;
        if let Some(reef) = graph[context.handle].try_get_script_mut::<FlockReef>() {
            let next = *reef.seed % (*self.seeds).max(1) + 1;
            reef.seed.set_value_and_mark_modified(next);
        }
        Ok(())
    }
}

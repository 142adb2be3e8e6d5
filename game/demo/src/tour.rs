//! The script of a node that stays at one place after another.

use crate::{caption::FixedCaption, keys::pressed};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::Event,
    graph::SceneGraph,
    keyboard::KeyCode,
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};

/// Puts its node at one of several places after another, and at the first one again after the last.
/// The key F puts it at the next place at once. Its node has no parent.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "2b8e5d70-93c6-4f1a-8d47-e06a1c94b35f")]
#[visit(optional)]
pub struct Tour {
    /// Nodes whose positions are the places. Default: none.
    pub places: InheritableVariable<Vec<Handle<Node>>>,

    /// Time at each place, in seconds. 0.1 to 1,000; default 20.
    #[reflect(min_value = 0.1, max_value = 1000.0, step = 1.0)]
    pub stay: InheritableVariable<f32>,

    /// What a caption says about the key. Default: empty, for no caption.
    pub caption: InheritableVariable<String>,

    /// The shown caption.
    #[visit(skip)]
    #[reflect(hidden)]
    pub(crate) shown: FixedCaption,
    /// Index of the present place.
    #[visit(skip)]
    #[reflect(hidden)]
    place: usize,
    /// Time since it came there, in seconds.
    #[visit(skip)]
    #[reflect(hidden)]
    age: f32,
}

impl Default for Tour {
    fn default() -> Self {
        Self {
            places: Vec::new().into(),
            stay: 20.0.into(),
            caption: String::new().into(),
            shown: FixedCaption::default(),
            place: 0,
            age: 0.0,
        }
    }
}

impl Tour {
    /// Puts the node at the next place, in the next update.
    pub fn go_on(&mut self) {
        self.age = 0.0;
        self.place = (self.place + 1) % self.places.len().max(1);
    }

    fn advance(&mut self, seconds: f32) {
        self.age += seconds;
        if self.age >= self.stay.max(0.1) {
            self.go_on();
        }
    }
}

impl ScriptTrait for Tour {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        self.shown.open(context.user_interfaces, &self.caption);
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        if pressed(event) == Some(KeyCode::KeyF) {
            self.go_on();
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        self.advance(context.dt);
        self.shown.show(context.user_interfaces, &self.caption);
        let graph = &mut context.scene.graph;
        let place = self.places.get(self.place);
        let Some(place) = place.and_then(|place| graph.try_get_node(*place).ok()) else {
            return Ok(());
        };
        let to = place.global_position();
        let transform = graph
            .try_get_node_mut(context.handle)?
            .local_transform_mut();
        if **transform.position() != to {
            transform.set_position(to);
        }
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.shown.close(context.user_interfaces);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tour(places: usize) -> Tour {
        Tour {
            places: vec![Handle::NONE; places].into(),
            stay: 2.0.into(),
            ..Tour::default()
        }
    }

    #[test]
    fn it_stays_at_each_place_and_begins_again() {
        let mut tour = tour(3);
        let places: Vec<usize> = (0..8)
            .map(|_| {
                tour.advance(1.0);
                tour.place
            })
            .collect();
        assert_eq!(places, [0, 1, 1, 2, 2, 0, 0, 1]);
    }

    #[test]
    fn the_key_puts_it_at_the_next_place_for_the_whole_time() {
        let mut tour = tour(3);
        tour.advance(1.5);
        tour.go_on();
        tour.advance(1.5);
        assert_eq!(tour.place, 1);
    }

    #[test]
    fn without_places_it_has_nowhere_to_go() {
        let mut tour = tour(0);
        tour.advance(5.0);
        tour.go_on();
        assert_eq!(tour.place, 0);
    }
}

//! The script with which the player changes the flock of a station.

mod kinds;
mod looks;
mod own;

use fyrox::{
    core::{
        algebra::Vector3, pool::Handle, reflect::prelude::*, type_traits::prelude::*,
        variable::InheritableVariable, visitor::prelude::*,
    },
    graph::SceneGraph,
    plugin::error::GameResult,
    scene::{graph::Graph, node::Node},
    script::{ScriptContext, ScriptTrait},
};
use kinds::{Kind, KINDS};
use looks::Look;
use own::Own;
use std::mem::take;

/// Distance within which the player can change the flock of a station, in metres.
const REACH: f32 = 8.0;

/// The smallest and the largest number of boids, as powers of two of the number at the start.
const NUMBERS: [i32; 2] = [-2, 2];

/// A change by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knob {
    /// Half as many boids.
    Fewer,
    /// Twice as many boids.
    More,
    /// The next kind: body, size and flight of a preset.
    Kind,
    /// The next look: tint, pattern, size or level of detail.
    Look,
}

/// Changes number, kind and look of a flock when the player is near its node.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "6c0e7f52-d1b8-4f39-a4c6-92e5b38d0a17")]
#[visit(optional)]
pub struct Tuning {
    /// The node of the flock. Default: none.
    pub flock: InheritableVariable<Handle<Node>>,
    /// The name of the flock in the HUD. Default: empty.
    pub title: InheritableVariable<String>,

    #[visit(skip)]
    #[reflect(hidden)]
    chosen: Chosen,
    /// The flock as it was at the start.
    #[visit(skip)]
    #[reflect(hidden)]
    own: Option<Own>,
    /// The changes to make in the next update.
    #[visit(skip)]
    #[reflect(hidden)]
    due: Vec<Knob>,
}

/// What is chosen, by index; zeros at the start.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    /// The power of two of the number of boids.
    number: i32,
    /// 0 is the own kind.
    kind: usize,
    look: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            flock: Handle::NONE.into(),
            title: String::new().into(),
            chosen: Chosen::default(),
            own: None,
            due: Vec::new(),
        }
    }
}

impl Tuning {
    /// Changes for the flock of a node, which has this name in the HUD.
    pub fn new(flock: Handle<Node>, title: &str) -> Self {
        Self {
            flock: flock.into(),
            title: title.to_string().into(),
            ..Self::default()
        }
    }

    /// Queues a change for the next update.
    pub fn turn(&mut self, knob: Knob) {
        self.due.push(knob);
    }

    /// The keys and the present values; `None` without a flock.
    fn status(&self) -> Option<String> {
        let own = self.own.as_ref()?;
        let times = match self.chosen.number {
            -2 => " (a quarter, the fewest)",
            -1 => " (half)",
            0 => "",
            1 => " (twice)",
            _ => " (four times, the most)",
        };
        let kind = self.chosen.kind();
        Some(format!(
            "{}    V B number: {}{times}    K kind: {}    L look: {}",
            *self.title,
            own.number(self.chosen.share()),
            kind.map_or("its own".to_string(), Kind::name),
            self.chosen.look().name(),
        ))
    }

    fn change(&mut self, knob: Knob, graph: &mut Graph) {
        let Some(own) = &self.own else {
            return;
        };
        let chosen = &mut self.chosen;
        match knob {
            Knob::Fewer => chosen.number -= 1,
            Knob::More => chosen.number += 1,
            Knob::Kind => chosen.go_to_next_kind(own),
            Knob::Look => chosen.look = (chosen.look + 1) % Look::ALL.len(),
        }
        let [fewest, most] = NUMBERS;
        chosen.number = chosen.number.clamp(fewest, most);
        match knob {
            Knob::Fewer | Knob::More => own.set_number(graph, chosen.share()),
            Knob::Kind | Knob::Look => own.set_body(graph, chosen.kind(), chosen.look()),
        }
    }
}

impl Chosen {
    fn share(self) -> f32 {
        (self.number as f32).exp2()
    }

    fn kind(self) -> Option<&'static Kind> {
        KINDS.get(self.kind.checked_sub(1)?)
    }

    fn look(self) -> Look {
        Look::ALL[self.look]
    }

    /// The own kind follows the last one, and is left out among the others.
    fn go_to_next_kind(&mut self, own: &Own) {
        self.kind = (self.kind + 1) % (KINDS.len() + 1);
        if self.kind().is_some_and(|kind| own.is(kind)) {
            self.kind = (self.kind + 1) % (KINDS.len() + 1);
        }
    }
}

/// Turns a knob of the nearest script to a place.
pub(crate) fn turn_nearest(graph: &mut Graph, from: Vector3<f32>, knob: Knob) {
    let nearest = nearest(graph, from).map(|node| &mut graph[node]);
    if let Some(tuning) = nearest.and_then(|node| node.try_get_script_mut::<Tuning>()) {
        tuning.turn(knob);
    }
}

/// The keys and the present values of the nearest script to a place.
pub(crate) fn nearest_status(graph: &Graph, from: Vector3<f32>) -> Option<String> {
    let nearest = nearest(graph, from)?;
    graph[nearest].try_get_script::<Tuning>()?.status()
}

fn nearest(graph: &Graph, from: Vector3<f32>) -> Option<Handle<Node>> {
    let nodes = graph.pair_iter();
    let nodes = nodes.filter(|(_, node)| node.has_script::<Tuning>());
    let nodes = nodes.map(|(handle, node)| (handle, (node.global_position() - from).norm()));
    let nodes = nodes.filter(|(_, distance)| *distance <= REACH);
    let nearest = nodes.min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.map(|(handle, _)| handle)
}

impl ScriptTrait for Tuning {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        self.own = Own::of(&context.scene.graph, *self.flock);
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        for knob in take(&mut self.due) {
            self.change(knob, &mut context.scene.graph);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::{base::BaseBuilder, pivot::PivotBuilder, Scene};
    use fyrox_flock::{sim::Settings, Flock};

    #[test]
    fn the_values_are_named_with_their_limits() {
        let mut settings = Settings::default();
        settings.spawn.count = 40;
        let mut scene = Scene::new();
        let base = BaseBuilder::new().with_script(Flock::new(settings));
        let node = PivotBuilder::new(base)
            .build(&mut scene.graph)
            .to_base::<Node>();
        let mut tuning = Tuning::new(node, "Pond");
        assert_eq!(tuning.status(), None);
        tuning.own = Own::of(&scene.graph, node);
        let mut after = |knobs: &[Knob]| {
            for knob in knobs {
                tuning.change(*knob, &mut scene.graph);
            }
            tuning.status().unwrap()
        };
        let at_start = "Pond    V B number: 40    K kind: its own    L look: its own";
        assert_eq!(after(&[]), at_start);
        let most = after(&[Knob::More; 3]);
        assert!(most.contains("160 (four times, the most)"), "{most}");
        let fewest = after(&[Knob::Fewer; 9]);
        assert!(fewest.contains("10 (a quarter, the fewest)"), "{fewest}");
        let other = after(&[Knob::Kind, Knob::Look]);
        assert!(
            other.ends_with("kind: sardines    L look: golden"),
            "{other}"
        );
    }

    #[test]
    fn a_node_without_a_flock_cannot_be_changed() {
        let scene = Scene::new();
        assert!(Own::of(&scene.graph, Handle::NONE).is_none());
        assert!(Own::of(&scene.graph, scene.graph.get_root()).is_none());
    }
}

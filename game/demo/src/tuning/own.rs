//! A flock as it was at the start, from which all changes begin.

use super::{kinds::Kind, looks::Look};
use fyrox::{
    core::{pool::Handle, variable::InheritableVariable},
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use fyrox_flock::{
    render::{BodyShape, DrawDetail, Variety},
    scripts::FlockEmitter,
    sim::Settings,
    Flock,
};

/// A flock at the start.
#[derive(Clone, Debug)]
pub(super) struct Own {
    node: Handle<Node>,
    settings: Settings,
    shape: BodyShape,
    variety: Variety,
    detail: DrawDetail,
    /// Nodes of the emitters of the flock, with their rates and largest numbers.
    emitters: Vec<(Handle<Node>, f32, u32)>,
}

impl Own {
    /// `None` if the node has no flock.
    pub(super) fn of(graph: &Graph, node: Handle<Node>) -> Option<Self> {
        let script = graph.try_get_node(node).ok()?.try_get_script::<Flock>()?;
        let emitters = graph.pair_iter().filter_map(|(at, it)| {
            let emitter = it.try_get_script::<FlockEmitter>()?;
            let is_ours = emitter.flocks.contains(&node);
            is_ours.then_some((at, *emitter.rate, *emitter.most_alive))
        });
        Some(Self {
            node,
            settings: script.settings(),
            shape: *script.shape,
            variety: *script.variety,
            detail: *script.draw_detail,
            emitters: emitters.collect(),
        })
    }

    /// Number of boids at this share of that at the start.
    pub(super) fn number(&self, share: f32) -> u32 {
        let emitted = self.emitters.iter().map(|(_, _, most)| most);
        let counts = emitted.chain([&self.settings.spawn.count]);
        counts.map(|count| times(*count, share)).sum()
    }

    pub(super) fn set_number(&self, graph: &mut Graph, share: f32) {
        for (node, rate, most_alive) in &self.emitters {
            let node = graph.try_get_node_mut(*node).ok();
            if let Some(emitter) = node.and_then(|it| it.try_get_script_mut::<FlockEmitter>()) {
                set(&mut emitter.rate, rate * share);
                set(&mut emitter.most_alive, times(*most_alive, share));
            }
        }
        if let Some(script) = self.script(graph) {
            let mut settings = script.settings();
            settings.spawn.count = times(self.settings.spawn.count, share);
            script.set_settings(settings);
        }
    }

    /// Sets the kind, the flock's own if it is `None`, and the look.
    pub(super) fn set_body(&self, graph: &mut Graph, kind: Option<&Kind>, look: Look) {
        let (mut shape, mut variety, mut detail) = (self.shape, self.variety, self.detail);
        let mut settings = self.settings.clone();
        if let Some(kind) = kind {
            let of_kind = kind.look();
            (shape, variety) = (of_kind.shape, of_kind.variety);
            settings = kind.settings(&self.settings, self.shape);
        }
        look.apply(&mut settings.body, &mut variety, &mut detail);
        let Some(script) = self.script(graph) else {
            return;
        };
        // The other settings may have been changed by other keys.
        let mut now = script.settings();
        (now.body, now.wander) = (settings.body, settings.wander);
        now.motion.flattening = settings.motion.flattening;
        script.set_settings(now);
        set(&mut script.shape, shape);
        set(&mut script.variety, variety);
        set(&mut script.draw_detail, detail);
    }

    /// True if a kind looks like the flock's own.
    pub(super) fn is(&self, kind: &Kind) -> bool {
        kind.look().shape == self.shape
    }

    fn script<'a>(&self, graph: &'a mut Graph) -> Option<&'a mut Flock> {
        graph.try_get_node_mut(self.node).ok()?.try_get_script_mut()
    }
}

/// At least one of some.
fn times(count: u32, share: f32) -> u32 {
    ((count as f32 * share).round() as u32).max(count.min(1))
}

fn set<T: Clone>(variable: &mut InheritableVariable<T>, value: T) {
    variable.set_value_and_mark_modified(value);
}

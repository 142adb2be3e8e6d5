//! The list of the scripts that affect flocks, for the menu, the outlines and the handles.

use super::{
    any_effect::AnyEffect, effect_editor::EffectEditor, mesh_edges::MeshEdges, pen::Pen,
    pivot::pivot,
};
use fyrox::{
    core::pool::Handle,
    scene::{
        base::BaseBuilder, debug::SceneDrawingContext, graph::Graph, node::Node,
        pivot::PivotBuilder,
    },
};
use fyrox_flock::{
    scripts::{
        FlockAltitudeBand, FlockEmitter, FlockFollower, FlockFormation, FlockGuide, FlockLeader,
        FlockObstacle, FlockPath, FlockPerches, FlockPredator, FlockReef, FlockSound, FlockTarget,
        FlockVolume, FlockWind,
    },
    sim::Vec3,
};

macro_rules! effect_editors {
    ($($(#[$meta:meta])* $Kind:ident $Script:ident;)*) => {
        /// A node with a script that affects flocks, in the menu *Create > Flock*.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EffectKind {
            $(
                #[doc = concat!("[`", stringify!($Script), "`].")]
                $(#[$meta])*
                $Kind,
            )*
        }

        impl EffectKind {
            /// All kinds, in the order of the menu.
            pub const ALL: &'static [Self] = &[$(Self::$Kind),*];

            /// Text of the menu item, and name of the node: the name of the script.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind => $Script::NAME,)*
                }
            }

            fn with_script(self, node: BaseBuilder) -> BaseBuilder {
                match self {
                    $(Self::$Kind => node.with_script($Script::default()),)*
                }
            }

            /// The child nodes of a new node.
            pub(crate) fn children(self) -> Vec<Node> {
                match self {
                    $(Self::$Kind => $Script::new_children(),)*
                }
            }
        }

        /// Draws the outlines of the scripts at a node.
        pub(super) fn draw_all(
            graph: &Graph,
            node: Handle<Node>,
            meshes: &mut MeshEdges,
            context: &mut SceneDrawingContext,
        ) {
            $(
                if let Some(script) = graph[node].try_get_script::<$Script>() {
                    if let Some(mut pen) = Pen::new(graph, node, meshes, context) {
                        script.draw(&mut pen);
                    }
                }
            )*
        }

        /// The first script of a node with handles for its sizes or its position.
        pub(crate) fn dragged(node: &Node) -> Option<&dyn AnyEffect> {
            $(
                let script = node.try_get_script::<$Script>();
                if let Some(script) = script.filter(|script| has_handles(*script)) {
                    return Some(script);
                }
            )*
            None
        }

        /// Like [`dragged`], mutable.
        pub(crate) fn dragged_mut(node: &mut Node) -> Option<&mut dyn AnyEffect> {
            $(
                if node.try_get_script::<$Script>().is_some_and(has_handles) {
                    let script = node.try_get_script_mut::<$Script>();
                    return script.map(|script| script as &mut dyn AnyEffect);
                }
            )*
            None
        }
    };
}

effect_editors! {
    Target FlockTarget;
    Leader FlockLeader;
    Guide FlockGuide;
    Volume FlockVolume;
    AltitudeBand FlockAltitudeBand;
    /// With child nodes as points.
    Path FlockPath;
    Formation FlockFormation;
    Wind FlockWind;
    Obstacle FlockObstacle;
    Emitter FlockEmitter;
    Follower FlockFollower;
    Predator FlockPredator;
    Perches FlockPerches;
    Reef FlockReef;
    Sound FlockSound;
}

fn has_handles(script: &impl EffectEditor) -> bool {
    !EffectEditor::sizes(script).is_empty() || EffectEditor::place(script).is_some()
}

impl EffectKind {
    /// A new node with the script, at a position relative to its parent.
    pub(crate) fn node(self, position: Vec3) -> Node {
        let base = self.with_script(pivot(self.name(), position));
        PivotBuilder::new(base).build_node()
    }
}

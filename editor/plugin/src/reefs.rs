//! The reefs of the edited scenes, where scripts do not run. Their nodes are below the root of the
//! editor's own objects, which are not saved, listed or picked; they are geometry for the preview's
//! flocks.

use crate::scene_flocks::{current_graph, current_scene};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{base::BaseBuilder, graph::Graph, node::Node, pivot::PivotBuilder, Scene},
};
use fyrox_flock::{reef::ReefBuild, scripts::FlockReef};
use fyroxed_base::Editor;

/// The reefs of all open scenes.
#[derive(Debug, Default)]
pub(crate) struct Reefs(Vec<Reef>);

#[derive(Debug)]
struct Reef {
    scene: Handle<Scene>,
    /// The node with the script.
    node: Handle<Node>,
    /// The parent of its nodes, below the root of the editor's own objects.
    place: Handle<Node>,
    build: ReefBuild,
}

impl Reefs {
    /// True while a reef of the current scene is being built.
    pub(crate) fn is_busy(&self, editor: &Editor) -> bool {
        let Some(scene) = current_scene(editor).map(|it| it.scene) else {
            return false;
        };
        let mut reefs = self.0.iter().filter(|reef| reef.scene == scene);
        reefs.any(|reef| reef.build.is_busy())
    }

    /// Builds new and changed reefs of the current scene, and updates the placement of moved ones.
    pub(crate) fn update(&mut self, editor: &mut Editor) {
        let scenes = &mut editor.engine.scenes;
        self.0.retain_mut(|reef| {
            scenes.try_get_mut(reef.scene).is_ok_and(|scene| {
                let is_there = FlockReef::of(&scene.graph, reef.node).is_some();
                if !is_there && scene.graph.is_valid_handle(reef.place) {
                    scene.graph.remove_node(reef.place);
                }
                is_there
            })
        });
        let (Some(scene), Some(graph)) = (current_scene(editor), current_graph(editor)) else {
            return;
        };
        let root: Handle<Node> = scene.editor_objects_root.to_base();
        let scene = scene.scene;
        let nodes = graph.pair_iter();
        let nodes: Vec<_> = nodes
            .filter(|(_, node)| node.has_script::<FlockReef>())
            .map(|(handle, _)| handle)
            .collect();
        let graph = &mut editor.engine.scenes[scene].graph;
        for node in nodes {
            let is_it = |reef: &Reef| (reef.scene, reef.node) == (scene, node);
            let known = self.0.iter().position(is_it).unwrap_or_else(|| {
                let base = BaseBuilder::new().with_name("Reef Preview");
                let place = graph.add_node(PivotBuilder::new(base).build_node());
                graph.link_nodes(place, root);
                self.0.push(Reef {
                    scene,
                    node,
                    place,
                    build: ReefBuild::default(),
                });
                self.0.len() - 1
            });
            self.0[known].update(graph);
        }
    }
}

impl Reef {
    fn update(&mut self, graph: &mut Graph) {
        let Some(script) = FlockReef::of(graph, self.node).cloned() else {
            return;
        };
        let (rotation, position) = graph.global_rotation_position_no_scale(self.node);
        let scale = graph.global_scale(self.node);
        let transform = graph[self.place].local_transform();
        let there = (
            **transform.position(),
            **transform.rotation(),
            **transform.scale(),
        );
        if there != (position, rotation, scale) {
            let transform = graph[self.place].local_transform_mut();
            transform.set_position(position).set_rotation(rotation);
            transform.set_scale(scale);
            graph.update_hierarchical_data_for_descendants(self.place);
        }
        let is_shown = graph[self.node].is_globally_enabled();
        if graph[self.place].is_enabled() != is_shown {
            graph[self.place].set_enabled(is_shown);
        }
        self.build.update(&script, graph, self.place);
    }
}

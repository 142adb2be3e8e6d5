//! The live preview: flocks that move while the scene is edited.
//!
//! The preview changes no node of the user's scene, so it can run while the user edits, undoes and
//! saves. The renderer nodes of its flocks are below the root of the editor's own objects, which
//! are not saved, listed or picked.

use crate::scene_flocks::{current_scene, flocks, selected_flock};
use fyrox::{
    core::pool::Handle,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    render::{BakedClips, BakedLevels},
    sim::{events::FlockEvent, influences::InfluenceId, perches::PerchId},
    AwaitedGeometry, FlockHost,
};
use fyroxed_base::Editor;
use std::time::Instant;

/// The flocks that the preview shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All flocks of the current scene.
    #[default]
    Scene,
    /// Only the selected flock.
    Selected,
}

/// State of the preview, for all open scenes.
#[derive(Debug)]
pub struct Preview {
    /// True while flocks are shown.
    pub is_on: bool,
    /// True while flocks are shown but do not move.
    pub is_paused: bool,
    /// The flocks that are shown.
    pub scope: Scope,
    /// Time scale: 0.5 is slow motion. As in the game, a flock makes at most
    /// `simulation.max_steps_per_frame` steps in a frame and drops the rest.
    pub time_scale: f32,
    /// True to check all movements for crossings, whatever the settings of the flocks are.
    pub check_crossings: bool,
    hosts: Vec<(Handle<Scene>, FlockHost)>,
    /// Time of the last frame that moved the flocks.
    last: Option<Instant>,
    has_flocks: bool,
    has_to_step: bool,
}

impl Default for Preview {
    fn default() -> Self {
        Self {
            is_on: false,
            is_paused: false,
            scope: Scope::default(),
            time_scale: 1.0,
            check_crossings: false,
            hosts: Vec::new(),
            last: None,
            has_flocks: false,
            has_to_step: false,
        }
    }
}

impl Preview {
    /// True while flocks move.
    pub fn is_moving(&self, editor: &Editor) -> bool {
        self.is_on && !self.is_paused && self.has_flocks && editor.mode.is_edit()
    }

    /// True while the editor has to draw frames without input: flocks move, or wait for their
    /// geometry or for a GPU.
    pub(crate) fn is_busy(&self, editor: &Editor) -> bool {
        let is_waiting = || self.host(editor).is_some_and(FlockHost::is_waiting);
        self.is_moving(editor) || (editor.mode.is_edit() && is_waiting())
    }

    /// The simulation of a flock in the current scene, if the preview shows it.
    pub fn flock(&self, editor: &Editor, node: Handle<Node>) -> Option<&fyrox_flock::sim::Flock> {
        self.host(editor)?.flock(node)
    }

    /// Seconds for which a flock of the current scene has been waiting for a GPU.
    pub fn awaited_gpu(&self, editor: &Editor, node: Handle<Node>) -> Option<f32> {
        self.host(editor)?.awaited_gpu(node)
    }

    /// The geometry of a large level that a flock of the current scene waits for.
    pub fn awaited_geometry(&self, editor: &Editor, node: Handle<Node>) -> Option<AwaitedGeometry> {
        self.host(editor)?.awaited_geometry(node)
    }

    /// The animations that a flock of the current scene plays.
    pub fn playing(&self, editor: &Editor, node: Handle<Node>) -> Option<&BakedClips> {
        self.host(editor)?.playing(node)
    }

    /// The levels of detail of the model of a flock of the current scene.
    pub fn levels(&self, editor: &Editor, node: Handle<Node>) -> Option<&BakedLevels> {
        self.host(editor)?.levels(node)
    }

    /// Progress of the baking of a flock's animations, from 0 to 1.
    pub fn baking(&self, editor: &Editor, node: Handle<Node>) -> Option<f32> {
        self.host(editor)?.baking(node)
    }

    /// What is wrong with a flock of the current scene.
    pub fn problems(&self, editor: &Editor, node: Handle<Node>) -> Vec<String> {
        let host = self.host(editor);
        host.map_or_else(Vec::new, |host| host.problems(node))
    }

    /// The events of a flock of the current scene in the last frame; for the selected flock, of all
    /// kinds.
    pub fn events(&self, editor: &Editor, node: Handle<Node>) -> &[FlockEvent] {
        self.host(editor).map_or(&[], |host| host.events(node))
    }

    /// The perches that a flock of the current scene has at the node `perches`: one on the level, or
    /// one on each obstacle of a body that moves. Empty if its boids cannot stand there.
    pub fn perches<'a>(
        &'a self,
        editor: &Editor,
        node: Handle<Node>,
        perches: Handle<Node>,
    ) -> impl Iterator<Item = PerchId> + use<'a> {
        let host = self.host(editor).into_iter();
        host.flat_map(move |host| host.perches(node, perches))
    }

    /// The node whose script made an influence of a flock of the current scene.
    pub fn node_of(
        &self,
        editor: &Editor,
        node: Handle<Node>,
        influence: InfluenceId,
    ) -> Option<Handle<Node>> {
        self.host(editor)?.node_of(node, influence)
    }

    fn host(&self, editor: &Editor) -> Option<&FlockHost> {
        let current = current_scene(editor)?.scene;
        let mut hosts = self.hosts.iter();
        let (_, host) = hosts.find(|(scene, _)| *scene == current)?;
        Some(host)
    }

    /// Switches the preview on, paused, and makes one step of all flocks of the current scene at
    /// the next update, or as soon as they have started.
    pub fn step(&mut self) {
        (self.is_on, self.is_paused) = (true, true);
        self.has_to_step = true;
    }

    /// Restarts all flocks at the next update.
    pub fn restart(&mut self) {
        self.hosts.iter_mut().for_each(|(_, host)| host.restart());
    }

    fn stop(&mut self, editor: &mut Editor) {
        for (scene, mut host) in self.hosts.drain(..) {
            if let Ok(scene) = editor.engine.scenes.try_get_mut(scene) {
                host.stop(scene);
            }
        }
    }

    /// Updates and draws the flocks of the current scene. Flocks of scenes in other tabs are
    /// paused.
    pub(crate) fn update(&mut self, editor: &mut Editor) {
        let scenes = &editor.engine.scenes;
        self.hosts
            .retain(|(scene, _)| scenes.is_valid_handle(*scene));
        if !self.is_on {
            self.stop(editor);
            (self.last, self.has_to_step) = (None, false);
            return;
        }
        let seconds = self.elapsed(editor);
        let nodes = self.nodes(editor);
        self.has_flocks = !nodes.is_empty();
        let Some(scene) = current_scene(editor).map(|it| it.scene) else {
            return;
        };
        let selected = selected_flock(editor).unwrap_or_default();
        let (check_crossings, has_to_step) = (self.check_crossings, self.has_to_step);
        if let Some(host) = self.current_host(editor) {
            host.check_crossings = check_crossings;
            host.recorded = selected;
            host.update(&mut editor.engine.scenes[scene], &nodes, seconds);
            if has_to_step && !host.is_waiting() {
                host.step();
                self.has_to_step = false;
            }
        }
    }

    /// Seconds since the last frame. The editor's own time step is constant, whatever the duration
    /// of a frame is.
    fn elapsed(&mut self, editor: &Editor) -> f32 {
        if self.is_paused || !editor.mode.is_edit() {
            self.last = None;
            return 0.0;
        }
        let now = Instant::now();
        let last = self.last.replace(now);
        last.map_or(0.0, |last| (now - last).as_secs_f32() * self.time_scale)
    }

    fn nodes(&self, editor: &Editor) -> Vec<Handle<Node>> {
        match self.scope {
            Scope::Scene => flocks(editor),
            Scope::Selected => selected_flock(editor).into_iter().collect(),
        }
    }

    fn current_host(&mut self, editor: &Editor) -> Option<&mut FlockHost> {
        let current = current_scene(editor)?;
        let hosts = &mut self.hosts;
        let known = hosts.iter().position(|(scene, _)| *scene == current.scene);
        let index = known.unwrap_or_else(|| {
            let parent = current.editor_objects_root.to_base();
            hosts.push((current.scene, FlockHost::new(parent)));
            hosts.len() - 1
        });
        Some(&mut hosts[index].1)
    }
}

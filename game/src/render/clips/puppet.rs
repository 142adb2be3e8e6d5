//! A model that the engine's own animations pose at chosen times.

use super::clip_error::ClipError;
use crate::render::{
    body_error::{name_of_graph, refuse_broken, BodyError},
    fingerprint::Fingerprint,
    forward_axis::ForwardAxis,
    model_body::visible_surfaces,
    model_surface::{with_triangles, ModelSurface, Pose},
    model_vertex::{PosedVertex, RawVertex},
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    generic_animation::AnimationTracksData,
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        animation::{Animation, AnimationPlayer, AnimationPoseExt},
        graph::Graph,
        mesh::{
            surface::{BlendShape, SurfaceData},
            Mesh,
        },
        node::Node,
        transform::Transform,
    },
};

/// The names of a model's animations, in the order of the model. Empty while it is loading.
pub fn animations_of(model: &ModelResource) -> Vec<String> {
    let state = model.state();
    let nodes = state
        .data_ref()
        .map(|model| model.get_scene().graph.linear_iter());
    let players = nodes
        .into_iter()
        .flatten()
        .filter_map(|node| node.cast::<AnimationPlayer>());
    let animations = players.flat_map(|player| player.animations().iter());
    animations.map(|it| it.name().to_owned()).collect()
}

/// A copy of a model's nodes, with its animations.
pub(super) struct Puppet {
    graph: Graph,
    turn: Matrix4<f32>,
    surfaces: Vec<ModelSurface>,
    animations: Vec<Animation>,
    /// The pose of the model's file, for nodes that an animation does not move.
    rest: Vec<Rest>,
    fingerprint: Fingerprint,
}

/// The pose of a node in the model's file.
struct Rest {
    node: Handle<Node>,
    transform: Transform,
    shapes: Vec<BlendShape>,
}

impl Rest {
    fn of((handle, node): (Handle<Node>, &Node)) -> Self {
        let mesh = node.cast::<Mesh>();
        Self {
            node: handle,
            transform: node.local_transform().clone(),
            shapes: mesh.map_or_else(Vec::new, |mesh| mesh.blend_shapes().to_vec()),
        }
    }

    fn apply(&self, graph: &mut Graph) {
        let Ok(node) = graph.try_get_node_mut(self.node) else {
            return;
        };
        node.set_local_transform(self.transform.clone());
        if let Some(mesh) = node.cast_mut::<Mesh>() {
            mesh.blend_shapes_mut().clone_from_slice(&self.shapes);
        }
    }
}

impl Puppet {
    /// Copies a model; the bodies look along +Z.
    pub fn new(model: &ModelResource, forward: ForwardAxis) -> Result<Self, BodyError> {
        refuse_broken(model)?;
        // The model's animations are locked too, so the graph is copied before anything else.
        let graph = {
            let state = model.state();
            let scene = state.data_ref().ok_or(BodyError::NotLoaded)?.get_scene();
            scene.clone_one_to_one().0.graph
        };
        Self::of_graph(graph, forward)
    }

    pub fn of_graph(graph: Graph, forward: ForwardAxis) -> Result<Self, BodyError> {
        let turn = forward.to_plus_z().to_homogeneous();
        let mut fingerprint = Fingerprint::default();
        fingerprint.add_matrix(&turn);
        let mut surfaces = Vec::new();
        for (node, mesh, surface) in visible_surfaces(&graph) {
            let read = |data: &SurfaceData| {
                let read = ModelSurface::read(node, mesh, surface, data)?;
                fingerprint.add_surface(data);
                Ok(read)
            };
            let Some(read) = with_triangles(surface, read)? else {
                continue;
            };
            fingerprint.add_handle(node);
            let bones = read.bones().iter();
            bones.for_each(|&bone| fingerprint.add_handle(bone));
            surfaces.push(read);
        }
        let mut animations = Vec::new();
        for (handle, node) in graph.pair_iter() {
            fingerprint.add_node(handle, node);
            if let Some(player) = node.cast::<AnimationPlayer>() {
                animations.extend(player.animations().iter().cloned());
            }
        }
        for animation in &mut animations {
            refuse_broken::<AnimationTracksData>(animation.tracks_data())?;
            if !animation.tracks_data().is_ok() {
                return Err(BodyError::NotLoaded);
            }
            fingerprint.add_animation(animation);
            animation.set_enabled(true).set_loop(false);
        }
        Ok(Self {
            rest: graph.pair_iter().map(Rest::of).collect(),
            graph,
            turn,
            surfaces,
            animations,
            fingerprint,
        })
    }

    /// A hash of everything that poses depend on.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint.value()
    }

    /// The names of the animations, in the order of the model.
    pub fn names(&self) -> Vec<&str> {
        self.animations.iter().map(Animation::name).collect()
    }

    /// The name of the model.
    pub fn model(&self) -> String {
        name_of_graph(&self.graph)
    }

    /// Number of vertices of the body.
    pub fn vertices(&self) -> usize {
        self.surfaces.iter().map(ModelSurface::vertex_count).sum()
    }

    /// Length of an animation in seconds, by its name.
    pub fn seconds(&self, clip: &str) -> f32 {
        self.find(clip)
            .map_or(0.0, |it| self.animations[it].length())
    }

    /// The number of equal intervals of an animation whose ends include all its keys: exporters
    /// write keys at a fixed rate. `None` if there is no such number up to `most`.
    pub fn key_grid(&self, clip: &str, most: usize) -> Option<usize> {
        let animation = &self.animations[self.find(clip)?];
        let times = animation.time_slice();
        let state = animation.tracks_data().state();
        let tracks = state.data_ref()?.tracks();
        let curves = tracks
            .iter()
            .flat_map(|track| track.data_container().curves_ref());
        let keys = curves
            .flat_map(|curve| curve.keys())
            .map(|key| key.location);
        let within = keys.filter(|time| *time > times.start && *time < times.end);
        let shares: Vec<f32> = within
            .map(|time| (time - times.start) / animation.length())
            .collect();
        (1..=most).find(|&parts| {
            let is_at_end = |share: &f32| {
                let part = share * parts as f32;
                (part - part.round()).abs() < 0.01
            };
            shares.iter().all(is_at_end)
        })
    }

    fn find(&self, clip: &str) -> Option<usize> {
        self.animations.iter().position(|it| it.name() == clip)
    }

    /// All vertices at a time of an animation, given as a fraction of its length.
    pub fn pose(&mut self, clip: &str, share: f32) -> Result<Vec<PosedVertex>, ClipError> {
        self.rest();
        if let Some(index) = self.find(clip) {
            let animation = &mut self.animations[index];
            let times = animation.time_slice();
            // The engine panics for other ranges.
            if !(times.start <= times.end && times.start.is_finite() && times.end.is_finite()) {
                return Err(ClipError::InvalidTimes {
                    model: self.model(),
                    clip: clip.to_owned(),
                });
            }
            animation.set_time_position(times.start + share * (times.end - times.start));
            animation.tick(0.0);
            animation.pose().apply(&mut self.graph);
        }
        Ok(self.vertices_now()?)
    }

    /// All vertices in the pose of the file.
    pub fn pose_of_file(&mut self) -> Result<Vec<PosedVertex>, BodyError> {
        self.rest();
        self.vertices_now()
    }

    fn rest(&mut self) {
        for rest in &self.rest {
            rest.apply(&mut self.graph);
        }
    }

    fn vertices_now(&mut self) -> Result<Vec<PosedVertex>, BodyError> {
        self.graph.update_hierarchical_data();
        let (graph, turn) = (&self.graph, &self.turn);
        let global = |node: Handle<Node>| graph[node].global_transform();
        let pose = Pose {
            graph,
            turn,
            global,
        };
        let mut vertices = Vec::with_capacity(self.vertices());
        for surface in &self.surfaces {
            vertices.extend(surface.pose(&pose, RawVertex::posed)?);
        }
        Ok(vertices)
    }
}

//! A model that the engine's own animations pose at chosen times.

use super::{clip_error::ClipError, fingerprint::Fingerprint};
use crate::render::{
    forward_axis::ForwardAxis,
    model_body::{refuse_broken, visible_surfaces, BodyError},
    model_vertex::{PosedVertex, RawVertex},
    skinning::{bone_matrices, Influence},
};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    generic_animation::AnimationTracksData,
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        animation::{Animation, AnimationPlayer, AnimationPoseExt},
        graph::Graph,
        mesh::surface::Surface,
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
    surfaces: Vec<Skin>,
    animations: Vec<Animation>,
    /// The transforms in the model's file, for nodes that an animation does not move.
    rest: Vec<(Handle<Node>, Transform)>,
    fingerprint: Fingerprint,
}

/// The vertices of one surface.
struct Skin {
    node: Handle<Node>,
    mesh: String,
    bones: Vec<Handle<Node>>,
    vertices: Vec<(RawVertex, Option<Influence>)>,
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
            surfaces.extend(Skin::read(node, mesh.name(), surface, &mut fingerprint)?);
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
        let nodes = graph.pair_iter();
        let rest = nodes.map(|(handle, node)| (handle, node.local_transform().clone()));
        Ok(Self {
            rest: rest.collect(),
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

    /// The name of the model: the name of its root, which is the file name for imported models.
    pub fn model(&self) -> String {
        let root = self.graph.try_get_node(self.graph.get_root());
        root.map(|root| root.name().to_owned()).unwrap_or_default()
    }

    /// Number of vertices of the body.
    pub fn vertices(&self) -> usize {
        self.surfaces.iter().map(|skin| skin.vertices.len()).sum()
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
        for (node, transform) in &self.rest {
            if let Ok(node) = self.graph.try_get_node_mut(*node) {
                node.set_local_transform(transform.clone());
            }
        }
    }

    fn vertices_now(&mut self) -> Result<Vec<PosedVertex>, BodyError> {
        self.graph.update_hierarchical_data();
        let mut vertices = Vec::with_capacity(self.vertices());
        for skin in &self.surfaces {
            skin.pose(&self.graph, &self.turn, &mut vertices)?;
        }
        Ok(vertices)
    }
}

impl Skin {
    /// `None` for a surface that is not part of the body.
    fn read(
        node: Handle<Node>,
        mesh: &str,
        surface: &Surface,
        fingerprint: &mut Fingerprint,
    ) -> Result<Option<Self>, BodyError> {
        refuse_broken(surface.data_ref())?;
        let state = surface.data_ref().state();
        let data = state.data_ref().ok_or(BodyError::NotLoaded)?;
        if data.geometry_buffer.is_empty() {
            return Ok(None);
        }
        fingerprint.add_surface(data);
        fingerprint.add_handle(node);
        let bones = surface.bones().to_vec();
        bones.iter().for_each(|&bone| fingerprint.add_handle(bone));
        let buffer = &data.vertex_buffer;
        let invalid = || BodyError::InvalidGeometry { mesh: mesh.into() };
        let missing = || BodyError::InvalidIndex { mesh: mesh.into() };
        let vertices = buffer.iter().map(|view| {
            let influence = if bones.is_empty() {
                None
            } else {
                Some(Influence::read(buffer, &view).ok_or_else(missing)?)
            };
            Ok((
                RawVertex::read(buffer, &view).ok_or_else(invalid)?,
                influence,
            ))
        });
        let vertices = vertices.collect::<Result<_, BodyError>>()?;
        Ok(Some(Self {
            node,
            mesh: mesh.to_owned(),
            bones,
            vertices,
        }))
    }

    fn pose(
        &self,
        graph: &Graph,
        turn: &Matrix4<f32>,
        posed: &mut Vec<PosedVertex>,
    ) -> Result<(), BodyError> {
        let global = |node: Handle<Node>| graph[node].global_transform();
        let own = turn * global(self.node);
        let bones = bone_matrices(graph, &self.bones, turn, global);
        let mesh = &self.mesh;
        for (vertex, influence) in &self.vertices {
            let missing = || BodyError::InvalidIndex { mesh: mesh.clone() };
            let transform = match influence {
                Some(influence) => influence.blend(&bones).ok_or_else(missing)?,
                None => own,
            };
            let invalid = || BodyError::InvalidGeometry { mesh: mesh.clone() };
            posed.push(vertex.posed(&transform).ok_or_else(invalid)?);
        }
        Ok(())
    }
}

//! The errors of bodies from models.

use fyrox::{
    asset::{state::ResourceState, Resource, TypedResourceData},
    graph::SceneGraph,
    resource::model::{Model, ModelResource},
    scene::graph::Graph,
};
use thiserror::Error;

/// Why a model cannot be the body of a flock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// The model, or a mesh in it, is still loading. Try again later.
    #[error("the model is not loaded yet")]
    NotLoaded,
    /// The model could not be loaded. Choose a file in a format that the engine reads.
    #[error(
        "the model {path} could not be loaded ({reason}); {}, or pick another one",
        remedy(.reason)
    )]
    Broken {
        /// Path of the file; empty if the resource registry does not know it.
        path: String,
        /// The error of the loader.
        reason: String,
    },
    /// No node of the model is a visible mesh with triangles. Choose a model with a mesh.
    #[error("it has no visible mesh with triangles; pick a model with a mesh")]
    Empty,
    /// All meshes of the model have no surface: the engine leaves out the parts of glTF files that
    /// have no material, and points and lines. Give the meshes a material.
    #[error(
        "mesh `{mesh}` has no surface, since the engine reads only triangles with a material from glTF files; \
         give it a material"
    )]
    NoSurface {
        /// Name of the mesh node.
        mesh: String,
    },
    /// The vertices have no positions, or have them in an unknown format. Export the model again.
    #[error("mesh `{mesh}` has no positions, or not as 32-bit floats; export the model with them")]
    NoPositions {
        /// Name of the mesh node.
        mesh: String,
    },
    /// A coordinate, or the scale of the node or of an ancestor, is zero, infinite or NaN. Repair
    /// the model.
    #[error("in mesh `{mesh}`, {reason}; repair it and export the model again")]
    InvalidGeometry {
        /// Name of the mesh node.
        mesh: String,
        /// The vertex and its value.
        reason: String,
    },
    /// A triangle refers to a missing vertex, or a vertex to a missing bone. Export the model
    /// again.
    #[error("in mesh `{mesh}`, {reason}; export the model again")]
    InvalidIndex {
        /// Name of the mesh node.
        mesh: String,
        /// The index and the number of vertices or bones.
        reason: String,
    },
    /// The clips were baked from another model, from another state of the model, or with another
    /// forward axis. Bake them again.
    #[error("the baked clips are of another model; bake them again")]
    OtherClips,
    /// The levels of detail were computed for another model, motion or animation, or for another
    /// version of them. Compute them again.
    #[error("the levels of detail are of another model, motion or animation; save them again")]
    OtherLevels,
    /// A model for a coarser level of detail has more vertices than the model for the finest. Choose
    /// a simpler one.
    #[error(
        "it has {coarser} vertices, more than the {finest} of the model; choose a simpler one"
    )]
    TooFine {
        /// Number of vertices of the model for the coarser level.
        coarser: usize,
        /// Number of vertices of the model for the finest level.
        finest: usize,
    },
}

/// Texts in errors of the engine's loader, and what the user can do about them.
const REMEDIES: [(&str, &str); 4] = [
    ("usage: Normal", "export it with normals"),
    (
        "xtension",
        "export it without compression and other extensions",
    ),
    ("bone index", "export it with at most 256 bones"),
    ("image", "repair its textures"),
];

fn remedy(reason: &str) -> &'static str {
    let known = REMEDIES.iter().find(|(text, _)| reason.contains(text));
    known.map_or("export it again", |(_, remedy)| remedy)
}

pub(super) fn refuse_broken<T: TypedResourceData>(resource: &Resource<T>) -> Result<(), BodyError> {
    match &resource.header().state {
        ResourceState::LoadError { path, error } => Err(BodyError::Broken {
            path: path.display().to_string(),
            reason: error.to_string(),
        }),
        _ => Ok(()),
    }
}

/// The name of a loaded model, as [`name_of_graph`] returns it.
pub(crate) fn model_name(model: &ModelResource) -> String {
    let state = model.state();
    let name = |model: &Model| name_of_graph(&model.get_scene().graph);
    state.data_ref().map(name).unwrap_or_default()
}

/// The name of a model by its nodes: the name of its root, which is the file name for imported
/// models.
pub(super) fn name_of_graph(graph: &Graph) -> String {
    let root = graph.try_get_node(graph.get_root());
    root.map(|root| root.name().to_owned()).unwrap_or_default()
}

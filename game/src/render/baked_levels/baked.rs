//! Levels of detail of a model, an asset of a project.

use crate::render::{coarser_mesh::CoarserMesh, impostor::Pictures};
use flock_sim::files;
use fyrox::{
    asset::{Resource, ResourceData},
    core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
};
use std::{
    error::Error,
    path::{Path, PathBuf},
};

/// The levels of detail of a model that are computed: its simplified meshes and its impostor. The
/// editor writes them to a file with the extension `levels` beside the model. A flock with that
/// model then has all its levels when it starts.
///
/// The file depends on the model's vertices, textures and forward axis, on the kind of its motion or
/// its baked clips, and on the models of its other levels. If any of them has changed, a flock
/// computes the levels again and says so.
#[derive(Clone, Debug, Default, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "4b8e1c5a-93d7-4f26-8a0e-5d7c2f9b6e13")]
#[visit(optional)]
pub struct BakedLevels {
    #[visit(skip)]
    #[reflect(hidden)]
    fingerprint: u64,
    #[visit(skip)]
    #[reflect(hidden)]
    meshes: Vec<CoarserMesh>,
    #[visit(skip)]
    #[reflect(hidden)]
    impostor: Option<Pictures>,
    /// The file that they were read from.
    #[visit(skip)]
    #[reflect(hidden)]
    path: PathBuf,
}

/// A shared [`BakedLevels`].
pub type BakedLevelsResource = Resource<BakedLevels>;

impl BakedLevels {
    /// Extension of the files.
    pub const EXTENSION: &str = "levels";

    pub(in crate::render) fn of(
        fingerprint: u64,
        meshes: Vec<CoarserMesh>,
        impostor: Option<Pictures>,
    ) -> Self {
        Self {
            fingerprint,
            meshes,
            impostor,
            path: PathBuf::new(),
        }
    }

    pub(super) fn at(self, path: &Path) -> Self {
        let path = path.to_owned();
        Self { path, ..self }
    }

    /// The file that they were read from; empty if they were computed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// True if there is an impostor.
    pub fn has_impostor(&self) -> bool {
        self.impostor.is_some()
    }

    pub(in crate::render) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The simplified meshes.
    pub(in crate::render) fn meshes(&self) -> &[CoarserMesh] {
        &self.meshes
    }

    pub(in crate::render) fn impostor(&self) -> Option<&Pictures> {
        self.impostor.as_ref()
    }
}

impl ResourceData for BakedLevels {
    fn type_uuid(&self) -> Uuid {
        <Self as TypeUuidProvider>::type_uuid()
    }

    fn save(&mut self, path: &Path) -> Result<(), Box<dyn Error>> {
        Ok(files::write(path, self.to_bytes()?)?)
    }

    fn can_be_saved(&self) -> bool {
        true
    }

    fn try_clone_box(&self) -> Option<Box<dyn ResourceData>> {
        Some(Box::new(self.clone()))
    }
}

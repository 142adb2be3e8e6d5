//! Loading of baked clips as assets.

use super::{baked::BakedClips, file::LONGEST_FILE};
use crate::asset_file::read_asset;
use fyrox::{
    asset::{
        io::ResourceIo,
        loader::{BoxedLoaderFuture, LoaderPayload, ResourceLoader},
        manager::ResourceManager,
        state::LoadError,
    },
    core::type_traits::prelude::*,
};
use std::{path::PathBuf, sync::Arc};

struct ClipsLoader;

impl ResourceLoader for ClipsLoader {
    fn extensions(&self) -> &[&str] {
        &[BakedClips::EXTENSION]
    }

    fn data_type_uuid(&self) -> Uuid {
        <BakedClips as TypeUuidProvider>::type_uuid()
    }

    fn load(&self, path: PathBuf, io: Arc<dyn ResourceIo>) -> BoxedLoaderFuture {
        Box::pin(async move {
            let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
            let bytes = read_asset(&path, io.as_ref(), LONGEST_FILE).await;
            let bytes = bytes.map_err(|error| LoadError::new(named(&error)))?;
            let baked = BakedClips::from_bytes(&bytes);
            let baked = baked.map_err(|error| LoadError::new(named(&error)))?;
            Ok(LoaderPayload::new(baked))
        })
    }
}

/// Registers baked clips with a project's resources. Does nothing if they are registered already.
pub(crate) fn register(manager: &ResourceManager) {
    let state = manager.state();
    let constructors = &state.constructors_container;
    let id = <BakedClips as TypeUuidProvider>::type_uuid();
    if constructors.try_create(&id).is_none() {
        constructors.add::<BakedClips>();
        state.add_loader(ClipsLoader);
    }
}

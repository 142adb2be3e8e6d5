//! Loading of baked clips as assets.

use super::baked::BakedClips;
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
            let bytes = io.load_file(&path).await.map_err(LoadError::new)?;
            let baked = BakedClips::from_bytes(&bytes);
            let named = |error| format!("{}: {error}", path.display());
            Ok(LoaderPayload::new(
                baked.map_err(|error| LoadError::new(named(error)))?,
            ))
        })
    }
}

/// Makes baked clips known to a project's resources. Does nothing if they are known already.
pub(crate) fn register(manager: &ResourceManager) {
    let state = manager.state();
    let constructors = &state.constructors_container;
    let id = <BakedClips as TypeUuidProvider>::type_uuid();
    if constructors.try_create(&id).is_none() {
        constructors.add::<BakedClips>();
        state.add_loader(ClipsLoader);
    }
}

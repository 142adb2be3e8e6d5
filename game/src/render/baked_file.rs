//! Loading of the files that the editor writes beside a model: assets whose content is computed from
//! the model.

use super::file_bytes::Damage;
use crate::asset_file::read_asset;
use fyrox::{
    asset::{
        io::ResourceIo,
        loader::{BoxedLoaderFuture, LoaderPayload, ResourceLoader},
        manager::ResourceManager,
        state::LoadError,
        ResourceData,
    },
    core::type_traits::prelude::*,
};
use std::{
    error::Error,
    marker::PhantomData,
    path::{Path, PathBuf},
    sync::Arc,
};

/// An asset that is computed from a model.
pub(super) trait BakedFile: ResourceData + Default + TypeUuidProvider {
    /// Extension of the files.
    const FILE_EXTENSION: &'static str;
    /// Largest size of a file, in bytes.
    const LONGEST: u64;
    /// Name of the content, and what to do if a file of it is damaged.
    const CONTENT: &'static str;
    const REMEDY: &'static str;

    /// Reads the bytes of a file.
    fn read(path: &Path, bytes: &[u8]) -> Result<Self, Damage>;
}

struct BakedFileLoader<T>(PhantomData<fn() -> T>);

/// Reads a file; the error names it and the remedy.
async fn load<T: BakedFile>(path: &Path, io: &dyn ResourceIo) -> Result<T, LoadError> {
    let named = |error: Box<dyn Error + Send + Sync>| {
        LoadError::new(format!("{}: {error}", path.display()))
    };
    let bytes = read_asset(path, io, T::LONGEST).await.map_err(named)?;
    let read = T::read(path, &bytes);
    read.map_err(|Damage(reason)| {
        let (content, remedy) = (T::CONTENT, T::REMEDY);
        let error = format!(
            "it is no file of {content}, or damaged, or of another version ({reason}); {remedy}"
        );
        named(error.into())
    })
}

impl<T: BakedFile> ResourceLoader for BakedFileLoader<T> {
    fn extensions(&self) -> &[&str] {
        &[T::FILE_EXTENSION]
    }

    fn data_type_uuid(&self) -> Uuid {
        <T as TypeUuidProvider>::type_uuid()
    }

    fn load(&self, path: PathBuf, io: Arc<dyn ResourceIo>) -> BoxedLoaderFuture {
        Box::pin(async move { Ok(LoaderPayload::new(load::<T>(&path, io.as_ref()).await?)) })
    }
}

/// Registers a kind of file with a project's resources. Does nothing if it is registered already.
pub(super) fn register<T: BakedFile>(manager: &ResourceManager) {
    let state = manager.state();
    let constructors = &state.constructors_container;
    let id = <T as TypeUuidProvider>::type_uuid();
    if constructors.try_create(&id).is_none() {
        constructors.add::<T>();
        state.add_loader(BakedFileLoader::<T>(PhantomData));
    }
}

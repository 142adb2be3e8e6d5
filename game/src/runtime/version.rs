//! Versions of resources, to notice when one is loaded or reloaded.

use fyrox::asset::{Resource, TypedResourceData};

/// A version of a resource: it differs after the file has changed and was reloaded.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct DataVersion {
    /// The address of the loaded data: a reload allocates the new data before it frees the old.
    address: usize,
}

impl DataVersion {
    /// `None` for a resource that is not loaded.
    pub fn of<T: TypedResourceData>(resource: &Resource<T>) -> Option<Self> {
        let state = resource.state();
        let address = std::ptr::from_ref(state.data_ref()?).addr();
        Some(Self { address })
    }
}

/// A resource and its version, which may follow.
#[derive(Clone, PartialEq)]
pub(super) struct Versioned<R> {
    pub resource: R,
    /// `None` until it is loaded.
    version: Option<DataVersion>,
    /// False once it is loaded, or could not be loaded.
    pub is_loading: bool,
}

impl<T: TypedResourceData> Versioned<Resource<T>> {
    pub fn of(resource: &Resource<T>) -> Self {
        Self {
            resource: resource.clone(),
            version: DataVersion::of(resource),
            is_loading: resource.is_loading(),
        }
    }
}

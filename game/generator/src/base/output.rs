//! The written files, and their resource ids.
//!
//! Fyrox finds a resource by a UUID, which it reads from the `.meta` file beside the resource. A
//! resource without this file gets a random UUID, which breaks all references to it; so each file
//! gets a UUID that is computed from its path. The engine rewrites `resources.registry` from the
//! `.meta` files whenever it starts on a desktop, and reads it on the web.

use fyrox::{
    asset::options::{BaseImportOptions, OPTIONS_EXTENSION},
    core::{visitor::Visitor, Uuid},
};
use fyrox_flock::sim::files;
use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// The folder's name in every registered path, whatever folder the files are written to.
const ROOT: &str = "data";

/// The UUID of a name, the same in every run.
pub fn uuid_of(name: &str) -> Uuid {
    let half = |salt: u64| {
        // FNV-1a spreads short names well and needs no dependency.
        name.bytes()
            .fold(0xcbf2_9ce4_8422_2325 ^ salt, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    };
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&half(0).to_be_bytes());
    bytes[8..].copy_from_slice(&half(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    // Marks the result as a version 4, variant 1 UUID, like those of the engine.
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    Uuid::from_bytes(bytes)
}

/// The UUID of the resource at `path` below the data folder.
pub fn resource_uuid(path: &str) -> Uuid {
    uuid_of(&format!("{ROOT}/{path}"))
}

/// Writes resources with their `.meta` files, and collects them for the registry.
pub struct Output {
    folder: PathBuf,
    registry: BTreeMap<Uuid, PathBuf>,
}

impl Output {
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            registry: BTreeMap::new(),
        }
    }

    /// Writes a resource to `path` below the data folder, and its `.meta` file.
    pub fn write_resource(&mut self, path: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        let file = self.path(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        files::write(&file, bytes)?;
        self.add_resource(path)
    }

    /// Writes the `.meta` file of the resource that was written to `path` below the data folder.
    pub fn add_resource(&mut self, path: &str) -> Result<(), Box<dyn Error>> {
        let uuid = resource_uuid(path);
        let meta = format!("(\n    resource_id: \"{uuid}\",\n)");
        files::write(self.path(&format!("{path}.meta")), meta)?;
        self.registry.insert(uuid, Path::new(ROOT).join(path));
        Ok(())
    }

    /// The file at `path` below the data folder.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// The file of the registry.
    pub fn registry_path(&self) -> PathBuf {
        self.path("resources.registry")
    }

    /// Writes the import options of the resource at `path`.
    pub fn write_import_options(
        &self,
        path: &str,
        options: &dyn BaseImportOptions,
    ) -> Result<(), Box<dyn Error>> {
        let file = self.folder.join(format!("{path}.{OPTIONS_EXTENSION}"));
        if options.save(&file) {
            Ok(())
        } else {
            Err(format!("{} cannot be written", file.display()).into())
        }
    }

    /// Writes a resource in the engine's text format, which the editor also uses.
    pub fn write_visitor(&mut self, path: &str, visitor: &Visitor) -> Result<(), Box<dyn Error>> {
        self.write_resource(path, visitor.save_ascii_to_string().as_bytes())
    }

    /// Writes the registry of all resources so far.
    pub fn write_registry(&self) -> Result<(), Box<dyn Error>> {
        use fyrox::asset::registry::RegistryContainerExt;
        let text = self.registry.serialize_to_string()?;
        files::write(self.registry_path(), text)?;
        Ok(())
    }
}

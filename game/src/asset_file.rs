//! Reading of assets that may be larger than the memory.

use flock_sim::files;
use fyrox::asset::io::ResourceIo;
use std::{error::Error, path::Path};

/// True where the engine can only load a file as a whole.
const IS_LOADED_WHOLE: bool = cfg!(any(target_arch = "wasm32", target_os = "android"));

/// Reads an asset of at most `most` bytes. Of a larger asset, no more bytes than that are read.
///
/// # Errors
/// If the asset cannot be read, or is larger than the limit.
pub(crate) async fn read_asset(
    path: &Path,
    io: &dyn ResourceIo,
    most: u64,
) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
    if IS_LOADED_WHOLE {
        let bytes = io.load_file(path).await?;
        return Ok(files::read_from(
            &bytes[..],
            Some(bytes.len() as u64),
            most,
        )?);
    }
    let reader = io.file_reader(path).await?;
    let length = reader.byte_len();
    Ok(files::read_from(reader, length, most)?)
}

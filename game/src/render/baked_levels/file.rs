//! The file format of levels of detail: all numbers are little-endian.

use super::baked::BakedLevels;
use crate::render::{
    baked_file::BakedFile,
    coarser_mesh::{CoarserMesh, SurfaceTriangles},
    file_bytes::{count_bytes, Bytes, Damage},
    fingerprint::Fingerprint,
    impostor::{Numbers, Pictures},
    levels::CoarserLevel,
};
use std::path::Path;

/// The first bytes of a file, with the version: another one when the format changes, or the levels
/// that are computed for the same model.
const MAGIC: &[u8; 8] = b"FLKLEVL1";

/// The levels are too large for a file.
#[derive(Debug, thiserror::Error)]
#[error("the levels of detail take {length} bytes, and a file of them at most {most}; use a model with fewer triangles")]
pub(super) struct TooLarge {
    length: usize,
    most: u64,
}

impl BakedFile for BakedLevels {
    const FILE_EXTENSION: &'static str = Self::EXTENSION;
    const LONGEST: u64 = 1 << 27;
    const CONTENT: &'static str = "levels of detail";
    const REMEDY: &'static str =
        "save the model's levels again, with the button of the flock panel";

    fn read(path: &Path, bytes: &[u8]) -> Result<Self, Damage> {
        Ok(Self::from_bytes(bytes)?.at(path))
    }
}

impl BakedLevels {
    /// The bytes of a file.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, TooLarge> {
        let content = self.content();
        let mut out = MAGIC.to_vec();
        out.extend(checksum(&content).to_le_bytes());
        out.extend(content);
        let (length, most) = (out.len(), Self::LONGEST);
        if length as u64 > most {
            return Err(TooLarge { length, most });
        }
        Ok(out)
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let mut rest = Bytes(bytes);
        rest.magic(MAGIC)?;
        if rest.hash()? != checksum(rest.0) {
            return Err(Damage("other bytes than were written"));
        }
        Self::of_content(rest.0)
    }

    fn content(&self) -> Vec<u8> {
        let mut out = self.fingerprint().to_le_bytes().to_vec();
        out.extend(count_bytes(self.meshes().len()));
        for mesh in self.meshes() {
            write_mesh(&mut out, mesh);
        }
        out.extend(count_bytes(self.impostor().map_or(0, |it| it.pose_rows())));
        if let Some(pictures) = self.impostor() {
            let numbers = to_array(pictures.numbers);
            out.extend(numbers.iter().flat_map(|it| it.to_le_bytes()));
            out.extend(pictures.bytes().iter().flatten());
        }
        out
    }

    fn of_content(bytes: &[u8]) -> Result<Self, Damage> {
        let mut rest = Bytes(bytes);
        let fingerprint = rest.hash()?;
        let count = rest.count()?;
        if count > CoarserLevel::MESHES.len() {
            return Err(Damage("too many meshes"));
        }
        let meshes = (0..count).map(|_| read_mesh(&mut rest));
        let meshes = meshes.collect::<Result<_, _>>()?;
        let impostor = read_pictures(&mut rest)?;
        if !rest.0.is_empty() {
            return Err(Damage("too long"));
        }
        Ok(Self::of(fingerprint, meshes, impostor))
    }
}

fn checksum(content: &[u8]) -> u64 {
    let mut hash = Fingerprint::default();
    hash.add_many(content);
    hash.value()
}

fn write_mesh(out: &mut Vec<u8>, mesh: &CoarserMesh) {
    let mut levels = CoarserLevel::MESHES.iter();
    let level = levels.position(|level| *level == mesh.level);
    out.extend(count_bytes(level.unwrap_or_default()));
    out.extend(count_bytes(mesh.surfaces.len()));
    for surface in &mesh.surfaces {
        out.extend(count_bytes(surface.surface));
        out.extend(count_bytes(surface.triangles.len()));
        let indices = surface.triangles.as_flattened().iter();
        out.extend(indices.flat_map(|index| index.to_le_bytes()));
    }
}

fn read_mesh(rest: &mut Bytes) -> Result<CoarserMesh, Damage> {
    let level = CoarserLevel::MESHES.get(rest.count()?);
    let level = *level.ok_or(Damage("an unknown level"))?;
    let mut surfaces = Vec::new();
    for _ in 0..rest.count()? {
        surfaces.push(read_surface(rest)?);
    }
    Ok(CoarserMesh { level, surfaces })
}

fn read_surface(rest: &mut Bytes) -> Result<SurfaceTriangles, Damage> {
    let (surface, count) = (rest.count()?, rest.count()?);
    if count == 0 {
        return Err(Damage("a surface has no triangles"));
    }
    let bytes = rest.take(count.saturating_mul(size_of::<[u32; 3]>()))?;
    let (indices, _) = bytes.as_chunks::<4>();
    let (triangles, _) = indices.as_chunks::<3>();
    let triangles = triangles.iter().map(|it| it.map(u32::from_le_bytes));
    Ok(SurfaceTriangles {
        surface,
        triangles: triangles.collect(),
    })
}

fn read_pictures(rest: &mut Bytes) -> Result<Option<Pictures>, Damage> {
    let pose_rows = rest.count()?;
    if pose_rows == 0 {
        return Ok(None);
    }
    let mut numbers = [0.0; NUMBERS];
    for number in &mut numbers {
        *number = rest.float()?;
    }
    let length = Pictures::bytes_for(pose_rows);
    let (colors, normals) = (rest.take(length)?, rest.take(length)?);
    let pictures = Pictures::of_bytes(colors, normals, of_array(numbers));
    Ok(Some(pictures.ok_or(Damage("the pictures have no rows"))?))
}

const NUMBERS: usize = 5;

fn to_array(numbers: Numbers) -> [f32; NUMBERS] {
    let Numbers {
        half_width,
        mirror_phase,
        roughness,
        metalness,
        translucency,
    } = numbers;
    [half_width, mirror_phase, roughness, metalness, translucency]
}

fn of_array(numbers: [f32; NUMBERS]) -> Numbers {
    let [half_width, mirror_phase, roughness, metalness, translucency] = numbers;
    Numbers {
        half_width,
        mirror_phase,
        roughness,
        metalness,
        translucency,
    }
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;

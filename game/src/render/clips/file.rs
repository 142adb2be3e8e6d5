//! The file format of baked clips: all numbers are little-endian.

use super::{
    baked::{BakedClip, BakedClips},
    baker::MOST_TEXELS,
    packing::MAX_FRAME,
};
use crate::render::{
    baked_file::BakedFile,
    file_bytes::{count_bytes, Bytes, Damage},
};
use std::path::Path;

/// The first bytes of a file, with the version.
const MAGIC: &[u8; 8] = b"FLKCLIP1";

impl BakedFile for BakedClips {
    const FILE_EXTENSION: &'static str = Self::EXTENSION;
    /// The largest number of texels, and a megabyte for the header.
    const LONGEST: u64 = ((MOST_TEXELS * size_of::<[f32; 4]>()) + (1 << 20)) as u64;
    const CONTENT: &'static str = "baked clips";
    const REMEDY: &'static str = "bake the clips again";

    fn read(_: &Path, bytes: &[u8]) -> Result<Self, Damage> {
        Self::from_bytes(bytes)
    }
}

impl BakedClips {
    /// The bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.fingerprint().to_le_bytes());
        out.extend(count_bytes(self.vertices()));
        out.extend(count_bytes(self.clips().len()));
        for clip in self.clips() {
            out.extend(count_bytes(clip.name.len()));
            out.extend(clip.name.as_bytes());
            out.extend(count_bytes(clip.frames));
            for number in [clip.seconds, clip.error, clip.gap] {
                out.extend(number.to_le_bytes());
            }
        }
        let texels = self.texels().iter().flatten();
        out.extend(texels.flat_map(|number| number.to_le_bytes()));
        out
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let mut rest = Bytes(bytes);
        rest.magic(MAGIC)?;
        let fingerprint = rest.hash()?;
        let vertices = rest.count()?;
        let mut clips = Vec::new();
        let mut frames = 0_usize;
        for _ in 0..rest.count()? {
            let clip = read_clip(&mut rest)?;
            frames = frames.saturating_add(clip.frames);
            clips.push(clip);
        }
        let count = frames.saturating_mul(vertices);
        if count > MOST_TEXELS {
            return Err(Damage("too many frames"));
        }
        if rest.0.len() != count * size_of::<[f32; 4]>() {
            return Err(Damage("too short or too long"));
        }
        let mut texels = Vec::with_capacity(count);
        for _ in 0..count {
            texels.push(read_texel(&mut rest)?);
        }
        Ok(Self::of(fingerprint, vertices, clips, texels))
    }
}

fn read_clip(rest: &mut Bytes) -> Result<BakedClip, Damage> {
    let length = rest.count()?;
    let name = String::from_utf8(rest.take(length)?.to_vec());
    let clip = BakedClip {
        name: name.map_err(|_| Damage("a name is not UTF-8"))?,
        frames: rest.count()?,
        seconds: rest.float()?,
        error: rest.float()?,
        gap: rest.float()?,
    };
    match clip.frames {
        0 => Err(Damage("a clip has no frames")),
        _ => Ok(clip),
    }
}

fn read_texel(rest: &mut Bytes) -> Result<[f32; 4], Damage> {
    let texel = [rest.float()?, rest.float()?, rest.float()?, rest.float()?];
    if (0.0..=MAX_FRAME).contains(&texel[3]) {
        Ok(texel)
    } else {
        Err(Damage("a normal is out of range"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flock_testkit::fuzz::{self, Form, Outcome, Target};

    fn clip(name: &str, frames: usize) -> BakedClip {
        BakedClip {
            name: name.into(),
            seconds: 1.5,
            frames,
            error: 0.001,
            gap: 0.0,
        }
    }

    fn baked() -> BakedClips {
        let texel = |number: usize| [number as f32, 1.0, -2.0, 77.0];
        let clips = vec![clip("Flap", 3), clip("Glide", 1)];
        BakedClips::of(42, 2, clips, (0..8).map(texel).collect())
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let before = baked();
        let after = BakedClips::from_bytes(&before.to_bytes()).unwrap();
        assert!(after.is_of(42, 2) && !after.is_of(41, 2) && !after.is_of(42, 3));
        assert_eq!(after.clips(), before.clips());
        assert_eq!(after.texels(), before.texels());
        assert_eq!(after.find("Glide"), Some((6, 1)));
        assert_eq!(after.find("Dart"), None);
        assert!((after.radius() - 54.0_f32.sqrt()).abs() < 1e-6);
    }

    /// Any bytes are refused with a reason, or read as clips whose file has the same bytes.
    fn check(bytes: &[u8]) -> Outcome {
        let read = match BakedClips::from_bytes(bytes) {
            Ok(read) => read,
            Err(error) => return Outcome::refused(error),
        };
        assert_eq!(read.to_bytes(), bytes);
        let frames: usize = read.clips().iter().map(|clip| clip.frames).sum();
        assert_eq!(frames * read.vertices(), read.texels().len());
        assert!(read.radius().is_finite());
        for clip in read.clips() {
            let is_there = read.vertex_at(&clip.name, 0, 0.9).is_some();
            assert_eq!(is_there, read.vertices() > 0);
        }
        Outcome::Accepted
    }

    #[test]
    fn any_bytes_are_refused_or_read_as_they_were_written() {
        fuzz::assert_holds(&Target {
            name: "clips",
            form: Form::Words { record: 1 },
            corpus: || vec![baked().to_bytes()],
            check,
            cases: 100_000,
        });
    }

    /// No damaged file causes a panic: each damaged byte leads to an error or to other clips.
    #[test]
    fn damaged_files_are_refused() {
        let bytes = baked().to_bytes();
        for length in 0..bytes.len() {
            assert!(
                BakedClips::from_bytes(&bytes[..length]).is_err(),
                "{length}"
            );
        }
        for position in 0..bytes.len() {
            for value in [0x00, 0x7f, 0xff] {
                let mut bytes = bytes.clone();
                bytes[position] = value;
                if let Ok(read) = BakedClips::from_bytes(&bytes) {
                    let frames: usize = read.clips().iter().map(|clip| clip.frames).sum();
                    assert_eq!(frames * read.vertices(), read.texels().len());
                    assert!(read.radius().is_finite());
                }
            }
        }
    }
}

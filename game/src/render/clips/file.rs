//! The file format of baked clips: all numbers are little-endian.

use super::{
    baked::{BakedClip, BakedClips},
    baker::MOST_TEXELS,
    packing::MAX_FRAME,
};

/// Why a file is not a valid file of baked clips.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "it is no file of baked clips, or damaged, or of another version ({0}); bake the clips again"
)]
pub(super) struct DamagedClips(&'static str);

/// Largest size of a file, in bytes: the largest number of texels, and a megabyte for the header.
pub(super) const LONGEST_FILE: u64 = ((MOST_TEXELS * size_of::<[f32; 4]>()) + (1 << 20)) as u64;

/// The first bytes of a file, with the version.
const MAGIC: &[u8; 8] = b"FLKCLIP1";

impl BakedClips {
    /// The bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.fingerprint().to_le_bytes());
        let count = |number: usize| (number as u32).to_le_bytes();
        out.extend(count(self.vertices()));
        out.extend(count(self.clips().len()));
        for clip in self.clips() {
            out.extend(count(clip.name.len()));
            out.extend(clip.name.as_bytes());
            out.extend(count(clip.frames));
            for number in [clip.seconds, clip.error, clip.gap] {
                out.extend(number.to_le_bytes());
            }
        }
        let texels = self.texels().iter().flatten();
        out.extend(texels.flat_map(|number| number.to_le_bytes()));
        out
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, DamagedClips> {
        let mut rest = Bytes(bytes);
        if rest.take(MAGIC.len())? != MAGIC {
            return Err(DamagedClips("other first bytes"));
        }
        let fingerprint = u64::from_le_bytes(rest.array()?);
        let vertices = rest.count()?;
        let mut clips = Vec::new();
        let mut frames = 0_usize;
        for _ in 0..rest.count()? {
            let clip = rest.clip()?;
            frames = frames.saturating_add(clip.frames);
            clips.push(clip);
        }
        let count = frames.saturating_mul(vertices);
        if count > MOST_TEXELS {
            return Err(DamagedClips("too many frames"));
        }
        if rest.0.len() != count * size_of::<[f32; 4]>() {
            return Err(DamagedClips("too short or too long"));
        }
        let mut texels = Vec::with_capacity(count);
        for _ in 0..count {
            texels.push(rest.texel()?);
        }
        Ok(Self::of(fingerprint, vertices, clips, texels))
    }
}

/// The bytes of a file that have not been read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], DamagedClips> {
        let parts = self.0.split_at_checked(count);
        let (taken, rest) = parts.ok_or(DamagedClips("too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DamagedClips> {
        let bytes = self.take(N)?.try_into();
        bytes.map_err(|_| DamagedClips("too short"))
    }

    fn count(&mut self) -> Result<usize, DamagedClips> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn clip(&mut self) -> Result<BakedClip, DamagedClips> {
        let length = self.count()?;
        let name = String::from_utf8(self.take(length)?.to_vec());
        let clip = BakedClip {
            name: name.map_err(|_| DamagedClips("a name is not UTF-8"))?,
            frames: self.count()?,
            seconds: self.float()?,
            error: self.float()?,
            gap: self.float()?,
        };
        match clip.frames {
            0 => Err(DamagedClips("a clip has no frames")),
            _ => Ok(clip),
        }
    }

    fn texel(&mut self) -> Result<[f32; 4], DamagedClips> {
        let texel = [self.float()?, self.float()?, self.float()?, self.float()?];
        if (0.0..=MAX_FRAME).contains(&texel[3]) {
            Ok(texel)
        } else {
            Err(DamagedClips("a normal is out of range"))
        }
    }

    fn float(&mut self) -> Result<f32, DamagedClips> {
        let number = f32::from_le_bytes(self.array()?);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(DamagedClips("a number is not finite"))
        }
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

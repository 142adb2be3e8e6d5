//! Reading of the binary files that are kept beside a model: all numbers are little-endian.

/// Why a file is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Damage(pub &'static str);

/// The bytes of a file that have not been read.
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Damage> {
        let parts = self.0.split_at_checked(count);
        let (taken, rest) = parts.ok_or(Damage("too short"))?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let bytes = self.take(N)?.try_into();
        bytes.map_err(|_| Damage("too short"))
    }

    /// Reads the first bytes of a file, with its version.
    pub fn magic(&mut self, magic: &[u8; 8]) -> Result<(), Damage> {
        match self.take(magic.len())? == magic {
            true => Ok(()),
            false => Err(Damage("other first bytes")),
        }
    }

    pub fn hash(&mut self) -> Result<u64, Damage> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub fn count(&mut self) -> Result<usize, Damage> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    /// Reads a number that is finite.
    pub fn float(&mut self) -> Result<f32, Damage> {
        let number = f32::from_le_bytes(self.array()?);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(Damage("a number is not finite"))
        }
    }
}

/// The bytes of a count.
pub(super) fn count_bytes(count: usize) -> [u8; 4] {
    (count as u32).to_le_bytes()
}

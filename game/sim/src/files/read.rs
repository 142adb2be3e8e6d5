//! Reading of files with a limit on their size.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

/// Reads a regular file of at most `most` bytes.
///
/// The size is checked first, so a file that is too large takes no memory.
///
/// # Errors
/// Returns the error of the system if the file cannot be read, [`io::ErrorKind::InvalidInput`] if
/// it is not a regular file, and [`io::ErrorKind::FileTooLarge`] if it is larger, with size and
/// limit in the message.
pub fn read_at_most(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let path = path.as_ref();
    let metadata = fs::metadata(path)?;
    // Devices and pipes may be endless, or block.
    if !metadata.is_file() {
        let kind = io::ErrorKind::InvalidInput;
        return Err(io::Error::new(kind, "it is not a regular file"));
    }
    read_from(fs::File::open(path)?, Some(metadata.len()), most)
}

/// Reads everything from a reader, if it is at most `most` bytes.
///
/// `length` is the number of bytes, if it is known. Even if it is wrong, no more than the limit is
/// read.
///
/// # Errors
/// The same as for [`read_at_most`].
pub fn read_from(reader: impl Read, length: Option<u64>, most: u64) -> io::Result<Vec<u8>> {
    if let Some(length) = length.filter(|length| *length > most) {
        return Err(too_large(&length.to_string(), most));
    }
    let mut bytes = Vec::new();
    // A file can grow while it is being read.
    reader
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        Err(too_large(&format!("more than {most}"), most))
    } else {
        Ok(bytes)
    }
}

fn too_large(size: &str, most: u64) -> io::Error {
    let message = format!("it has {size} bytes; allowed: up to {most}");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_limit_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        let file = fs::File::create(&path).unwrap();
        file.set_len(10).unwrap();
        assert_eq!(read_at_most(&path, 10).unwrap(), [0; 10]);
        // A sparse file that is larger than the memory, but takes no space on disk.
        file.set_len(1 << 40).unwrap();
        let error = read_at_most(&path, 10).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        let expected = "it has 1099511627776 bytes; allowed: up to 10";
        assert_eq!(error.to_string(), expected);
    }

    /// An endless reader that counts the bytes taken from it.
    struct Endless(usize);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += buffer.len();
            Ok(buffer.len())
        }
    }

    #[test]
    fn a_length_that_is_not_true_is_not_believed() {
        for length in [None, Some(3)] {
            let mut endless = Endless(0);
            let error = read_from(&mut endless, length, 1000).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
            assert!(endless.0 <= 1001, "{}", endless.0);
        }
        assert_eq!(read_from(&b"abc"[..], Some(2), 3).unwrap(), b"abc");
        let all = read_from(&b"abc"[..], None, u64::MAX);
        assert_eq!(all.unwrap(), b"abc");
    }
}

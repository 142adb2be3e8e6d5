//! Atomic replacement of files.

use super::free::is_free;
use std::{
    fs::{self, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// Replaces a file atomically: the old content stays until all new content is on the disk.
///
/// The content is written to a temporary file with the extension `tmp` in the same folder. At the
/// end this file is renamed; if anything fails, it is removed. The file keeps its permissions. If
/// the path is a link, the file that it leads to is replaced. Devices and pipes are written to
/// directly.
///
/// # Errors
/// Returns an error if `write` fails, if not all bytes could be written to the disk, or if the path
/// is a folder, read-only, or a link to a file that does not exist. The file is then unchanged.
///
/// ```
/// let folder = std::env::temp_dir();
/// # let folder = folder.join(format!("flock_sim_doc_{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let file = folder.join("figures.csv");
/// flock_sim::files::replace(&file, |out| writeln!(out, "step,boids"))?;
/// assert_eq!(std::fs::read_to_string(&file)?, "step,boids\n");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    match Target::of(path.as_ref())? {
        Target::Stream(path) => {
            let file = fs::OpenOptions::new().write(true).open(path)?;
            write_all(&file, write)
        }
        Target::File { path, permissions } => {
            let mut file = file_beside(&path)?;
            write_all(file.as_file_mut(), write)?;
            if let Some(permissions) = permissions {
                file.as_file().set_permissions(permissions)?;
            }
            file.as_file().sync_all()?;
            file.persist(&path)?;
            sync_folder(folder_of(&path));
            Ok(())
        }
    }
}

/// Replaces the content of a file by these bytes, as [`replace`] does.
///
/// # Errors
/// The same as for [`replace`].
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    replace(path, |out| out.write_all(bytes.as_ref()))
}

/// Checks that [`replace`] can begin, and leaves nothing behind.
///
/// The folder must exist and accept files, and the path must not be one that [`replace`] refuses.
///
/// # Errors
/// The same as for [`replace`].
pub fn check_replaceable(path: impl AsRef<Path>) -> io::Result<()> {
    match Target::of(path.as_ref())? {
        Target::Stream(path) => fs::OpenOptions::new().write(true).open(path).map(drop),
        Target::File { path, .. } => file_beside(&path).map(drop),
    }
}

/// The target of a write.
enum Target {
    /// A device or a pipe, which has no content that could be lost.
    Stream(PathBuf),
    /// A file, by its path without links, with its permissions if it exists.
    File {
        path: PathBuf,
        permissions: Option<Permissions>,
    },
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let refuse = |kind, reason| Err(io::Error::new(kind, reason));
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return if is_free(path) {
                    Ok(Self::File {
                        path: path.to_owned(),
                        permissions: None,
                    })
                } else {
                    refuse(error.kind(), "it is a link to a file that does not exist")
                };
            }
            found => found?,
        };
        let permissions = metadata.permissions();
        if metadata.is_dir() {
            refuse(io::ErrorKind::IsADirectory, "it is a folder")
        } else if !metadata.is_file() {
            Ok(Self::Stream(path.to_owned()))
        } else if permissions.readonly() {
            refuse(io::ErrorKind::PermissionDenied, "it is read-only")
        } else {
            Ok(Self::File {
                path: fs::canonicalize(path)?,
                permissions: Some(permissions),
            })
        }
    }
}

fn write_all(
    file: &fs::File,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = BufWriter::new(file);
    write(&mut buffer)?;
    buffer.flush()
}

/// A temporary file in the folder of `path`, which is removed when it is dropped.
fn file_beside(path: &Path) -> io::Result<NamedTempFile> {
    if path.file_name().is_none() {
        let kind = io::ErrorKind::InvalidInput;
        return Err(io::Error::new(kind, "it is not the name of a file"));
    }
    let folder = folder_of(path);
    // Fails here with an error that does not name the temporary file.
    fs::metadata(folder)?;
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The permissions of any new file; the system applies the user's mask.
        builder.permissions(Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Writes the new name to the disk too. The file is complete already, so nothing is lost on systems
/// that cannot do that.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_bytes_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.flock");
        let fail = |out: &mut dyn Write| {
            out.write_all(&[b'x'; 100_000])?;
            Err(io::ErrorKind::StorageFull.into())
        };
        let error = replace(&path, fail).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(names(folder.path()).is_empty());
        fs::write(&path, "old").unwrap();
        replace(&path, fail).unwrap_err();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.flock"]);
        // The old file stays until the new one is complete.
        replace(&path, |out| {
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            out.write_all(b"new")
        })
        .unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.flock"]);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("no folder/a.flock");
        let file = folder.path().join("a.flock");
        fs::write(&file, "old").unwrap();
        let below_file = file.join("b.flock");
        for path in [folder.path(), Path::new(""), &missing, &below_file] {
            assert!(check_replaceable(path).is_err(), "{path:?}");
            let error = replace(path, |_| panic!("nothing is written")).unwrap_err();
            assert!(!error.to_string().contains(".tmp"), "{error}");
        }
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        let error = replace(&file, |_| panic!("nothing is written")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(names(folder.path()), ["a.flock"]);
    }

    #[test]
    fn a_check_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.flock");
        check_replaceable(&path).unwrap();
        assert!(is_free(&path) && names(folder.path()).is_empty());
        fs::write(&path, "old").unwrap();
        check_replaceable(&path).unwrap();
        assert!(!is_free(&path));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[cfg(unix)]
    mod unix {
        use super::*;
        use std::os::unix::fs::{symlink, PermissionsExt};

        #[test]
        fn a_link_to_nothing_is_refused_and_another_is_kept() {
            let folder = tempfile::tempdir().unwrap();
            let [link, file] = ["link.flock", "file.flock"].map(|name| folder.path().join(name));
            symlink("file.flock", &link).unwrap();
            assert!(!is_free(&link));
            let error = replace(&link, |_| panic!("nothing is written")).unwrap_err();
            assert!(error.to_string().contains("link"), "{error}");
            assert!(check_replaceable(&link).is_err());
            assert_eq!(names(folder.path()), ["link.flock"]);
            fs::write(&file, "old").unwrap();
            replace(&link, |out| out.write_all(b"new")).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        }

        #[test]
        fn permissions_are_kept_and_those_of_a_new_file_are_the_usual_ones() {
            let folder = tempfile::tempdir().unwrap();
            let [usual, path] = ["usual", "a.flock"].map(|name| folder.path().join(name));
            fs::write(&usual, "").unwrap();
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
            replace(&path, |_| Ok(())).unwrap();
            assert_eq!(mode(&path), mode(&usual));
            for wanted in [0o600, 0o640, 0o755] {
                fs::set_permissions(&path, Permissions::from_mode(wanted)).unwrap();
                replace(&path, |_| Ok(())).unwrap();
                assert_eq!(mode(&path) & 0o777, wanted);
            }
        }

        #[test]
        fn devices_are_written_to_as_they_are() {
            check_replaceable("/dev/null").unwrap();
            replace("/dev/null", |out| out.write_all(b"x")).unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file());
        }

        /// The last bytes are written when the buffer is flushed.
        #[cfg(target_os = "linux")]
        #[test]
        fn bytes_that_do_not_reach_the_device_are_an_error() {
            let error = replace("/dev/full", |out| out.write_all(b"x")).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}

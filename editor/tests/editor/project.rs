use std::{
    fs,
    path::{Path, PathBuf},
};

/// A project for one test: the editor saves the scenes that it plays, and leaves its settings in
/// the project.
pub struct Project(PathBuf);

impl Project {
    /// A folder with an empty `data` folder.
    pub fn empty(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the last run's project can be removed");
        }
        fs::create_dir_all(folder.join("data")).expect("a project can be made");
        Self(folder)
    }

    /// A copy of this workspace's `data`.
    pub fn with_our_data(name: &str) -> Self {
        let project = Self::empty(name);
        copy_folder(&workspace().join("data"), &project.0.join("data"));
        project
    }

    pub fn folder(&self) -> &Path {
        &self.0
    }
}

/// The workspace that these tests belong to.
pub fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package lies in the workspace")
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let from = entry.unwrap().path();
        let to = to.join(from.file_name().unwrap());
        if from.is_dir() {
            copy_folder(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
        }
    }
}

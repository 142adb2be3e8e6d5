//! Location of the scene and of its project.
//!
//! The engine reads resources relative to the working directory, which must be the folder that
//! holds `data`. The program can be started from another folder.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The folder that holds the scenes and resources of a project.
const DATA: &str = "data";

/// A scene and the project that it belongs to.
#[derive(Debug, PartialEq, Eq)]
pub struct Project {
    /// The folder that holds `data`.
    pub root: PathBuf,
    /// The scene, relative to the root.
    pub scene: PathBuf,
}

impl Project {
    /// Searches for the scene in the working directory and its ancestors, then in the program's
    /// folder and its ancestors, then above the package's folder if cargo runs the program.
    pub fn locate(scene: &Path) -> Result<Self, String> {
        let current = env::current_dir().map_err(|error| {
            format!("the working directory cannot be read: {error}. Change to another one")
        })?;
        let program = env::current_exe().unwrap_or_default();
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        Self::locate_from(scene, &current, [Some(program), package].iter().flatten())
    }

    fn locate_from<'a>(
        scene: &Path,
        current: &'a Path,
        others: impl Iterator<Item = &'a PathBuf>,
    ) -> Result<Self, String> {
        let file = current
            .ancestors()
            .chain(others.flat_map(|path| path.ancestors().skip(1)))
            .map(|folder| folder.join(scene))
            .find(|file| file.is_file())
            .ok_or_else(|| not_found(scene, current))?;
        let root = root_of(&file).ok_or_else(|| no_project(&file))?;
        let scene = file.strip_prefix(root).unwrap_or(&file).to_path_buf();
        Ok(Self {
            root: root.to_path_buf(),
            scene,
        })
    }

    /// Makes the project's folder the working directory.
    pub fn enter(&self) -> Result<(), String> {
        env::set_current_dir(&self.root).map_err(|error| {
            format!(
                "the project's folder {} cannot be entered: {error}",
                self.root.display()
            )
        })
    }
}

/// The nearest ancestor folder of the scene that holds `data`, as in the editor.
fn root_of(file: &Path) -> Option<&Path> {
    file.ancestors()
        .skip(1)
        .find(|folder| folder.join(DATA).is_dir())
}

fn not_found(scene: &Path, current: &Path) -> String {
    format!(
        "the scene {} was not found in {}, nor in a folder above it or above the program. Start it from the project's \
         folder (the one that holds `{DATA}`), or name another scene with --override-scene PATH",
        scene.display(),
        current.display()
    )
}

fn no_project(file: &Path) -> String {
    format!(
        "the scene {} is in no project, so its resources cannot be found. Move it into the `{DATA}` \
         folder of a project",
        file.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A project with a scene, a sub-folder and a build folder, removed again at the end.
    struct Sample(PathBuf);

    impl Sample {
        fn new(name: &str) -> Self {
            let root =
                env::temp_dir().join(format!("executor-project-{name}-{}", std::process::id()));
            for folder in ["data/more", "game", "target/debug"] {
                fs::create_dir_all(root.join(folder)).unwrap();
            }
            fs::write(root.join("data/a.rgs"), "").unwrap();
            Self(root)
        }

        fn locate(&self, scene: &str, current: &Path) -> Result<Project, String> {
            let program = self.0.join("target/debug/executor");
            Project::locate_from(Path::new(scene), current, [program].iter())
        }

        fn expected(&self) -> Result<Project, String> {
            Ok(Project {
                root: self.0.clone(),
                scene: PathBuf::from("data/a.rgs"),
            })
        }
    }

    impl Drop for Sample {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn scene_is_found_from_the_project_and_from_below_it() {
        let sample = Sample::new("below");
        for folder in ["", "game", "data"] {
            let found = sample.locate("data/a.rgs", &sample.0.join(folder));
            assert_eq!(found, sample.expected(), "from {folder:?}");
        }
    }

    #[test]
    fn scene_is_found_beside_the_program_from_anywhere() {
        let sample = Sample::new("anywhere");
        assert_eq!(
            sample.locate("data/a.rgs", Path::new("/")),
            sample.expected()
        );
    }

    #[test]
    fn path_may_start_inside_the_data_folder_or_be_absolute() {
        let sample = Sample::new("inside");
        let inside = sample.0.join("data/more");
        assert_eq!(sample.locate("../a.rgs", &inside).unwrap().root, sample.0);
        assert_eq!(
            sample.locate("a.rgs", &sample.0.join("data")),
            sample.expected()
        );
        let absolute = sample.0.join("data/a.rgs");
        assert_eq!(
            sample.locate(absolute.to_str().unwrap(), Path::new("/")),
            sample.expected()
        );
    }

    #[test]
    fn missing_scene_and_scene_without_a_project_are_refused() {
        let sample = Sample::new("refused");
        // No folder above it exists, so none can hold data.
        assert_eq!(root_of(Path::new("/no such folder/a.rgs")), None);
        let error = sample.locate("data/missing.rgs", &sample.0);
        assert!(error.unwrap_err().contains("was not found"));
    }

    #[test]
    fn scene_of_a_project_inside_another_takes_the_inner_one() {
        let outer = Sample::new("outer");
        let inner = outer.0.join("inner");
        fs::create_dir_all(inner.join("data")).unwrap();
        fs::write(inner.join("data/a.rgs"), "").unwrap();
        let found = outer.locate("inner/data/a.rgs", &outer.0).unwrap();
        assert_eq!(
            (found.root, found.scene),
            (inner, PathBuf::from("data/a.rgs"))
        );
    }

    #[test]
    fn scene_of_another_project_takes_that_project() {
        let (here, there) = (Sample::new("here"), Sample::new("there"));
        let scene = there.0.join("data/a.rgs");
        assert_eq!(
            here.locate(scene.to_str().unwrap(), &here.0),
            there.expected()
        );
    }
}

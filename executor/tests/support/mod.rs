//! Shared code of the executor's tests: running the executor, and small scenes.

#![allow(dead_code)] // Each test file uses a part.

use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        visitor::Visitor,
    },
    scene::{
        base::BaseBuilder,
        camera::CameraBuilder,
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        mesh::{
            surface::{SurfaceBuilder, CUBE},
            MeshBuilder,
        },
        pivot::PivotBuilder,
        transform::TransformBuilder,
        Scene,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    sim::{settings::Region, Settings, Vec3},
    Flock,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{self, Command, Output},
};

/// The folder that holds `data`.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Runs the executor in a folder, and kills it if it hangs. With software rendering, a picture
/// takes at most a minute.
pub fn execute(folder: &Path, options: &[&str]) -> Output {
    let output = Command::new("timeout")
        .args(["--kill-after=10", "900", env!("CARGO_BIN_EXE_executor")])
        .args(options)
        .current_dir(folder)
        .output()
        .expect("the system has the command `timeout`");
    let hung = output.status.code() == Some(124);
    assert!(!hung, "executor {options:?} hung: {}", errors(&output));
    output
}

/// Runs the executor where it has to open a window. If it fails, the test fails with its output.
pub fn execute_on_screen(folder: &Path, options: &[&str]) -> Output {
    assert_screen();
    let output = execute(folder, options);
    assert!(
        output.status.success(),
        "executor {options:?} failed: {}\n{}",
        errors(&output),
        String::from_utf8_lossy(&output.stdout)
    );
    output
}

/// Fails if no window can be opened.
pub fn assert_screen() {
    let screen = ["DISPLAY", "WAYLAND_DISPLAY"];
    assert!(
        screen.iter().any(|name| env::var_os(name).is_some()),
        "this test opens a window; run executor/test.sh, which starts a virtual screen"
    );
}

/// The error output of the executor.
pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The warnings and errors in the log of the executor, without the one about a missing sound card.
pub fn complaints(output: &Output) -> Vec<String> {
    let log = String::from_utf8_lossy(&output.stdout);
    let is_complaint = |line: &&str| line.starts_with("[WARNING]") || line.starts_with("[ERROR]");
    let complaints = log.lines().filter(is_complaint);
    let others =
        complaints.filter(|line| !line.contains("Unable to initialize audio output device"));
    others.map(str::to_owned).collect()
}

/// The project folder of one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("executor-{name}-{}", process::id()));
        fs::create_dir_all(path.join("data")).unwrap();
        Self(path)
    }

    /// The absolute path of a file in the folder.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    /// Saves a scene.
    pub fn save(&self, name: &str, mut scene: Scene) {
        let mut visitor = Visitor::new();
        scene.save("Scene", &mut visitor).unwrap();
        visitor.save_ascii_to_file(self.0.join(name)).unwrap();
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A scene with a cube in the light, and no camera.
pub fn cube_in_the_light() -> Scene {
    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(CUBE.resource()).build()])
        .build(&mut scene.graph);
    let steep = UnitQuaternion::from_euler_angles(0.9, 0.5, 0.0);
    // Shadow maps take most of a frame without a GPU.
    let light = BaseBuilder::new()
        .with_cast_shadows(false)
        .with_local_transform(TransformBuilder::new().with_local_rotation(steep).build());
    DirectionalLightBuilder::new(BaseLightBuilder::new(light)).build(&mut scene.graph);
    scene
}

/// A scene with a cube in the light, seen from the front.
pub fn room() -> Scene {
    let mut scene = cube_in_the_light();
    let position = Vector3::new(0.0, 0.0, -3.0);
    CameraBuilder::new(
        BaseBuilder::new().with_local_transform(
            TransformBuilder::new()
                .with_local_position(position)
                .build(),
        ),
    )
    .build(&mut scene.graph);
    scene
}

/// Fish in front of the cube of [`room`].
pub fn fish_before_the_cube() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 60;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(0.0, 0.0, -1.2),
        radius: 0.4,
    };
    settings.boundary.shape = Region::Box {
        min: Vec3::new(-0.6, -0.6, -1.8),
        max: Vec3::new(0.6, 0.6, -0.8),
    };
    Flock::new(settings)
}

/// Adds an empty node that carries a script.
pub fn add_script(scene: &mut Scene, script: impl ScriptTrait) {
    PivotBuilder::new(BaseBuilder::new().with_script(script)).build(&mut scene.graph);
}

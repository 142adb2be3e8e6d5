//! The command line.

use crate::preset;
use clap::{builder::PossibleValuesParser, Parser, ValueEnum};
use fyrox_flock::sim;
use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    str::FromStr,
};

/// Runs a scene with flocks: the aquarium, or another one.
#[derive(Clone, Debug, Parser)]
#[command(version)]
pub struct Arguments {
    /// The demo scene to open.
    #[arg(value_parser = PossibleValuesParser::new(flock_demo::SCENES), default_value = flock_demo::SCENES[0])]
    pub scene: String,

    /// The scene to open instead of a demo scene, relative to the working directory or to the
    /// project's folder (the one that holds `data`).
    #[arg(short, long, value_name = "PATH")]
    pub override_scene: Option<PathBuf>,

    #[arg(long, value_name = "NAME|FILE", help = preset::help())]
    pub preset: Option<PathBuf>,

    /// Simulate all flocks with this backend instead of the one in the scene or the preset.
    #[arg(long, value_enum)]
    pub backend: Option<Backend>,

    /// Start a scene that has a day at this hour, 0 to 24, such as 18.5.
    #[arg(long, value_name = "HOUR", value_parser = hour)]
    pub hour: Option<f32>,

    /// GPU for `--backend gpu`, by a part of its name; an empty name means the best adapter. A
    /// software adapter is only used if this option selects it.
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,

    /// Print the GPUs that support compute shaders, and exit.
    #[arg(long)]
    pub list_adapters: bool,

    /// Take a picture, write it to this PNG file, in place of one that exists, and exit.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,

    /// Simulated seconds before the picture, 0 to 3600 [default: 5].
    #[arg(long, value_name = "SECONDS", requires = "picture", conflicts_with = "frames", value_parser = seconds)]
    pub after: Option<f32>,

    /// Size of the window and of the picture in pixels, each side 16 to 8192.
    #[arg(long, value_name = "WxH", default_value = "1280x720")]
    pub size: Size,

    /// With the picture, write the camera, the position of every boid in the picture and the
    /// statistics to this JSON file, in place of one that exists.
    #[arg(
        long,
        value_name = "FILE",
        requires = "picture",
        conflicts_with = "frames"
    )]
    pub report: Option<PathBuf>,

    /// Simulate the flocks but do not draw them.
    #[arg(long)]
    pub without_flock: bool,

    /// Do not draw the ambient occlusion. The engine samples it at random, so without it pictures
    /// of the same scene are alike.
    #[arg(long)]
    pub without_ambient_occlusion: bool,

    /// Exit after this many frames and print the statistics.
    #[arg(long, value_name = "COUNT", conflicts_with = "picture", value_parser = clap::value_parser!(u32).range(1..))]
    pub frames: Option<u32>,

    /// Print statistics at the end: frames, frame time, draw calls, boids, simulation time.
    #[arg(long)]
    pub stats: bool,
}

impl Arguments {
    /// Path of the scene to open.
    pub fn scene_file(&self) -> Cow<'_, Path> {
        match &self.override_scene {
            Some(path) => path.into(),
            None => flock_demo::scene_file(&self.scene).into(),
        }
    }
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (0.0..=3600.0).contains(&value) => Ok(value),
        _ => Err("give a number of seconds from 0 to 3600, such as 5 or 2.5".to_string()),
    }
}

fn hour(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(value) if (0.0..=24.0).contains(&value) => Ok(value),
        _ => Err("give an hour from 0 to 24, such as 7 or 18.5".to_string()),
    }
}

/// The backend that simulates the flocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Backend {
    /// One thread.
    Single,
    /// All threads.
    Multi,
    /// The GPU.
    Gpu,
    /// The GPU for large flocks, if there is one.
    Automatic,
}

impl From<Backend> for sim::settings::Backend {
    fn from(backend: Backend) -> Self {
        match backend {
            Backend::Single => Self::SingleThread,
            Backend::Multi => Self::AllThreads,
            Backend::Gpu => Self::Gpu,
            Backend::Automatic => Self::Automatic,
        }
    }
}

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let side = |text: &str| text.parse().ok().filter(|side| (16..=8192).contains(side));
        text.split_once('x')
            .and_then(|(width, height)| {
                Some(Self {
                    width: side(width)?,
                    height: side(height)?,
                })
            })
            .ok_or_else(|| {
                "give width x height in pixels, each side 16 to 8192, such as 1280x720".to_string()
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{error::ErrorKind, CommandFactory};
    use flock_testkit::fuzz::{self, Form, Outcome, Target};

    fn parse(options: &[&str]) -> Result<Arguments, ErrorKind> {
        Arguments::try_parse_from(["executor"].iter().chain(options)).map_err(|error| error.kind())
    }

    #[test]
    fn declaration_is_consistent() {
        Arguments::command().debug_assert();
    }

    fn scene_file(options: &[&str]) -> PathBuf {
        parse(options).unwrap().scene_file().into_owned()
    }

    #[test]
    fn scene_is_taken_as_the_editor_passes_it() {
        let file = scene_file(&["--override-scene", "data/other.rgs"]);
        assert_eq!(file, PathBuf::from("data/other.rgs"));
    }

    #[test]
    fn demo_scene_is_opened_by_its_name() {
        assert_eq!(scene_file(&["cave"]), PathBuf::from("data/cave.rgs"));
        assert_eq!(scene_file(&[]), PathBuf::from("data/aquarium.rgs"));
        assert_eq!(parse(&["tank"]).unwrap_err(), ErrorKind::InvalidValue);
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        let size = Size {
            width: 640,
            height: 360,
        };
        assert_eq!(parse(&["--size", "640x360"]).unwrap().size, size);
        for wrong in ["640", "0x360", "640x9000", "-640x360", "640x360x2", "axb"] {
            let option = format!("--size={wrong}");
            assert_eq!(
                parse(&[&option]).unwrap_err(),
                ErrorKind::ValueValidation,
                "{wrong}"
            );
        }
    }

    #[test]
    fn times_out_of_range_are_refused() {
        for wrong in ["-1", "NaN", "inf", "4000", "soon"] {
            let option = format!("--after={wrong}");
            assert_eq!(
                parse(&["--picture", "a.png", &option]).unwrap_err(),
                ErrorKind::ValueValidation,
                "{wrong}"
            );
        }
    }

    #[test]
    fn options_of_the_picture_need_a_picture() {
        assert_eq!(
            parse(&["--after", "3"]).unwrap_err(),
            ErrorKind::MissingRequiredArgument
        );
        assert_eq!(
            parse(&["--report", "a.json"]).unwrap_err(),
            ErrorKind::MissingRequiredArgument
        );
        for option in ["--picture", "--report", "--after"] {
            assert_eq!(
                parse(&[option, "3", "--frames", "9"]).unwrap_err(),
                ErrorKind::ArgumentConflict
            );
        }
    }

    /// A command line with an argument in each line is refused with a reason, or its values are in
    /// their ranges.
    fn check(lines: &[u8]) -> Outcome {
        let lines = String::from_utf8_lossy(lines);
        let words = ["executor"].into_iter().chain(lines.lines());
        let arguments = match Arguments::try_parse_from(words) {
            Ok(arguments) => arguments,
            Err(error) => return Outcome::refused(error),
        };
        let Size { width, height } = arguments.size;
        let sides = 16..=8192;
        assert!(sides.contains(&width) && sides.contains(&height));
        assert!(arguments
            .after
            .is_none_or(|it| (0.0..=3600.0).contains(&it)));
        assert!(arguments.frames.is_none_or(|it| it > 0));
        assert!(flock_demo::SCENES.contains(&arguments.scene.as_str()));
        let needs_picture = arguments.report.is_some() || arguments.after.is_some();
        assert!(arguments.picture.is_some() || !needs_picture);
        arguments.scene_file();
        Outcome::Accepted
    }

    fn command_lines() -> Vec<Vec<u8>> {
        let lines = [
            "cave\n--picture\na.png\n--after\n2.5\n--size\n640x360\n--report\na.json",
            "--override-scene\ndata/other.rgs\n--backend=multi\n--frames\n100\n--stats",
            "--preset\nsardines\n--adapter\nllvmpipe\n--without-flock\n--without-ambient-occlusion\n--backend\ngpu",
            "--list-adapters",
            "",
        ];
        lines.map(|lines| lines.as_bytes().to_vec()).to_vec()
    }

    #[test]
    fn any_command_line_is_refused_or_in_range() {
        fuzz::assert_holds(&Target {
            name: "command_lines",
            form: Form::Text,
            corpus: command_lines,
            check,
            cases: 5000,
        });
    }
}

use crate::{picture::Picture, pointer, screen::Pixel};
use image::RgbImage;
use std::{fs, path::PathBuf};

/// Name of the variable with the folder for the pictures.
const VARIABLE: &str = "FLOCK_PICTURES";

/// Keeps pictures of what a test sees, for README and handbook. Without the environment variable
/// `FLOCK_PICTURES` it keeps none.
pub struct Album {
    folder: Option<PathBuf>,
    frames: usize,
}

impl Album {
    pub fn from_environment() -> Self {
        let folder = std::env::var_os(VARIABLE).map(PathBuf::from);
        if let Some(folder) = &folder {
            fs::create_dir_all(folder.join("film")).expect("a folder for the pictures can be made");
        }
        Self { folder, frames: 0 }
    }

    pub fn is_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// Keeps a picture by a name.
    pub fn keep(&self, name: &str, picture: &Picture) {
        self.save(name, picture.image());
    }

    /// Adds a picture to the film, for so many hundredths of a second, with the mouse pointer, which
    /// pictures of a screen lack. Number and time are the name of its file.
    pub fn film(&mut self, picture: &Picture, mouse: Pixel, time: u32) {
        if self.is_kept() {
            self.frames += 1;
            let mut image = picture.image().clone();
            pointer::draw(&mut image, mouse);
            self.save(&format!("film/{:03}-{time}", self.frames), &image);
        }
    }

    fn save(&self, name: &str, image: &RgbImage) {
        if let Some(folder) = &self.folder {
            image.save(folder.join(name).with_extension("png")).unwrap();
        }
    }
}

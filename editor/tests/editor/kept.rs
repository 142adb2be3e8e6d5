//! The kept pictures of the editor, in the folder `pictures`.
//!
//! With the environment variable `FLOCK_KEEP_PICTURES` the new pictures replace them: look at them
//! before you commit them.

use crate::{
    picture::{Area, Picture},
    project::workspace,
};
use flock_testkit::picture::Picture as Pixels;
use std::{env, fs};

/// Largest difference from the kept picture, in the whole picture and in a tile.
const TOLERANCE: [f64; 2] = [1.2, 5.0];

/// Asserts that an area of a picture of the editor is as the kept one, except for a part of it that
/// changes from run to run.
pub fn assert_as_kept(name: &str, picture: &Picture, area: Area, except: Option<Area>) {
    let file = |suffix: &str| {
        let name = format!("editor/tests/pictures/{name}{suffix}.png");
        workspace().join(name)
    };
    let (new, kept) = (file("-new"), file(""));
    let pixels = picture.part(area);
    let reduced = pixels.reduced();
    if env::var_os("FLOCK_KEEP_PICTURES").is_some() {
        reduced.save(&kept);
    }
    pixels.save(&new);
    let except = except.map(|part| part.within(area));
    let difference = reduced.difference(&Pixels::open(kept.to_str().unwrap()), except);
    println!("{name}: {difference:?}");
    assert!(
        difference.overall <= TOLERANCE[0] && difference.tile <= TOLERANCE[1],
        "{} differs from {}: {difference:.2?}, allowed {TOLERANCE:?}. Look at both. If the new one is what it should \
         look like, keep it: run this test with FLOCK_KEEP_PICTURES=1",
        new.display(),
        kept.display()
    );
    fs::remove_file(new).unwrap();
}

//! All bodies at all levels of detail, beside a kept picture.

use crate::{sheet, studio::Test};
use flock_testkit::picture::Picture;
use std::{env, path::Path};

/// Largest difference from the kept picture, in the whole picture and in a tile, of 255. Pictures of the
/// same bodies on the same renderer differ by less than 0.1 and 0.5.
const TOLERANCE: [f64; 2] = [1.0, 5.0];

pub const TESTS: &[Test] = &[Test {
    name: "bodies_are_as_kept",
    scale: 3,
    scenes: |_| vec![sheet::scene()],
    check: are_as_kept,
}];

fn are_as_kept(pictures: &[Picture]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/bodies.png");
    let reduced = pictures[0].reduced();
    if env::var_os("FLOCK_KEEP_PICTURES").is_some() {
        reduced.save(&file);
    }
    let kept = Picture::open(file.to_str().expect("the path is Unicode"));
    let difference = reduced.difference(&kept, None);
    println!("bodies: {difference:.2?}");
    let is_tolerated = difference.overall <= TOLERANCE[0] && difference.tile <= TOLERANCE[1];
    if !is_tolerated {
        let new = file.with_file_name("bodies-new.png");
        pictures[0].save(&new);
        panic!(
            "{} differs from {}: {difference:.2?}, allowed {TOLERANCE:?}. Look at both. If the new one is what it \
             should look like, keep it: run this test with FLOCK_KEEP_PICTURES=1",
            new.display(),
            file.display()
        );
    }
}

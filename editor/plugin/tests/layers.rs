//! The imports between the files of the plugin have no cycle. The sources are read, without their
//! tests.

use flock_testkit::imports::{circle, imports, sources};
use std::path::Path;

#[test]
fn the_imports_between_files_have_no_cycle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = sources(&root, "", "rs");
    assert!(files.len() > 50, "{} files", files.len());
    assert_eq!(circle(&imports(&files)), None);
}

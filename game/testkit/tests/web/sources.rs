//! What the sources use of threads, clocks, files and the system. On the web these compile, but
//! panic, wait forever or return an error.

use flock_testkit::{
    imports::{paths_from, sources},
    tokens::{tokens, without_tests},
};
use std::{collections::BTreeSet, path::Path};

/// The sources of the packages, below the folder `game`.
const PACKAGES: [&str; 3] = ["sim/src", "terrain/src", "src"];

/// The crates whose paths are checked.
const CRATES: [&str; 5] = ["std", "rayon", "tempfile", "pollster", "fyrox"];

/// What the web lacks, and what it does there.
const LACKING: [(&str, &str); 14] = [
    ("std::env", "there are no variables; temp_dir panics"),
    ("std::fs", "every call returns an error"),
    ("std::io::stdin", "there is no input"),
    ("std::net", "every call returns an error"),
    ("std::os", "its items do not exist there"),
    ("std::process", "nothing can be started; id panics"),
    ("std::sync::Barrier", "waits forever"),
    ("std::sync::Condvar", "waits forever"),
    ("std::sync::mpsc", "recv waits forever if nothing was sent"),
    ("std::thread", "no thread can be started; sleep panics"),
    ("std::time::Instant", "panics; use web_time"),
    ("std::time::SystemTime", "panics; use web_time"),
    ("tempfile", "every call returns an error"),
    ("pollster", "waits forever"),
];

/// What of rayon runs on the calling thread if no other can be started.
const OF_RAYON: [&str; 4] = [
    "rayon::current_num_threads",
    "rayon::join",
    "rayon::prelude",
    "rayon::scope",
];

/// Methods of the engine's files that always fail there.
const METHODS: [&str; 3] = ["file_reader", "read_directory", "walk_directory"];

/// A use that is right on the web too.
struct Allowed {
    file: &'static str,
    uses: &'static [&'static str],
    #[allow(dead_code, reason = "it is for the reader of this list")]
    reason: &'static str,
}

const ALLOWED: [Allowed; 14] = [
    Allowed {
        file: "sim/src/files/free.rs",
        uses: &["std::fs"],
        reason: "an error counts as a name that is in use",
    },
    Allowed {
        file: "sim/src/files/read.rs",
        uses: &["std::fs"],
        reason: "returns the error; assets are read by the engine",
    },
    Allowed {
        file: "sim/src/files/replace.rs",
        uses: &["std::fs", "tempfile"],
        reason: "returns the error before it names a temporary file",
    },
    Allowed {
        file: "sim/src/files/replace.rs",
        uses: &["std::os"],
        reason: "behind cfg(unix)",
    },
    Allowed {
        file: "sim/src/flock/inputs/way_finder/search.rs",
        uses: &["std::thread", "rayon::ThreadPoolBuilder::new"],
        reason: "without threads, the search is made on the calling thread when it is due",
    },
    Allowed {
        file: "sim/src/gpu/adapters.rs",
        uses: &["pollster"],
        reason: "only with the feature gpu",
    },
    Allowed {
        file: "sim/src/gpu/device.rs",
        uses: &["pollster", "std::sync::mpsc", "std::thread"],
        reason: "only with the feature gpu",
    },
    Allowed {
        file: "sim/src/gpu/pipelines.rs",
        uses: &["pollster", "std::sync::mpsc", "std::thread"],
        reason: "only with the feature gpu",
    },
    Allowed {
        file: "src/asset_file.rs",
        uses: &["file_reader"],
        reason: "behind a cfg: the web loads files whole",
    },
    Allowed {
        file: "src/geometry/background.rs",
        uses: &["std::thread"],
        reason: "an unknown number of cores counts as one",
    },
    Allowed {
        file: "src/geometry/background.rs",
        uses: &["rayon::ThreadPool", "rayon::ThreadPoolBuilder"],
        reason: "without threads, it builds on the calling thread",
    },
    Allowed {
        file: "src/geometry/background.rs",
        uses: &["std::sync::mpsc"],
        reason: "the result was sent before anything receives it, if the calling thread builds",
    },
    Allowed {
        file: "src/geometry/solid_tracker.rs",
        uses: &["std::sync::mpsc"],
        reason: "takes the events that are there, without waiting",
    },
    Allowed {
        file: "src/runtime/gpu_start.rs",
        uses: &["std::thread"],
        reason: "only while a GPU is prepared, which needs the feature gpu",
    },
];

/// What a path uses that is lacking on the web, and what it does there.
fn lacking(path: &[String]) -> Option<(String, &'static str)> {
    let path = path.join("::");
    let is_below = |name: &str| {
        let rest = path.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    if path.starts_with("rayon::") && !OF_RAYON.into_iter().any(is_below) {
        return Some((path, "is not known to run on one thread"));
    }
    if let Some((name, effect)) = LACKING.into_iter().find(|(name, _)| is_below(name)) {
        return Some((name.to_string(), effect));
    }
    path.ends_with("::block_on")
        .then_some((path, "waits forever"))
}

/// The uses in a text of what is lacking on the web: what, the line, and what it does there.
fn uses(text: &str) -> Vec<(String, usize, &'static str)> {
    let paths = paths_from(&CRATES, text).into_iter();
    let of_paths = paths.filter_map(|(path, line)| {
        let (name, effect) = lacking(&path)?;
        Some((name, line, effect))
    });
    // Most texts need no second look.
    let has_methods = METHODS.iter().any(|name| text.contains(name));
    let tokens = has_methods.then(|| without_tests(tokens(text)));
    let tokens = tokens.unwrap_or_default();
    let calls = tokens.windows(2).filter(|pair| pair[0].is("."));
    let of_methods = calls
        .map(|pair| &pair[1])
        .filter(|name| METHODS.contains(&name.text.as_str()))
        .map(|name| (name.text.clone(), name.line, "always fails"));
    of_paths.chain(of_methods).collect()
}

/// The files of all packages and their texts, except files of tests.
fn files() -> Vec<(String, String)> {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files: Vec<_> = PACKAGES
        .iter()
        .flat_map(|folder| sources(game, folder, "rs"))
        .collect();
    files.retain(|(path, _)| !path.ends_with("tests.rs") && !path.contains("/tests/"));
    files
}

#[test]
fn what_the_web_lacks_is_used_only_where_a_reason_is_listed() {
    let files = files();
    assert!(files.len() > 300, "only {} files", files.len());
    let mut allowed: BTreeSet<(&str, &str)> = BTreeSet::new();
    for Allowed { file, uses, .. } in &ALLOWED {
        allowed.extend(uses.iter().map(|name| (*file, *name)));
    }
    let mut unused = allowed.clone();
    let mut problems = Vec::new();
    for (file, text) in &files {
        for (name, line, effect) in uses(text) {
            let used = (file.as_str(), name.as_str());
            unused.retain(|entry| *entry != used);
            if !allowed.contains(&used) {
                problems.push(format!("{file}:{line}: {name}: on the web, {effect}"));
            }
        }
    }
    assert!(
        problems.is_empty(),
        "\n{}\nUse something else, or add the use to ALLOWED with the reason why it is right there.\n",
        problems.join("\n")
    );
    assert!(unused.is_empty(), "no longer used: {unused:?}");
}

#[test]
fn each_use_is_found_with_its_line() {
    let text = "
        use std::{fs::{self, File}, sync::{mpsc::channel, Arc}};
        use std::time::{Duration, Instant as Clock};
        use rayon::{prelude::*, ThreadPoolBuilder};
        use web_time::Instant;
        fn a() { rayon::join(b, c); rayon::spawn(d); std::thread::sleep(e); }
        fn f() { io.file_reader(path); fyrox::core::futures::executor::block_on(g); }
        // std::env
        #[cfg(test)]
        mod tests { use std::thread; }
    ";
    let found: Vec<(String, usize)> = uses(text)
        .into_iter()
        .map(|(name, line, _)| (name, line))
        .collect();
    let expected = [
        ("std::fs", 2),
        ("std::fs", 2),
        ("std::sync::mpsc", 2),
        ("std::time::Instant", 3),
        ("rayon::ThreadPoolBuilder", 4),
        ("rayon::spawn", 6),
        ("std::thread", 6),
        ("fyrox::core::futures::executor::block_on", 7),
        ("file_reader", 7),
    ];
    assert_eq!(found, expected.map(|(name, line)| (name.to_string(), line)));
}

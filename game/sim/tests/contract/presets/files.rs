//! Preset files, good and bad: each error states the place, the value and the remedy.

use flock_sim::{settings::PresetError, Preset, Settings};
use std::{env, fs, path::PathBuf};

/// A bad preset, and the line, the column, the field and a part of the message of the error.
type Case = (
    &'static str,
    usize,
    usize,
    Option<&'static str>,
    &'static str,
);

const BAD: &[Case] = &[
    ("", 1, 1, None, "allowed: values in parentheses"),
    ("[]", 1, 1, None, "allowed: values in parentheses"),
    ("(", 1, 2, None, "close every parenthesis"),
    ("()x", 1, 3, None, "nothing but comments may follow"),
    ("(/* )", 1, 6, None, "close it with */"),
    ("Setings()", 1, 8, None, "leave out the name"),
    ("(\n  cohesion: (\n    radios: 1))", 3, 5, Some("cohesion.radios"), "cohesion.radios is not a setting; allowed here: enabled, weight, radius, normalization, field_of_view, damping; did you mean radius?"),
    ("(cohesoin: ())", 1, 2, Some("cohesoin"), "did you mean cohesion?"),
    ("(shark)", 1, 2, Some("shark"), "shark is not a setting; allowed here: spawn, cohesion"),
    ("(motion: (speed: 3))", 1, 11, Some("motion.speed"), "steering, drive, min_speed, max_speed"),
    ("(boundary: (mode: SoftTurn(margn: 2)))", 1, 28, Some("boundary.mode.margn"), "did you mean margin?"),
    ("(cohesion: (radius: \"far\"))", 1, 21, Some("cohesion.radius"), "cohesion.radius is \"far\"; allowed: a number"),
    ("(cohesion: (radius: ))", 1, 21, Some("cohesion.radius"), "has no value; allowed: a number"),
    ("(cohesion: (enabled: 1))", 1, 22, Some("cohesion.enabled"), "cohesion.enabled is 1; allowed: true or false"),
    ("(spawn: (count: -1))", 1, 17, Some("spawn.count"), "spawn.count is -1; allowed: a whole number from 0"),
    ("(spawn: (count: 4294967296))", 1, 17, Some("spawn.count"), "spawn.count is 4294967296; allowed: a whole number"),
    ("(spawn: (count: 1.5))", 1, 17, Some("spawn.count"), "spawn.count is 1.5; allowed: 1, without"),
    ("(motion: (plane: xz))", 1, 18, Some("motion.plane"), "motion.plane is xz; allowed: All, Xz, Xy, Yz; did you mean Xz?"),
    ("(motion: (plane: \"Xz\"))", 1, 18, Some("motion.plane"), "without quotation marks"),
    ("(boundary: (mode: Reflect()))", 1, 19, Some("boundary.mode"), "is Reflect(); allowed: Reflect, without"),
    ("(boundary: (mode: SoftTurn))", 1, 19, Some("boundary.mode"), "is SoftTurn; allowed: values in parentheses"),
    ("(boundary: (shape: Bax(min: (0, 0, 0))))", 1, 20, Some("boundary.shape"), "allowed: Sphere, Box; did you mean Box?"),
    ("(boundary: (shape: Box(min: (5, 0, 0))))",
        1,
        20,
        Some("boundary.shape.max"),
        "boundary.shape.max is (1, 1, 1); allowed: every component above",
    ),
    ("(boundary: (shape: Box(min: (0, 0), max: (1, 1, 1))))", 1, 29, Some("boundary.shape.min"), "is (0, 0); allowed: three numbers"),
    ("(boundary: (shape: Box(min: (0, 0, 0, 0), max: (1, 1, 1))))", 1, 29, Some("boundary.shape.min"), "is (0, 0, 0, 0); allowed: three numbers"),
    ("(boundary: (shape: Box(min: 0, max: (1, 1, 1))))", 1, 29, Some("boundary.shape.min"), "is 0; allowed: values in parentheses"),
    ("(cohesion: 3)", 1, 12, Some("cohesion"), "cohesion is 3; allowed: values in parentheses"),
    ("(cohesion: (radius: 1 weight: 2))", 1, 23, Some("cohesion.radius"), "put a comma between two fields"),
    ("(cohesion: (radius 1))", 1, 20, Some("cohesion"), "write a colon"),
    ("(cohesion: (: 1))", 1, 13, Some("cohesion"), "a field begins with its name"),
    ("(cohesion: (radius: 1, radius: 2))", 1, 24, Some("cohesion.radius"), "cohesion.radius is given twice"),
    ("(cohesion: (radius: 1,\n", 2, 1, Some("cohesion"), "close every parenthesis"),
    ("(cohesion: (radius: 1e999))", 1, 21, Some("cohesion.radius"), "cohesion.radius is inf; allowed: 0.001 to 10000 m"),
    ("(boundary: (mode: SoftTurn(margin: -2)))", 1, 36, Some("boundary.mode.margin"), "is -2; allowed: 0.001 to 10000 m"),
    ("(boundary: (shape: Sphere(center: (0, NaN, 0))))", 1, 35, Some("boundary.shape.center"), "is (0, NaN, 0); allowed"),
    ("(cohesion: () separation: ())", 1, 15, Some("cohesion"), "put a comma between two fields"),
    ("(boundary: (shape: Box(min: (0, 0, 0)) mode: Wrap))", 1, 40, Some("boundary.shape"), "put a comma"),
    ("(/* radius: 5 */ cohesion: (radius: 1), separation: (\n// radius: 1\nradius: -1))", 3, 9, Some("separation.radius"), "separation.radius is -1; allowed: 0.001 to 10000 m"),
];

#[test]
fn what_is_wrong_is_named_with_its_place_and_a_remedy() {
    for (text, line, column, field, part) in BAD {
        let error = Settings::from_ron(text).expect_err(text);
        let [problem] = error.problems() else {
            panic!("{text}: {error}");
        };
        let place = (problem.line, problem.column, problem.field.as_deref());
        assert_eq!(place, (*line, *column, *field), "{text}: {error}");
        assert!(problem.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn all_values_out_of_range_are_named_in_the_order_of_the_text() {
    let text = "(\n simulation: (time_step: 1),\n cohesion: (radius: 0, weight: -1),\n)";
    let error = Settings::from_ron(text).unwrap_err();
    let places: Vec<_> = error
        .problems()
        .iter()
        .map(|p| (p.line, p.column))
        .collect();
    assert_eq!(places, [(2, 26), (3, 21), (3, 32)]);
    let expected = "line 2, column 26: simulation.time_step is 1; allowed: 0.0001 to 0.1 s\n\
                    line 3, column 21: cohesion.radius is 0; allowed: 0.001 to 10000 m\n\
                    line 3, column 32: cohesion.weight is -1; allowed: 0 to 10000 m/s²";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn long_pieces_of_the_text_are_cut_off_in_errors() {
    let long = "far".repeat(300_000);
    for text in [
        format!("(cohesion: (radius: \"{}\"))", "far\n".repeat(10_000)),
        format!("(cohesion: ({long}: 1))"),
        format!("({long}: 1)"),
        format!("({long})"),
        format!("{long}()"),
        format!("(cohesion: {long})"),
        format!("(cohesion: (normalization: {long}))"),
        format!("(cohesion: (normalization: Mean{long}()))"),
        format!("(cohesion: (r#{long}: 1))"),
        format!("(spawn: (count: 1{long}))"),
        format!("(spawn: (count: 1, 3{long}))"),
        format!("(spawn: (count: {}))", "9".repeat(900_000)),
    ] {
        let error = Settings::from_ron(&text).unwrap_err();
        let problem = &error.problems()[0];
        let message = error.to_string();
        assert!(
            message.len() < 400 && message.lines().count() == 1,
            "{message}"
        );
        assert!(
            problem.field.as_ref().map_or(0, String::len) < 100,
            "{message}"
        );
        assert!(
            message.contains("far") || message.contains("999"),
            "{message}"
        );
    }
}

/// A temporary file.
struct File(PathBuf);

impl File {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let name = format!("flock_sim_{}_{name}", std::process::id());
        let path = env::temp_dir().join(name);
        fs::write(&path, content).unwrap();
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // A file that stays behind in the system's temporary folder does no harm.
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn files_are_saved_and_loaded() {
    let file = File::new("saved.ron", "");
    let settings = Preset::Crows.settings();
    settings.save(&file.0).unwrap();
    assert_eq!(Settings::load(&file.0).unwrap(), settings);
    assert_eq!(fs::read_to_string(&file.0).unwrap(), settings.to_ron());
}

#[test]
fn errors_name_the_file() {
    let file = File::new("bad.ron", "(\n\tcohesion: (radius: -1))");
    let error = Settings::load(&file.0).unwrap_err();
    let expected = format!(
        "{}: line 2, column 21: cohesion.radius is -1; allowed: 0.001 to 10000 m",
        file.0.display()
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let missing = env::temp_dir().join("flock_sim_no_such_folder/x.ron");
    for path in [missing.clone(), env::temp_dir(), PathBuf::new()] {
        let error = Settings::load(&path).unwrap_err();
        assert!(matches!(error, PresetError::Unreadable { .. }), "{error}");
        assert!(
            error.to_string().starts_with(&path.display().to_string()),
            "{error}"
        );
        assert!(error.problems().is_empty());
    }
    let error = Settings::default().save(&missing).unwrap_err();
    assert!(matches!(error, PresetError::Unwritable { .. }), "{error}");
    assert!(
        error.to_string().contains("flock_sim_no_such_folder"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn devices_without_end_are_refused() {
    for device in ["/dev/zero", "/dev/null"] {
        let error = Settings::load(device).unwrap_err();
        assert!(error.to_string().contains("not a regular file"), "{error}");
    }
}

#[test]
fn files_that_are_no_text_are_refused() {
    let file = File::new("binary.ron", b"(\n  cohesion: \xff\xfe\x00)");
    let error = Settings::load(&file.0).unwrap_err();
    let problem = &error.problems()[0];
    assert_eq!((problem.line, problem.column), (2, 13), "{error}");
    assert!(problem.message.contains("UTF-8"), "{error}");
}

#[test]
fn files_that_are_too_long_are_refused() {
    let most = 1 << 20;
    let settings = Settings::default();
    let padded = |length: usize| format!("(){}", " ".repeat(length - 2));
    assert_eq!(Settings::from_ron(&padded(most)).unwrap(), settings);
    let file = File::new("long.ron", padded(5 * most));
    for error in [
        Settings::from_ron(&padded(most + 1)).unwrap_err(),
        Settings::load(&file.0).unwrap_err(),
    ] {
        assert!(error.to_string().contains("up to 1048576 bytes"), "{error}");
    }
}

/// Set in the process of [`a_full_disk_leaves_the_last_good_preset`] that cannot write.
#[cfg(target_os = "linux")]
const FULL_DISK: &str = "FLOCK_SIM_PRESET_ON_A_FULL_DISK";

/// The system refuses files of more than a block, as it does where the disk is full: in a process
/// of its own, which is this test again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_last_good_preset() {
    if let Some(path) = env::var_os(FULL_DISK) {
        let error = Settings::default().save(path).unwrap_err();
        assert!(matches!(error, PresetError::Unwritable { .. }), "{error}");
        return;
    }
    let file = File::new("full_disk.ron", "(motion: (max_speed: 7))");
    let this_test = "presets::files::a_full_disk_leaves_the_last_good_preset";
    let status = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(env::current_exe().unwrap())
        .args(["--exact", this_test])
        .env(FULL_DISK, &file.0)
        .output()
        .unwrap();
    assert!(status.status.success(), "{status:?}");
    let text = String::from_utf8_lossy(&status.stdout);
    assert!(text.contains("1 passed"), "{text}");
    assert_eq!(Settings::load(&file.0).unwrap().motion.max_speed, 7.0);
}

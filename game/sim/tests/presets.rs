//! Presets: those that come with the crate, and what becomes of good and bad files.

use flock_sim::{
    Boid, BoundaryResponse, Flock, Placement, Preset, PresetError, Region, Settings, Vec3,
};
use std::{env, fs, ops::Range, path::PathBuf};

/// Published models that are foolish in our eyes, and why they are shipped as they are.
const KNOWN_FOLLIES: [(Preset, &str, &str); 3] = [
    (
        Preset::FishSchool,
        "separation.radius",
        "its bodies are balls of 2 m, its separation reaches 1.2 m",
    ),
    (
        Preset::FishSchool,
        "separation.weight",
        "its separation is a hundredth of its cohesion",
    ),
    (
        Preset::FishTank,
        "separation.radius",
        "one radius for all three rules is what defines the model",
    ),
];

#[test]
fn presets_have_names_and_descriptions() {
    assert_eq!(Preset::all().len(), 12);
    for preset in Preset::all() {
        assert_eq!(Preset::named(preset.name()), Some(preset));
        assert_eq!(preset.to_string(), preset.name());
        let description = preset.description();
        assert!(
            description.len() > 20 && description.ends_with('.'),
            "{preset}: {description}"
        );
        let file = format!("{}/presets/{preset}.ron", env!("CARGO_MANIFEST_DIR"));
        assert_eq!(fs::read_to_string(file).unwrap(), preset.text());
    }
    assert_eq!(Preset::named("sharks"), None);
}

#[test]
fn every_file_is_a_preset() {
    let folder = format!("{}/presets", env!("CARGO_MANIFEST_DIR"));
    for file in fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        let preset = Preset::named(name).expect(name);
        assert_eq!(Settings::load(&file).unwrap(), preset.settings());
    }
}

#[test]
fn presets_are_not_foolish_unless_they_were_published_so() {
    for preset in Preset::all() {
        let advice = preset.settings().advice();
        let fields: Vec<&str> = advice.iter().map(|advice| advice.field).collect();
        let known = KNOWN_FOLLIES.iter().filter(|(of, ..)| *of == preset);
        let known: Vec<&str> = known.map(|(_, field, _)| *field).collect();
        assert_eq!(fields, known, "{preset}: {advice:?}");
    }
}

#[test]
fn presets_keep_their_boids() {
    for preset in Preset::all() {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(300);
        let (min, max) = settings.boundary.shape.bounds();
        let slack = 0.2 * (max - min).max();
        let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
        assert_eq!(flock.not_placed(), 0, "{preset}");
        (0..600).for_each(|_| flock.step());
        for boid in flock.boids() {
            let inside = (0..3)
                .all(|axis| (min[axis] - slack..=max[axis] + slack).contains(&boid.position[axis]));
            assert!(inside, "{preset}: {boid:?}");
        }
    }
}

/// What a flock for games should be like once it has found itself: how much neighbours agree about the way, and how many
/// metres, as a root mean square, boids may be from their centre.
const GAMES: [(Preset, Range<f32>, f32); 7] = [
    (Preset::Sardines, 0.7..1.0, 7.0),
    (Preset::ReefFish, 0.35..0.95, 4.0),
    (Preset::Starlings, 0.7..1.0, 32.0),
    (Preset::Crows, 0.5..1.0, 60.0),
    (Preset::Butterflies, -0.3..0.3, 5.0),
    (Preset::Gnats, -0.3..0.3, 1.5),
    (Preset::Swarm2d, 0.7..1.0, 7.0),
];

#[test]
fn flocks_for_games_look_alive() {
    for (preset, agreements, farthest) in GAMES {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(400);
        let steps = (25.0 / settings.simulation.time_step) as usize;
        let bodies = 2.0 * settings.collision.body_radius;
        let (slowest, fastest) = (settings.motion.min_speed, settings.motion.max_speed);
        let mut flock = Flock::new(settings, Placement::default(), Default::default()).unwrap();
        (0..steps).for_each(|_| flock.step());
        let measures = flock.measure();
        assert!(
            measures.mean_nearest > bodies,
            "{preset} draw together: {measures:?}"
        );
        let lively = 1.02 * slowest..0.98 * fastest;
        assert!(
            lively.contains(&measures.mean_speed),
            "{preset}: {measures:?}"
        );
        let agreement = agreement(&flock);
        assert!(
            agreements.contains(&agreement),
            "{preset} agree by {agreement}"
        );
        let distance = distance_from_center(&flock);
        assert!(distance < farthest, "{preset} are spread over {distance} m");
    }
}

/// Mean cosine of the angle between the headings of a boid and of the one nearest to it.
fn agreement(flock: &Flock) -> f32 {
    let boids: Vec<_> = flock.boids().collect();
    let cosine = |boid: &Boid| {
        let others = boids.iter().filter(|other| other.id != boid.id);
        let distance = |other: &&Boid| (other.position - boid.position).norm();
        let nearest = others.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let heading = |boid: &Boid| boid.velocity.normalize();
        nearest.map_or(0.0, |nearest| heading(nearest).dot(&heading(boid)))
    };
    boids.iter().map(cosine).sum::<f32>() / boids.len() as f32
}

/// Root mean square.
fn distance_from_center(flock: &Flock) -> f32 {
    let count = flock.len() as f32;
    let center = flock.boids().map(|boid| boid.position).sum::<Vec3>() / count;
    let squares = flock
        .boids()
        .map(|boid| (boid.position - center).norm_squared());
    (squares.sum::<f32>() / count).sqrt()
}

#[test]
fn settings_survive_writing_and_reading() {
    let mut odd = Settings::default();
    odd.motion.max_speed = 0.1 + 0.2;
    odd.cohesion.weight = f32::MIN_POSITIVE;
    odd.separation.radius = 9_999.999;
    odd.spawn.seed = u32::MAX;
    odd.spawn.region = Region::Box {
        min: Vec3::new(-0.0, -1e-30, -1.0 / 3.0),
        max: Vec3::new(1e-40, 16_777_217.0 / 1e4, 1e4),
    };
    odd.boundary.response = BoundaryResponse::SoftTurn { margin: 0.7 };
    let presets = Preset::all().map(Preset::settings);
    for settings in presets.chain([odd, Settings::default()]) {
        let text = settings.to_ron();
        let read = Settings::from_ron(&text).unwrap();
        assert_eq!(read, settings);
        assert_eq!(read.to_ron(), text);
    }
}

#[test]
fn what_is_missing_takes_its_default() {
    for text in [
        "()",
        "Settings()",
        "\u{feff}()\r\n",
        "(cohesion: (weight: 1.2, radius: 0.6), motion: ())",
    ] {
        assert_eq!(
            Settings::from_ron(text).unwrap(),
            Settings::default(),
            "{text}"
        );
    }
    let text =
        "(spawn: (region: Sphere()), boundary: (shape: Sphere(radius: 2), response: SoftTurn()))";
    let settings = Settings::from_ron(text).unwrap();
    assert_eq!(settings.spawn.region, Region::default());
    let center = Vec3::zeros();
    assert_eq!(
        settings.boundary.shape,
        Region::Sphere {
            center,
            radius: 2.0
        }
    );
    assert_eq!(
        settings.boundary.response,
        BoundaryResponse::SoftTurn { margin: 1.0 }
    );
}

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
    ("Setings()", 1, 8, None, "leave the name away"),
    ("(\n  cohesion: (\n    radios: 1))", 3, 5, Some("cohesion.radios"), "cohesion.radios is not a setting; allowed here: enabled, weight, radius, response, field_of_view, damping; did you mean radius?"),
    ("(cohesoin: ())", 1, 2, Some("cohesoin"), "did you mean cohesion?"),
    ("(shark)", 1, 7, None, "shark is not a setting; allowed here: spawn, cohesion"),
    ("(motion: (speed: 3))", 1, 11, Some("motion.speed"), "steering, drive, min_speed, max_speed"),
    ("(boundary: (response: SoftTurn(margn: 2)))", 1, 32, Some("boundary.response.margn"), "did you mean margin?"),
    ("(cohesion: (radius: \"far\"))", 1, 21, Some("cohesion.radius"), "cohesion.radius is \"far\"; allowed: a number"),
    ("(cohesion: (radius: ))", 1, 20, Some("cohesion.radius"), "has no value; allowed: a number"),
    ("(cohesion: (enabled: 1))", 1, 22, Some("cohesion.enabled"), "cohesion.enabled is 1; allowed: true or false"),
    ("(spawn: (count: -1))", 1, 17, Some("spawn.count"), "spawn.count is -1; allowed: a whole number from 0"),
    ("(spawn: (count: 4294967296))", 1, 17, Some("spawn.count"), "spawn.count is 4294967296; allowed: a whole number"),
    ("(spawn: (count: 1.5))", 1, 17, Some("spawn.count"), "spawn.count is 1.5; allowed: 1, without"),
    ("(motion: (plane: xz))", 1, 18, Some("motion.plane"), "motion.plane is xz; allowed: All, Xz, Xy, Yz; did you mean Xz?"),
    ("(motion: (plane: \"Xz\"))", 1, 18, Some("motion.plane"), "without quotation marks"),
    ("(boundary: (response: Reverse()))", 1, 23, Some("boundary.response"), "is Reverse(); allowed: Reverse, without"),
    ("(boundary: (response: SoftTurn))", 1, 23, Some("boundary.response"), "is SoftTurn; allowed: values in parentheses"),
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
    ("(cohesion: (radius: 1, radius: 2))", 1, 24, Some("cohesion.radius"), "cohesion.radius is there twice"),
    ("(cohesion: (radius: 1,\n", 2, 1, Some("cohesion"), "close every parenthesis"),
    ("(cohesion: (radius: 1e999))", 1, 21, Some("cohesion.radius"), "cohesion.radius is inf; allowed: 0.001 to 10000 m"),
    ("(boundary: (response: SoftTurn(margin: -2)))", 1, 40, Some("boundary.response.margin"), "is -2; allowed: 0.001 to 10000 m"),
    ("(boundary: (shape: Sphere(center: (0, NaN, 0))))", 1, 35, Some("boundary.shape.center"), "is (0, NaN, 0); allowed"),
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
fn long_values_are_cut_off_in_messages() {
    let text = format!("(cohesion: (radius: \"{}\"))", "far\n".repeat(10_000));
    let error = Settings::from_ron(&text).unwrap_err().to_string();
    assert!(
        error.len() < 200 && error.contains("far far") && error.lines().count() == 1,
        "{error}"
    );
}

/// A file of this test run's own.
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
        // Left behind in the system's folder for temporary files, it does no harm.
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

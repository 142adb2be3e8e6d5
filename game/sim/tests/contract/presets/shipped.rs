//! The presets that come with the crate, and settings as text.

use flock_sim::{
    settings::{BoundaryMode, Region},
    Boid, Flock, Preset, Settings, Vec3,
};
use flock_testkit::flocks::in_the_open;
use std::{fs, ops::Range};

/// Published models that the advice warns about, and the reason why they are shipped unchanged.
const KNOWN_ADVICE: [(Preset, &str, &str); 3] = [
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
    assert_eq!(Preset::all().len(), 16);
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
    assert_eq!(Preset::named("whales"), None);
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
fn presets_get_no_advice_unless_they_were_published_so() {
    for preset in Preset::all() {
        let advice = preset.settings().advice();
        let fields: Vec<&str> = advice.iter().map(|advice| advice.field.as_str()).collect();
        let known = KNOWN_ADVICE.iter().filter(|(of, ..)| *of == preset);
        let known: Vec<&str> = known.map(|(_, field, _)| *field).collect();
        assert_eq!(fields, known, "{preset}: {advice:?}");
    }
}

#[test]
fn presets_keep_their_boids() {
    for preset in Preset::all() {
        let settings = preset.settings();
        let (min, max) = settings.boundary.shape.bounds();
        let slack = 0.2 * (max - min).max();
        let mut flock = in_the_open(settings);
        assert_eq!(flock.not_placed(), 0, "{preset}");
        (0..600).for_each(|_| flock.step());
        for boid in flock.boids() {
            let inside = (0..3)
                .all(|axis| (min[axis] - slack..=max[axis] + slack).contains(&boid.position[axis]));
            assert!(inside, "{preset}: {boid:?}");
        }
    }
}

/// Share of the boids that are steeper than 45 degrees.
fn steep(flock: &Flock) -> f64 {
    let is_steep = |boid: &Boid| boid.velocity.y.abs() > 0.5_f32.sqrt() * boid.velocity.norm();
    flock.boids().filter(is_steep).count() as f64 / flock.len() as f64
}

#[test]
fn flattened_presets_start_level_and_stay_so() {
    let mut flattened = 0;
    for preset in Preset::all() {
        let mut settings = preset.settings();
        if settings.motion.flattening < 0.3 {
            continue;
        }
        flattened += 1;
        settings.spawn.count = settings.spawn.count.min(1000);
        let mut flock = in_the_open(settings);
        for second in 0..=15 {
            assert!(steep(&flock) < 0.1, "{preset}, {second}: {}", steep(&flock));
            (0..60).for_each(|_| flock.step());
        }
    }
    assert_eq!(flattened, 7);
}

/// Expectations of flocks for games after some seconds: the agreement of neighbours about the
/// heading, and the largest root mean square distance from the centre in metres.
const GAMES: [(Preset, Range<f32>, f32); 11] = [
    (Preset::Sardines, 0.7..1.0, 7.0),
    (Preset::ReefFish, 0.35..0.95, 4.0),
    (Preset::Starlings, 0.7..1.0, 32.0),
    (Preset::Crows, 0.5..1.0, 60.0),
    (Preset::Butterflies, -0.3..0.3, 5.0),
    (Preset::Gnats, -0.3..0.3, 1.5),
    (Preset::Sharks, -1.0..1.0, 14.0),
    (Preset::Falcons, -1.0..1.0, 70.0),
    (Preset::Swallows, -0.3..0.8, 45.0),
    (Preset::Gulls, 0.3..0.95, 60.0),
    (Preset::Swarm2d, 0.7..1.0, 7.0),
];

/// Mean of the agreement at the end of each of the next seconds, since it is less while a flock
/// turns.
fn agreement_for(seconds: usize, steps_a_second: usize, flock: &mut Flock) -> f32 {
    let at_end_of_second = |_| {
        (0..steps_a_second).for_each(|_| flock.step());
        agreement(flock)
    };
    (0..seconds).map(at_end_of_second).sum::<f32>() / seconds as f32
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
    odd.boundary.mode = BoundaryMode::SoftTurn { margin: 0.7 };
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
        "(spawn: (region: Sphere()), boundary: (shape: Sphere(radius: 2), mode: SoftTurn()))";
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
        settings.boundary.mode,
        BoundaryMode::SoftTurn { margin: 1.0 }
    );
}

#[test]
#[ignore = "slow"]
fn flocks_for_games_look_alive() {
    for (preset, agreements, farthest) in GAMES {
        let settings = preset.settings();
        let second = (1.0 / settings.simulation.time_step) as usize;
        let bodies = 2.0 * settings.collision.body_radius;
        let (slowest, fastest) = (settings.motion.min_speed, settings.motion.max_speed);
        // Hunters cruise at their smallest speed while there is no prey.
        let slowest = if settings.cohesion.enabled {
            1.02 * slowest
        } else {
            0.99 * slowest
        };
        let mut flock = in_the_open(settings);
        (0..15 * second).for_each(|_| flock.step());
        let agreement = agreement_for(10, second, &mut flock);
        let measures = flock.measure();
        assert!(
            measures.mean_nearest > bodies,
            "{preset} draw together: {measures:?}"
        );
        let lively = slowest..0.98 * fastest;
        assert!(
            lively.contains(&measures.mean_speed),
            "{preset}: {measures:?}"
        );
        assert!(
            agreements.contains(&agreement),
            "{preset} agree by {agreement}"
        );
        let distance = distance_from_center(&flock);
        assert!(distance < farthest, "{preset} are spread over {distance} m");
    }
}

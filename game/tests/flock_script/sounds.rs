//! The sounds of flocks: voices near the listener, at most eight, and none without a listener in
//! range.

use crate::{
    effects::add_script,
    game::{Game, STEP},
    saving::load,
    world::idle,
};
use fyrox::{
    asset::{state::LoadError, untyped::ResourceKind},
    core::{log::MessageKind, pool::Handle, visitor::Visitor, Uuid},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        node::Node,
        sound::{
            listener::{Listener, ListenerBuilder},
            DataSource, Sound, SoundBuffer, SoundBufferResource, Status,
        },
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    scripts::FlockSound,
    sim::{settings::Region, threats::Scare, Vec3},
    Flock,
};
use std::f32::consts::TAU;

const RATE: usize = 8000;

/// A tone.
fn tone(seconds: f32) -> SoundBufferResource {
    let count = (seconds * RATE as f32) as usize;
    let sample = |i: usize| (i as f32 * TAU * 440.0 / RATE as f32).sin();
    buffer((0..count).map(sample).collect())
}

fn buffer(samples: Vec<f32>) -> SoundBufferResource {
    let source = DataSource::Raw {
        sample_rate: RATE,
        channel_count: 1,
        samples,
    };
    let buffer = SoundBuffer::raw_generic(source).expect("it has samples of one channel");
    SoundBufferResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, buffer)
}

fn calls() -> FlockSound {
    FlockSound {
        call: Some(tone(0.3)).into(),
        rate: 10.0.into(),
        ..FlockSound::default()
    }
}

fn bursts() -> FlockSound {
    FlockSound {
        burst: Some(tone(0.3)).into(),
        range: 200.0.into(),
        ..FlockSound::default()
    }
}

/// Boids at rest in a ball of 2 m around the origin.
fn resting(count: u32) -> Flock {
    let mut flock = idle(count);
    flock.spawn.region = Region::sphere(2.0);
    flock
}

fn add_listener(scene: &mut Scene, at: Vec3) -> Handle<Node> {
    let place = TransformBuilder::new().with_local_position(at);
    let base = BaseBuilder::new().with_local_transform(place.build());
    ListenerBuilder::new(base).build(&mut scene.graph).to_base()
}

fn game(count: u32, script: FlockSound) -> Game {
    Game::with_scene("heard", resting(count), |scene| {
        add_listener(scene, Vec3::x() * 3.0);
        add_script(scene, "Sounds", script, Vec3::zeros());
    })
}

fn script(game: &mut Game) -> &mut FlockSound {
    let nodes = game.scene().graph.linear_iter_mut();
    let mut scripts = nodes.filter_map(|node| node.try_get_script_mut());
    scripts.next().expect("the script is there")
}

fn voices(game: &mut Game) -> Vec<Sound> {
    let nodes = game.scene().graph.linear_iter();
    let voices = nodes.filter_map(|node| node.cast::<Sound>().cloned());
    voices.collect()
}

fn playing(game: &mut Game) -> usize {
    let voices = voices(game);
    let is_playing = |voice: &&Sound| voice.status() == Status::Playing;
    voices.iter().filter(is_playing).count()
}

/// The largest number of voices that play in a frame of the next `seconds` seconds.
fn most_playing(game: &mut Game, seconds: usize) -> usize {
    let frames = (0..60 * seconds).map(|_| {
        game.update(1, STEP);
        playing(game)
    });
    frames.max().unwrap_or(0)
}

fn move_listener(game: &mut Game, to: Vec3) {
    let nodes = game.scene().graph.linear_iter_mut();
    let mut listeners = nodes.filter_map(|node| node.cast_mut::<Listener>());
    let listener = listeners.next().expect("there is a listener");
    listener.local_transform_mut().set_position(to);
}

#[test]
fn boids_near_the_listener_call() {
    let mut game = game(200, calls());
    game.update(60, STEP);
    let count = most_playing(&mut game, 5);
    assert!((1..=6).contains(&count), "{count}");
    let voices = voices(&mut game);
    assert!(voices.iter().all(|voice| voice.gain() <= 0.5));
    let pitches: Vec<_> = voices.iter().map(Sound::pitch).collect();
    assert!(pitches.iter().all(|pitch| (0.85..=1.15).contains(pitch)));
    assert!(pitches.iter().any(|pitch| *pitch != pitches[0]));
    let simulation = game.simulation();
    for voice in voices.iter().filter(|it| it.status() == Status::Playing) {
        let place = voice.global_position();
        let boid = simulation.nearest(place).expect("there are boids");
        assert!((boid.position - place).norm() < 0.2, "{place}");
    }
}

#[test]
fn there_are_eight_voices_however_much_happens() {
    let mut sound = calls();
    (sound.rate, sound.call) = (20.0.into(), Some(tone(3.0)).into());
    sound.burst = Some(tone(3.0)).into();
    let mut game = Game::with_scene("loud", resting(500), |scene| {
        add_listener(scene, Vec3::zeros());
        for name in ["First", "Second", "Third"] {
            add_script(scene, name, sound.clone(), Vec3::zeros());
        }
    });
    assert_eq!(most_playing(&mut game, 3), 6, "calls leave two for bursts");
    for _ in 0..8 {
        let (point, radius, strength, decay) = (Vec3::zeros(), 5.0, 1.0, 0.05);
        let scare = Scare {
            point,
            radius,
            strength,
            decay,
        };
        game.flock().running_mut().unwrap().scare(scare).unwrap();
        assert!(most_playing(&mut game, 1) <= 8);
    }
    assert_eq!(voices(&mut game).len(), 8);
}

#[test]
fn nothing_plays_when_nobody_hears() {
    let mut game = game(200, calls());
    assert!(most_playing(&mut game, 2) > 0);
    move_listener(&mut game, Vec3::x() * 40.0);
    game.update(2, STEP);
    assert_eq!(most_playing(&mut game, 3), 0);
    move_listener(&mut game, Vec3::zeros());
    assert!(most_playing(&mut game, 2) > 0);
    let flock = game.node;
    game.scene().graph[flock].set_enabled(false);
    // They are not updated any more, so they end by themselves.
    game.update(150, STEP);
    assert_eq!(most_playing(&mut game, 2), 0);
}

#[test]
fn sounds_fade_out_before_they_stop() {
    let mut sound = calls();
    sound.call = Some(tone(30.0)).into();
    let mut game = game(50, sound);
    game.update(60, STEP);
    let mut last = 0.0;
    for step in 0..400 {
        move_listener(&mut game, Vec3::x() * (step as f32 * 0.1));
        game.update(1, STEP);
        let voices = voices(&mut game);
        let gains = voices
            .iter()
            .filter(|it| it.status() == Status::Playing)
            .map(Sound::gain);
        let loudest = gains.fold(0.0, f32::max);
        assert!(loudest > 0.0 || last < 1e-3, "{last} at step {step}");
        last = loudest;
    }
    assert_eq!(last, 0.0);
}

#[test]
fn boids_that_take_fright_are_heard_and_the_game_gets_no_event_of_it() {
    let mut game = game(200, bursts());
    assert_eq!(most_playing(&mut game, 1), 0);
    let (point, radius, strength, decay) = (Vec3::zeros(), 50.0, 1.0, 0.5);
    let scare = Scare {
        point,
        radius,
        strength,
        decay,
    };
    game.flock().running_mut().unwrap().scare(scare).unwrap();
    let mut most = 0;
    for _ in 0..10 {
        game.update(1, STEP);
        most = most.max(playing(&mut game));
        assert_eq!(game.flock().last_events(), []);
    }
    assert_eq!(most, 1);
    // The game also gets the events that it selects.
    game.flock().events.scared = true;
    game.update(600, STEP);
    game.flock().running_mut().unwrap().scare(scare).unwrap();
    let mut events = 0;
    for _ in 0..5 {
        game.update(1, STEP);
        events += game.flock().last_events().len();
    }
    assert_eq!((events, playing(&mut game)), (200, 1));
}

#[test]
fn a_thousand_boids_are_less_than_twice_as_loud_as_ten() {
    // All voices in phase.
    let loudest = |count| {
        let mut game = game(count, calls());
        let mut loudest: f32 = 0.0;
        for _ in 0..1200 {
            game.update(1, STEP);
            let voices = voices(&mut game);
            let playing = voices.iter().filter(|it| it.status() == Status::Playing);
            loudest = loudest.max(playing.map(Sound::gain).sum());
        }
        loudest
    };
    let (few, many) = (loudest(10), loudest(1000));
    assert!(few > 0.0 && many < 2.0 * few, "{few} {many}");
}

#[test]
fn what_is_missing_is_said_once() {
    for (sound, listener, text) in [
        (calls(), false, "no node Listener"),
        (
            FlockSound {
                volume: f32::NAN.into(),
                ..calls()
            },
            true,
            "volume is NaN",
        ),
        (
            FlockSound {
                call: Some(buffer(Vec::new())).into(),
                ..calls()
            },
            true,
            "its call is empty",
        ),
        (
            FlockSound {
                burst: Some(SoundBufferResource::new_load_error(
                    ResourceKind::External,
                    "data/sounds/gone.wav".into(),
                    LoadError::new("not found".to_string()),
                ))
                .into(),
                ..calls()
            },
            true,
            "gone.wav cannot be loaded",
        ),
        (
            FlockSound {
                flocks: vec![Handle::new(900, 1)].into(),
                ..calls()
            },
            true,
            "it names a node that does not exist",
        ),
    ] {
        let mut game = Game::with_scene("heard", resting(50), |scene| {
            if listener {
                add_listener(scene, Vec3::zeros());
            }
            add_script(scene, text, sound, Vec3::zeros());
        });
        game.update(120, STEP);
        let said = game.messages_with(MessageKind::Error, text);
        assert_eq!(said.len(), 1, "{text}: {said:?}");
        assert_eq!(playing(&mut game), 0, "{text}");
    }
}

#[test]
fn voices_go_with_the_script_and_the_same_run_sounds_the_same() {
    let run = || {
        let mut game = game(100, calls());
        let mut heard = Vec::new();
        for _ in 0..180 {
            game.update(1, STEP);
            let voices = voices(&mut game);
            let bits = |it: &Sound| (it.gain().to_bits(), it.pitch().to_bits());
            heard.push(voices.iter().map(bits).collect::<Vec<_>>());
        }
        (heard, game)
    };
    let ((first, mut game), (second, _)) = (run(), run());
    assert_eq!(first, second);
    script(&mut game).rate = 0.0.into();
    game.update(60, STEP);
    assert_eq!(playing(&mut game), 0);
    let all: Vec<_> = game.scene().graph.pair_iter().map(|(it, _)| it).collect();
    for node in all {
        if game
            .scene()
            .graph
            .try_get_node(node)
            .is_ok_and(|it| it.has_script::<FlockSound>())
        {
            game.scene().graph.remove_node(node);
        }
    }
    game.update(1, STEP);
    assert!(!voices(&mut game).is_empty());
    game.update(150, STEP);
    assert_eq!(voices(&mut game).len(), 0);
}

#[test]
fn a_scene_that_a_game_saves_has_no_more_voices_when_it_is_loaded() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("saved.rgs");
    let mut game = game(100, calls());
    game.update(90, STEP);
    assert!(!voices(&mut game).is_empty());
    let mut visitor = Visitor::new();
    game.scene().save("Scene", &mut visitor).unwrap();
    visitor.save_ascii_to_file(&path).unwrap();
    let (engine, scene) = load(&path);
    let (node, _) = scene.graph.find_by_name_from_root("heard").unwrap();
    let mut game = Game::of_scene(engine, scene, node);
    game.update(1, STEP);
    assert_eq!(
        voices(&mut game).len(),
        0,
        "the sound itself is not in the file"
    );
}

//! Flocks that are drawn as sprites.

use crate::game::{fish, Game, STEP};
use fyrox::resource::texture::{Texture, TextureKind, TexturePixelKind, TextureResource};
use fyrox_flock::{
    presets::PresetLook,
    render::{DrawnBody, FlockRenderer, Sprite},
    sim::Preset,
    Flock, FlockPreset,
};

/// A texture of 32 x 8 pixels.
fn texture() -> TextureResource {
    let kind = TextureKind::Rectangle {
        width: 32,
        height: 8,
    };
    let texture = Texture::from_bytes(kind, TexturePixelKind::RGBA8, vec![255; 4 * 32 * 8]);
    TextureResource::new_embedded(texture.expect("the bytes fit the kind"))
}

/// A sprite of four frames, 0.3 m wide and high.
fn sprite() -> Sprite {
    Sprite {
        columns: 4,
        width: 0.3,
        ..Sprite::new(texture())
    }
}

/// Number of triangles and radius of the drawn body.
fn drawn(game: &mut Game) -> (usize, f32) {
    let mut nodes = game.scene().graph.linear_iter();
    let renderer = nodes.find_map(|node| node.cast::<FlockRenderer>());
    let body = renderer.and_then(FlockRenderer::body);
    let body = body.expect("a body is drawn");
    (body.triangle_count(), body.radius())
}

fn built_in() -> (usize, f32) {
    let body = DrawnBody::fish();
    (body.triangle_count(), body.radius())
}

#[test]
fn the_sprite_takes_the_place_of_the_body_while_it_is_on() {
    let mut game = Game::new("sprites", fish(20));
    game.update(2, STEP);
    assert_eq!(drawn(&mut game), built_in());
    *game.flock().sprite = sprite();
    game.update(2, STEP);
    let (triangles, radius) = drawn(&mut game);
    assert_eq!(triangles, 2);
    assert!((radius - 0.15 * 2.0_f32.sqrt()).abs() < 1e-5, "{radius}");
    assert_eq!(game.renderers(), [20]);
    game.flock().sprite.width = 0.6;
    game.update(2, STEP);
    assert!(drawn(&mut game).1 > 1.9 * radius);
    game.flock().sprite.enabled = false;
    game.update(2, STEP);
    assert_eq!(drawn(&mut game), built_in());
    assert_eq!(game.reports("sprites"), [""; 0]);
}

#[test]
fn what_is_wrong_with_a_sprite_is_said_once_and_can_be_mended() {
    let mut game = Game::new("wrong sprite", fish(20));
    let wrong = Sprite {
        last_frame: 5,
        ..sprite()
    };
    *game.flock().sprite = wrong;
    game.update(10, STEP);
    assert_eq!(drawn(&mut game), built_in());
    let reports = game.reports("wrong sprite");
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("sprite.last_frame is 5; allowed: 1 to 4"));
    game.flock().sprite.last_frame = 4;
    game.update(2, STEP);
    assert_eq!(drawn(&mut game).0, 2);
    // Without a texture it is a moth.
    game.flock().sprite.texture = None;
    game.update(2, STEP);
    assert_eq!(drawn(&mut game).0, 2);
    assert_eq!(game.reports("wrong sprite"), [""; 0]);
}

/// While a sprite's texture is loading, the previous body is drawn.
#[test]
fn a_texture_that_is_loading_is_waited_for() {
    let mut game = Game::new("loading", fish(20));
    let texture = TextureResource::new_pending(Default::default(), Default::default());
    *game.flock().sprite = Sprite::new(texture.clone());
    game.update(5, STEP);
    assert_eq!(drawn(&mut game), built_in());
    let loaded = self::texture().data_ref().clone();
    texture.header().state.commit_ok(loaded);
    game.update(2, STEP);
    assert_eq!(drawn(&mut game).0, 2);
    assert_eq!(game.reports("loading"), [""; 0]);
}

#[test]
fn a_look_has_a_sprite_or_switches_it_off() {
    let mut flock = Flock::default();
    flock.sprite = sprite().into();
    let look = FlockPreset::of(Preset::Starlings).look;
    let starlings = Flock::of(Preset::Starlings);
    assert!(!flock.looks_like(&starlings));
    flock.set_look(None, &look);
    assert!(!flock.sprite.enabled);
    // The fields of a disabled sprite have no effect.
    assert!(flock.looks_like(&starlings));
    let mut other = Flock::default();
    let look = PresetLook {
        enabled: true,
        sprite: sprite(),
        ..PresetLook::default()
    };
    other.set_look(None, &look);
    assert_eq!(*other.sprite, look.sprite);
}

/// All fields except for the texture, whose file has its own field.
#[test]
fn a_preset_file_holds_the_sprite() {
    let mut preset = FlockPreset::default();
    assert!(!preset.to_ron().contains("sprite"));
    preset.look = PresetLook {
        enabled: true,
        sprite: Sprite {
            texture: None,
            ..sprite()
        },
        sprite_texture: "data/moth.png".into(),
        ..PresetLook::default()
    };
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = folder.path().join("moths.flock");
    std::fs::write(&file, preset.to_ron()).expect("the file is written");
    assert_eq!(FlockPreset::load(&file).expect("it can be read"), preset);
}

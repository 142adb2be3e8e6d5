use super::*;
use crate::render::DrawnBody;
use fyrox::resource::texture::{Texture, TextureKind, TexturePixelKind};

/// A texture with this size in pixels.
fn texture(width: u32, height: u32) -> TextureResource {
    let bytes = vec![255; (4 * width * height) as usize];
    let kind = TextureKind::Rectangle { width, height };
    let texture = Texture::from_bytes(kind, TexturePixelKind::RGBA8, bytes);
    TextureResource::new_embedded(texture.expect("the bytes fit the kind"))
}

/// Twin of `sprite_frame` in sprite.glsl.
fn shader_frame(sprite: &Sprite, round: f32) -> u32 {
    let (first, frames) = sprite.frames();
    first + ((round.fract() * frames as f32).floor() as u32).min(frames - 1)
}

#[test]
fn the_height_follows_from_the_frames_of_the_texture() {
    // Four frames of 32 x 16 pixels in each of two patterns of two rows.
    let sprite = Sprite {
        columns: 4,
        rows: 2,
        patterns: 2,
        width: 0.8,
        ..Sprite::new(texture(128, 64))
    };
    let body = DrawnBody::from_sprite(&sprite).unwrap();
    assert_eq!(body.triangle_count(), 2);
    assert_eq!(body.patterns(), 2);
    let radius = Vector2::new(0.4_f32, 0.2).norm();
    assert!((body.radius() - radius).abs() < 1e-6, "{}", body.radius());
    assert_eq!(body.boids_per_draw(), 256);
}

#[test]
fn frames_go_from_the_first_to_the_last_at_their_rate() {
    let sprite = Sprite {
        columns: 4,
        rows: 3,
        first_frame: 3,
        last_frame: 8,
        frames_per_second: 10.0,
        ..Sprite::new(texture(64, 48))
    };
    let clock = sprite.clock();
    assert!(clock.runs());
    for step in 0..240 {
        let time = (f64::from(step) + 0.5) / 40.0;
        let expected = 2 + (time * 10.0) as u32 % 6;
        assert_eq!(shader_frame(&sprite, clock.round_at(time)), expected);
    }
    // Also after a day, and just before the end of a round.
    assert!((clock.round_at(86_400.05) - clock.round_at(0.05)).abs() < 1e-4);
    assert!(clock.round_at(0.6 - 1e-12) < 1.0);
    // All frames if none is named; no clock for one frame, or if the frames follow the beat.
    let all = Sprite {
        first_frame: 1,
        last_frame: 0,
        ..sprite.clone()
    };
    assert_eq!(all.frames(), (0, 12));
    let one = Sprite {
        last_frame: 3,
        ..sprite.clone()
    };
    let of_beat = Sprite {
        frames_per_second: 0.0,
        ..sprite
    };
    assert!(!one.clock().runs() && !of_beat.clock().runs());
}

#[test]
fn what_cannot_be_drawn_is_named_with_its_value() {
    let good = Sprite {
        columns: 4,
        rows: 2,
        ..Sprite::new(texture(64, 32))
    };
    let error = |change: fn(&mut Sprite)| {
        let mut sprite = good.clone();
        change(&mut sprite);
        DrawnBody::from_sprite(&sprite).unwrap_err().to_string()
    };
    for (error, words) in [
        (error(|it| it.columns = 0), ["columns is 0", "1 to 256"]),
        (
            error(|it| it.rows = u32::MAX),
            ["rows is 4294967295", "1 to 256"],
        ),
        (error(|it| it.patterns = 65), ["patterns is 65", "1 to 64"]),
        (error(|it| it.width = 0.0), ["width is 0", "0.001"]),
        (error(|it| it.width = f32::NAN), ["width is NaN", "to 1000"]),
        (
            error(|it| it.frames_per_second = -1.0),
            ["second is -1", "0 to 240"],
        ),
        (
            error(|it| it.first_frame = 0),
            ["first_frame is 0", "1 to 8"],
        ),
        (
            error(|it| it.first_frame = 9),
            ["first_frame is 9", "1 to 8"],
        ),
        (error(|it| it.last_frame = 9), ["last_frame is 9", "1 to 8"]),
    ] {
        for word in words {
            assert!(error.contains(word), "{error}");
        }
    }
    let backwards = Sprite {
        first_frame: 5,
        last_frame: 4,
        ..good.clone()
    };
    let error = DrawnBody::from_sprite(&backwards).unwrap_err();
    assert!(error
        .to_string()
        .contains("last_frame is 4; allowed: 5 to 8"));
    let cube = Texture::from_bytes(
        TextureKind::Cube { size: 1 },
        TexturePixelKind::R8,
        vec![0; 6],
    );
    let cube = Sprite::new(TextureResource::new_embedded(cube.unwrap()));
    let error = DrawnBody::from_sprite(&cube).unwrap_err();
    assert_eq!(error, SpriteError::NoPicture);
    assert!(DrawnBody::from_sprite(&good).is_ok());
}

#[test]
fn a_texture_that_is_loading_is_waited_for() {
    let sprite = Sprite::new(TextureResource::new_pending(
        Default::default(),
        Default::default(),
    ));
    let error = DrawnBody::from_sprite(&sprite).unwrap_err();
    assert_eq!(error, SpriteError::NotLoaded);
}

/// The moth has six frames in three patterns, whatever the fields are.
#[test]
fn a_sprite_without_a_texture_is_a_moth() {
    let sprite = Sprite {
        enabled: true,
        columns: 0,
        width: 0.2,
        ..Sprite::default()
    };
    let body = DrawnBody::from_sprite(&sprite).unwrap();
    assert_eq!(body.patterns(), 3);
    assert!((body.radius() - 0.1 * 2.0_f32.sqrt()).abs() < 1e-6);
    assert!(sprite.has_no_effect("columns") && !sprite.has_no_effect("width"));
    let two = Sprite {
        last_frame: 7,
        ..sprite
    };
    let error = DrawnBody::from_sprite(&two).unwrap_err().to_string();
    assert!(
        error.contains("last_frame is 7; allowed: 1 to 6"),
        "{error}"
    );
}

//! Bodies for 2D games: a rectangle with the frames of a texture atlas.

mod error;
mod moth;

pub use error::SpriteError;

use super::{
    bodies::shape::TRUNK,
    body_mesh::{BodyMesh, BodyVertex},
    body_part::BodyPart,
    shader::{glowing_sprite_shader, sprite_shader},
};
use crate::declare::*;
use error::{check, size};
use fyrox::{
    core::algebra::{Vector2, Vector3, Vector4},
    material::Material,
    resource::texture::TextureResource,
    scene::mesh::RenderPath,
};

group! {
    /// A textured rectangle that faces the camera: for 2D games, and for distant bodies. It is
    /// drawn like the engine's own 2D nodes, in the forward render path and sorted with them by the
    /// depth of the flock's middle, and casts no shadow.
    ///
    /// The texture is an atlas of frames of equal size: `columns` by `rows`, numbered from 1 from
    /// left to right, then down. An atlas with several patterns has one such block for each
    /// pattern, one below the other.
    pub struct Sprite("d2b8f3e6-7a15-4c90-8e42-b61f0c9d5a37") {
        /// Draws boids as sprites instead of the model or the built-in body. Default: off.
        pub enabled: bool = false;
        /// The atlas. The right side of a frame is the front. Default: none, for a moth from above,
        /// with six frames in three patterns.
        #[serde(skip)]
        pub texture: Option<TextureResource> = None;
        /// Number of frames side by side. 1 to 256, default 1.
        pub columns: u32 = 1, 1.0..=256.0;
        /// Number of rows of frames in each pattern. 1 to 256, default 1.
        pub rows: u32 = 1, 1.0..=256.0;
        /// Number of patterns: blocks of rows, one below the other, which `variety` assigns to the
        /// boids. 1 to 64, default 1.
        pub patterns: u32 = 1, 1.0..=64.0;
        /// The first frame of the animation, from 1. Default 1.
        pub first_frame: u32 = 1, 1.0..=65536.0;
        /// The last frame of the animation. 0: the last frame of the pattern. Default 0.
        pub last_frame: u32 = 0, 0.0..=65536.0;
        /// Frames per second of simulated time; each boid starts with a different frame. 0: each
        /// beat of the body plays all frames once, so that they follow the boid's speed. 0 to 240,
        /// default 12.
        pub frames_per_second: f32 = 12.0, 0.0..=240.0, step 1.0;
        /// Width of a frame, in metres, for a body of size 1. The height follows from the texture.
        /// 0.001 to 1,000, default 0.5.
        pub width: f32 = 0.5, 0.001..=1000.0, step 0.05;
        /// How the sprite shows the heading of the boid. Default: turned to the heading.
        pub turn: SpriteTurn = SpriteTurn::Turn;
        /// The sprite is lit by the ambient light and the lights of the scene, like the engine's 2D
        /// nodes. Otherwise it has the colours of the texture. Default: on.
        pub lit: bool = true;
        /// How the sprite is blended with the background. Default: covers it.
        pub blend: SpriteBlend = SpriteBlend::Cover;
    }
}

choice! {
    /// How a sprite shows the heading of its boid in the picture of the camera.
    pub enum SpriteTurn("61c7e9a4-0d3b-4f58-b7e1-24a8d5f09c63") {
        /// Rotated to the heading: for bodies seen from above.
        #[default]
        Turn,
        /// Rotated to the heading, and mirrored when it points left, so that the back stays up: for
        /// bodies seen from the side.
        TurnUpright,
        /// Upright, and mirrored when the heading points left.
        Mirror,
        /// Always as in the texture.
        Fixed,
    }
}

choice! {
    /// How a sprite is blended with the background.
    pub enum SpriteBlend("a90e5b27-c4f1-4d86-93b0-7e18d26c4f05") {
        /// Covers the background, by the opacity of the texture.
        #[default]
        Cover,
        /// Adds its light to the background: sparks, fireflies.
        Add,
    }
}

/// The clock of the frames of a sprite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FrameClock {
    /// Number of times per second that all frames are shown; 0 if they follow the beat, or if there
    /// is one frame.
    rounds_per_second: f64,
}

impl FrameClock {
    /// True if the frames follow the time. The shader then needs the numbers of the boids.
    pub fn runs(&self) -> bool {
        self.rounds_per_second > 0.0
    }

    /// The phase of the animation, 0 to 1, at a time in seconds.
    fn round_at(&self, time: f64) -> f32 {
        // Less than 1: the conversion may round up to 1.
        ((self.rounds_per_second * time).rem_euclid(1.0) as f32).min(1.0 - f32::EPSILON)
    }

    /// Sets the property of the sprite shader.
    pub fn apply(&self, time: f64, material: &mut Material) {
        let group = material.try_get_or_insert_property_group("sprite");
        group.set_property("round", self.round_at(time));
    }
}

impl Sprite {
    /// A sprite of a texture with one frame.
    pub fn new(texture: TextureResource) -> Self {
        Self {
            enabled: true,
            texture: Some(texture),
            ..Self::default()
        }
    }

    /// A copy with -1 in place of each NaN: -1 is out of range too, but equal to itself.
    pub(crate) fn without_nan(&self) -> Self {
        let number = |value: f32| if value.is_nan() { -1.0 } else { value };
        Self {
            frames_per_second: number(self.frames_per_second),
            width: number(self.width),
            ..self.clone()
        }
    }

    pub(crate) fn is_off(&self) -> bool {
        !self.enabled
    }

    /// True if the field with this name has no effect.
    pub(crate) fn has_no_effect(&self, field: &str) -> bool {
        let is_of_texture = matches!(field, "columns" | "rows" | "patterns");
        (!self.enabled && field != "enabled") || (is_of_texture && self.texture.is_none())
    }

    /// The texture and the fields that match it: those of the moth if there is no texture.
    fn with_texture(&self) -> (Self, TextureResource) {
        match &self.texture {
            Some(texture) => (self.clone(), texture.clone()),
            None => {
                let moth = Self {
                    columns: moth::FRAMES,
                    rows: 1,
                    patterns: moth::PATTERNS,
                    ..self.clone()
                };
                (moth, moth::texture())
            }
        }
    }

    /// The first frame, from 0, and the number of frames of the animation.
    fn frames(&self) -> (u32, u32) {
        let last = match self.last_frame {
            0 => self.columns * self.rows,
            last => last,
        };
        (self.first_frame - 1, last + 1 - self.first_frame)
    }

    fn clock(&self) -> FrameClock {
        let (_, frames) = self.frames();
        let is_still = frames == 1;
        FrameClock {
            rounds_per_second: if is_still {
                0.0
            } else {
                f64::from(self.frames_per_second) / f64::from(frames)
            },
        }
    }

    /// Width and height of a frame, in metres at size 1.
    fn size(&self, texture: [u32; 2]) -> Vector2<f32> {
        let [width, height] = texture.map(|pixels| pixels.max(1) as f32);
        let frame = Vector2::new(
            width / self.columns as f32,
            height / (self.rows * self.patterns) as f32,
        );
        frame * (self.width / frame.x)
    }

    fn material(&self, texture: &TextureResource) -> Material {
        let mut material = Material::from_shader(match self.blend {
            SpriteBlend::Cover => sprite_shader(),
            SpriteBlend::Add => glowing_sprite_shader(),
        });
        material.bind("diffuseTexture", texture.clone());
        let (first, frames) = self.frames();
        let flag = |is_on: bool| f32::from(u8::from(is_on));
        let group = material.try_get_or_insert_property_group("sprite");
        let grid = Vector2::new(self.columns as f32, self.rows as f32);
        group.set_property("grid", grid);
        group.set_property("first", first as f32);
        group.set_property("frames", frames as f32);
        group.set_property("turn", f32::from(self.turn as u8));
        group.set_property("isLit", flag(self.lit));
        group.set_property("isTimed", flag(self.clock().runs()));
        material
    }

    /// The rectangle, the number of patterns and the clock of the frames.
    pub(super) fn body(&self) -> Result<(BodyPart, u32, FrameClock), SpriteError> {
        let (sprite, texture) = self.with_texture();
        sprite.check()?;
        let pixels = size(&texture)?;
        let part = BodyPart {
            mesh: rectangle(sprite.size(pixels)),
            material: sprite.material(&texture),
            render_path: RenderPath::Forward,
        };
        Ok((part, sprite.patterns, sprite.clock()))
    }

    /// Checks all numbers.
    fn check(&self) -> Result<(), SpriteError> {
        let whole = f64::from;
        for (field, value, range) in [
            ("columns", whole(self.columns), 1.0..=256.0),
            ("rows", whole(self.rows), 1.0..=256.0),
            ("patterns", whole(self.patterns), 1.0..=64.0),
            (
                "frames_per_second",
                f64::from(self.frames_per_second),
                0.0..=240.0,
            ),
            ("width", f64::from(self.width), 0.001_f32.into()..=1000.0),
        ] {
            check(field, value, range)?;
        }
        let frames = whole(self.columns * self.rows);
        let first = whole(self.first_frame);
        check("first_frame", first, 1.0..=frames)?;
        match self.last_frame {
            0 => Ok(()),
            last => check("last_frame", whole(last), first..=frames),
        }
    }
}

/// A rectangle around the origin, with its right side at +X.
fn rectangle(size: Vector2<f32>) -> BodyMesh {
    let corner = |x: f32, y: f32| BodyVertex {
        position: Vector3::new(x * size.x, y * size.y, 0.0),
        tex_coord: Vector2::new(0.5 + x, 0.5 - y),
        normal: Vector3::z(),
        tangent: Vector4::new(1.0, 0.0, 0.0, 1.0),
        copy: 0.0,
        part: TRUNK,
    };
    BodyMesh {
        vertices: vec![
            corner(-0.5, -0.5),
            corner(0.5, -0.5),
            corner(0.5, 0.5),
            corner(-0.5, 0.5),
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}

#[cfg(test)]
mod tests;

//! The colours of a surface, for the pictures of an impostor.

use crate::render::{
    bodies::{hash, Canvas},
    material::property,
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3, Vector4},
        color::Color,
    },
    material::Material,
    resource::texture::{Texture, TextureKind, TexturePixelKind, TextureResource},
};

/// Number of times that the skin of a built-in body is halved before it is drawn: one of its texels
/// is then about as large as a texel of a picture.
const HALVINGS: usize = 3;

/// Number of grains of a haze along an edge of its texture.
const GRAIN: f32 = 512.0;

/// Largest width and height of a model's texture in pictures, in texels.
const MODEL_SIDE: u32 = 256;

/// The colours of a surface and where it is cut out.
pub(in crate::render) struct Skin {
    /// The texture in full size, for its alpha; `None` if it is opaque.
    outline: Option<Canvas>,
    colors: Canvas,
    /// Number of patterns, one in each row.
    patterns: u32,
    /// Factor of the texture coordinates. Models repeat their textures.
    repeats: Option<Vector2<f32>>,
    tint: Vector3<f32>,
}

impl Skin {
    /// The skin of a built-in body.
    pub fn painted(canvas: &Canvas, patterns: u32) -> Self {
        let halved = |canvas: Canvas, _| canvas.halved();
        Self {
            outline: Some(canvas.clone()),
            colors: (0..HALVINGS).fold(canvas.clone(), halved),
            patterns,
            repeats: None,
            tint: Vector3::repeat(1.0),
        }
    }

    /// The skin of a model's surface. `None` if its texture is compressed, or has more than 8 bits.
    pub fn of_model(material: &Material) -> Option<Self> {
        let color = property(material, "diffuseColor").and_then(|it| it.as_color());
        let scale = property(material, "texCoordScale").and_then(|it| it.as_vector2());
        let outline = match material.texture("diffuseTexture") {
            Some(texture) => canvas_of(&texture)?,
            None => Canvas::paint(1, 1, |_, _| Vector4::repeat(1.0)),
        };
        let is_opaque = outline.bytes.chunks_exact(4).all(|pixel| pixel[3] == 255);
        let mut colors = outline.clone();
        while colors.width.max(colors.height) > MODEL_SIDE {
            colors = colors.halved();
        }
        Some(Self {
            outline: Some(outline).filter(|_| !is_opaque),
            colors,
            patterns: 1,
            repeats: Some(scale.unwrap_or(Vector2::repeat(1.0))),
            tint: color.unwrap_or(Color::WHITE).as_frgba().xyz(),
        })
    }

    /// The colour of a pattern at texture coordinates.
    pub fn color(&self, at: Vector2<f32>, pattern: u32) -> Vector3<f32> {
        let pixel = self.pixel(&self.colors, at, pattern);
        pixel.xyz().component_mul(&self.tint)
    }

    /// False where the surface is cut out, or where light passes through it: at a share of the
    /// places, which look random. All patterns have the same outline.
    pub fn is_solid(&self, at: Vector2<f32>) -> bool {
        let Some(outline) = &self.outline else {
            return true;
        };
        let least = if outline.is_haze {
            let [x, y] = <[f32; 2]>::from(at).map(|it| (it * GRAIN) as i32);
            hash(x, y, 4)
        } else {
            0.5
        };
        self.pixel(outline, at, 0).w >= least
    }

    fn pixel(&self, canvas: &Canvas, at: Vector2<f32>, pattern: u32) -> Vector4<f32> {
        let at = match self.repeats {
            Some(scale) => at.component_mul(&scale).map(|x| x.rem_euclid(1.0)),
            None => at,
        };
        canvas.pixel(at.x, (at.y + pattern as f32) / self.patterns as f32)
    }
}

/// The mean of a channel of a texture, from 0 to 1. `None` if it cannot be read.
pub(super) fn mean(texture: &TextureResource, channel: Vector4<f32>) -> Option<f32> {
    let canvas = canvas_of(texture)?;
    let pixels = canvas.bytes.chunks_exact(4);
    let value = |pixel: &[u8]| Vector4::from_fn(|part, _| f32::from(pixel[part])).dot(&channel);
    let sum: f64 = pixels.map(|pixel| f64::from(value(pixel))).sum();
    let count = f64::from(canvas.width) * f64::from(canvas.height);
    Some((sum / count / 255.0) as f32)
}

/// A texture with 8 bits a channel. `None` for other formats, for render targets, and while it is
/// loading.
fn canvas_of(texture: &TextureResource) -> Option<Canvas> {
    let state = texture.state();
    let texture: &Texture = state.data_ref()?;
    let TextureKind::Rectangle { width, height } = texture.kind() else {
        return None;
    };
    let (size, convert) = reader(texture.pixel_kind())?;
    let pixels = width as usize * height as usize;
    let bytes = texture.data().get(..size * pixels)?;
    let bytes: Vec<u8> = bytes.chunks_exact(size).flat_map(convert).collect();
    (pixels > 0).then_some(Canvas {
        width,
        height,
        bytes,
        is_haze: false,
    })
}

/// Reads red, green, blue and alpha from the bytes of a pixel.
type ReadPixel = fn(&[u8]) -> [u8; 4];

/// Number of bytes of a pixel, and how it is read.
fn reader(kind: TexturePixelKind) -> Option<(usize, ReadPixel)> {
    Some(match kind {
        TexturePixelKind::RGBA8 => (4, |it| [it[0], it[1], it[2], it[3]]),
        TexturePixelKind::BGRA8 => (4, |it| [it[2], it[1], it[0], it[3]]),
        TexturePixelKind::RGB8 => (3, |it| [it[0], it[1], it[2], 255]),
        TexturePixelKind::BGR8 => (3, |it| [it[2], it[1], it[0], 255]),
        TexturePixelKind::Luminance8 => (1, |it| [it[0], it[0], it[0], 255]),
        TexturePixelKind::LuminanceAlpha8 => (2, |it| [it[0], it[0], it[0], it[1]]),
        _ => return None,
    })
}

//! Painted pictures as textures of the engine.

use super::canvas::Canvas;
use fyrox::{
    asset::untyped::ResourceKind,
    core::uuid::Uuid,
    resource::texture::{
        Texture, TextureImportOptions, TextureMagnificationFilter, TextureMinificationFilter,
        TextureResource, TextureWrapMode,
    },
};

/// Number of mip maps: with more of them, neighbouring parts of a picture would mix.
const MIPS: u32 = 5;

/// A texture with mip maps, in which what is cut out by alpha keeps its area.
pub(in crate::render) fn upload(canvas: &Canvas) -> TextureResource {
    let mips = if canvas.is_haze { 1 } else { MIPS };
    let mut options = TextureImportOptions::default();
    options.set_minification_filter(TextureMinificationFilter::LinearMipMapLinear);
    options.set_magnification_filter(TextureMagnificationFilter::Linear);
    options.set_s_wrap_mode(TextureWrapMode::ClampToEdge);
    options.set_t_wrap_mode(TextureWrapMode::ClampToEdge);
    // Bodies are small on screen: sixteen samples make no visible difference.
    options.set_anisotropy(1.0);
    options.set_max_level(mips as usize - 1);
    let texture = Texture::load_from_memory(&dds(canvas, mips), options)
        .expect("the header describes the bytes that follow");
    TextureResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, texture)
}

/// The picture as a DDS file, the only form in which the engine takes mip maps.
fn dds(canvas: &Canvas, mips: u32) -> Vec<u8> {
    const FLAGS: u32 = 0x1 | 0x2 | 0x4 | 0x8 | 0x1000 | 0x20000;
    const RGB_WITH_ALPHA: u32 = 0x41;
    const MASKS: [u32; 4] = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0xff00_0000];
    const CAPS: u32 = 0x8 | 0x1000 | 0x40_0000;
    let mut header = vec![
        124,
        FLAGS,
        canvas.height,
        canvas.width,
        4 * canvas.width,
        0,
        mips,
    ];
    header.extend([0; 11]);
    header.extend([32, RGB_WITH_ALPHA, 0, 32]);
    header.extend(MASKS);
    header.extend([CAPS, 0, 0, 0, 0]);
    let mut bytes = b"DDS ".to_vec();
    bytes.extend(header.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend_from_slice(&canvas.bytes);
    let mut smaller = canvas.clone();
    for _ in 1..mips {
        smaller = halved(&smaller);
        bytes.extend_from_slice(&smaller.bytes);
    }
    bytes
}

/// Half as wide and high. Colours are those of the visible pixels.
fn halved(canvas: &Canvas) -> Canvas {
    let (width, height) = ((canvas.width / 2).max(1), (canvas.height / 2).max(1));
    let pixel = |x: u32, y: u32| {
        let index = 4 * (y * canvas.width + x) as usize;
        [0, 1, 2, 3].map(|part| u32::from(canvas.bytes[index + part]))
    };
    let bytes = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            let four = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[i, j]| pixel(2 * x + i, 2 * y + j));
            let alpha: u32 = four.iter().map(|pixel| pixel[3]).sum();
            let part = |part: usize| {
                let weighted: u32 = four.iter().map(|pixel| pixel[part] * pixel[3]).sum();
                let plain: u32 = four.iter().map(|pixel| pixel[part]).sum();
                weighted.checked_div(alpha).unwrap_or(plain / 4) as u8
            };
            [part(0), part(1), part(2), (alpha / 4) as u8]
        });
    Canvas {
        width,
        height,
        bytes: bytes.collect(),
        is_haze: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::Vector4;

    #[test]
    fn mip_maps_halve_and_keep_visible_colours() {
        let half = |u: f32, _: f32| match u < 0.5 {
            true => Vector4::new(1.0, 0.5, 0.0, 1.0),
            false => Vector4::zeros(),
        };
        let canvas = Canvas::paint(6, 4, half);
        let smaller = halved(&canvas);
        assert_eq!((smaller.width, smaller.height), (3, 2));
        assert_eq!(smaller.bytes[..4], [255, 128, 0, 255]);
        assert_eq!(smaller.bytes[4..8], [255, 128, 0, 127]);
        assert_eq!(smaller.bytes[8..12], [0, 0, 0, 0]);

        let large = Canvas::paint(64, 128, half);
        let texture = upload(&large);
        let texture = texture.data_ref();
        assert_eq!(texture.mip_count(), MIPS);
        assert_eq!(texture.data().len(), 4 * 64 * 128 * 341 / 256);
    }
}

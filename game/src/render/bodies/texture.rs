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

/// Number of mip maps of skins and of impostor pictures: in more of them, neighbouring parts would
/// mix.
const SKIN_MIPS: u32 = 5;
const PICTURES_MIPS: u32 = 3;

/// A skin as a texture with mip maps that keep the area of the parts cut out by alpha.
pub(in crate::render) fn upload(canvas: &Canvas) -> TextureResource {
    with_mips(canvas, SKIN_MIPS)
}

/// The pictures of an impostor as a texture.
pub(in crate::render) fn upload_pictures(canvas: &Canvas) -> TextureResource {
    with_mips(canvas, PICTURES_MIPS)
}

fn with_mips(canvas: &Canvas, mips: u32) -> TextureResource {
    let mut options = TextureImportOptions::default();
    options.set_minification_filter(TextureMinificationFilter::LinearMipMapLinear);
    options.set_magnification_filter(TextureMagnificationFilter::Linear);
    options.set_s_wrap_mode(TextureWrapMode::ClampToEdge);
    options.set_t_wrap_mode(TextureWrapMode::ClampToEdge);
    // Bodies are small on screen: anisotropic filtering makes no visible difference.
    options.set_anisotropy(1.0);
    options.set_max_level(mips as usize - 1);
    let texture = Texture::load_from_memory(&dds(canvas, mips), options)
        .expect("the header describes the bytes that follow");
    TextureResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, texture)
}

/// The picture as a DDS file, the only format in which the engine accepts mip maps.
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
        smaller = smaller.halved();
        bytes.extend_from_slice(&smaller.bytes);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::Vector4;

    #[test]
    fn mip_maps_halve_and_keep_visible_colours() {
        let half = |u: f32, _: f32| {
            if u < 0.5 {
                Vector4::new(1.0, 0.5, 0.0, 1.0)
            } else {
                Vector4::zeros()
            }
        };
        let canvas = Canvas::paint(6, 4, half);
        let smaller = canvas.halved();
        assert_eq!((smaller.width, smaller.height), (3, 2));
        assert_eq!(smaller.bytes[..4], [255, 128, 0, 255]);
        assert_eq!(smaller.bytes[4..8], [255, 128, 0, 127]);
        assert_eq!(smaller.bytes[8..12], [0, 0, 0, 0]);

        let large = Canvas::paint(64, 128, half);
        let texture = upload(&large);
        let texture = texture.data_ref();
        assert_eq!(texture.mip_count(), SKIN_MIPS);
        assert_eq!(texture.data().len(), 4 * 64 * 128 * 341 / 256);
    }
}

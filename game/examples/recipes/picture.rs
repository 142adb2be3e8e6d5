//! A picture of the scene, as a PNG file.

use fyrox::{
    graphics::{error::FrameworkError, framebuffer::ReadTarget, stats::RenderPassStatistics},
    renderer::{SceneRenderPass, SceneRenderPassContext},
    resource::texture::{TextureResource, TextureResourceExtension},
    scene::Scene,
};
use std::{any::TypeId, cell::RefCell, error::Error, fs::File, path::Path, rc::Rc};

/// Size of pictures, in pixels.
const SIZE: (u32, u32) = (960, 540);

/// Makes a scene draw into a texture, because the engine cannot read the window back.
pub fn prepare(scene: &mut Scene) {
    let target = TextureResource::new_render_target(SIZE.0, SIZE.1);
    scene.rendering_options.render_target = Some(target);
}

/// A render pass that reads back what has been drawn.
#[derive(Default)]
pub struct Picture {
    /// Red, green, blue and alpha of every pixel, from the bottom row up.
    pixels: Option<Vec<u8>>,
}

impl Picture {
    /// A picture that is complete after the next frame. It must be added to the renderer.
    pub fn new() -> Rc<RefCell<Self>> {
        Default::default()
    }

    /// Writes the picture. False if no frame was drawn yet.
    pub fn write(&self, file: &Path) -> Result<bool, Box<dyn Error>> {
        let Some(pixels) = &self.pixels else {
            return Ok(false);
        };
        let rows = pixels.chunks_exact(SIZE.0 as usize * 4).rev();
        let pixels = rows.flat_map(|row| row.chunks_exact(4));
        let opaque: Vec<u8> = pixels.flat_map(|pixel| &pixel[..3]).copied().collect();
        let mut encoder = png::Encoder::new(File::create(file)?, SIZE.0, SIZE.1);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&opaque)?;
        Ok(true)
    }
}

impl SceneRenderPass for Picture {
    /// The engine calls it after each camera, so the last camera completes the picture.
    fn on_ldr_render(
        &mut self,
        context: SceneRenderPassContext,
    ) -> Result<RenderPassStatistics, FrameworkError> {
        self.pixels = context.framebuffer.read_pixels(ReadTarget::Color(0));
        Ok(Default::default())
    }

    fn source_type_id(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}

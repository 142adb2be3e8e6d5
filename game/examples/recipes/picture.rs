//! A picture of the scene and of the user interface, as a PNG file.

use fyrox::{
    asset::manager::ResourceManager,
    core::color::Color,
    graphics::{
        error::FrameworkError,
        framebuffer::{Attachment, ReadTarget},
        stats::RenderPassStatistics,
    },
    gui::UserInterface,
    renderer::{ui_renderer::UiRenderInfo, Renderer, SceneRenderPass, SceneRenderPassContext},
    resource::texture::{TextureResource, TextureResourceExtension},
    scene::Scene,
};
use std::{any::TypeId, cell::RefCell, error::Error, fs::File, path::Path, rc::Rc};

/// Size of pictures, in pixels.
pub const SIZE: (u32, u32) = (960, 540);

/// Makes a scene draw into a texture, because the engine cannot read the window back.
pub fn prepare(scene: &mut Scene) {
    scene.rendering_options.render_target = Some(target());
}

fn target() -> TextureResource {
    TextureResource::new_render_target(SIZE.0, SIZE.1)
}

/// The pixels of a texture that was drawn into.
fn read(
    texture: &TextureResource,
    context: SceneRenderPassContext,
) -> Result<Vec<u8>, FrameworkError> {
    let (server, resources) = (context.server, context.resource_manager);
    let Some(drawn) = context.texture_cache.get(server, resources, texture) else {
        return Ok(Vec::new());
    };
    let color = Attachment::color(drawn.gpu_texture.clone());
    let framebuffer = server.create_frame_buffer(None, vec![color])?;
    Ok(framebuffer
        .read_pixels(ReadTarget::Color(0))
        .unwrap_or_default())
}

/// Lays the pixels of a user interface over those of a scene.
fn lay_over(scene: &mut [u8], ui: &[u8]) {
    for (below, above) in scene.chunks_exact_mut(4).zip(ui.chunks_exact(4)) {
        let alpha = u32::from(above[3]);
        for (below, above) in below.iter_mut().zip(above) {
            let sum = u32::from(*below) * (255 - alpha) + u32::from(*above) * alpha;
            *below = (sum / 255) as u8;
        }
    }
}

/// A render pass that reads back what has been drawn.
pub struct Picture {
    /// The user interface.
    ui: TextureResource,
    /// Red, green, blue and alpha of every pixel, from the bottom row up.
    pixels: Option<Vec<u8>>,
}

impl Picture {
    /// Takes a picture. It is complete after the next frame.
    pub fn take(
        ui: &UserInterface,
        renderer: &mut Renderer,
        resource_manager: &ResourceManager,
    ) -> Result<Rc<RefCell<Self>>, FrameworkError> {
        let picture = Self {
            ui: target(),
            pixels: None,
        };
        renderer.render_ui(UiRenderInfo {
            ui,
            render_target: Some(picture.ui.clone()),
            clear_color: Color::TRANSPARENT,
            resource_manager,
        })?;
        let picture = Rc::new(RefCell::new(picture));
        renderer.add_render_pass(picture.clone());
        Ok(picture)
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
        if let Some(pixels) = &mut self.pixels {
            lay_over(pixels, &read(&self.ui, context)?);
        }
        Ok(Default::default())
    }

    fn source_type_id(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}

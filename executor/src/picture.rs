//! A picture of the next frame, including the user interface.
//!
//! The engine cannot read back the buffer of the window. So the scene is drawn into a texture of
//! the requested size, and a last render pass draws the user interface over it and reads it back.

use crate::{arguments::Size, game::Game};
use fyrox::{
    core::{math::Rect, pool::Handle},
    graphics::{
        error::FrameworkError,
        framebuffer::{GpuFrameBuffer, ReadTarget},
        stats::RenderPassStatistics,
    },
    gui::draw::DrawingContext,
    renderer::{ui_renderer::UiRenderContext, Renderer, SceneRenderPass, SceneRenderPassContext},
    resource::texture::{TextureResource, TextureResourceExtension},
    scene::{camera::Camera, Scene},
};
use fyrox_flock::sim::files;
use std::{
    any::TypeId,
    cell::RefCell,
    io::{self, Write},
    path::Path,
    rc::Rc,
};

/// Makes the scene draw into a texture of the given size.
pub fn set_size(scene: &mut Scene, size: Size) {
    let target = TextureResource::new_render_target(size.width, size.height);
    scene.rendering_options.render_target = Some(target);
}

/// The cameras that draw the scene, in drawing order.
pub fn cameras(scene: &Scene) -> impl Iterator<Item = &Camera> {
    scene
        .graph
        .linear_iter()
        .filter(|node| node.is_globally_enabled())
        .filter_map(|node| node.cast::<Camera>())
        .filter(|camera| camera.is_enabled() && camera.render_target().is_none())
}

/// A picture of the next frame.
#[derive(Clone)]
pub struct Exposure(Rc<RefCell<Pass>>);

impl std::fmt::Debug for Exposure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Exposure")
    }
}

impl Exposure {
    /// Requests a picture of the scene with the user interfaces over it.
    pub fn begin(
        renderer: &mut Renderer,
        scene: Handle<Scene>,
        cameras: usize,
        size: Size,
        interfaces: Vec<DrawingContext>,
    ) -> Self {
        let pass = Rc::new(RefCell::new(Pass {
            scene,
            cameras,
            size,
            interfaces,
            pixels: None,
        }));
        renderer.add_render_pass(pass.clone());
        Self(pass)
    }

    /// Writes the picture as a PNG file. Returns false if the frame has not been drawn yet.
    pub fn save(&self, file: &Path) -> Result<bool, String> {
        let pass = self.0.borrow();
        match &pass.pixels {
            None => Ok(false),
            Some(rows) => write_png(file, pass.size, rows)
                .map(|()| true)
                .map_err(|error| format!("{} cannot be written: {error}", file.display())),
        }
    }
}

/// The render pass that draws the user interfaces and reads the frame back.
struct Pass {
    scene: Handle<Scene>,
    /// Number of cameras that have not drawn their part of the frame yet.
    cameras: usize,
    size: Size,
    interfaces: Vec<DrawingContext>,
    /// Red, green, blue and alpha of every pixel, from the bottom row up.
    pixels: Option<Vec<u8>>,
}

impl SceneRenderPass for Pass {
    fn on_ldr_render(
        &mut self,
        mut context: SceneRenderPassContext,
    ) -> Result<RenderPassStatistics, FrameworkError> {
        let has_own_target = context.observer.render_target.is_some();
        if context.scene_handle != self.scene || has_own_target || self.cameras == 0 {
            return Ok(Default::default());
        }
        self.cameras -= 1;
        if self.cameras > 0 {
            return Ok(Default::default());
        }
        let mut statistics = RenderPassStatistics::default();
        for interface in &self.interfaces {
            statistics += draw_interface(interface, self.size, &mut context)?;
        }
        self.pixels = Some(read(context.framebuffer)?);
        Ok(statistics)
    }

    fn source_type_id(&self) -> TypeId {
        TypeId::of::<Game>()
    }
}

fn draw_interface(
    interface: &DrawingContext,
    size: Size,
    context: &mut SceneRenderPassContext,
) -> Result<RenderPassStatistics, FrameworkError> {
    let Size { width, height } = size;
    context.ui_renderer.render(UiRenderContext {
        server: context.server,
        viewport: Rect::new(0, 0, width as i32, height as i32),
        frame_buffer: context.framebuffer,
        frame_width: width as f32,
        frame_height: height as f32,
        drawing_context: interface,
        renderer_resources: context.renderer_resources,
        texture_cache: context.texture_cache,
        uniform_buffer_cache: context.uniform_buffer_cache,
        render_pass_cache: context.shader_cache,
        uniform_memory_allocator: context.uniform_memory_allocator,
        resource_manager: context.resource_manager,
    })
}

fn read(framebuffer: &GpuFrameBuffer) -> Result<Vec<u8>, FrameworkError> {
    framebuffer
        .read_pixels(ReadTarget::Color(0))
        .ok_or_else(|| FrameworkError::Custom("the frame cannot be read back".to_string()))
}

/// Writes an opaque PNG file from rows in OpenGL's order, from the bottom up. An existing file is
/// replaced.
fn write_png(file: &Path, size: Size, pixels: &[u8]) -> io::Result<()> {
    files::replace(file, |out| Ok(encode_png(out, size, pixels)?))
}

fn encode_png(out: &mut dyn Write, size: Size, pixels: &[u8]) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(out, size.width, size.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let top_down: Vec<u8> = pixels
        .chunks_exact(size.width as usize * 4)
        .rev()
        .flat_map(|row| row.chunks_exact(4))
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&top_down)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_from_the_top_down() {
        let file = std::env::temp_dir().join(format!("executor-rows-{}.png", std::process::id()));
        let size = Size {
            width: 1,
            height: 2,
        };
        write_png(&file, size, &[1, 2, 3, 0, 4, 5, 6, 255]).unwrap();
        let decoder = png::Decoder::new(io::BufReader::new(std::fs::File::open(&file).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = [0; 6];
        reader.next_frame(&mut pixels).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(pixels, [4, 5, 6, 1, 2, 3]);
    }

    #[test]
    fn missing_folder_is_an_error() {
        let file = Path::new("/nonexistent-folder/picture.png");
        let size = Size {
            width: 1,
            height: 1,
        };
        assert!(write_png(file, size, &[0; 4]).is_err());
    }
}

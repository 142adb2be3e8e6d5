//! Compares a frame with and without levels of detail: the drawing time, and the difference of the
//! pictures.

use crate::difference::Difference;
use fyrox::{
    core::pool::Handle,
    graphics::{error::FrameworkError, framebuffer::ReadTarget, stats::RenderPassStatistics},
    renderer::{Renderer, SceneRenderPass, SceneRenderPassContext},
    scene::Scene,
};
use fyrox_flock::sim::files;
use serde::{Deserialize, Serialize};
use std::{
    any::TypeId,
    cell::RefCell,
    fmt, io,
    path::{Path, PathBuf},
    rc::Rc,
};

/// Number of frames before a picture, for compilation, uploads and the exposure to settle.
const SETTLE: u32 = 5;

/// The cost of a frame, and its red, green, blue and alpha from the bottom row up.
struct Taken {
    statistics: RenderPassStatistics,
    pixels: Vec<u8>,
}

/// Takes the two pictures.
pub struct Comparison {
    size: [u32; 2],
    frame: u32,
    reader: Rc<RefCell<Reader>>,
    taken: Vec<Taken>,
}

/// The action before the next frame.
pub enum Next {
    Wait,
    /// Draw all bodies at the finest level from now on.
    DrawFinest,
    End,
}

impl Comparison {
    pub fn new(scene: Handle<Scene>, size: [u32; 2], renderer: &mut Renderer) -> Self {
        let reader = Rc::new(RefCell::new(Reader {
            scene,
            is_wanted: false,
            pixels: None,
        }));
        renderer.add_render_pass(reader.clone());
        Self {
            size,
            frame: 0,
            reader,
            taken: Vec::new(),
        }
    }

    /// To be called before each frame, with the statistics of the previous frame.
    pub fn advance(&mut self, statistics: RenderPassStatistics) -> Next {
        self.frame += 1;
        let mut reader = self.reader.borrow_mut();
        reader.is_wanted = self.frame == SETTLE;
        let Some(pixels) = reader.pixels.take() else {
            return Next::Wait;
        };
        self.frame = 0;
        self.taken.push(Taken { statistics, pixels });
        match self.taken.len() {
            1 => Next::DrawFinest,
            _ => Next::End,
        }
    }

    /// The result, once both pictures are taken.
    pub fn savings(&self, boids: usize, renderer: String) -> Option<Savings> {
        let [levels, finest] = &self.taken[..] else {
            return None;
        };
        let both = [levels.statistics, finest.statistics];
        Some(Savings {
            boids,
            renderer,
            triangles: both.map(|it| it.triangles_rendered),
            draw_calls: both.map(|it| it.draw_calls),
            difference: Difference::of(&levels.pixels, &finest.pixels),
        })
    }

    /// Writes the pictures as PREFIX-levels.ppm and PREFIX-finest.ppm.
    pub fn save(&self, prefix: &Path) -> io::Result<()> {
        let [width, height] = self.size;
        for (taken, name) in self.taken.iter().zip(["levels", "finest"]) {
            let mut bytes = format!("P6 {width} {height} 255\n").into_bytes();
            let rows = taken.pixels.chunks_exact(4 * width as usize).rev();
            let pixels = rows.flat_map(|row| row.chunks_exact(4));
            bytes.extend(pixels.flat_map(|pixel| &pixel[..3]));
            let mut file = PathBuf::from(prefix).into_os_string();
            file.push(format!("-{name}.ppm"));
            files::write(file, bytes)?;
        }
        Ok(())
    }
}

/// What levels of detail save, and what they change.
#[derive(Debug, Deserialize, Serialize)]
pub struct Savings {
    pub boids: usize,
    pub renderer: String,
    /// Triangles in a frame with levels of detail, and without.
    pub triangles: [usize; 2],
    pub draw_calls: [usize; 2],
    pub difference: Difference,
}

impl fmt::Display for Savings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} boids on {}:", self.boids, self.renderer)?;
        for (index, name) in ["with", "without"].into_iter().enumerate() {
            writeln!(
                f,
                "{name} levels of detail: {} triangles, {} draw calls",
                self.triangles[index], self.draw_calls[index]
            )?;
        }
        let [levels, finest] = self.triangles;
        let ratio = finest as f32 / levels.max(1) as f32;
        write!(f, "{ratio:.1} times fewer triangles; {}", self.difference)
    }
}

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Comparison")
    }
}

/// The render pass that reads a frame back.
struct Reader {
    scene: Handle<Scene>,
    is_wanted: bool,
    pixels: Option<Vec<u8>>,
}

impl SceneRenderPass for Reader {
    fn on_ldr_render(
        &mut self,
        context: SceneRenderPassContext,
    ) -> Result<RenderPassStatistics, FrameworkError> {
        if self.is_wanted && context.scene_handle == self.scene {
            self.pixels = context.framebuffer.read_pixels(ReadTarget::Color(0));
        }
        Ok(RenderPassStatistics::default())
    }

    fn source_type_id(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}

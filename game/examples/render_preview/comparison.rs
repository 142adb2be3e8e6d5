//! Compares a frame with and without levels of detail: the drawing time, and the difference of the
//! pictures.

use fyrox::{
    core::pool::Handle,
    graphics::{error::FrameworkError, framebuffer::ReadTarget, stats::RenderPassStatistics},
    renderer::{Renderer, SceneRenderPass, SceneRenderPassContext},
    scene::Scene,
};
use fyrox_flock::sim::files;
use std::{
    any::TypeId,
    cell::RefCell,
    fmt, io,
    path::{Path, PathBuf},
    rc::Rc,
};

/// Number of frames before a picture, for compilation, uploads and the exposure to settle.
const SETTLE: u32 = 5;

/// Difference of a channel, of 255, above which a pixel counts as different.
const THRESHOLD: u8 = 16;

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

impl fmt::Debug for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Comparison")
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [levels, finest] = &self.taken[..] else {
            return Ok(());
        };
        for (taken, name) in [(levels, "with"), (finest, "without")] {
            let RenderPassStatistics {
                draw_calls,
                triangles_rendered,
            } = taken.statistics;
            writeln!(
                f,
                "{name} levels of detail: {triangles_rendered} triangles, {draw_calls} draw calls"
            )?;
        }
        let ratio = finest.statistics.triangles_rendered as f32
            / levels.statistics.triangles_rendered.max(1) as f32;
        let difference = Difference::of(&levels.pixels, &finest.pixels);
        write!(f, "{ratio:.1} times fewer triangles; {difference}")
    }
}

/// The difference of two pictures.
struct Difference {
    /// Root mean square and mean of the differences of channels, of 255.
    rms: f64,
    mean: f64,
    /// Fraction of the pixels that differ by more than the threshold.
    share: f64,
}

impl Difference {
    fn of(one: &[u8], other: &[u8]) -> Self {
        let (mut squares, mut sum, mut different) = (0.0, 0.0, 0.0);
        for (a, b) in one.chunks_exact(4).zip(other.chunks_exact(4)) {
            let channels = a[..3].iter().zip(&b[..3]);
            for (&a, &b) in channels.clone() {
                let difference = f64::from(a) - f64::from(b);
                squares += difference * difference;
                sum += difference;
            }
            let most = channels.map(|(a, &b)| a.abs_diff(b)).max();
            different += f64::from(u8::from(most > Some(THRESHOLD)));
        }
        let pixels = (one.len() / 4).max(1) as f64;
        Self {
            rms: (squares / (3.0 * pixels)).sqrt(),
            mean: sum / (3.0 * pixels),
            share: different / pixels,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "the pictures differ by {:.2} of 255 (RMS; mean {:+.3}), {:.2}% of the pixels by more than {THRESHOLD}",
            self.rms,
            self.mean,
            100.0 * self.share
        )
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

//! The mean time of frames.

use crate::options::Options;
use fyrox::{graphics::stats::RenderPassStatistics, renderer::Renderer};
use serde::{Deserialize, Serialize};
use std::{fmt, time::Instant};

const WARM_UP_FRAMES: u32 = 5;

/// Sums over the frames, without the first frames, in which shaders are compiled and data is
/// uploaded.
#[derive(Debug, Default)]
pub struct Measured {
    warm_up: u32,
    first: Option<Instant>,
    frames: u32,
    render_seconds: f32,
    move_seconds: f32,
    moves: u32,
}

impl Measured {
    /// Counts a move of all bodies.
    pub fn add_move(&mut self, began: Instant) {
        if self.first.is_some() {
            self.move_seconds += began.elapsed().as_secs_f32();
            self.moves += 1;
        }
    }

    /// Counts a frame before it is drawn. True if so many frames have been measured.
    pub fn add_frame(&mut self, renderer: Option<&Renderer>, wanted: Option<u32>) -> bool {
        if self.warm_up < WARM_UP_FRAMES {
            self.warm_up += 1;
            return false;
        }
        self.first.get_or_insert_with(Instant::now);
        // Of the previous frame.
        let seconds = renderer.map(|it| it.get_statistics().pure_frame_time);
        self.render_seconds += seconds.unwrap_or_default();
        let is_enough = wanted == Some(self.frames);
        self.frames += u32::from(!is_enough);
        is_enough
    }

    /// The means so far.
    pub fn means(
        &self,
        options: &Options,
        renderer: String,
        geometry: RenderPassStatistics,
    ) -> Frames {
        let mean = |seconds: f32, count: u32| 1000.0 * seconds / count.max(1) as f32;
        let seconds = self
            .first
            .map_or(0.0, |first| first.elapsed().as_secs_f32());
        Frames {
            boids: options.boids,
            are_meshes: options.meshes,
            renderer,
            draw_calls: geometry.draw_calls,
            triangles: geometry.triangles_rendered,
            frames: self.frames,
            frame_ms: mean(seconds, self.frames),
            renderer_ms: mean(self.render_seconds, self.frames),
            move_ms: mean(self.move_seconds, self.moves),
        }
    }
}

/// The mean cost of frames.
#[derive(Debug, Deserialize, Serialize)]
pub struct Frames {
    pub boids: usize,
    /// Whether the bodies are mesh nodes instead of a flock.
    pub are_meshes: bool,
    pub renderer: String,
    pub draw_calls: usize,
    pub triangles: usize,
    pub frames: u32,
    pub frame_ms: f32,
    /// The part of the engine's renderer in `frame_ms`.
    pub renderer_ms: f32,
    /// Moving the bodies.
    pub move_ms: f32,
}

impl fmt::Display for Frames {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let kind = if self.are_meshes {
            "mesh nodes"
        } else {
            "a flock"
        };
        write!(
            f,
            "boids {} as {kind} on {}: {} draw calls, {} triangles, frame {:.1} ms, of which renderer {:.1} ms; \
             moving them {:.2} ms; {} frames",
            self.boids,
            self.renderer,
            self.draw_calls,
            self.triangles,
            self.frame_ms,
            self.renderer_ms,
            self.move_ms,
            self.frames
        )
    }
}

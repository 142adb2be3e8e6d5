//! Cost of a frame.

use fyrox::renderer::stats::Statistics;
use fyrox_flock::sim;
use std::{
    collections::BTreeSet,
    fmt::{Display, Formatter},
    time::Instant,
};

/// Number of frames that are not measured: the first frames compile shaders and upload textures.
const WARM_UP: u32 = 10;

/// Times and counts over all frames after the warm-up.
#[derive(Debug, Default)]
pub struct Measure {
    /// Number of frames, including the warm-up.
    seen: u32,
    began: Option<Instant>,
    seconds: f64,
    render_seconds: f64,
    draw_calls: u64,
    triangles: u64,
    step_milliseconds: f64,
    boids: u64,
    /// Names of the GPUs that simulate flocks.
    adapters: BTreeSet<String>,
    most_frames_late: u32,
    latency_milliseconds: f64,
}

impl Measure {
    /// Records the start of a frame. The renderer's statistics are those of the previous frame, so
    /// the first call after the warm-up only starts the clock.
    pub fn frame<'a>(
        &mut self,
        renderer: &Statistics,
        flocks: impl Iterator<Item = &'a sim::Flock>,
    ) {
        self.seen += 1;
        if self.seen <= WARM_UP {
            return;
        }
        let Some(began) = self.began else {
            self.began = Some(Instant::now());
            return;
        };
        self.seconds = began.elapsed().as_secs_f64();
        self.render_seconds += f64::from(renderer.pure_frame_time);
        self.draw_calls += renderer.geometry.draw_calls as u64;
        self.triangles += renderer.geometry.triangles_rendered as u64;
        self.boids = 0;
        for flock in flocks {
            let statistics = flock.statistics();
            self.boids += statistics.boids as u64;
            self.step_milliseconds += f64::from(statistics.step_milliseconds);
            if let Some(adapter) = flock.adapter() {
                if !self.adapters.contains(adapter) {
                    self.adapters.insert(adapter.to_string());
                }
                self.most_frames_late = self.most_frames_late.max(statistics.frames_late);
                self.latency_milliseconds += f64::from(statistics.latency_milliseconds);
            }
        }
    }

    /// Number of frames measured so far.
    pub fn frames(&self) -> u32 {
        self.seen.saturating_sub(WARM_UP + 1)
    }
}

impl Display for Measure {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let frames = self.frames();
        let mean = |sum: f64| sum / f64::from(frames.max(1));
        writeln!(f, "frames {frames}")?;
        writeln!(f, "frame ms {:.3}", mean(self.seconds * 1e3))?;
        writeln!(f, "render ms {:.3}", mean(self.render_seconds * 1e3))?;
        writeln!(f, "draw calls {:.1}", mean(self.draw_calls as f64))?;
        writeln!(f, "triangles {:.0}", mean(self.triangles as f64))?;
        writeln!(f, "boids {}", self.boids)?;
        writeln!(
            f,
            "simulation ms per step {:.3}",
            mean(self.step_milliseconds)
        )?;
        for adapter in &self.adapters {
            writeln!(f, "gpu {adapter}")?;
        }
        if !self.adapters.is_empty() {
            let latency = mean(self.latency_milliseconds);
            writeln!(f, "latency ms {latency:.3}")?;
            writeln!(f, "frames late at most {}", self.most_frames_late)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_the_warm_up_do_not_count() {
        let mut measure = Measure::default();
        let statistics = Statistics::default();
        for _ in 0..WARM_UP + 1 {
            measure.frame(&statistics, std::iter::empty());
        }
        assert_eq!(measure.frames(), 0);
        measure.frame(&statistics, std::iter::empty());
        assert_eq!(measure.frames(), 1);
        assert!(measure.to_string().starts_with("frames 1\nframe ms "));
    }
}

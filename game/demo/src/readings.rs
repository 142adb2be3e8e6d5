//! The values of a scene's flocks in the panel.

use crate::happenings::Happenings;
use fyrox::scene::Scene;
use fyrox_flock::{
    sim::{settings::Backend, statistics::Statistics, Settings},
    Flock,
};

/// The values of a scene's flocks in the panel: counters and times summed over all flocks, and the
/// settings of the first flock.
#[derive(Debug, Default)]
pub struct Readings {
    /// Time for which a flock has been waiting for the geometry of the level or for a GPU, in
    /// seconds.
    waiting: Option<f32>,
    boids: usize,
    step_milliseconds: f32,
    contacts_per_second: f32,
    rays_per_step: f32,
    rescued: u64,
    perched: usize,
    /// `None` if no flock checks for crossings.
    crossings: Option<u64>,
    settings: Option<Settings>,
    /// True if a flock is simulated on the GPU.
    is_on_gpu: bool,
    frames_late: u32,
    latency_milliseconds: f32,
}

impl Readings {
    /// Reads the flocks of a scene, which may have none.
    pub fn of(scene: &Scene) -> Self {
        let mut readings = Self::default();
        for node in scene.graph.linear_iter() {
            for flock in node.try_get_scripts::<Flock>() {
                readings.settings.get_or_insert_with(|| flock.settings());
                let geometry = flock.awaited_geometry();
                let waiting = geometry.map(|it| it.seconds()).or(flock.awaited_gpu());
                readings.waiting = readings.waiting.or(waiting);
                if let Some(simulation) = flock.running() {
                    let checks = simulation.settings().collision.check_crossings;
                    readings.add(&simulation.statistics(), checks);
                    let perches = simulation.perches();
                    let taken = perches.filter_map(|(id, _)| Some(simulation.perch_use(id)?.taken));
                    readings.perched += taken.sum::<usize>();
                    readings.is_on_gpu |= simulation.adapter().is_some();
                }
            }
        }
        readings
    }

    fn add(&mut self, statistics: &Statistics, checks_crossings: bool) {
        self.boids += statistics.boids;
        self.step_milliseconds += statistics.step_milliseconds;
        self.contacts_per_second += statistics.contacts_per_second;
        self.rays_per_step += statistics.rays_per_step;
        self.rescued += statistics.rescued;
        self.frames_late = self.frames_late.max(statistics.frames_late);
        self.latency_milliseconds = self
            .latency_milliseconds
            .max(statistics.latency_milliseconds);
        if checks_crossings {
            *self.crossings.get_or_insert(0) += statistics.crossings;
        }
    }

    /// Values in the order of the panel's rows; a dash for a row without a value.
    pub fn values(
        &self,
        frames_per_second: Option<usize>,
        happenings: &Happenings,
    ) -> [String; 15] {
        let dash = || "-".to_string();
        let setting =
            |text: fn(&Settings) -> String| self.settings.as_ref().map_or_else(dash, text);
        [
            match self.waiting {
                Some(seconds) => format!("loading, {seconds:.0} s"),
                None => grouped(self.boids as u64),
            },
            frames_per_second.map_or_else(dash, |frames| grouped(frames as u64)),
            format!("{:.2} ms", self.step_milliseconds),
            format!("{} /s", rounded(self.contacts_per_second)),
            format!("{} /step", rounded(self.rays_per_step)),
            grouped(self.rescued),
            self.crossings.map_or_else(dash, grouped),
            grouped(self.perched as u64),
            format!("{} /s", grouped(happenings.alarms())),
            grouped(happenings.caught()),
            self.settings.as_ref().map_or_else(dash, |settings| {
                self.backend_name(settings.simulation.backend).to_string()
            }),
            if self.is_on_gpu {
                format!(
                    "{} frame{}, {:.0} ms",
                    self.frames_late,
                    if self.frames_late == 1 { "" } else { "s" },
                    self.latency_milliseconds
                )
            } else {
                dash()
            },
            setting(|settings| format!("{:.1}", settings.cohesion.weight)),
            setting(|settings| format!("{:.1}", settings.separation.weight)),
            setting(|settings| format!("{:.1}", settings.alignment.weight)),
        ]
    }

    /// Name of the backend in use: all threads if the GPU is selected but there is none.
    fn backend_name(&self, backend: Backend) -> &'static str {
        match backend {
            _ if self.is_on_gpu => "GPU",
            Backend::SingleThread => "one thread",
            _ => "all threads",
        }
    }
}

fn rounded(rate: f32) -> String {
    grouped(rate.round() as u64)
}

/// Groups the digits of a number by threes, with commas.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(readings: &Readings, frames_per_second: Option<usize>) -> [String; 15] {
        readings.values(frames_per_second, &Happenings::default())
    }

    #[test]
    fn digits_are_grouped() {
        let numbers = [
            (0, "0"),
            (999, "999"),
            (2000, "2,000"),
            (1234567, "1,234,567"),
        ];
        for (number, text) in numbers {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn scene_without_a_flock_reads_as_dashes() {
        let readings = Readings::of(&Scene::new());
        let values = values(&readings, None);
        let (measured, settings) = values.split_at(10);
        let rates = [
            "0", "-", "0.00 ms", "0 /s", "0 /step", "0", "-", "0", "0 /s", "0",
        ];
        assert_eq!(measured, rates);
        assert_eq!(settings, ["-"; 5]);
    }

    #[test]
    fn backend_and_latency_are_shown() {
        let mut readings = Readings {
            settings: Some(Settings::default()),
            ..Readings::default()
        };
        let of = |readings: &Readings| {
            let values = values(readings, None);
            [values[10].clone(), values[11].clone()]
        };
        assert_eq!(of(&readings), ["all threads", "-"]);
        readings.is_on_gpu = true;
        let statistics = Statistics {
            frames_late: 2,
            latency_milliseconds: 21.4,
            ..Statistics::default()
        };
        readings.add(&statistics, false);
        assert_eq!(of(&readings), ["GPU", "2 frames, 21 ms"]);
    }

    #[test]
    fn flocks_are_counted_together() {
        let mut readings = Readings::default();
        let statistics = Statistics {
            boids: 700,
            contacts_per_second: 2.4,
            rays_per_step: 600.0,
            rescued: 3,
            crossings: 0,
            ..Statistics::default()
        };
        readings.add(&statistics, false);
        assert_eq!(values(&readings, None)[6], "-");
        readings.add(&statistics, true);
        let values = values(&readings, Some(60));
        let expected = ["1,400", "60", "0.00 ms", "5 /s", "1,200 /step", "6", "0"];
        assert_eq!(&values[..7], expected);
    }
}

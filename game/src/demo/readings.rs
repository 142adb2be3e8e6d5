//! What the panel says about the flocks of a scene.

use crate::Flock;
use flock_sim::{Driver, Settings, Statistics};
use fyrox::scene::Scene;

/// What the panel says about the flocks of a scene: counts and times of all of them together, settings of the first.
#[derive(Debug, Default)]
pub struct Readings {
    boids: usize,
    step_milliseconds: f32,
    contacts_per_second: f32,
    rays_per_step: f32,
    delayed_looks_per_step: f32,
    rescued: u64,
    /// None while no flock looks for them.
    crossings: Option<u64>,
    settings: Option<Settings>,
}

impl Readings {
    /// Reads the flocks of a scene. A scene may have none.
    pub fn of(scene: &Scene) -> Self {
        let mut readings = Self::default();
        for node in scene.graph.linear_iter() {
            for flock in node.try_get_scripts::<Flock>() {
                readings.settings.get_or_insert_with(|| flock.settings());
                if let Some(simulation) = flock.running() {
                    let checks = simulation.settings().collision.check_crossings;
                    readings.add(&simulation.statistics(), checks);
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
        self.delayed_looks_per_step += statistics.delayed_looks_per_step;
        self.rescued += statistics.rescued;
        if checks_crossings {
            *self.crossings.get_or_insert(0) += statistics.crossings;
        }
    }

    /// The values in the order of the panel's rows; a dash where there is nothing to say.
    pub fn values(&self, frames_per_second: Option<usize>) -> [String; 12] {
        let dash = || "-".to_string();
        let setting =
            |text: fn(&Settings) -> String| self.settings.as_ref().map_or_else(dash, text);
        [
            grouped(self.boids as u64),
            frames_per_second.map_or_else(dash, |frames| grouped(frames as u64)),
            format!("{:.2} ms", self.step_milliseconds),
            format!("{} /s", rounded(self.contacts_per_second)),
            format!("{} /step", rounded(self.rays_per_step)),
            format!("{} /step", rounded(self.delayed_looks_per_step)),
            grouped(self.rescued),
            self.crossings.map_or_else(dash, grouped),
            setting(|settings| driver_name(settings.simulation.driver).to_string()),
            setting(|settings| format!("{:.1}", settings.cohesion.weight)),
            setting(|settings| format!("{:.1}", settings.separation.weight)),
            setting(|settings| format!("{:.1}", settings.alignment.weight)),
        ]
    }
}

fn driver_name(driver: Driver) -> &'static str {
    match driver {
        Driver::SingleThread => "one thread",
        Driver::AllThreads => "all threads",
        Driver::Gpu => "graphics card",
        Driver::Automatic => "automatic",
    }
}

fn rounded(rate: f32) -> String {
    grouped(rate.round() as u64)
}

/// A number with a comma between each three digits.
fn grouped(number: u64) -> String {
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
        let values = readings.values(None);
        let (measured, settings) = values.split_at(8);
        let rates = ["0", "-", "0.00 ms", "0 /s", "0 /step", "0 /step", "0", "-"];
        assert_eq!(measured, rates);
        assert_eq!(settings, ["-"; 4]);
    }

    #[test]
    fn flocks_are_counted_together() {
        let mut readings = Readings::default();
        let statistics = Statistics {
            boids: 700,
            contacts_per_second: 2.4,
            rays_per_step: 600.0,
            delayed_looks_per_step: 1.5,
            rescued: 3,
            crossings: 0,
            ..Statistics::default()
        };
        readings.add(&statistics, false);
        assert_eq!(readings.values(None)[7], "-");
        readings.add(&statistics, true);
        let values = readings.values(Some(60));
        let expected = [
            "1,400",
            "60",
            "0.00 ms",
            "5 /s",
            "1,200 /step",
            "3 /step",
            "6",
            "0",
        ];
        assert_eq!(&values[..8], expected);
    }
}

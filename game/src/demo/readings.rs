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
                    readings.add(&simulation.statistics());
                }
            }
        }
        readings
    }

    fn add(&mut self, statistics: &Statistics) {
        self.boids += statistics.boids;
        self.step_milliseconds += statistics.step_milliseconds;
        self.contacts_per_second += statistics.contacts_per_second;
    }

    /// The values in the order of the panel's rows; a dash where there is nothing to say.
    pub fn values(&self, frames_per_second: Option<usize>) -> [String; 8] {
        let dash = || "-".to_string();
        let setting =
            |text: fn(&Settings) -> String| self.settings.as_ref().map_or_else(dash, text);
        [
            grouped(self.boids),
            frames_per_second.map_or_else(dash, grouped),
            format!("{:.2} ms", self.step_milliseconds),
            format!("{:.0} /s", self.contacts_per_second),
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
    }
}

/// A number with a comma between each three digits.
fn grouped(number: usize) -> String {
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
        assert_eq!(values, ["0", "-", "0.00 ms", "0 /s", "-", "-", "-", "-"]);
    }
}

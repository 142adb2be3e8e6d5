//! The figures of a flock, as text.

use fyrox_flock::sim::{
    perches::PerchUse,
    statistics::{Measures, Statistics},
    Flock,
};

/// The figures of a flock at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    /// Counters and times of the simulation.
    pub statistics: Statistics,
    /// Speeds, order, distances and neighbours.
    pub measures: Measures,
    /// Name of the GPU that simulates the flock, if one does.
    pub adapter: Option<String>,
    /// The time budget of the steps of a frame. `None` if there is no limit.
    pub budget: Option<BudgetUse>,
    /// Number of spots on all perches of the flock, free and taken. `None` without perches.
    pub perches: Option<PerchUse>,
    /// Name of the node in whose frame the flock lives. `None` in the world.
    pub frame: Option<String>,
}

/// How a flock keeps its time budget.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BudgetUse {
    /// The budget, in milliseconds.
    pub milliseconds: f32,
    /// Factor by which the distances of the level of detail are divided.
    pub coarseness: f32,
    /// True if a frame makes at most one step.
    pub leaves_out_steps: bool,
}

impl BudgetUse {
    fn of(flock: &Flock) -> Option<Self> {
        Some(Self {
            milliseconds: flock.budget()?,
            coarseness: flock.coarseness(),
            leaves_out_steps: flock.leaves_out_steps(),
        })
    }

    fn text(&self) -> String {
        let mut text = format!("{:.2} ms", self.milliseconds);
        if self.coarseness > 1.0 {
            text += &format!(", detail distances / {:.1}", self.coarseness);
        }
        if self.leaves_out_steps {
            text += ", at most one step a frame";
        }
        text
    }
}

impl Readings {
    /// Reads the figures, without the name of a node, which the simulation does not know. Cost: about
    /// that of ten steps.
    pub fn of(flock: &Flock) -> Self {
        Self {
            statistics: flock.statistics(),
            measures: flock.measure(),
            adapter: flock.adapter().map(str::to_owned),
            budget: BudgetUse::of(flock),
            perches: perch_use(flock),
            frame: None,
        }
    }
}

fn perch_use(flock: &Flock) -> Option<PerchUse> {
    let used = flock.perches().filter_map(|(id, _)| flock.perch_use(id));
    used.reduce(|a, b| PerchUse {
        free: a.free + b.free,
        reserved: a.reserved + b.reserved,
        taken: a.taken + b.taken,
        gone: a.gone + b.gone,
    })
}

impl Readings {
    /// Names and values, a pair for each line.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let (s, m) = (&self.statistics, &self.measures);
        let (slow, mean, fast) = (m.min_speed, m.mean_speed, m.max_speed);
        let (least, nearest) = (m.min_nearest, m.mean_nearest);
        let rays = s.rays_per_step / s.boids.max(1) as f32;
        let latency = s.latency_milliseconds;
        let backend = match &self.adapter {
            Some(adapter) => format!("{adapter}, {latency:.0} ms late"),
            None => "CPU".into(),
        };
        let mut lines = vec![
            ("boids", s.boids.to_string()),
            ("not placed", s.not_placed.to_string()),
            ("step", format!("{:.2} ms", s.step_milliseconds)),
            ("speed", format!("{mean:.2} m/s, {slow:.2} to {fast:.2}")),
            ("neighbours", format!("{:.1}", m.mean_neighbours)),
            (
                "nearest boid",
                format!("{nearest:.3} m, at least {least:.3} m"),
            ),
            ("polarisation", format!("{:.2}", m.polarisation)),
            ("milling", format!("{:.2}", m.milling)),
            ("rays", format!("{rays:.2} per boid and step")),
            (
                "contacts",
                format!("{:.1} per second", s.contacts_per_second),
            ),
            ("rescued", s.rescued.to_string()),
            ("crossings", s.crossings.to_string()),
            ("backend", backend),
        ];
        if let Some(frame) = &self.frame {
            lines.push(("lives in", frame.clone()));
        }
        if let Some(budget) = &self.budget {
            lines.push(("budget", budget.text()));
        }
        if let Some(used) = &self.perches {
            let perches = format!("{} taken, {} free", used.taken + used.reserved, used.free);
            lines.push(("perches", perches));
        }
        if m.panicked > 0 {
            let (speed, fit) = (m.panic_speed, m.panic_fit);
            let wave = format!("{} boids, {speed:.1} m/s, R² {fit:.2}", m.panicked);
            lines.push(("panic wave", wave));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::Settings;

    #[test]
    fn figures_are_those_of_the_flock() {
        let flock = Flock::new(Settings::default(), Default::default(), Default::default());
        let mut flock = flock.unwrap();
        flock.step();
        let readings = Readings::of(&flock);
        assert_eq!(readings.statistics, flock.statistics());
        assert_eq!(readings.measures, flock.measure());
        let lines = readings.lines();
        assert_eq!(lines[0], ("boids", "1000".into()));
        assert_eq!(lines.last(), Some(&("backend", "CPU".into())));
        let in_frame = Readings {
            frame: Some("Ship".into()),
            ..readings
        };
        assert_eq!(in_frame.lines().last(), Some(&("lives in", "Ship".into())));
        flock.set_budget(Some(2.5)).unwrap();
        flock.set_coarseness(1.5).unwrap();
        let lines = Readings::of(&flock).lines();
        let budget = "2.50 ms, detail distances / 1.5";
        assert_eq!(lines.last(), Some(&("budget", budget.into())));
        let exceeded = BudgetUse {
            milliseconds: 0.7,
            coarseness: 1.0,
            leaves_out_steps: true,
        };
        assert_eq!(exceeded.text(), "0.70 ms, at most one step a frame");
    }
}

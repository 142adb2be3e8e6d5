//! The figures of a flock, as text.

use fyrox_flock::sim::{Flock, Measures, Statistics};
use std::fmt;

/// The figures of a flock at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Readings {
    /// Counters and times.
    pub statistics: Statistics,
    /// Speeds, order, distances and neighbours.
    pub measures: Measures,
    /// Name of the GPU that simulates the flock, if one does.
    pub adapter: Option<String>,
}

impl Readings {
    /// Takes the figures. Takes time for each boid, about as much as a step.
    pub fn of(flock: &Flock) -> Self {
        Self {
            statistics: flock.statistics(),
            measures: flock.measure(),
            adapter: flock.adapter().map(str::to_owned),
        }
    }
}

impl fmt::Display for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (s, m) = (&self.statistics, &self.measures);
        writeln!(f, "boids            {}", s.boids)?;
        writeln!(f, "not placed       {}", s.not_placed)?;
        writeln!(f, "step             {:.2} ms", s.step_milliseconds)?;
        let (slow, mean, fast) = (m.min_speed, m.mean_speed, m.max_speed);
        writeln!(f, "speed            {mean:.2} m/s ({slow:.2} to {fast:.2})")?;
        writeln!(f, "neighbours       {:.1}", m.mean_neighbours)?;
        let (least, nearest) = (m.min_nearest, m.mean_nearest);
        writeln!(f, "nearest boid     {nearest:.3} m (least {least:.3})")?;
        writeln!(f, "polarisation     {:.2}", m.polarisation)?;
        writeln!(f, "milling          {:.2}", m.milling)?;
        let per_boid = s.rays_per_step / s.boids.max(1) as f32;
        writeln!(f, "rays             {per_boid:.2} per boid and step")?;
        writeln!(
            f,
            "contacts         {:.1} per second",
            s.contacts_per_second
        )?;
        writeln!(f, "rescued          {}", s.rescued)?;
        writeln!(f, "crossings        {}", s.crossings)?;
        let latency = s.latency_milliseconds;
        match &self.adapter {
            Some(adapter) => write!(f, "driver           {adapter}, {latency:.0} ms late"),
            None => write!(f, "driver           CPU"),
        }
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
        let text = readings.to_string();
        assert!(text.contains("boids            1000\n"), "{text}");
        assert!(text.ends_with("driver           CPU"), "{text}");
    }
}

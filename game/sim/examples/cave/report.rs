//! What a measurement says.

use crate::{
    crossings::Crossings,
    scene::Scene,
    turns::{Measured, Turns},
};
use flock_sim::statistics::StepShares;
use std::fmt;

/// Flocks whose numbers of neighbours differ by more than this share are not the same work.
const ALIKE: f32 = 0.05;

pub struct Report {
    pub scene: Scene,
    pub processor: String,
    pub turns: Turns,
    pub crossings: Crossings,
}

impl Report {
    pub fn json(&self) -> String {
        let Self {
            turns, crossings, ..
        } = self;
        format!(
            "{{\"triangles\":{},\"processor\":\"{}\",\"steps\":{},\"ratio\":{:.4},\"inside\":{},\"open\":{},\"checked_moves\":{},\
             \"crossings\":{},\"crossings_by_judge\":{}}}",
            self.scene.triangles(),
            self.processor,
            turns.steps,
            turns.ratio(),
            self.json_of(&turns.inside),
            self.json_of(&turns.open),
            crossings.moves,
            crossings.by_flock,
            crossings.by_judge
        )
    }

    fn json_of(&self, measured: &Measured) -> String {
        let shares = parts(&measured.statistics.shares);
        let shares = shares.map(|(name, share)| format!("\"{name}\":{share:.3}"));
        format!(
            "{{\"boids\":{},\"ms_per_step\":{:.4},\"boid_steps_per_second\":{:.0},\"neighbours_per_boid\":{:.2},\
             \"mean_speed\":{:.3},\"rays_per_boid_step\":{:.4},\"delayed_looks\":{},\"contacts\":{},\"rescued\":{},\
             \"shares\":{{{}}}}}",
            measured.boids,
            self.milliseconds(measured),
            self.boid_steps(measured) / measured.seconds,
            measured.neighbours(),
            measured.speed,
            measured.rays as f64 / self.boid_steps(measured),
            measured.delayed_looks,
            measured.contacts,
            measured.statistics.rescued,
            shares.join(",")
        )
    }

    fn boid_steps(&self, measured: &Measured) -> f64 {
        measured.boids as f64 * f64::from(self.turns.steps)
    }

    /// Milliseconds of a step.
    pub fn milliseconds(&self, measured: &Measured) -> f64 {
        measured.seconds * 1e3 / f64::from(self.turns.steps)
    }

    fn line(&self, name: &str, measured: &Measured) -> String {
        format!(
            "{name:>8}: {:.3} ms per step, {:.2} million boid-steps/s, {:.1} neighbours per boid, {:.2} m/s",
            self.milliseconds(measured),
            self.boid_steps(measured) / measured.seconds / 1e6,
            measured.neighbours(),
            measured.speed
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Turns {
            steps,
            inside,
            open,
        } = &self.turns;
        let (boids, processor) = (inside.boids, &self.processor);
        writeln!(f, "{boids} boids, {processor}, {steps} steps of each")?;
        for (name, measured) in [("cave", inside), ("open", open)] {
            let shares = parts(&measured.statistics.shares)
                .map(|(name, share)| format!("{name} {:.0}%", share * 100.0));
            writeln!(f, "{}", self.line(name, measured))?;
            writeln!(f, "{:>9} {}", "", shares.join(", "))?;
        }
        writeln!(f, "   ratio: {:.3}", self.turns.ratio())?;
        let more = inside.neighbours() / open.neighbours().max(f32::MIN_POSITIVE) - 1.0;
        if more.abs() > ALIKE {
            let percent = more * 100.0;
            writeln!(
                f,
                "   (not quite the same work: {percent:+.0}% neighbours in the cave)"
            )?;
        }
        writeln!(
            f,
            "    rays: {:.4} per boid and step, {} looks put off",
            inside.rays as f64 / self.boid_steps(inside),
            inside.delayed_looks
        )?;
        writeln!(
            f,
            "contacts: {}, {:.4} per boid and second; rescued: {}",
            inside.contacts,
            inside.contacts as f64 / self.boid_steps(inside) * 60.0,
            inside.statistics.rescued
        )?;
        let crossings = &self.crossings;
        write!(
            f,
            "crossings: {} by the flock's own check, {} by an independent one, in {} moves of {} further steps",
            crossings.by_flock, crossings.by_judge, crossings.moves, crossings.steps
        )
    }
}

fn parts(shares: &StepShares) -> [(&'static str, f32); 6] {
    [
        ("sorting", shares.sorting),
        ("neighbours", shares.neighbours),
        ("motion", shares.motion),
        ("sight", shares.sight),
        ("geometry", shares.geometry),
        ("poses", shares.poses),
    ]
}

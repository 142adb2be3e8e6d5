//! How near a step comes to the limits of the machine: the bandwidth of its memory, and the
//! arithmetic of its cores, both measured here.

mod machine;

use crate::{report::neighbours_per_boid, subject::Subject, workload::Workload, Result};
use serde::Serialize;
use std::fmt;

/// Floating-point operations for each boid and neighbour at least: offset (3), squared distance (5),
/// three comparisons, and nine additions to the sums.
const OPERATIONS_PER_NEIGHBOUR: f64 = 20.0;

/// Bytes that the parts of a step move for each boid at least: every array that a part needs is read
/// or written once. The neighbours' data come from the caches again and again.
const BYTES: [(&str, f64); 4] = [
    // Bounds 12, cells 12 + 4, counting 4, order and cells 4 + 8, gathering 4 + 2 * 52.
    ("sorting", 152.0),
    // Positions, velocities and slots; the wishes stay in the cache.
    ("neighbours and rules", 28.0),
    // New positions and velocities.
    ("steering, limits, boundary", 24.0),
    // Orientation, phase and variation, read and written, and the slots.
    ("poses", 52.0),
];

/// A step beside the limits of the machine.
#[derive(Serialize)]
pub struct Limits {
    boids: usize,
    threads: usize,
    ms_per_step: f64,
    neighbours_per_boid: f64,
    /// Bytes that all threads together read and write in a second, when they copy.
    pub bytes_per_second: f64,
    /// Floating-point operations that all threads together make in a second.
    pub operations_per_second: f64,
    pub parts: Vec<Part>,
}

/// A part of a step.
#[derive(Serialize)]
pub struct Part {
    pub part: &'static str,
    pub ms: f64,
    pub bytes_per_boid: f64,
    pub share_of_bandwidth: f64,
    /// Share of the arithmetic of all threads, where the operations are known.
    pub share_of_arithmetic: Option<f64>,
}

/// Measures the machine, and then the parts of so many steps of a single flock.
pub fn measure(workload: &Workload, threads: usize, steps: u32) -> Result<Limits> {
    let bytes_per_second = machine::bandwidth();
    let operations_per_second = machine::arithmetic(threads);
    let mut subject = Subject::new(workload, threads)?;
    let ms_per_step = 1e3 * subject.seconds(steps)? / f64::from(steps);
    let [flock] = subject.flocks()[..] else {
        return Err("the limits are those of a single flock".into());
    };
    let boids = flock.len() as f64;
    let neighbours_per_boid = neighbours_per_boid(flock);
    let operations = boids * neighbours_per_boid * OPERATIONS_PER_NEIGHBOUR;
    let shares = flock.statistics().shares;
    let parts = [
        (shares.sorting, None),
        (shares.neighbours, Some(operations)),
        (shares.motion, None),
        (shares.poses, None),
    ];
    let parts = BYTES.into_iter().zip(parts);
    let parts = parts.map(|((part, bytes_per_boid), (share, operations))| {
        let ms = ms_per_step * f64::from(share);
        let share_of = |count: f64, per_second: f64| count / (ms / 1e3) / per_second;
        Part {
            part,
            ms,
            bytes_per_boid,
            share_of_bandwidth: share_of(boids * bytes_per_boid, bytes_per_second),
            share_of_arithmetic: operations.map(|it| share_of(it, operations_per_second)),
        }
    });
    Ok(Limits {
        boids: flock.len(),
        threads,
        ms_per_step,
        neighbours_per_boid,
        bytes_per_second,
        operations_per_second,
        parts: parts.collect(),
    })
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "{} boids, {} threads: {:.3} ms a step; the machine copies {:.1} GB/s and makes {:.0} billion operations a second",
            self.boids,
            self.threads,
            self.ms_per_step,
            self.bytes_per_second / 1e9,
            self.operations_per_second / 1e9
        )?;
        for part in &self.parts {
            write!(
                f,
                "{:>26}: {:.3} ms, {:.0} bytes a boid, {:.0}% of the bandwidth",
                part.part,
                part.ms,
                part.bytes_per_boid,
                100.0 * part.share_of_bandwidth
            )?;
            if let Some(share) = part.share_of_arithmetic {
                write!(f, ", {:.0}% of the arithmetic", 100.0 * share)?;
            }
            writeln!(f)?;
        }
        write!(
            f,
            "{:.1} neighbours a boid of {OPERATIONS_PER_NEIGHBOUR} operations each",
            self.neighbours_per_boid
        )
    }
}

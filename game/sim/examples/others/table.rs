//! The results as tables and as JSON.

use crate::{
    contenders::{names, Processor, OURS},
    measure::Times,
};
use flock_testkit::figures::{digits, machine, with_commas};
use std::fmt::Write;

/// The results of one number of boids.
pub struct Results {
    pub boids: usize,
    /// Neighbours per boid within the largest radius.
    pub neighbours: f64,
    pub threads: usize,
    pub gpu: Option<String>,
    pub times: Vec<Times>,
}

impl Results {
    /// One line for each program and processor.
    pub fn json(&self) -> String {
        let mut text = String::new();
        for times in &self.times {
            let processor = self.processor(times.processor);
            let _ = writeln!(
                text,
                "{{\"boids\":{},\"neighbours_per_boid\":{:.2},\"program\":\"{}\",\
                 \"processor\":\"{processor}\",\
                 \"least_ms_per_step\":{:.4},\"median_ms_per_step\":{:.4},\"times_ours\":{:.3}}}",
                self.boids, self.neighbours, times.name, times.least, times.median, times.ratio
            );
        }
        text
    }

    /// A table in Markdown, with one row for each program.
    pub fn table(&self) -> String {
        let boids = with_commas(self.boids);
        let all = self.processor(Processor::AllThreads);
        let mut text = format!(
            "| {boids} boids, {:.0} neighbours each | one thread, ms | median | times ours \
             | {all}, ms | median | times ours |\n|---|---|---|---|---|---|---|\n",
            self.neighbours
        );
        for name in names() {
            let one = self.cells(name, Processor::OneThread);
            let _ = writeln!(
                text,
                "| {name} {one} {} |",
                self.cells(name, Processor::AllThreads)
            );
            if name == OURS {
                let one = self.search(Processor::OneThread);
                let all = self.search(Processor::AllThreads);
                let _ = writeln!(
                    text,
                    "| its sorting, neighbour search and rules | {one} | | | {all} | | |"
                );
            }
        }
        text + &self.gpu_line()
    }

    fn gpu_line(&self) -> String {
        match (&self.gpu, self.times(OURS, Processor::Gpu)) {
            (Some(gpu), Some(times)) => format!(
                "\n{OURS} on the GPU {gpu}: {} ms, median {} ms.\n",
                digits(times.least),
                digits(times.median)
            ),
            _ => String::new(),
        }
    }

    fn times(&self, name: &str, processor: Processor) -> Option<&Times> {
        let mut times = self.times.iter();
        times.find(|it| it.name == name && it.processor == processor)
    }

    /// Least, median and ratio; empty where a program was not measured.
    fn cells(&self, name: &str, processor: Processor) -> String {
        let Some(times) = self.times(name, processor) else {
            return "| - | - | -".into();
        };
        let [least, median, ratio] = [times.least, times.median, times.ratio].map(digits);
        format!("| {least} | {median} | {ratio}")
    }

    /// Milliseconds of our sorting and neighbour search.
    fn search(&self, processor: Processor) -> String {
        let times = self.times(OURS, processor);
        let search = times.and_then(|times| times.search);
        search.map_or("-".into(), digits)
    }

    fn processor(&self, processor: Processor) -> String {
        match (processor, &self.gpu) {
            (Processor::OneThread, _) => "one thread".into(),
            (Processor::AllThreads, _) => machine::threads(self.threads),
            (Processor::Gpu, gpu) => gpu.clone().unwrap_or_else(|| "GPU".into()),
        }
    }
}

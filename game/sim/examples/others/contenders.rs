//! The programs that are compared.

use crate::{
    all_pairs::{self, AllPairs},
    cell_lists::{CellLists, Pairs},
    hash_grid::HashGrid,
    kd_tree::KdTree,
    ours::{self, Ours},
    work::{advance, Boids, Rules, Search, Sums},
};
use flock_sim::{settings::Backend, statistics::StepShares};

/// Name of the simulation of this crate.
pub const OURS: &str = "flock-sim";

/// A program that simulates boids.
pub trait Program: Send {
    /// Starts again from the same boids.
    fn restart(&mut self);
    fn step(&mut self);
    /// Waits for the end of the steps.
    fn wait(&self) {}
    #[cfg(test)]
    fn boids(&self) -> Boids;
    /// How a step divides into parts, if the program measures that.
    fn shares(&self) -> Option<StepShares> {
        None
    }
}

/// What a program runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Processor {
    OneThread,
    AllThreads,
    Gpu,
}

impl Processor {
    pub const ALL: [Self; 3] = [Self::OneThread, Self::AllThreads, Self::Gpu];

    fn backend(self) -> Backend {
        match self {
            Self::OneThread => Backend::SingleThread,
            Self::AllThreads => Backend::AllThreads,
            Self::Gpu => Backend::Gpu,
        }
    }
}

/// A program with its name and what it runs on.
pub struct Contender {
    pub name: &'static str,
    pub processor: Processor,
    pub program: Box<dyn Program>,
}

/// Another neighbour search.
pub struct Other {
    pub name: &'static str,
    /// Largest number of boids that are measured.
    most_boids: usize,
    /// Whether it can use several threads.
    pub has_threads: bool,
    pub search: fn() -> Box<dyn Search>,
}

/// The other neighbour searches.
pub static OTHERS: [Other; 5] = [
    Other {
        name: "zelll, by cells",
        most_boids: usize::MAX,
        has_threads: true,
        search: || Box::<CellLists>::default(),
    },
    Other {
        name: "zelll, by pairs",
        most_boids: usize::MAX,
        has_threads: false,
        search: || Box::<Pairs>::default(),
    },
    Other {
        name: "kiddo",
        most_boids: usize::MAX,
        has_threads: true,
        search: || Box::new(KdTree),
    },
    Other {
        name: "plain grid",
        most_boids: usize::MAX,
        has_threads: true,
        search: || Box::<HashGrid>::default(),
    },
    Other {
        name: "all pairs",
        most_boids: all_pairs::MOST_BOIDS,
        has_threads: true,
        search: || Box::new(AllPairs),
    },
];

/// The names of all programs, ours first.
pub fn names() -> impl Iterator<Item = &'static str> {
    let others = OTHERS.iter().map(|other| other.name);
    [OURS].into_iter().chain(others)
}

/// All programs that can simulate these boids on these processors.
pub fn contenders(boids: &Boids, processors: &[Processor]) -> Vec<Contender> {
    let mut contenders = Vec::new();
    for processor in processors.iter().copied() {
        contenders.push(Contender {
            name: OURS,
            processor,
            program: Box::new(Ours::new(boids, processor.backend())),
        });
    }
    let count = boids.positions.len();
    for other in OTHERS.iter().filter(|other| count <= other.most_boids) {
        for processor in processors.iter().copied() {
            let is_possible = match processor {
                Processor::OneThread => true,
                Processor::AllThreads => other.has_threads,
                Processor::Gpu => false,
            };
            if is_possible {
                contenders.push(Contender {
                    name: other.name,
                    processor,
                    program: Box::new(Plain::new((other.search)(), boids, processor)),
                });
            }
        }
    }
    contenders
}

/// Boids in plain arrays, moved by the sums of a neighbour search.
struct Plain {
    search: Box<dyn Search>,
    is_parallel: bool,
    rules: Rules,
    start: Boids,
    boids: Boids,
    sums: Vec<Sums>,
}

impl Plain {
    fn new(search: Box<dyn Search>, boids: &Boids, processor: Processor) -> Self {
        Self {
            search,
            is_parallel: processor == Processor::AllThreads,
            rules: Rules::new(&ours::settings(processor.backend())),
            start: boids.clone(),
            boids: boids.clone(),
            sums: vec![Sums::default(); boids.positions.len()],
        }
    }
}

impl Program for Plain {
    fn restart(&mut self) {
        self.boids.clone_from(&self.start);
    }

    fn step(&mut self) {
        let (search, sums) = (&mut self.search, &mut self.sums);
        search.sums(&self.boids, &self.rules, self.is_parallel, sums);
        advance(&mut self.boids, &self.rules, self.is_parallel, sums);
    }

    #[cfg(test)]
    fn boids(&self) -> Boids {
        self.boids.clone()
    }
}

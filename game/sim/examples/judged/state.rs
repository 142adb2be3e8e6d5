//! The counts of all runs, in a text file.

use flock_sim::{files, settings::Backend};
use flock_testkit::judged::{Case, Feature, ALL};
use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    io::{self, Write},
    path::Path,
    time::Duration,
};

/// Counts of the cases of a kind, with a feature, or on a backend.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// Cases, those with a fault included.
    pub cases: u64,
    pub boids: u64,
    pub moves: u64,
    /// Moves that met a surface or an obstacle.
    pub contacts: u64,
    pub faults: u64,
    /// Time in seconds.
    pub seconds: f64,
}

/// What is counted, by group (`kind`, `feature` or `backend`) and name.
#[derive(Debug, Default, PartialEq)]
pub struct State {
    counts: BTreeMap<(String, String), Count>,
    /// Processor, threads, date and commit of each run; runs that agree in them are one.
    pub runs: Vec<String>,
}

impl Count {
    fn add(&mut self, case: Option<&Case>, time: Duration) {
        self.cases += 1;
        self.seconds += time.as_secs_f64();
        let Some(case) = case else {
            self.faults += 1;
            return;
        };
        self.boids += case.counts.boids as u64;
        self.moves += case.counts.moves as u64;
        self.contacts += case.counts.contacts;
    }
}

impl State {
    /// Notes that a run begins.
    pub fn begin(&mut self, heading: &str) {
        if self.runs.iter().all(|run| run != heading) {
            self.runs.push(heading.to_owned());
        }
    }

    pub fn add(
        &mut self,
        kind: &str,
        outcome: &Result<Case, String>,
        backend: Backend,
        time: Duration,
    ) {
        let case = outcome.as_ref().ok();
        let features = case.into_iter().flat_map(|case| case.features.all());
        let features = features.map(|feature| ("feature", feature.name()));
        let all = [("kind", kind), ("backend", name_of(backend))];
        for (group, name) in all.into_iter().chain(features) {
            let key = (group.to_owned(), name.to_owned());
            self.counts.entry(key).or_default().add(case, time);
        }
    }

    fn count(&self, group: &str, name: &str) -> Count {
        let key = (group.to_owned(), name.to_owned());
        self.counts.get(&key).copied().unwrap_or_default()
    }

    pub fn kind(&self, name: &str) -> Count {
        self.count("kind", name)
    }

    /// The seed of the next case of a kind.
    pub fn next_seed(&self, kind: &str) -> u64 {
        self.kind(kind).cases + 1
    }

    pub fn features(&self) -> Vec<(&'static str, Count)> {
        let names = Feature::ALL.iter().map(|it| it.name());
        names
            .map(|name| (name, self.count("feature", name)))
            .collect()
    }

    /// Backends with a case.
    pub fn backends(&self) -> Vec<(&'static str, Count)> {
        let all = [Backend::SingleThread, Backend::AllThreads, Backend::Gpu].map(name_of);
        let counts = all
            .into_iter()
            .map(|name| (name, self.count("backend", name)));
        counts.filter(|(_, count)| count.cases > 0).collect()
    }

    /// All kinds together.
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        for kind in ALL {
            let count = self.kind(kind.name);
            total.cases += count.cases;
            total.boids += count.boids;
            total.moves += count.moves;
            total.contacts += count.contacts;
            total.faults += count.faults;
            total.seconds += count.seconds;
        }
        total
    }

    pub fn moves(&self) -> u64 {
        self.total().moves
    }

    pub fn cases(&self) -> u64 {
        self.total().cases
    }

    pub fn faults(&self) -> u64 {
        self.total().faults
    }

    /// Nothing was counted if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read; the error names the file and the line.
    pub fn read(file: &Path) -> Result<Self, Box<dyn Error>> {
        let text = match fs::read_to_string(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            text => text.map_err(|error| format!("{}: {error}", file.display()))?,
        };
        let mut state = Self::default();
        for (index, line) in text.lines().enumerate() {
            let read = state.read_line(line);
            read.ok_or_else(|| {
                let (file, number) = (file.display(), index + 1);
                format!("{file}, line {number}: no counts: {line}; delete the file to begin anew")
            })?;
        }
        Ok(state)
    }

    /// Reads `run: HEADING` or `GROUP: NAME: NUMBERS`.
    fn read_line(&mut self, line: &str) -> Option<()> {
        let (group, rest) = line.split_once(": ")?;
        if group == "run" {
            self.runs.push(rest.to_owned());
            return Some(());
        }
        let (name, numbers) = rest.split_once(": ")?;
        let mut numbers = numbers.split(' ');
        let mut whole = || numbers.next()?.parse().ok();
        let count = Count {
            cases: whole()?,
            boids: whole()?,
            moves: whole()?,
            contacts: whole()?,
            faults: whole()?,
            seconds: numbers.next()?.parse().ok()?,
        };
        let key = (group.to_owned(), name.to_owned());
        self.counts.insert(key, count);
        numbers.next().is_none().then_some(())
    }

    /// Writes the file completely or not at all.
    ///
    /// # Errors
    /// If it cannot be written; the error names the file.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        let written = files::replace(file, |out| self.write_to(out));
        written.map_err(|error| io::Error::other(format!("{}: {error}", file.display())))
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        for run in &self.runs {
            writeln!(out, "run: {run}")?;
        }
        for ((group, name), count) in &self.counts {
            let Count {
                cases,
                boids,
                moves,
                contacts,
                faults,
                seconds,
            } = count;
            writeln!(
                out,
                "{group}: {name}: {cases} {boids} {moves} {contacts} {faults} {seconds:.3}"
            )?;
        }
        Ok(())
    }
}

fn name_of(backend: Backend) -> &'static str {
    match backend {
        Backend::SingleThread => "one thread",
        Backend::Gpu => "GPU",
        Backend::AllThreads | Backend::Automatic => "all threads",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_same_after_they_were_written_and_read() {
        let mut state = State::default();
        state.begin("a processor, 2 threads.");
        let fault = Err("a fault".to_owned());
        state.add(
            "cave",
            &fault,
            Backend::SingleThread,
            Duration::from_millis(1500),
        );
        let mut text = Vec::new();
        state.write_to(&mut text).unwrap();
        let mut read = State::default();
        for line in String::from_utf8(text).unwrap().lines() {
            read.read_line(line).unwrap();
        }
        assert_eq!(read, state);
        assert_eq!(
            (read.cases(), read.faults(), read.next_seed("cave")),
            (1, 1, 2)
        );
    }

    #[test]
    fn lines_that_are_no_counts_are_refused() {
        for line in [
            "",
            "kind",
            "kind: cave: 1 2",
            "kind: cave: 1 2 3 4 5 6.0 7",
            "kind: cave: x",
        ] {
            assert_eq!(State::default().read_line(line), None, "{line}");
        }
    }
}

//! The figures of the last seconds, for export.

use super::readings::Readings;
use fyrox_flock::sim::files;
use std::{
    collections::VecDeque,
    io,
    path::{Path, PathBuf},
};

/// Number of readings that are kept: ten seconds.
const READINGS: usize = 50;

/// Name of the files; a number is added before the extension.
const NAME: &str = "flock_figures";

/// The readings of one flock.
#[derive(Debug, Default)]
pub(super) struct Record {
    readings: VecDeque<Readings>,
}

impl Record {
    pub(super) fn add(&mut self, readings: Readings) {
        self.readings.push_back(readings);
        if self.readings.len() > READINGS {
            self.readings.pop_front();
        }
    }

    pub(super) fn clear(&mut self) {
        self.readings.clear();
    }

    /// Writes the readings to a new file in a folder, one on each line, with the first free name.
    pub(super) fn save(&self, folder: &Path) -> io::Result<PathBuf> {
        let path = files::first_free(folder, NAME, "csv")?;
        files::write(&path, self.csv())?;
        Ok(path)
    }

    fn csv(&self) -> String {
        let mut text = String::from(
            "steps,boids,not placed,step ms,min speed m/s,mean speed m/s,max speed m/s,neighbours,\
             min nearest m,mean nearest m,polarisation,milling,rays per step,contacts per second,\
             rescued,crossings\n",
        );
        for Readings {
            statistics: s,
            measures: m,
            ..
        } in &self.readings
        {
            let numbers = [
                s.steps as f64,
                s.boids as f64,
                s.not_placed as f64,
                s.step_milliseconds.into(),
                m.min_speed.into(),
                m.mean_speed.into(),
                m.max_speed.into(),
                m.mean_neighbours.into(),
                m.min_nearest.into(),
                m.mean_nearest.into(),
                m.polarisation.into(),
                m.milling.into(),
                s.rays_per_step.into(),
                s.contacts_per_second.into(),
                s.rescued as f64,
                s.crossings as f64,
            ];
            let line = numbers.map(|number| number.to_string());
            text += &(line.join(",") + "\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::{Flock, Settings};
    use std::fs;

    #[test]
    fn files_hold_the_last_readings_and_none_is_overwritten() {
        let flock = Flock::new(Settings::default(), Default::default(), Default::default());
        let mut flock = flock.unwrap();
        let mut record = Record::default();
        for _ in 0..READINGS + 2 {
            flock.step();
            record.add(Readings::of(&flock));
        }
        let folder = tempfile::tempdir().unwrap();
        let [first, second] = [(); 2].map(|()| record.save(folder.path()).unwrap());
        assert_ne!(first, second);
        assert!(record.save(&first).is_err(), "it is no folder");
        let text = fs::read_to_string(first).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), READINGS + 1);
        assert!(lines[1].starts_with("3,1000,0,"), "{}", lines[1]);
        let columns = |line: &str| line.split(',').count();
        assert!(lines.iter().all(|line| columns(line) == columns(lines[0])));
    }
}

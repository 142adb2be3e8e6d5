//! Groups that split off from the flock.

use crate::state::{boid_id::BoidId, snapshot_error::MOST_SECONDS};
use serde::{Deserialize, Serialize};

/// Time between two looks, in seconds.
const INTERVAL: f64 = 1.0;

/// Smallest group, as a part of the flock.
const SMALLEST: usize = 20;

/// The boids that are apart from the flock, by a look once a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SplitWatch {
    /// Simulated time of the next look.
    due: f64,
    /// Boids that were in groups of their own at the last look, by their ids.
    apart: Vec<BoidId>,
    /// Those of them in groups that were reported.
    reported: Vec<BoidId>,
}

impl SplitWatch {
    /// False for one that cannot have been.
    pub(crate) fn is_sound(&self) -> bool {
        (0.0..=MOST_SECONDS + INTERVAL).contains(&self.due)
    }

    /// True if it is time for a look, which is then expected.
    pub(crate) fn is_due(&mut self, time: f64) -> bool {
        let is_due = time >= self.due;
        if is_due {
            self.due = time + INTERVAL;
        }
        is_due
    }

    /// Takes in the boids with the names of their components. Calls `split` with each group that was
    /// apart at the last look already and was not reported: its lowest id and its size.
    pub(crate) fn update(
        &mut self,
        ids: &[BoidId],
        components: &[u32],
        mut split: impl FnMut(BoidId, u32),
    ) {
        let groups = groups(ids, components);
        let (mut apart, mut reported) = (Vec::new(), Vec::new());
        for group in &groups {
            let of = |known: &[BoidId]| {
                let is_known = |id: &&BoidId| known.binary_search(id).is_ok();
                group.iter().filter(is_known).count()
            };
            let was_apart = 2 * of(&self.apart) > group.len();
            let was_reported = 2 * of(&self.reported) > group.len();
            if was_apart && !was_reported {
                split(group[0], group.len() as u32);
            }
            if was_apart {
                reported.extend(group);
            }
            apart.extend(group);
        }
        apart.sort_unstable();
        reported.sort_unstable();
        (self.apart, self.reported) = (apart, reported);
    }
}

/// The components that are large enough, without the largest, each sorted, by their lowest ids.
fn groups(ids: &[BoidId], components: &[u32]) -> Vec<Vec<BoidId>> {
    let mut sizes = vec![0_usize; ids.len()];
    for component in components {
        sizes[*component as usize] += 1;
    }
    let largest = (0..ids.len()).rev().max_by_key(|index| sizes[*index]);
    let mut groups: Vec<Vec<BoidId>> = vec![Vec::new(); ids.len()];
    for (id, component) in ids.iter().zip(components) {
        let component = *component as usize;
        if Some(component) != largest && sizes[component] * SMALLEST >= ids.len() {
            groups[component].push(*id);
        }
    }
    groups.retain(|group| !group.is_empty());
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_unstable_by_key(|group| group[0]);
    groups
}

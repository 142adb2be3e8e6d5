//! Detection of groups that split off from the flock.

use crate::state::{boid_id::BoidId, snapshot_error::MOST_SECONDS};
use serde::{Deserialize, Serialize};

/// Time between two checks, in seconds.
const INTERVAL: f64 = 1.0;

/// The smallest group is the flock's number of boids divided by this number.
const SMALLEST: usize = 20;

/// Groups that are apart from the flock, checked once a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SplitWatch {
    /// Simulated time of the next check, in seconds.
    due: f64,
    /// Ids of the boids that were in separate groups at the last check, sorted.
    apart: Vec<BoidId>,
    /// Ids of the boids of `apart` whose groups were reported, sorted.
    reported: Vec<BoidId>,
}

impl SplitWatch {
    /// False if the time is impossible, from a corrupt file.
    pub(crate) fn is_sound(&self) -> bool {
        (0.0..=MOST_SECONDS + INTERVAL).contains(&self.due)
    }

    /// True if a check is due; the caller must then make it.
    pub(crate) fn is_due(&mut self, time: f64) -> bool {
        let is_due = time >= self.due;
        if is_due {
            self.due = time + INTERVAL;
        }
        is_due
    }

    /// Takes the boids with the labels of their connected components. Calls `split` with the lowest
    /// id and the size of each group that was apart at the last check already and is not yet
    /// reported.
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

/// The components that are large enough, except the largest: each sorted by id, ordered by their
/// lowest ids.
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

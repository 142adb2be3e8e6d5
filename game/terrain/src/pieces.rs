//! The largest hollow or rock, by flood fill.

use crate::{
    samples::Samples,
    wanted::{GivenUp, Wanted},
    TerrainForm,
};

/// The piece of a sample that has not been visited.
const NONE: u32 = 0;

/// Number of samples between two checks whether the result is still wanted.
const ITEMS: usize = 1 << 16;

/// Keeps one hollow and one rock: fills all other hollows and removes all other rocks. Samples that
/// are neighbours along an axis belong to the same piece.
pub(crate) fn keep_largest(
    samples: &mut Samples,
    form: TerrainForm,
    wanted: Wanted,
) -> Result<(), GivenUp> {
    // The order matters: the largest rock may have hollows, and the largest hollow may hold
    // floating rocks.
    let is_rock_first = form == TerrainForm::Rocks;
    keep_largest_of(samples, is_rock_first, wanted)?;
    keep_largest_of(samples, !is_rock_first, wanted)
}

/// Makes every piece of rock except the largest free space, or vice versa.
fn keep_largest_of(samples: &mut Samples, is_rock: bool, wanted: Wanted) -> Result<(), GivenUp> {
    let is_inside = |solidity: f32| (solidity > 0.0) == is_rock;
    let mut pieces = vec![NONE; samples.solidity.len()];
    let (mut largest, mut most, mut newest) = (NONE, 0, NONE);
    let mut border = Vec::new();
    let mut visited = 0;
    for start in 0..pieces.len() {
        if pieces[start] != NONE || !is_inside(samples.solidity[start]) {
            continue;
        }
        newest += 1;
        let mut size = 0;
        pieces[start] = newest;
        border.push(start);
        while let Some(sample) = border.pop() {
            wanted.check_every(ITEMS, visited)?;
            (size, visited) = (size + 1, visited + 1);
            for neighbour in neighbours(sample, samples) {
                if pieces[neighbour] == NONE && is_inside(samples.solidity[neighbour]) {
                    pieces[neighbour] = newest;
                    border.push(neighbour);
                }
            }
        }
        if size > most {
            (largest, most) = (newest, size);
        }
    }
    for (solidity, piece) in samples.solidity.iter_mut().zip(pieces) {
        if piece != largest && is_inside(*solidity) {
            *solidity = if is_rock { -1.0 } else { 1.0 };
        }
    }
    Ok(())
}

/// Neighbours along the axes: six, or fewer along the outside.
fn neighbours(sample: usize, samples: &Samples) -> impl Iterator<Item = usize> {
    let (count, strides) = (samples.count, samples.strides());
    (0..3).flat_map(move |axis| {
        let at = sample / strides[axis] % count[axis];
        let before = (at > 0).then(|| sample - strides[axis]);
        let behind = (at + 1 < count[axis]).then(|| sample + strides[axis]);
        before.into_iter().chain(behind)
    })
}

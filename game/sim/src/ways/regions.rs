//! Regions: cells that are linked, directly or by others.

use super::links::Links;

/// The region of each cell, numbered in the order of the first cells.
pub(super) fn regions(cells: usize, links: &Links) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    let mut regions = vec![UNKNOWN; cells];
    let (mut open, mut count) = (Vec::new(), 0);
    for first in 0..cells as u32 {
        if regions[first as usize] != UNKNOWN {
            continue;
        }
        regions[first as usize] = count;
        open.push(first);
        while let Some(cell) = open.pop() {
            for other in links.of(cell) {
                let region = &mut regions[*other as usize];
                if *region == UNKNOWN {
                    *region = count;
                    open.push(*other);
                }
            }
        }
        count += 1;
    }
    regions
}

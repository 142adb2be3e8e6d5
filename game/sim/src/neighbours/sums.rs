//! The sums over the neighbours of a group of boids.

use super::{
    group::LaneGroup,
    k_nearest::{KNearest, KthNearest},
    minimum_image::MinimumImage,
    sphere_images::SphereImages,
};
use crate::{
    math::lanes::Lanes,
    neighbours::{criteria::Criteria, grid::Grid},
};
use std::ops::Range;

/// Sums over the neighbours of each boid of a group: offsets for cohesion and separation,
/// velocities or headings for alignment.
#[derive(Clone, Copy)]
pub(crate) struct NeighbourSums<const LANES: usize> {
    pub(crate) cohesion: Lanes<LANES>,
    pub(crate) separation: Lanes<LANES>,
    pub(crate) alignment: Lanes<LANES>,
    /// Number of neighbours for each rule; for separation the sum of their weights. Counted by a
    /// selective search only.
    pub(crate) counts: Lanes<LANES>,
}

impl<const LANES: usize> NeighbourSums<LANES> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            cohesion: [[0.0; LANES]; 3],
            separation: [[0.0; LANES]; 3],
            alignment: [[0.0; LANES]; 3],
            counts: [[0.0; LANES]; 3],
        }
    }
}

/// The neighbour search of a step.
pub(crate) struct NeighbourSearch<'a, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
{
    pub(crate) criteria: Criteria,
    pub(crate) image: MinimumImage,
    /// Images across the surface of a periodic sphere.
    pub(crate) sphere_images: Option<SphereImages>,
    pub(crate) grid: &'a Grid,
    /// Search positions. These and all that follow are sorted along the grid.
    pub(crate) position: [&'a [f32]; 3],
    /// Positions of the images across the surface of a periodic sphere.
    pub(crate) images: [&'a [f32]; 3],
    pub(crate) aligned: [&'a [f32]; 3],
    pub(crate) slot: &'a [u32],
}

/// A boid that the distance test decides on.
pub(crate) struct Candidate {
    pub(crate) index: u32,
    pub(crate) slot: u32,
    pub(crate) position: [f32; 3],
    pub(crate) aligned: [f32; 3],
}

impl<const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, SELECTIVE, WRAPS, NEAREST>
{
    /// Sums over the neighbours of a group of `len` boids. `has_coincident` is that of the group's
    /// block.
    #[inline(always)]
    pub(crate) fn sum<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        len: usize,
        has_coincident: bool,
    ) {
        *sums = NeighbourSums::new();
        let Some(reach) = self.criteria.reach else {
            return;
        };
        let first = group.index[0] as usize;
        let window = match self.sphere_images {
            Some(sphere_images) if SELECTIVE => sphere_images.window(group),
            _ => None,
        };
        let last = match self.criteria.nearest {
            Some(count) if NEAREST => {
                let mut nearest = KNearest::new(count, reach * reach);
                self.find_nearest(&mut nearest, group, len);
                self.find_nearest_images(&mut nearest, group, window.as_ref());
                nearest.last()
            }
            _ => KthNearest::default(),
        };
        self.each(
            first,
            len,
            #[inline(always)]
            |is_own_row, candidates| match is_own_row {
                true => self.add::<LANES, true>(sums, group, &last, candidates),
                false => self.add::<LANES, false>(sums, group, &last, candidates),
            },
        );
        if SELECTIVE {
            self.add_images(sums, group, &last, window.as_ref());
        }
        if has_coincident {
            self.add_coincident(sums, group, &last, len);
        }
    }

    /// Calls `call` with each range of candidates of the group, in the order of the grid, and with
    /// true if boids of the group themselves may be in it.
    #[inline(always)]
    fn each(&self, first: usize, len: usize, mut call: impl FnMut(bool, Range<usize>)) {
        let around = self.grid.around(first, len);
        for row in self.grid.rows(first) {
            for cells in &around {
                call(row.is_own, self.grid.boids_in(&row, cells));
            }
        }
    }

    /// Adds the candidates to the sums of every boid whose neighbours they are. `OWN_ROW` means
    /// that boids of the group themselves may be among the candidates.
    #[inline(always)]
    fn add<const LANES: usize, const OWN_ROW: bool>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        candidates: Range<usize>,
    ) {
        let (start, count) = (candidates.start, candidates.len());
        // Slices of equal length, so that the loop has no bounds checks.
        let [x, y, z] = self
            .position
            .map(|values| &values[candidates.clone()][..count]);
        let [ax, ay, az] = self
            .aligned
            .map(|values| &values[candidates.clone()][..count]);
        let slot = &self.slot[candidates][..count];
        // A copy that the compiler keeps in registers.
        let mut lanes = *sums;
        for other in 0..count {
            let candidate = Candidate {
                index: (start + other) as u32,
                slot: if NEAREST { slot[other] } else { 0 },
                position: [x[other], y[other], z[other]],
                aligned: [ax[other], ay[other], az[other]],
            };
            self.add_one::<LANES, OWN_ROW>(
                &mut lanes,
                group,
                last,
                &candidate,
                #[inline(always)]
                |lane| self.offset(group, lane, &candidate),
            );
        }
        *sums = lanes;
    }

    #[inline(always)]
    fn candidate(&self, index: usize) -> Candidate {
        Candidate {
            index: index as u32,
            slot: self.slot[index],
            position: self.position.map(|values| values[index]),
            aligned: self.aligned.map(|values| values[index]),
        }
    }

    /// The formula of all three rules for one candidate at an offset from the boid in each lane.
    /// Without branches: what is not near adds zero.
    #[inline(always)]
    pub(super) fn add_one<const LANES: usize, const OWN_ROW: bool>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        candidate: &Candidate,
        offset: impl Fn(usize) -> [f32; 3],
    ) {
        let it = &self.criteria;
        for lane in 0..LANES {
            let [x, y, z] = offset(lane);
            let distance_squared = x * x + y * y + z * z;
            let itself = OWN_ROW & (group.index[lane] == candidate.index);
            let mut counts = [true; 3];
            if NEAREST {
                let is_near = last.includes(lane, distance_squared, candidate.slot);
                counts = [is_near; 3];
            }
            if SELECTIVE {
                let ahead = group.at_rest[lane]
                    + group.sight[0][lane] * x
                    + group.sight[1][lane] * y
                    + group.sight[2][lane] * z;
                let seen = ahead * ahead.abs();
                counts = [
                    counts[0] & !itself & (seen >= it.views[0] * distance_squared),
                    counts[1] & !itself & (seen >= it.views[1] * distance_squared),
                    counts[2] & !itself & (seen >= it.views[2] * distance_squared),
                ];
            }
            let cohesive = (distance_squared < it.radii_squared[0]) & counts[0];
            let separate = (distance_squared < it.radii_squared[1]) & counts[1];
            // The offset of a boid from itself is zero, so only its velocity has to be left out.
            let aligned = (distance_squared < it.radii_squared[2]) & counts[2] & !itself;
            // Axis by axis: as a loop the compiler would not make vectors of it.
            sums.cohesion[0][lane] += if cohesive { x } else { 0.0 };
            sums.cohesion[1][lane] += if cohesive { y } else { 0.0 };
            sums.cohesion[2][lane] += if cohesive { z } else { 0.0 };
            if SELECTIVE {
                let is_close = distance_squared < it.close_squared;
                let weight = if is_close { 1.0 + it.close_weight } else { 1.0 };
                let weight = if separate { weight } else { 0.0 };
                sums.separation[0][lane] += weight * x;
                sums.separation[1][lane] += weight * y;
                sums.separation[2][lane] += weight * z;
                sums.counts[0][lane] += if cohesive { 1.0 } else { 0.0 };
                sums.counts[1][lane] += weight;
                sums.counts[2][lane] += if aligned { 1.0 } else { 0.0 };
            } else {
                sums.separation[0][lane] += if separate { x } else { 0.0 };
                sums.separation[1][lane] += if separate { y } else { 0.0 };
                sums.separation[2][lane] += if separate { z } else { 0.0 };
            }
            sums.alignment[0][lane] += if aligned { candidate.aligned[0] } else { 0.0 };
            sums.alignment[1][lane] += if aligned { candidate.aligned[1] } else { 0.0 };
            sums.alignment[2][lane] += if aligned { candidate.aligned[2] } else { 0.0 };
        }
    }

    #[inline(always)]
    pub(super) fn offset<const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        lane: usize,
        candidate: &Candidate,
    ) -> [f32; 3] {
        let x = candidate.position[0] - group.position[0][lane];
        let y = candidate.position[1] - group.position[1][lane];
        let z = candidate.position[2] - group.position[2][lane];
        match WRAPS {
            true => self.image.nearest([x, y, z]),
            false => [x, y, z],
        }
    }

    /// Takes in the boids around a group that are nearer to one of its boids than the nearest so
    /// far. Those of its own row first: the nearer the first ones are, the fewer of the others have
    /// to be taken in.
    #[inline(always)]
    fn find_nearest<const LANES: usize>(
        &self,
        nearest: &mut KNearest<LANES>,
        group: &LaneGroup<LANES>,
        len: usize,
    ) {
        for own_row in [true, false] {
            self.each(
                group.index[0] as usize,
                len,
                #[inline(always)]
                |is_own_row, candidates| {
                    if is_own_row == own_row {
                        self.offer_all(nearest, group, candidates);
                    }
                },
            );
        }
    }

    #[inline(always)]
    fn offer_all<const LANES: usize>(
        &self,
        nearest: &mut KNearest<LANES>,
        group: &LaneGroup<LANES>,
        candidates: Range<usize>,
    ) {
        for index in candidates {
            let candidate = self.candidate(index);
            let mut distances = [0.0; LANES];
            for lane in 0..LANES {
                let [x, y, z] = self.offset(group, lane, &candidate);
                let itself = group.index[lane] == candidate.index;
                let squared = x * x + y * y + z * z;
                distances[lane] = if itself { f32::INFINITY } else { squared };
            }
            nearest.offer(&distances, candidate.slot);
        }
    }
}

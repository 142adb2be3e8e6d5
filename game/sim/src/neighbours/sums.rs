//! The sums over the neighbours of a group of boids, and the test of one candidate.

use super::{
    group::LaneGroup, inputs::NeighbourInputs, k_nearest::KthNearest, minimum_image::MinimumImage,
    sphere_images::SphereImages,
};
use crate::{
    boundary::PeriodicBox,
    math::lanes::{add_exact, add_where, weight_of, Lanes},
    neighbours::{
        criteria::Criteria,
        grid::{Grid, Piece},
    },
    state::boids::Boids,
};

/// Number of lanes from which on a masked addition is one instruction.
const MASKED_LANES: usize = 16;

/// Sums over the neighbours of each boid of a group: offsets for cohesion and separation,
/// velocities or headings for alignment.
#[derive(Clone, Copy)]
pub(crate) struct NeighbourSums<const LANES: usize> {
    pub(crate) cohesion: Lanes<LANES>,
    pub(crate) separation: Lanes<LANES>,
    pub(crate) alignment: Lanes<LANES>,
    /// Number of neighbours for each rule; for separation the sum of their weights. Only a
    /// selective search sets it.
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
///
/// `VIEW`: boids see neighbours within one field of view, which is the same for all rules.
/// `SELECTIVE`: each rule has its own field of view, and its neighbours are counted or weighted.
/// `WRAPS`: the box is periodic. `NEAREST`: only the nearest boids count.
pub(crate) struct NeighbourSearch<
    'a,
    const VIEW: bool,
    const SELECTIVE: bool,
    const WRAPS: bool,
    const NEAREST: bool,
> {
    pub(crate) criteria: Criteria,
    pub(crate) image: MinimumImage,
    /// Images across the surface of a periodic sphere.
    pub(crate) sphere_images: Option<SphereImages>,
    pub(crate) grid: &'a Grid,
    /// Search positions. This array and the following ones are sorted along the grid.
    pub(crate) position: [&'a [f32]; 3],
    /// Positions of the images across the surface of a periodic sphere.
    pub(crate) images: [&'a [f32]; 3],
    pub(crate) aligned: [&'a [f32]; 3],
    pub(crate) slot: &'a [u32],
}

/// A boid that the distance test examines.
pub(crate) struct Candidate {
    pub(crate) index: u32,
    pub(crate) slot: u32,
    pub(crate) position: [f32; 3],
    pub(crate) aligned: [f32; 3],
}

impl<'a, const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'a, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    /// A search among boids that are sorted along a grid.
    #[inline(always)]
    pub(crate) fn new(
        criteria: &Criteria,
        grid: &'a Grid,
        boids: &'a Boids,
        inputs: &'a NeighbourInputs,
    ) -> Self {
        let periodic_box = criteria.periodic_box.as_ref();
        Self {
            criteria: *criteria,
            image: MinimumImage::new(periodic_box.map_or([1.0; 3], PeriodicBox::periods)),
            sphere_images: criteria.sphere_images,
            grid,
            position: inputs.positions(boids, periodic_box),
            images: inputs.places(),
            aligned: inputs.aligned(boids, criteria),
            slot: &boids.slot,
        }
    }
}

impl<const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    /// Adds candidates to the sums of every boid of which they are neighbours.
    #[inline(always)]
    pub(super) fn add<const LANES: usize, const MIXED: bool>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        piece: &Piece,
    ) {
        let candidates = piece.range();
        let (start, count) = (candidates.start, candidates.len());
        // Slices of equal length, so that the loop has no bounds checks.
        let [x, y, z] = self
            .position
            .map(|values| &values[candidates.clone()][..count]);
        let [ax, ay, az] = self
            .aligned
            .map(|values| &values[candidates.clone()][..count]);
        let shift = self.image.shift(piece.seam);
        for other in 0..count {
            let candidate = Candidate {
                index: (start + other) as u32,
                slot: if NEAREST { self.slot[start + other] } else { 0 },
                position: [x[other], y[other], z[other]],
                aligned: [ax[other], ay[other], az[other]],
            };
            self.add_one::<LANES, MIXED>(
                sums,
                group,
                last,
                &candidate,
                #[inline(always)]
                |lane| self.offset::<LANES, MIXED>(group, lane, &candidate.position, &shift),
            );
        }
    }

    /// The sums of all three rules for one candidate. `offset` returns its offset from the boid in
    /// a lane.
    ///
    /// There is no branch: a candidate that is not a neighbour adds zero. `MIXED` means that boids
    /// of the group itself may be among the candidates.
    #[inline(always)]
    pub(super) fn add_one<const LANES: usize, const MIXED: bool>(
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
            let itself = MIXED & (group.index[lane] == candidate.index);
            let mut counts = [true; 3];
            if NEAREST {
                let is_near = last.includes(lane, distance_squared, candidate.slot);
                counts = [is_near; 3];
            }
            if VIEW || SELECTIVE {
                let ahead = group.at_rest[lane]
                    + group.sight[0][lane] * x
                    + group.sight[1][lane] * y
                    + group.sight[2][lane] * z;
                let seen = ahead * ahead.abs();
                if VIEW {
                    counts = [counts[0] & (seen >= it.views[0] * distance_squared); 3];
                }
                if SELECTIVE {
                    counts = [
                        counts[0] & !itself & (seen >= it.views[0] * distance_squared),
                        counts[1] & !itself & (seen >= it.views[1] * distance_squared),
                        counts[2] & !itself & (seen >= it.views[2] * distance_squared),
                    ];
                }
            }
            let cohesive = (distance_squared < it.radii_squared[0]) & counts[0];
            let separate = (distance_squared < it.radii_squared[1]) & counts[1];
            // The offset of a boid from itself is zero, so only its velocity must be excluded.
            let aligned = (distance_squared < it.radii_squared[2]) & counts[2] & !itself;
            // Written axis by axis: the compiler would not vectorise a loop. Divided into functions
            // for the parts, the search takes longer.
            if SELECTIVE || LANES >= MASKED_LANES {
                add_where::<LANES>(&mut sums.cohesion[0][lane], cohesive, x);
                add_where::<LANES>(&mut sums.cohesion[1][lane], cohesive, y);
                add_where::<LANES>(&mut sums.cohesion[2][lane], cohesive, z);
                add_where::<LANES>(&mut sums.alignment[0][lane], aligned, candidate.aligned[0]);
                add_where::<LANES>(&mut sums.alignment[1][lane], aligned, candidate.aligned[1]);
                add_where::<LANES>(&mut sums.alignment[2][lane], aligned, candidate.aligned[2]);
            } else {
                // Not masked, while separation uses masked additions, so that all units of the
                // processor are used.
                let (cohesive, aligned) = (weight_of(cohesive), weight_of(aligned));
                add_exact::<LANES>(&mut sums.cohesion[0][lane], cohesive, x);
                add_exact::<LANES>(&mut sums.cohesion[1][lane], cohesive, y);
                add_exact::<LANES>(&mut sums.cohesion[2][lane], cohesive, z);
                add_exact::<LANES>(&mut sums.alignment[0][lane], aligned, candidate.aligned[0]);
                add_exact::<LANES>(&mut sums.alignment[1][lane], aligned, candidate.aligned[1]);
                add_exact::<LANES>(&mut sums.alignment[2][lane], aligned, candidate.aligned[2]);
            }
            if SELECTIVE {
                let is_close = distance_squared < it.close_squared;
                let weight = if is_close { 1.0 + it.close_weight } else { 1.0 };
                let weight = if separate { weight } else { 0.0 };
                sums.separation[0][lane] += weight * x;
                sums.separation[1][lane] += weight * y;
                sums.separation[2][lane] += weight * z;
                add_where::<LANES>(&mut sums.counts[0][lane], cohesive, 1.0);
                sums.counts[1][lane] += weight;
                add_where::<LANES>(&mut sums.counts[2][lane], aligned, 1.0);
            } else {
                add_where::<LANES>(&mut sums.separation[0][lane], separate, x);
                add_where::<LANES>(&mut sums.separation[1][lane], separate, y);
                add_where::<LANES>(&mut sums.separation[2][lane], separate, z);
            }
        }
    }

    /// The offset of a candidate, or of its nearest periodic image. If the candidates are not
    /// `MIXED`, `shift` leads to this image.
    #[inline(always)]
    pub(super) fn offset<const LANES: usize, const MIXED: bool>(
        &self,
        group: &LaneGroup<LANES>,
        lane: usize,
        candidate: &[f32; 3],
        shift: &[f32; 3],
    ) -> [f32; 3] {
        let x = candidate[0] - group.position[0][lane];
        let y = candidate[1] - group.position[1][lane];
        let z = candidate[2] - group.position[2][lane];
        match (WRAPS, MIXED) {
            (false, _) => [x, y, z],
            (true, true) => self.image.nearest([x, y, z]),
            (true, false) => [x - shift[0], y - shift[1], z - shift[2]],
        }
    }
}

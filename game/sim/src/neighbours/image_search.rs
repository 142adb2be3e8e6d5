//! The search for images of boids across the surface of a periodic sphere.

use super::{
    group::LaneGroup,
    k_nearest::{KNearest, KthNearest},
    sphere_images::{ImageWindow, FAR},
    sums::{Candidate, NeighbourSearch, NeighbourSums},
};

impl<'a, const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'a, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    /// Adds the images in a window to the sums of every boid of the group that is near them.
    #[inline(always)]
    pub(super) fn add_images<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        window: Option<&ImageWindow<LANES>>,
    ) {
        let Some(window) = window else { return };
        for candidates in self.grid.boids_between(window.low, window.high) {
            let (start, count) = (candidates.start, candidates.len());
            // Slices of equal length, so that the loop has no bounds checks.
            let part =
                |values: [&'a [f32]; 3]| values.map(|values| &values[candidates.clone()][..count]);
            let [x, y, z] = part(self.position);
            let [ix, iy, iz] = part(self.images);
            let [ax, ay, az] = part(self.aligned);
            let slot = &self.slot[candidates.clone()][..count];
            // A copy that the compiler keeps in registers.
            let mut lanes = *sums;
            for other in 0..count {
                let image = Candidate {
                    index: (start + other) as u32,
                    slot: if NEAREST { slot[other] } else { 0 },
                    position: [ix[other], iy[other], iz[other]],
                    aligned: [ax[other], ay[other], az[other]],
                };
                let itself = [x[other], y[other], z[other]];
                self.add_one::<LANES, false>(
                    &mut lanes,
                    group,
                    last,
                    &image,
                    #[inline(always)]
                    |lane| self.offset_of_image(group, lane, window, itself, image.position),
                );
            }
            *sums = lanes;
        }
    }

    /// Offers the images in a window to the nearest boids of the group.
    #[inline(always)]
    pub(super) fn find_nearest_images<const LANES: usize>(
        &self,
        nearest: &mut KNearest<LANES>,
        group: &LaneGroup<LANES>,
        window: Option<&ImageWindow<LANES>>,
    ) {
        let Some(window) = window else { return };
        for index in self.grid.boids_between(window.low, window.high).flatten() {
            let mut distances = [0.0; LANES];
            for lane in 0..LANES {
                let [x, y, z] = self.offset_of_image_at(group, lane, window, index);
                distances[lane] = x * x + y * y + z * z;
            }
            nearest.offer(&distances);
        }
    }

    /// For each boid whose image the group may see: its index, and the offset of its image from the
    /// boid in a lane.
    pub(super) fn offsets_of_images<'b, const LANES: usize>(
        &'b self,
        group: &'b LaneGroup<LANES>,
        lane: usize,
        window: Option<&'b ImageWindow<LANES>>,
    ) -> impl Iterator<Item = (usize, [f32; 3])> + 'b {
        window.into_iter().flat_map(move |window| {
            let indices = self.grid.boids_between(window.low, window.high).flatten();
            indices.map(move |index| {
                let offset = self.offset_of_image_at(group, lane, window, index);
                (index, offset)
            })
        })
    }

    #[inline(always)]
    fn offset_of_image_at<const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        lane: usize,
        window: &ImageWindow<LANES>,
        index: usize,
    ) -> [f32; 3] {
        let place = |values: &[&[f32]; 3]| values.map(|values| values[index]);
        let (itself, image) = (place(&self.position), place(&self.images));
        self.offset_of_image(group, lane, window, itself, image)
    }

    /// The offset of a boid's image. It is out of reach if the boid itself is within reach, so that
    /// no boid is counted twice or sees its own image.
    #[inline(always)]
    fn offset_of_image<const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        lane: usize,
        window: &ImageWindow<LANES>,
        itself: [f32; 3],
        image: [f32; 3],
    ) -> [f32; 3] {
        let reach = self.criteria.reach.unwrap_or_default();
        let own = [0, 1, 2].map(|axis| group.position[axis][lane]);
        let [x, y, z] = [0, 1, 2].map(|axis| itself[axis] - own[axis]);
        let is_near = x * x + y * y + z * z < reach * reach;
        let beyond = if is_near { FAR } else { window.beyond[lane] };
        [
            image[0] - own[0] + beyond,
            image[1] - own[1],
            image[2] - own[2],
        ]
    }
}

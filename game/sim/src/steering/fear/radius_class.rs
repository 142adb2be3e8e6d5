//! Threats of similar radii, sorted along a grid.
//!
//! A grid is searched as far as its largest radius. One threat with a much larger radius would make
//! every search visit all threats, so each class of radii has its own grid.

use super::threat::Threat;
use crate::{
    boundary::PeriodicBox,
    math::Vec3,
    neighbours::grid::{Grid, MARGIN},
    settings::Backend,
    state::boids::Boids,
};
use std::ops::Range;

/// Threats whose radii differ by less than a factor of four.
///
/// Without threats, only `is_empty`, `clear`, `push` and `name` give meaningful results.
#[derive(Debug, Default)]
pub(super) struct RadiusClass {
    name: u32,
    /// The threats in the order of the grid.
    sorted: Vec<Threat>,
    grid: Grid,
    /// The threats in the order in which they were added, and their positions.
    unsorted: Vec<Threat>,
    places: Boids,
    /// Largest radius of a threat, in metres.
    reach: f32,
}

impl RadiusClass {
    /// Number of the class of a threat. Larger radii have larger numbers.
    pub(super) fn name_of(threat: &Threat) -> u32 {
        // The exponent of the radius, halved.
        threat.radius.max(0.0).to_bits() >> 24
    }

    pub(super) fn new(name: u32) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    pub(super) fn name(&self) -> u32 {
        self.name
    }

    pub(super) fn reach(&self) -> f32 {
        self.reach
    }

    pub(super) fn is_empty(&self) -> bool {
        self.unsorted.is_empty()
    }

    /// Removes all threats and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.unsorted.clear();
    }

    pub(super) fn push(&mut self, threat: &Threat) {
        self.unsorted.push(*threat);
    }

    pub(super) fn sort(&mut self, backend: Backend) {
        self.sorted.clear();
        for (axis, values) in self.places.position.iter_mut().enumerate() {
            values.clear();
            values.extend(self.unsorted.iter().map(|threat| threat.point[axis]));
        }
        self.places.slot.resize(self.unsorted.len(), 0);
        self.reach = self.unsorted.iter().map(|it| it.radius).fold(0.0, f32::max);
        self.grid
            .sort(&self.places, Some(self.reach), None, backend);
        let order = self.grid.order(0..self.unsorted.len()).iter();
        self.sorted
            .extend(order.map(|index| self.unsorted[*index as usize]));
    }

    /// True if a threat may reach into a box.
    pub(super) fn reaches(&self, min: [f32; 3], max: [f32; 3]) -> bool {
        let mut ranges = self.between(min, max);
        ranges.any(|range| !range.is_empty())
    }

    /// The threats that may reach a position.
    #[inline]
    pub(super) fn near(&self, place: [f32; 3]) -> impl Iterator<Item = &Threat> {
        let near = self.between(place, place);
        near.flat_map(|range| &self.sorted[range])
    }

    /// Calls `visit` with the threats that may reach a position, each as its periodic image nearest
    /// to the position.
    pub(super) fn for_each_image_near(
        &self,
        place: [f32; 3],
        periodic_box: &PeriodicBox,
        mut visit: impl FnMut(&Threat),
    ) {
        for shift in periodic_box.shifts(place.into(), self.reach) {
            for threat in self.near(less(place, shift)) {
                // The search may find a threat with a large radius at several of its images.
                if periodic_box.shift(threat.point.into(), place.into()) == shift {
                    visit(&threat.shifted(shift));
                }
            }
        }
    }

    /// The threats that may reach into a box.
    fn between(&self, min: [f32; 3], max: [f32; 3]) -> impl Iterator<Item = Range<usize>> + '_ {
        let reach = f64::from(self.reach) * MARGIN;
        self.grid.boids_between(
            min.map(|coordinate| f64::from(coordinate) - reach),
            max.map(|coordinate| f64::from(coordinate) + reach),
        )
    }
}

/// A position minus a shift.
pub(super) fn less(place: [f32; 3], shift: Vec3) -> [f32; 3] {
    [0, 1, 2].map(|axis: usize| place[axis] - shift[axis])
}

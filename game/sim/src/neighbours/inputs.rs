//! Arrays that the neighbour search reads in addition to the boids. Each step fills the arrays that
//! it needs.

use super::criteria::Criteria;
use crate::{
    boundary::{periodic_box::PeriodicBox, place_in_box::PlaceInBox},
    math::{
        simd::SimdWidth,
        vector::{direction, length},
        Vec3,
    },
    settings::{AlignTo, Backend, BoundaryMode, Settings},
    state::{boids::Boids, floats::FloatsMut, threads::run},
};
use std::collections::TryReserveError;

/// Arrays of the sorted boids: positions in a periodic box, or positions of images across the
/// surface of a periodic sphere; and headings.
#[derive(Debug, Default)]
pub(crate) struct NeighbourInputs {
    places: [Vec<f32>; 3],
    headings: [Vec<f32>; 3],
}

impl NeighbourInputs {
    /// Memory for each boid, in bytes.
    pub(crate) fn bytes(settings: &Settings) -> usize {
        let arrays = needs(settings).into_iter().filter(|is_needed| *is_needed);
        arrays.count() * 3 * size_of::<f32>()
    }

    /// Reserves memory for `count` boids, so that a step allocates nothing.
    pub(crate) fn try_reserve(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), TryReserveError> {
        let [wraps, aligns_to_headings] = needs(settings);
        let reserve = |arrays: &mut [Vec<f32>; 3], is_needed: bool| {
            let count = if is_needed { count } else { 0 };
            arrays
                .iter_mut()
                .try_for_each(|values| values.try_reserve_exact(count.saturating_sub(values.len())))
        };
        reserve(&mut self.places, wraps)?;
        reserve(&mut self.headings, aligns_to_headings)
    }

    /// Fills the arrays for a step of these boids.
    pub(crate) fn prepare(&mut self, boids: &Boids, criteria: &Criteria, backend: Backend) {
        if let Some(periodic_box) = &criteria.periodic_box {
            place(&mut self.places, boids, backend, periodic_box);
        }
        if let Some(sphere_images) = &criteria.sphere_images {
            fill(&mut self.places, boids, backend, |index| {
                sphere_images.image(boids.position(index))
            });
        }
        if criteria.aligns_to_headings {
            fill(&mut self.headings, boids, backend, |index| {
                let velocity: [f32; 3] = boids.velocity(index).into();
                direction(velocity, length(velocity)).into()
            });
        }
    }

    /// Positions in the frame of a periodic box, or positions of the images across the surface of a
    /// periodic sphere. Meaningless without a periodic boundary.
    pub(crate) fn places(&self) -> [&[f32]; 3] {
        self.places.each_ref().map(Vec::as_slice)
    }

    /// Search positions: in the world, or in the frame of a periodic box.
    pub(crate) fn positions<'a>(
        &'a self,
        boids: &'a Boids,
        periodic_box: Option<&PeriodicBox>,
    ) -> [&'a [f32]; 3] {
        match periodic_box {
            Some(_) => self.places(),
            None => boids.position.each_ref().map(Vec::as_slice),
        }
    }

    /// The vectors that alignment sums: velocities or headings.
    pub(crate) fn aligned<'a>(&'a self, boids: &'a Boids, criteria: &Criteria) -> [&'a [f32]; 3] {
        if criteria.aligns_to_headings {
            self.headings.each_ref().map(Vec::as_slice)
        } else {
            boids.velocity.each_ref().map(Vec::as_slice)
        }
    }
}

/// For positions and headings, true if they are needed.
fn needs(settings: &Settings) -> [bool; 2] {
    let boundary = &settings.boundary;
    let wraps = boundary.enabled && boundary.mode == BoundaryMode::Wrap;
    [wraps, settings.neighbours.align_to == AlignTo::Heading]
}

/// Fills the arrays with the places of the boids in a periodic box.
fn place(arrays: &mut [Vec<f32>; 3], boids: &Boids, backend: Backend, periodic_box: &PeriodicBox) {
    let vectors = SimdWidth::widest();
    run(backend, resized(arrays, boids), |part| {
        vectors.run(PlaceInBox {
            periodic_box,
            points: boids.positions(part.first..part.first + part.len()),
            places: part.arrays,
        });
    });
}

/// Fills the arrays with a vector for each boid.
fn fill(
    arrays: &mut [Vec<f32>; 3],
    boids: &Boids,
    backend: Backend,
    value: impl Fn(usize) -> Vec3 + Sync,
) {
    run(backend, resized(arrays, boids), |part| {
        for index in 0..part.len() {
            let value = value(part.first + index);
            for axis in 0..3 {
                part.arrays[axis][index] = value[axis];
            }
        }
    });
}

/// The arrays, with a number for each boid.
fn resized<'a>(arrays: &'a mut [Vec<f32>; 3], boids: &Boids) -> FloatsMut<'a, 3> {
    FloatsMut::whole(arrays.each_mut().map(|values| {
        values.resize(boids.len(), 0.0);
        values
    }))
}

//! What the search for neighbours reads besides the boids themselves: filled anew in each step, and only if it is needed.

use crate::{
    algebra::{direction, length},
    boids::{split, Boids},
    driver::{run, Divide},
    rules::Rules,
    seam::Seam,
    AlignTo, BoundaryResponse, Driver, Settings, Vec3,
};
use std::collections::TryReserveError;

/// Positions in a box that wraps round or images across the surface of a sphere that does, and headings, of the sorted
/// boids.
#[derive(Debug, Default)]
pub(crate) struct Search {
    places: [Vec<f32>; 3],
    headings: [Vec<f32>; 3],
}

impl Search {
    /// Bytes for each boid.
    pub(crate) fn bytes(settings: &Settings) -> usize {
        let arrays = needs(settings).into_iter().filter(|is_needed| *is_needed);
        arrays.count() * 3 * size_of::<f32>()
    }

    /// Makes room for `count` boids, so that a step allocates nothing.
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

    /// Gets ready for a step of these boids.
    pub(crate) fn prepare(&mut self, boids: &Boids, rules: &Rules, driver: Driver) {
        if let Some(seam) = rules.seam() {
            fill(&mut self.places, boids, driver, |index| {
                seam.place(boids.position(index))
            });
        }
        if let Some(antipodes) = rules.antipodes() {
            fill(&mut self.places, boids, driver, |index| {
                antipodes.image(boids.position(index))
            });
        }
        if rules.aligns_to_headings() {
            fill(&mut self.headings, boids, driver, |index| {
                let velocity: [f32; 3] = boids.velocity(index).into();
                direction(velocity, length(velocity)).into()
            });
        }
    }

    /// Where boids are in the frame of a box that wraps round, or where they are seen across the surface of a sphere that
    /// does. Of no meaning without either.
    pub(crate) fn places(&self) -> [&[f32]; 3] {
        self.places.each_ref().map(Vec::as_slice)
    }

    /// Where boids look for each other: in the world, or in the frame of a box that wraps round.
    pub(crate) fn positions<'a>(&'a self, boids: &'a Boids, seam: Option<&Seam>) -> [&'a [f32]; 3] {
        match seam {
            Some(_) => self.places(),
            None => boids.position.each_ref().map(Vec::as_slice),
        }
    }

    /// What boids are aligned with.
    pub(crate) fn aligned<'a>(&'a self, boids: &'a Boids, rules: &Rules) -> [&'a [f32]; 3] {
        match rules.aligns_to_headings() {
            true => self.headings.each_ref().map(Vec::as_slice),
            false => boids.velocity.each_ref().map(Vec::as_slice),
        }
    }
}

/// Whether places and headings are needed.
fn needs(settings: &Settings) -> [bool; 2] {
    let boundary = &settings.boundary;
    let wraps = boundary.enabled && boundary.response == BoundaryResponse::Wrap;
    [wraps, settings.neighbours.align_to == AlignTo::Heading]
}

fn fill(
    arrays: &mut [Vec<f32>; 3],
    boids: &Boids,
    driver: Driver,
    value: impl Fn(usize) -> Vec3 + Sync,
) {
    for values in arrays.iter_mut() {
        values.resize(boids.len(), 0.0);
    }
    let whole = Vectors {
        first: 0,
        axes: arrays.each_mut().map(Vec::as_mut_slice),
    };
    run(driver, whole, |part| {
        for index in 0..part.len() {
            let value = value(part.first + index);
            for axis in 0..3 {
                part.axes[axis][index] = value[axis];
            }
        }
    });
}

/// A contiguous part of some vectors that one thread writes.
struct Vectors<'a> {
    /// Index, among all, of the first one in this part.
    first: usize,
    axes: [&'a mut [f32]; 3],
}

impl Divide for Vectors<'_> {
    fn len(&self) -> usize {
        self.axes[0].len()
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let (start, rest) = split(self.axes, middle);
        let first = self.first + middle;
        (
            Self {
                axes: start,
                ..self
            },
            Self { first, axes: rest },
        )
    }
}

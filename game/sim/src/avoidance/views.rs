//! What the other parts of a step need to know of what some boids see.

use super::push::{Evasion, Push};
use crate::{boids::BoidsPart, geometry::ManyClearances, vectors::Vectors, Geometry, Vec3};

/// What as many boids see as there is room for.
pub(crate) struct Views<const N: usize> {
    clearance: [f32; N],
    push: [[f32; N]; 3],
    fade: [f32; N],
    /// Whether any boid sees anything.
    is_any: bool,
}

/// What boids do because of what they see.
#[derive(Clone, Copy)]
pub(crate) struct Pushes<'a> {
    /// What they ask for before all else: accelerations, or velocities.
    pub(crate) push: [&'a [f32]; 3],
    /// Factors of cohesion.
    pub(crate) fade: &'a [f32],
}

impl<const N: usize> Views<N> {
    pub(crate) fn new() -> Self {
        Self {
            clearance: [0.0; N],
            push: [[0.0; N]; 3],
            fade: [1.0; N],
            is_any: false,
        }
    }

    /// Looks up the clearance of every boid.
    pub(crate) fn measure(&mut self, geometry: &Geometry, boids: &BoidsPart, vectors: Vectors) {
        let found = &mut self.clearance[..boids.slot.len()];
        match geometry.clearances() {
            None => found.fill(f32::INFINITY),
            Some(clearances) => vectors.run(ManyClearances {
                clearances,
                places: boids.position,
                found,
            }),
        }
    }

    pub(super) fn clearance(&self, index: usize) -> f32 {
        self.clearance[index]
    }

    /// The clearances of the first `len` boids, in metres.
    pub(crate) fn clearances(&self, len: usize) -> &[f32] {
        &self.clearance[..len]
    }

    /// What a boid is warned of.
    pub(super) fn warn(&mut self, index: usize, warning: Vec3) {
        for axis in 0..3 {
            self.push[axis][index] = warning[axis];
        }
        self.is_any = true;
    }

    /// Turns the warnings into pushes.
    pub(super) fn push(&mut self, evasion: &Evasion, velocity: [&[f32]; 3], vectors: Vectors) {
        if self.is_any {
            let len = velocity[0].len();
            vectors.run(Push {
                evasion,
                velocity,
                push: self.push.each_mut().map(|values| &mut values[..len]),
                fade: &mut self.fade[..len],
            });
        }
    }

    /// Of the first `len` boids; none if none of them sees anything.
    pub(crate) fn pushes(&self, len: usize) -> Option<Pushes<'_>> {
        self.is_any.then(|| Pushes {
            push: self.push.each_ref().map(|values| &values[..len]),
            fade: &self.fade[..len],
        })
    }
}

//! Bending of the bodies as they swim.

use crate::declare::*;
use fyrox::{
    core::algebra::{Vector2, Vector3},
    material::Material,
};
use std::f32::consts::TAU;

group! {
    /// The bending of a body with its tail beat: a wave that runs from the nose to the tail, with the
    /// square of the distance from the nose as its amplitude. Computed by the vertex shader.
    #[derive(Copy)]
    pub struct Swim("c8a6f1b3-52c4-4a0f-8a36-0f6a2a1d7c58") {
        /// Amplitude of the tip of the tail to each side, as a fraction of the body's length. 0: no
        /// bending. 0 to 1, default 0.12.
        pub amplitude: f32 = 0.12, 0.0..=1.0, step 0.01;
        /// Length of the wave, in body lengths. 0.1 to 100; default 1.3.
        pub wavelength: f32 = 1.3, 0.1..=100.0, step 0.1;
        /// Direction of the beat. Default: sideways.
        pub axis: SwimAxis = SwimAxis::Sideways;
    }
}

choice! {
    /// The direction in which a body beats.
    pub enum SwimAxis("2b9d4d0e-3e6f-4a52-8f0e-5d7c1c6a9e04") {
        /// Left and right, as fish swim.
        #[default]
        Sideways,
        /// Up and down, as dolphins swim.
        UpAndDown,
    }
}

impl SwimAxis {
    fn direction(self) -> Vector2<f32> {
        match self {
            Self::Sideways => Vector2::new(1.0, 0.0),
            Self::UpAndDown => Vector2::new(0.0, 1.0),
        }
    }
}

impl Swim {
    /// A point of a body that has its nose at `nose` on the Z axis and the length `length`, as `bend_at` in `pose.glsl` moves it.
    pub(in crate::render) fn bent(
        self,
        nose: f32,
        length: f32,
        phase: f32,
        point: Vector3<f32>,
    ) -> Vector3<f32> {
        let along = ((nose - point.z) / length).clamp(0.0, 1.0);
        let angle = TAU * (phase - along / self.wavelength);
        let displacement = self.amplitude * length * along * along * angle.sin();
        point + (self.axis.direction() * displacement).push(0.0)
    }

    /// Sets the properties of the flock shader for a body with its nose at `nose` on the Z axis and
    /// the length `length`, both in metres.
    pub(in crate::render) fn apply(self, nose: f32, length: f32, material: &mut Material) {
        let swim = self.clamped();
        let group = material.try_get_or_insert_property_group("swim");
        group.set_property("amplitude", swim.amplitude);
        group.set_property("waves", 1.0 / swim.wavelength);
        group.set_property("nose_z", nose);
        group.set_property("body_length", length);
        group.set_property("axis", swim.axis.direction());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_clamped() {
        let swim = Swim {
            amplitude: f32::NAN,
            wavelength: 0.0,
            axis: SwimAxis::UpAndDown,
        };
        let expected = Swim {
            amplitude: 0.12,
            wavelength: 0.1,
            axis: SwimAxis::UpAndDown,
        };
        assert_eq!(swim.clamped(), expected);
        assert_eq!(Swim::default().clamped(), Swim::default());
    }
}

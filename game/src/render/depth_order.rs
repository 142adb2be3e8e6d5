//! The order in which blended bodies are drawn: each one over those behind it.

use fyrox::core::algebra::Vector3;

/// Boids from back to front. Its buffers are reused.
#[derive(Debug, Default)]
pub(super) struct DepthOrder {
    /// Squared distance to the eye as sortable bits, and the number of the boid.
    boids: Vec<(u32, u32)>,
    /// A copy of the texels that are being moved.
    texels: Vec<[f32; 4]>,
}

impl DepthOrder {
    /// Sorts boids by the distance from an eye, the farthest first, and moves their texels, two for
    /// each boid.
    pub fn sort(&mut self, texels: &mut [[f32; 4]], eye: &Vector3<f32>) {
        self.boids.clear();
        let boids = texels.iter().step_by(2).zip(0..);
        self.boids.extend(boids.map(|(&[x, y, z, _], number)| {
            let distance = (Vector3::new(x, y, z) - eye).norm_squared();
            // The bits of numbers that are not negative are in the order of the numbers.
            (u32::MAX - distance.to_bits(), number)
        }));
        self.boids.sort_unstable();
        self.apply::<2>(texels);
    }

    /// Brings the texels of the boids into the order, `TEXELS` for each boid.
    pub fn apply<const TEXELS: usize>(&mut self, texels: &mut [[f32; 4]]) {
        self.texels.clear();
        self.texels.extend_from_slice(texels);
        for (texels, &(_, number)) in texels.chunks_exact_mut(TEXELS).zip(&self.boids) {
            let first = TEXELS * number as usize;
            texels.copy_from_slice(&self.texels[first..first + TEXELS]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_farthest_is_first_and_keeps_its_texels() {
        let places = [3.0_f32, -9.0, 0.5, f32::NAN, 5.0, 3.0];
        let mut texels: Vec<_> = (0..)
            .zip(places)
            .flat_map(|(number, z)| [[1.0, 2.0, z, 0.0], [number as f32; 4]])
            .collect();
        let mut motions: Vec<_> = (0..places.len()).map(|it| [it as f32; 4]).collect();
        let mut order = DepthOrder::default();
        order.sort(&mut texels, &Vector3::new(1.0, 2.0, 1.0));
        order.apply::<1>(&mut motions);

        let numbers: Vec<_> = motions.iter().map(|texel| texel[0] as usize).collect();
        // One that is not drawn may be anywhere; equally far boids keep their order.
        assert_eq!(numbers, [3, 1, 4, 0, 5, 2]);
        for (texels, number) in texels.chunks(2).zip(numbers) {
            assert_eq!(texels[0][2].to_bits(), places[number].to_bits());
            assert_eq!(texels[1], [number as f32; 4]);
        }
    }
}

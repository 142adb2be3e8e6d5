//! The flock on the graphics card: the same rules as on the processor, as compute shaders.
//!
//! Shaders are written in WGSL, one pass a file. What a pass needs of the settings is packed from the very structs that the
//! processor uses, so that both take the same numbers.

mod adapters;
mod boundary;
mod clearances;
mod counters;
pub(crate) mod device;
mod follow;
mod gather;
mod geometry;
mod grid;
mod instances;
mod kernel;
mod level;
mod passes;
pub(crate) mod resident;
mod ring;
mod seam;
pub(crate) mod shared;
mod sight;
mod state;
mod steer;
#[cfg(test)]
mod test_device;
mod travel;

pub use adapters::{adapters, Adapter, AdapterKind};
pub use shared::prefer;

use crate::GpuError;

/// What all shaders share.
const COMMON: &str = include_str!("common.wgsl");

/// Random vectors.
const NOISE: &str = include_str!("noise.wgsl");

#[cfg(test)]
mod tests {
    use super::test_device::gpu;

    #[test]
    fn shaders_compute_and_what_they_write_comes_back() {
        const DOUBLE: &str = "
            override FACTOR: u32 = 1u;
            @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
            @compute @workgroup_size(256)
            fn multiply(@builtin(global_invocation_id) thread: vec3<u32>) {
                if thread.x < arrayLength(&numbers) {
                    numbers[thread.x] *= FACTOR;
                }
            }";
        let gpu = gpu();
        let numbers: Vec<u32> = (0..1000).collect();
        let buffer = gpu.filled("numbers", &numbers).unwrap();
        let kernel = gpu.kernel("multiply", &[DOUBLE], &[("FACTOR", 3.0)]);
        let bound = kernel.bind(gpu, &[&buffer]);
        gpu.run(|encoder| {
            bound.run(
                &mut encoder.begin_compute_pass(&Default::default()),
                numbers.len(),
            );
        });
        let found: Vec<u32> = gpu.read(&buffer, numbers.len()).unwrap();
        assert!(found.iter().zip(&numbers).all(|(found, n)| *found == 3 * n));
    }
}

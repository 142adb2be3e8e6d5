//! Agreement of the shaders with the CPU.

mod avoidance;
mod boundary;
pub(crate) mod device;
mod distance_field;
mod fear;
mod geometry;
mod grid;
mod influences;
mod instances;
mod motion;
mod neighbours;
mod obstacles;
mod paces;
mod periodic_box;
mod pose;
mod samples;
mod shaders;
mod steering;
mod ways;

use super::{
    passes::{all_stages, Stage, Variant},
    step::GpuStep,
    wgsl::{EntryPoint, Part},
};
use device::gpu;
use std::slice::from_ref;
use wgpu::Buffer;

/// Runs a shader that is not a pass of the simulation. Its entry point needs a unique name.
fn run_shader(
    entry: &'static str,
    needs: &[&Part],
    source: &str,
    buffers: &[&Buffer],
    threads: usize,
) {
    let gpu = gpu();
    let entry = EntryPoint {
        name: entry,
        source,
        needs,
    };
    let (pipeline, _) = gpu.pipelines.get(&entry, &Vec::new());
    let bound = pipeline.bind(&gpu.device, buffers);
    gpu.run(|encoder| {
        bound.dispatch(
            &mut encoder.begin_compute_pass(&Default::default()),
            threads,
        );
    });
}

/// Runs only the passes with these names.
fn run_passes(step: &mut GpuStep, names: &[&str], variant: Variant, count: usize) {
    let mut stages = Vec::new();
    for stage in all_stages() {
        let is_named = |name: &str| names.contains(&name);
        if stage.passes.iter().all(|pass| is_named(pass.entry.name)) {
            stages.push(*stage);
            continue;
        }
        let passes = stage.passes.iter().filter(|pass| is_named(pass.entry.name));
        stages.extend(passes.map(|pass| Stage {
            passes: from_ref(pass),
            ..*stage
        }));
    }
    step.bind(gpu(), &stages, variant);
    gpu().run(|encoder| step.encode(encoder, &stages, count, None));
}

#[test]
fn a_shader_computes_and_its_result_is_read_back() {
    const MULTIPLY: &str = "
        override FACTOR: u32 = 1u;
        @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
        @compute @workgroup_size(WORKGROUP)
        fn multiply(@builtin(global_invocation_id) thread: vec3<u32>) {
            if thread.x < arrayLength(&numbers) {
                numbers[thread.x] *= FACTOR;
            }
        }";
    let gpu = gpu();
    let numbers: Vec<u32> = (0..1000).collect();
    let buffer = gpu.filled("numbers", &numbers).unwrap();
    let entry = EntryPoint {
        name: "multiply",
        source: MULTIPLY,
        needs: &[],
    };
    let (pipeline, _) = gpu.pipelines.get(&entry, &vec![("FACTOR", 3.0)]);
    let bound = pipeline.bind(&gpu.device, &[&buffer]);
    gpu.run(|encoder| {
        let mut compute = encoder.begin_compute_pass(&Default::default());
        bound.dispatch(&mut compute, numbers.len());
    });
    let found: Vec<u32> = gpu.read(&buffer, numbers.len()).unwrap();
    assert!(found.iter().zip(&numbers).all(|(found, n)| *found == 3 * n));
}

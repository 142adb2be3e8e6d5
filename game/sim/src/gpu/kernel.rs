//! A compute shader that is ready to run.

use super::device::Gpu;
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, ComputePass, ComputePipeline,
    ComputePipelineDescriptor, PipelineCompilationOptions, ShaderModuleDescriptor, ShaderSource,
};

/// Threads of a workgroup. Every shader declares `@workgroup_size(256)`.
pub(crate) const GROUP: usize = 256;

/// An entry point of a compute shader. Its bindings are numbered from 0 in group 0, without gaps, and all of them are used.
pub(crate) struct Kernel {
    pipeline: ComputePipeline,
    entry: &'static str,
}

impl Kernel {
    /// The entry point of a shader whose source is in these parts, with these values of its `override` constants. Use
    /// [`Gpu::kernel`], which compiles each only once.
    pub(super) fn new(
        gpu: &Gpu,
        entry: &'static str,
        parts: &[&str],
        constants: &[(&str, f64)],
    ) -> Self {
        let source = parts.concat();
        let module = gpu.device.create_shader_module(ShaderModuleDescriptor {
            label: Some(entry),
            source: ShaderSource::Wgsl(source.into()),
        });
        let pipeline = gpu
            .device
            .create_compute_pipeline(&ComputePipelineDescriptor {
                label: Some(entry),
                layout: None,
                module: &module,
                entry_point: Some(entry),
                compilation_options: PipelineCompilationOptions {
                    constants,
                    ..PipelineCompilationOptions::default()
                },
                cache: None,
            });
        Self { pipeline, entry }
    }

    /// With the buffers of its bindings, in their order.
    pub(crate) fn bind(&self, gpu: &Gpu, buffers: &[&Buffer]) -> Bound {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = gpu.device.create_bind_group(&BindGroupDescriptor {
            label: Some(self.entry),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Bound {
            pipeline: self.pipeline.clone(),
            group,
        }
    }
}

/// A kernel with its buffers.
pub(crate) struct Bound {
    pipeline: ComputePipeline,
    group: BindGroup,
}

impl Bound {
    /// Runs at least so many threads, the last workgroup of them whole.
    pub(crate) fn run(&self, pass: &mut ComputePass, threads: usize) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(threads.div_ceil(GROUP) as u32, 1, 1);
    }
}

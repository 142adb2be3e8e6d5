//! Compute pipelines.

use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, ComputePass, ComputePipeline,
    ComputePipelineDescriptor, Device, PipelineCompilationOptions, ShaderModuleDescriptor,
    ShaderSource,
};

/// Number of threads in a workgroup of every pass.
pub(crate) const WORKGROUP: usize = 256;

/// Values of the `override` constants of a pass.
pub(crate) type Overrides = Vec<(&'static str, f64)>;

/// A compiled entry point. Its bindings are numbered from 0 in group 0 without gaps, and all of
/// them are used.
#[derive(Clone)]
pub(crate) struct Pipeline {
    pipeline: ComputePipeline,
    entry: &'static str,
}

impl Pipeline {
    /// Compiles an entry point. Use [`Pipelines::get`](super::pipelines::Pipelines::get) instead,
    /// which compiles each entry point only once.
    pub(super) fn new(
        device: &Device,
        entry: &'static str,
        source: String,
        overrides: &Overrides,
    ) -> Self {
        let module = device.create_shader_module(ShaderModuleDescriptor {
            label: Some(entry),
            source: ShaderSource::Wgsl(source.into()),
        });
        let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(entry),
            layout: None,
            module: &module,
            entry_point: Some(entry),
            compilation_options: PipelineCompilationOptions {
                constants: overrides,
                ..PipelineCompilationOptions::default()
            },
            cache: None,
        });
        Self { pipeline, entry }
    }

    /// Binds buffers, in the order of the bindings.
    pub(crate) fn bind(&self, device: &Device, buffers: &[&Buffer]) -> BoundPipeline {
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        let group = device.create_bind_group(&BindGroupDescriptor {
            label: Some(self.entry),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        BoundPipeline {
            pipeline: self.pipeline.clone(),
            group,
        }
    }
}

/// A pipeline with bound buffers.
pub(crate) struct BoundPipeline {
    pipeline: ComputePipeline,
    group: BindGroup,
}

impl BoundPipeline {
    /// Dispatches at least this many threads, in whole workgroups.
    pub(crate) fn dispatch(&self, pass: &mut ComputePass, threads: usize) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        pass.dispatch_workgroups(threads.div_ceil(WORKGROUP) as u32, 1, 1);
    }
}

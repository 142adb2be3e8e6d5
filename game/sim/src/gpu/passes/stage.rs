//! Passes and stages.

use super::variant::Variant;
use crate::gpu::{buffers::StepBuffers, pipeline::Overrides, wgsl::EntryPoint};
use wgpu::Buffer;

/// An entry point that stages run.
pub(crate) struct Pass {
    /// Its name is also that of its file.
    pub(crate) entry: EntryPoint<'static>,
    /// Returns the buffers in the order of the bindings.
    pub(crate) buffers: fn(&StepBuffers) -> Vec<&Buffer>,
    pub(crate) overrides: fn(&Variant) -> Overrides,
    /// Number of threads for a number of boids.
    pub(crate) threads: fn(usize) -> usize,
}

/// Passes that run one after the other under the same condition.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) runs: fn(&Variant) -> bool,
    /// True if the passes run for each relation to another flock, with separate buffers.
    pub(crate) is_for_each_relation: bool,
    pub(crate) repeats: usize,
    pub(crate) passes: &'static [Pass],
}

/// Declares the pass in the file of the given name. By default it has one thread for each boid and
/// no overrides.
macro_rules! pass {
    ($name:ident, [$($need:expr),* $(,)?], $buffers:expr $(, $field:ident: $value:expr)* $(,)?) => {
        Pass {
            $($field: $value,)*
            ..Pass {
                entry: $crate::gpu::wgsl::EntryPoint {
                    name: stringify!($name),
                    source: include_str!(concat!(stringify!($name), ".wgsl")),
                    needs: &[$(&$need),*],
                },
                buffers: $buffers,
                overrides: |_| Vec::new(),
                threads: |boids| boids,
            }
        }
    };
}
pub(super) use pass;

pub(super) const fn stage(runs: fn(&Variant) -> bool, passes: &'static [Pass]) -> Stage {
    Stage {
        runs,
        is_for_each_relation: false,
        repeats: 1,
        passes,
    }
}

/// A stage that runs for each relation to another flock.
pub(super) const fn for_each_relation(
    runs: fn(&Variant) -> bool,
    passes: &'static [Pass],
) -> Stage {
    Stage {
        is_for_each_relation: true,
        ..stage(runs, passes)
    }
}

/// The stages that run in a variant.
pub(crate) fn running<'a>(
    stages: impl IntoIterator<Item = &'a Stage>,
    variant: Variant,
) -> impl Iterator<Item = &'a Stage> {
    let stages = stages.into_iter();
    stages.filter(move |stage| (stage.runs)(&variant))
}

/// The value of a boolean override.
pub(super) fn flag(is_set: bool) -> f64 {
    f64::from(u8::from(is_set))
}

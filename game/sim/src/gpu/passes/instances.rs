//! The stage that writes the instances for drawing.

use super::{
    parts::{BOIDS, CONTAINMENT, INTERPOLATION},
    stage::{pass, stage, Pass, Stage},
};
use crate::gpu::instances::{InstanceTag, InstancesUniform};

/// Writes texels and tags of the drawn boids.
pub(super) static WRITE: Stage = stage(
    |_| true,
    &[
        pass!(
            write_instances,
            [InstancesUniform::PART, CONTAINMENT, INTERPOLATION, BOIDS],
            |it| {
                let (before, current) = (&it.before, &it.current);
                vec![
                    &it.instances.uniform,
                    &it.boundary,
                    &before.places,
                    &before.motions,
                    &before.orientations,
                    &current.places,
                    &current.motions,
                    &current.orientations,
                    &it.variations,
                    &it.instances.texels,
                ]
            }
        ),
        pass!(
            write_tags,
            [InstancesUniform::PART, InstanceTag::PART, BOIDS],
            |it| {
                let (instances, current) = (&it.instances, &it.current);
                vec![
                    &instances.uniform,
                    &it.before.motions,
                    &current.places,
                    &current.motions,
                    &instances.tags,
                ]
            }
        ),
    ],
);

//! Moving obstacles in the layout that shaders read.
//!
//! The CPU tests moves among obstacles in double precision. Shaders use single precision in the
//! frame of the obstacle, relative to its origin, so that the rounding error is a share of the
//! distance from this origin. The permitted approach includes it, like the error of coordinates: a
//! move is made only if it comes no nearer than this.

use super::{
    device::Gpu,
    error::GpuError,
    geometry::GpuTriangle,
    geometry_buffers::GpuGeometry,
    obstacle_trees::ObstacleTrees,
    wgsl::{wgsl_struct, Padding1, Vec3f, Vec4f},
};
use crate::{
    math::{Vec3, Vec3d},
    motion::moving_obstacles::MovingObstacles,
    obstacles::{
        body::Body, bounds::Bounds, convex::Core, obstacle_in_step::ObstacleInStep, pose::Pose,
    },
    steering::avoidance::ObstacleAvoidance,
};
use bytemuck::Zeroable;
use std::sync::Arc;
use wgpu::Buffer;

/// Number of storage buffers of the pass that moves boids among obstacles, which uses the most.
const STORAGE_BUFFERS: u32 = 10;

wgsl_struct! {
    /// Parameters that all obstacles share.
    pub(crate) struct MovingUniform {
        /// Normal of the plane of motion, or zero.
        plane_normal: Vec3f,
        /// Number of obstacles.
        count: u32,
        /// The same as in `AvoidanceUniform`.
        growth: Vec3f,
        weight: f32,
        cohesion_fade: f32,
        /// Radius of the body with its skin, in metres.
        radius: f32,
        /// Time that boids look ahead, in seconds.
        look_ahead: f32,
        /// Distance at which boids want to pass an obstacle, in metres.
        sight_radius: f32,
    }
}

wgsl_struct! {
    /// An obstacle and its motion within the step, with the fields of [`ObstacleInStep`].
    pub(crate) struct ObstacleUniform {
        /// The bounding box of its motion, and the larger box in which boids see it.
        low: Vec3f,
        /// One of the constants of this type.
        kind: u32,
        high: Vec3f,
        /// Rounding radius, in metres.
        rounding: f32,
        seen_low: Vec3f,
        /// Upper bound of the angle by which it turns in the step, in radians.
        angle: f32,
        seen_high: Vec3f,
        /// Index of its first face, if it is a hull; root of its tree, if it is a mesh.
        first_face: u32,
        /// Its origin at the beginning and at the end of the step, in the world.
        begin: Vec3f,
        /// Number of faces of a hull; for a mesh 1 if it has solids, or else 0.
        face_count: u32,
        end: Vec3f,
        padding_1: Padding1,
        /// Velocity of its origin, in m/s, and angular velocity, in rad/s.
        velocity: Vec3f,
        padding_2: Padding1,
        spin: Vec3f,
        padding_3: Padding1,
        /// Start of its segment, or half of the size of its box.
        core: Vec3f,
        padding_4: Padding1,
        /// Offset from the start of its segment to the end.
        along: Vec3f,
        padding_5: Padding1,
        begin_rotation: Vec4f,
        end_rotation: Vec4f,
    }
}

impl MovingUniform {
    fn new(moving: &MovingObstacles, avoidance: Option<&ObstacleAvoidance>) -> Self {
        let common = Self {
            count: moving.set.in_step().len() as u32,
            radius: moving.radius,
            ..Self::zeroed()
        };
        avoidance.map_or(common, |avoidance| Self {
            plane_normal: avoidance.reference_axes.normal,
            growth: avoidance.avoidance_params.growth,
            weight: avoidance.avoidance_params.weight,
            cohesion_fade: avoidance.avoidance_params.cohesion_fade,
            look_ahead: avoidance.sight.seconds,
            sight_radius: avoidance.sight.radius,
            ..common
        })
    }
}

impl ObstacleUniform {
    pub(crate) const SEGMENT: u32 = 0;
    pub(crate) const BOX: u32 = 1;
    const HULL: u32 = 2;
    pub(crate) const MESH: u32 = 3;

    /// Packs an obstacle, and adds the faces of a hull to `faces`. The tree of a mesh is one of
    /// `trees`. No boid outside of the box `seen` sees the obstacle.
    pub(super) fn new(
        obstacle: &ObstacleInStep,
        seen: &Bounds,
        faces: &mut Vec<[Vec3; 3]>,
        trees: &ObstacleTrees,
    ) -> Self {
        match &obstacle.body {
            Body::Convex(convex) => Self {
                rounding: convex.rounding as f32,
                ..Self::with_core(&convex.core, faces)
            },
            Body::Mesh(mesh) => Self {
                kind: Self::MESH,
                first_face: trees.root(mesh).unwrap_or_default(),
                face_count: mesh.geometry().weights().iter().any(|it| *it != 0).into(),
                ..Self::zeroed()
            },
        }
        .in_step(obstacle, seen)
    }

    /// The core of a convex shape.
    fn with_core(core: &Core, faces: &mut Vec<[Vec3; 3]>) -> Self {
        let first_face = faces.len() as u32;
        let (kind, core, along) = match core {
            Core::Segment { start, along } => (Self::SEGMENT, single(start), single(along)),
            Core::Box { half } => (Self::BOX, single(half), [0.0; 3]),
            Core::Hull(hull) => {
                faces.extend(&hull.triangles);
                (Self::HULL, [0.0; 3], [0.0; 3])
            }
        };
        Self {
            kind,
            first_face,
            face_count: faces.len() as u32 - first_face,
            core,
            along,
            ..Self::zeroed()
        }
    }

    /// The same shape with its motion in the step.
    fn in_step(self, obstacle: &ObstacleInStep, seen: &Bounds) -> Self {
        let way = &obstacle.way;
        let [low, high] = obstacle.bounds.corners().map(Into::into);
        let [seen_low, seen_high] = seen.corners().map(Into::into);
        Self {
            low,
            high,
            seen_low,
            angle: way.angle as f32,
            seen_high,
            begin: single(&way.begin.origin),
            end: single(&way.end.origin),
            velocity: single(&way.velocity),
            spin: single(&way.spin),
            begin_rotation: rotation(&way.begin),
            end_rotation: rotation(&way.end),
            ..self
        }
    }
}

fn single(vector: &Vec3d) -> Vec3f {
    vector.cast::<f32>().into()
}

/// Components x, y, z and w of a rotation.
fn rotation(pose: &Pose) -> Vec4f {
    pose.rotation.coords.cast::<f32>().into()
}

/// Buffers with the moving obstacles of a step.
pub(crate) struct ObstacleBuffers {
    /// [`MovingUniform`].
    pub(crate) uniform: Buffer,
    /// [`ObstacleUniform`].
    pub(crate) obstacles: Buffer,
    /// [`GpuTriangle`]: the faces of all hulls.
    pub(crate) faces: Buffer,
    pub(crate) trees: ObstacleTrees,
    /// The faces that the buffer holds.
    written: Vec<[Vec3; 3]>,
    /// The faces of this step, to compare with `written`.
    hulls: Vec<[Vec3; 3]>,
    rows: Vec<ObstacleUniform>,
}

impl ObstacleBuffers {
    /// Creates the buffers.
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            uniform: gpu.uniform::<MovingUniform>("moving obstacles uniform"),
            obstacles: gpu.buffer::<ObstacleUniform>("moving obstacles", 0)?,
            faces: gpu.buffer::<GpuTriangle>("hulls of moving obstacles", 0)?,
            trees: ObstacleTrees::new(gpu)?,
            written: Vec::new(),
            hulls: Vec::new(),
            rows: Vec::new(),
        })
    }

    /// Releases what a step without obstacles does not need.
    pub(crate) fn clear(&mut self) {
        self.trees.clear();
    }

    /// Prepares a step.
    ///
    /// # Errors
    /// Fails if there is no memory for the obstacles, or if the adapter does not allow enough
    /// buffers in a shader.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        moving: &MovingObstacles,
        avoidance: Option<&ObstacleAvoidance>,
        geometry: &Arc<GpuGeometry>,
    ) -> Result<(), GpuError> {
        if gpu.device.limits().max_storage_buffers_per_shader_stage < STORAGE_BUFFERS {
            return Err(GpuError::Unsupported {
                setting: "an obstacle of Flock::add_obstacle, with this adapter",
                remedy:
                    "remove it, choose another adapter, or set simulation.backend to AllThreads",
            });
        }
        self.hulls.clear();
        self.rows.clear();
        let set = moving.set;
        self.trees.write(gpu, set, geometry)?;
        let seen = avoidance.map_or(set.boxes(), ObstacleAvoidance::seen);
        for (obstacle, seen) in set.in_step().iter().zip(seen) {
            let row = ObstacleUniform::new(obstacle, seen, &mut self.hulls, &self.trees);
            self.rows.push(row);
        }
        gpu.write(&self.uniform, &[MovingUniform::new(moving, avoidance)]);
        gpu.write_all("moving obstacles", &mut self.obstacles, &self.rows)?;
        if self.hulls != self.written {
            let faces: Vec<_> = self.hulls.iter().map(GpuTriangle::new).collect();
            gpu.write_all("hulls of moving obstacles", &mut self.faces, &faces)?;
            self.written.clone_from(&self.hulls);
        }
        Ok(())
    }
}

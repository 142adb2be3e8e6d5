//! Influences in the layout that shaders read.

use super::{
    boundary::columns,
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Mat3, Padding1, Vec2f, Vec2u, Vec3f, Vec3u, Vec4f},
};
use crate::geometry::GroundMap;
use crate::steering::influences::{
    culling::Bounds,
    mesh::Samples,
    rounded_box::RoundedBox,
    terms::{InfluenceTerms, Term, TermKind},
};
use bytemuck::Zeroable;
use std::sync::Arc;
use wgpu::Buffer;

wgsl_struct! {
    pub(crate) struct InfluencesUniform {
        /// Number of boids.
        count: u32,
        term_count: u32,
        /// Largest speed of the boids, in m/s.
        max_speed: f32,
        /// Share of the own velocity when boids follow a path or a leader.
        inertia: f32,
        /// X and Z of the first column of the ground map, in metres.
        ground_low: Vec2f,
        /// Distance between the columns of the ground map, in metres.
        ground_cell: f32,
        /// Index in `fields` at which the ground map begins: first the start of each column, then
        /// the gaps.
        ground_first: u32,
        /// Number of columns along each axis; 0 without a ground map.
        ground_size: Vec2u,
        /// Largest turn rate, in radians per second; -1 if it is not limited.
        turn_rate: f32,
        /// Smallest speed of the boids, in m/s.
        min_speed: f32,
    }
}

wgsl_struct! {
    /// The lattice of a mesh, as in [`Samples`].
    pub(crate) struct MeshUniform {
        low: Vec3f,
        cell: f32,
        size: Vec3u,
        /// Index in `fields` at which its distances begin.
        first: u32,
    }
}

wgsl_struct! {
    /// An influence, with the fields of [`Term`].
    pub(crate) struct InfluenceTermUniform {
        low: Vec3f,
        /// One of the constants of this type.
        kind: u32,
        high: Vec3f,
        weight: f32,
        /// Coefficients of 1, t, t² and t³ of the fall-off.
        fall_off: Vec4f,
        velocity: Vec3f,
        per_reach: f32,
        share: u32,
        side: f32,
        beyond: f32,
        push: f32,
        per_slowing: f32,
        response: f32,
        radius: f32,
        look_ahead: f32,
        is_loop: u32,
        first_volume: u32,
        volume_count: u32,
        first_corner: u32,
        corner_count: u32,
        inset: f32,
        first_mesh: u32,
        mesh_count: u32,
        is_above_ground: u32,
        bends: u32,
        /// 0 for an influence at rest.
        moves: u32,
        padding: Padding1,
        /// [`InfluenceMotion::velocity`](crate::influences::InfluenceMotion::velocity).
        motion_velocity: Vec3f,
        motion_padding: Padding1,
        spin: Vec3f,
        spin_padding: Padding1,
        about: Vec3f,
        about_padding: Padding1,
    }
}

wgsl_struct! {
    /// A volume, with the fields of [`RoundedBox`].
    pub(crate) struct RoundedBoxUniform {
        to_world: Mat3,
        center: Vec3f,
        radius: f32,
        half_extents: Vec3f,
        padding: Padding1,
    }
}

impl InfluenceTermUniform {
    pub(crate) const PUSH: u32 = 0;
    pub(crate) const LEAD: u32 = 1;
    pub(crate) const GUIDE: u32 = 2;
    pub(crate) const PATH: u32 = 3;

    fn new(term: &Term) -> Self {
        let common = Self::common(term);
        match &term.kind {
            TermKind::Push(push) => Self {
                kind: Self::PUSH,
                push: push.side,
                ..common
            },
            TermKind::Lead(lead) => Self {
                kind: Self::LEAD,
                velocity: lead.velocity,
                inset: lead.inset,
                per_slowing: lead.per_slowing,
                bends: lead.bends.into(),
                ..common
            },
            TermKind::Guide(guide) => Self {
                kind: Self::GUIDE,
                velocity: guide.velocity,
                ..common
            },
            TermKind::Path(path) => Self {
                kind: Self::PATH,
                radius: path.radius,
                look_ahead: path.look_ahead,
                is_loop: path.is_loop.into(),
                first_corner: path.corners.start as u32,
                corner_count: path.corners.len() as u32,
                ..common
            },
        }
    }

    /// What terms of all kinds have; zero elsewhere.
    fn common(term: &Term) -> Self {
        let Bounds { min, max, margin } = term.reach;
        let (volumes, strength) = (&term.volumes, &term.strength);
        let motion = term.motion.unwrap_or_default();
        Self {
            low: min.map(|it| it - margin),
            high: max.map(|it| it + margin),
            fall_off: strength.fall_off,
            per_reach: strength.per_reach,
            side: strength.side,
            beyond: strength.beyond,
            weight: term.weight,
            response: term.response,
            share: term.share,
            first_volume: volumes.boxes.start as u32,
            volume_count: volumes.boxes.len() as u32,
            first_mesh: volumes.meshes.start as u32,
            mesh_count: volumes.meshes.len() as u32,
            is_above_ground: volumes.is_above_ground.into(),
            moves: term.motion.is_some().into(),
            motion_velocity: motion.velocity.into(),
            spin: motion.spin.into(),
            about: motion.about.into(),
            ..Zeroable::zeroed()
        }
    }
}

impl RoundedBoxUniform {
    fn new(volume: &RoundedBox) -> Self {
        Self {
            to_world: columns(&volume.to_local.transpose()),
            center: volume.center.into(),
            radius: volume.radius,
            half_extents: volume.half_extents.into(),
            padding: Zeroable::zeroed(),
        }
    }
}

/// Buffers with the influences of a step.
pub(crate) struct InfluenceBuffers {
    /// [`InfluencesUniform`].
    pub(crate) uniform: Buffer,
    /// [`InfluenceTermUniform`].
    pub(crate) terms: Buffer,
    /// [`RoundedBoxUniform`].
    pub(crate) volumes: Buffer,
    /// Corners of paths.
    pub(crate) corners: Buffer,
    /// [`MeshUniform`].
    pub(crate) meshes: Buffer,
    /// The distances of all meshes, and the ground map, as bits.
    pub(crate) fields: Buffer,
    /// [`InfluenceTerms::version`] of the terms that were written last.
    version: Option<u64>,
    written: Fields,
}

/// The contents of the large buffers, which are written only when they change.
#[derive(Default)]
struct Fields {
    meshes: Vec<Arc<Samples>>,
    ground: Option<Arc<GroundMap>>,
    /// Index in `fields` at which the ground map begins.
    ground_first: usize,
}

impl InfluenceBuffers {
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            uniform: gpu.uniform::<InfluencesUniform>("influences uniform"),
            terms: gpu.buffer::<InfluenceTermUniform>("influences", 0)?,
            volumes: gpu.buffer::<RoundedBoxUniform>("volumes of influences", 0)?,
            corners: gpu.buffer::<[f32; 4]>("paths", 0)?,
            meshes: gpu.buffer::<MeshUniform>("meshes of influences", 0)?,
            fields: gpu.buffer::<u32>("distances and ground", 0)?,
            version: None,
            written: Fields::default(),
        })
    }

    /// Prepares a step of `count` boids.
    ///
    /// # Errors
    /// Fails if there is no memory for the influences.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        influences: &InfluenceTerms,
        ground: Option<&Arc<GroundMap>>,
        count: usize,
    ) -> Result<(), GpuError> {
        if !self.written.are(&influences.meshes, ground) {
            self.write_fields(gpu, &influences.meshes, ground)?;
        }
        let circle = &influences.turning_circle;
        let uniform = InfluencesUniform {
            count: count as u32,
            term_count: influences.terms.len() as u32,
            max_speed: influences.max_speed,
            inertia: influences.inertia,
            ground_low: ground.map_or([0.0; 2], |map| map.low),
            ground_cell: ground.map_or(1.0, |map| map.cell),
            ground_first: self.written.ground_first as u32,
            ground_size: ground.map_or([0; 2], |map| map.size),
            turn_rate: circle.map_or(-1.0, |it| it.rate),
            min_speed: circle.map_or(0.0, |it| it.min_speed),
        };
        gpu.write(&self.uniform, &[uniform]);
        if self.version != Some(influences.version) {
            let terms = influences.terms.iter().map(InfluenceTermUniform::new);
            let volumes = influences.volumes.iter().map(RoundedBoxUniform::new);
            let (terms, volumes): (Vec<_>, Vec<_>) = (terms.collect(), volumes.collect());
            gpu.write_all("influences", &mut self.terms, &terms)?;
            gpu.write_all("volumes of influences", &mut self.volumes, &volumes)?;
            gpu.write_all("paths", &mut self.corners, &influences.corners)?;
            self.version = Some(influences.version);
        }
        Ok(())
    }

    fn write_fields(
        &mut self,
        gpu: &Gpu,
        meshes: &[Arc<Samples>],
        ground: Option<&Arc<GroundMap>>,
    ) -> Result<(), GpuError> {
        let (mut headers, mut fields) = (Vec::<MeshUniform>::new(), Vec::new());
        for mesh in meshes {
            // Volumes of several influences may share a mesh.
            if let Some(same) = meshes[..headers.len()]
                .iter()
                .position(|it| Arc::ptr_eq(it, mesh))
            {
                headers.push(headers[same]);
                continue;
            }
            let lattice = &mesh.lattice;
            headers.push(MeshUniform {
                low: lattice.low.into(),
                cell: lattice.cell,
                size: lattice.size,
                first: fields.len() as u32,
            });
            fields.extend(mesh.distances.iter().map(|it| it.to_bits()));
        }
        let ground_first = fields.len();
        if let Some(map) = ground {
            fields.extend(&map.starts);
            fields.extend(map.gaps.iter().flatten().map(|it| it.to_bits()));
        }
        gpu.write_all("meshes of influences", &mut self.meshes, &headers)?;
        gpu.write_all("distances and ground", &mut self.fields, &fields)?;
        self.written = Fields {
            meshes: meshes.to_vec(),
            ground: ground.cloned(),
            ground_first,
        };
        Ok(())
    }
}

impl Fields {
    fn are(&self, meshes: &[Arc<Samples>], ground: Option<&Arc<GroundMap>>) -> bool {
        let is_ground = match (&self.ground, ground) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        let pairs = self.meshes.iter().zip(meshes);
        is_ground && self.meshes.len() == meshes.len() && { pairs }.all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

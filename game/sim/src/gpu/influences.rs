//! Influences in the layout that shaders read.

use super::{
    boundary::columns,
    device::Gpu,
    error::GpuError,
    influence_fields::{InfluenceFields, WaysUniform},
    wgsl::{wgsl_struct, Mat3, Padding1, Vec2f, Vec2u, Vec3f, Vec4f},
};
use crate::geometry::GroundMap;
use crate::math::Vec3;
use crate::steering::influences::{
    culling::Bounds,
    rounded_box::RoundedBox,
    terms::{InfluenceTerms, Term, TermKind},
};
use bytemuck::Zeroable;
use nalgebra::Matrix3;
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
    /// An influence, with the fields of [`Term`].
    pub(crate) struct InfluenceTermUniform needs WaysUniform {
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
        /// Number of goals of the ways; 0 for a term that leads straight.
        goal_count: u32,
        /// [`InfluenceMotion::velocity`](crate::influences::InfluenceMotion::velocity).
        motion_velocity: Vec3f,
        /// Index in `fields` at which the places of a formation begin.
        first_place: u32,
        spin: Vec3f,
        /// Number of slots that have places in `fields`; 0 for a term without a formation.
        place_slots: u32,
        about: Vec3f,
        strictness: f32,
        form_to_frame: Mat3,
        form_origin: Vec3f,
        form_padding: Padding1,
        ways: WaysUniform,
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
    pub(crate) const CALM: u32 = 4;

    fn new(term: &Term, fields: &InfluenceFields) -> Self {
        let common = Self {
            first_place: fields.first_place_of(term),
            goal_count: term.ways.as_ref().map_or(0, |it| it.ways.goals().len()) as u32,
            ways: fields.ways_of(term),
            ..Self::common(term)
        };
        match &term.kind {
            TermKind::Calm(calm) => Self {
                kind: Self::CALM,
                strictness: calm.strictness,
                ..common
            },
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
        let places = volumes.places.as_ref();
        let axes = places.map_or_else(Matrix3::identity, |it| it.axes);
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
            place_slots: places.map_or(0, |it| it.acting.by_slot.len()) as u32,
            form_to_frame: columns(&axes),
            form_origin: places.map_or_else(Vec3::zeros, |it| it.origin).into(),
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
    pub(crate) fields: InfluenceFields,
    /// [`InfluenceTerms::version`] of the terms that were written last.
    version: Option<u64>,
}

impl InfluenceBuffers {
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            uniform: gpu.uniform::<InfluencesUniform>("influences uniform"),
            terms: gpu.buffer::<InfluenceTermUniform>("influences", 0)?,
            volumes: gpu.buffer::<RoundedBoxUniform>("volumes of influences", 0)?,
            corners: gpu.buffer::<[f32; 4]>("paths", 0)?,
            fields: InfluenceFields::new(gpu)?,
            version: None,
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
        if self.fields.write(gpu, influences, ground)? {
            // Terms have indices into the fields.
            self.version = None;
        }
        let circle = &influences.turning_circle;
        let uniform = InfluencesUniform {
            count: count as u32,
            term_count: influences.terms.len() as u32,
            max_speed: influences.max_speed,
            inertia: influences.inertia,
            ground_low: ground.map_or([0.0; 2], |map| map.low),
            ground_cell: ground.map_or(1.0, |map| map.cell),
            ground_first: self.fields.ground_first(),
            ground_size: ground.map_or([0; 2], |map| map.size),
            turn_rate: circle.map_or(-1.0, |it| it.rate),
            min_speed: circle.map_or(0.0, |it| it.min_speed),
        };
        gpu.write(&self.uniform, &[uniform]);
        if self.version != Some(influences.version) {
            let fields = &self.fields;
            let terms = influences.terms.iter();
            let terms = terms.map(|it| InfluenceTermUniform::new(it, fields));
            let volumes = influences.volumes.iter().map(RoundedBoxUniform::new);
            let (terms, volumes): (Vec<_>, Vec<_>) = (terms.collect(), volumes.collect());
            gpu.write_all("influences", &mut self.terms, &terms)?;
            gpu.write_all("volumes of influences", &mut self.volumes, &volumes)?;
            gpu.write_all("paths", &mut self.corners, &influences.corners)?;
            self.version = Some(influences.version);
        }
        Ok(())
    }
}

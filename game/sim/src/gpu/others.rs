//! What the boids of other flocks of a world mean to those of a flock.
//!
//! All flocks of a group sort their boids first. Then each looks at the sorted boids of the others, in
//! their memory: along the grid of the other flock, whose cells are as wide as the widest search in it.

use super::{
    buffers::StepBuffers,
    device::Gpu,
    neighbours::CriteriaUniform,
    passes::{Pass, FOLLOW_OTHERS, SUM_OTHERS},
    step::BoundPass,
    wgsl::{wgsl_struct, Padding1, Vec3f},
};
use crate::{
    neighbours::criteria::Criteria,
    steering::relation::{Relation, RelationKind},
};
use bytemuck::Zeroable;
use wgpu::{Buffer, ComputePass};

wgsl_struct! {
    pub(crate) struct RelationUniform {
        /// Of the wish, negative to flee; a factor for the sums.
        weight: f32,
        /// Number of boids that look.
        count: u32,
        /// 1 for the first flock that is flocked with.
        is_first: u32,
        padding: Padding1,
    }
}

wgsl_struct! {
    /// As [`OtherSums`](crate::step::others::OtherSums), of one boid.
    pub(crate) struct OtherSums {
        cohesion: Vec3f,
        padding_1: Padding1,
        separation: Vec3f,
        padding_2: Padding1,
        alignment: Vec3f,
        padding_3: Padding1,
        counts: Vec3f,
        padding_4: Padding1,
    }
}

/// The boids of a flock as the others see them in a step.
#[derive(Clone, Debug)]
pub(crate) struct GpuSighting {
    pub(super) count: usize,
    pub(super) layout: Buffer,
    pub(super) starts: Buffer,
    pub(super) places: Buffer,
    pub(super) motions: Buffer,
}

/// What one other flock means.
struct Other {
    /// Index of the flock.
    flock: usize,
    relation: Relation,
    criteria: Criteria,
    is_first: bool,
    /// [`CriteriaUniform`].
    criteria_uniform: Buffer,
    /// [`RelationUniform`].
    uniform: Buffer,
    bound: Option<BoundPass>,
}

/// What the other flocks mean in a step.
#[derive(Default)]
pub(crate) struct Others {
    all: Vec<Other>,
}

impl Others {
    /// Prepares a step of a flock with these criteria.
    pub(super) fn prepare(&mut self, gpu: &Gpu, own: &Criteria, relations: &[(usize, Relation)]) {
        self.all.truncate(relations.len());
        let mut is_first = true;
        for (index, (flock, relation)) in relations.iter().enumerate() {
            let flocks_with = relation.kind == RelationKind::FlockWith;
            if self.all.len() == index {
                self.all.push(Other {
                    flock: *flock,
                    relation: *relation,
                    criteria: *own,
                    is_first: false,
                    criteria_uniform: gpu.uniform::<CriteriaUniform>("criteria for others"),
                    uniform: gpu.uniform::<RelationUniform>("relation uniform"),
                    bound: None,
                });
            }
            let other = &mut self.all[index];
            (other.flock, other.relation) = (*flock, *relation);
            other.criteria = match flocks_with {
                true => own.for_others(relation.radius),
                false => Criteria::within(relation.radius),
            };
            other.is_first = flocks_with && is_first;
            is_first &= !flocks_with;
        }
    }

    /// True if there are sums over other flocks.
    pub(super) fn have_sums(&self) -> bool {
        self.of_pass(&SUM_OTHERS).next().is_some()
    }

    fn of_pass(&self, pass: &'static Pass) -> impl Iterator<Item = &Other> {
        self.all.iter().filter(|it| it.pass().name == pass.name)
    }

    /// Binds the passes of a flock of `count` boids to the boids of the others.
    pub(super) fn bind(
        &mut self,
        gpu: &Gpu,
        own: &StepBuffers,
        count: usize,
        sightings: &[Option<GpuSighting>],
    ) {
        for other in &mut self.all {
            if let Some(Some(seen)) = sightings.get(other.flock) {
                other.bind(gpu, own, count, seen);
            }
        }
    }

    /// Dispatches a pass for all relations that it is for.
    pub(super) fn dispatch(&self, compute: &mut ComputePass, pass: &'static Pass, count: usize) {
        for bound in self.of_pass(pass).filter_map(|it| it.bound.as_ref()) {
            bound.dispatch(compute, count);
        }
    }
}

impl Other {
    fn pass(&self) -> &'static Pass {
        match self.relation.kind {
            RelationKind::FlockWith => &SUM_OTHERS,
            _ => &FOLLOW_OTHERS,
        }
    }

    fn bind(&mut self, gpu: &Gpu, own: &StepBuffers, count: usize, seen: &GpuSighting) {
        let criteria = CriteriaUniform::new(&self.criteria, seen.count);
        gpu.write(&self.criteria_uniform, &[criteria]);
        let weight = match self.relation.kind {
            RelationKind::Flee => -self.relation.weight,
            _ => self.relation.weight,
        };
        let uniform = RelationUniform {
            weight,
            count: count as u32,
            is_first: self.is_first.into(),
            padding: Zeroable::zeroed(),
        };
        gpu.write(&self.uniform, &[uniform]);
        let target = match self.relation.kind {
            RelationKind::FlockWith => &own.other_sums,
            _ => &own.neighbours.wishes,
        };
        let buffers = [
            &own.boundary,
            &self.criteria_uniform,
            &self.uniform,
            &seen.layout,
            &seen.places,
            &seen.motions,
            &seen.starts,
            &own.before.places,
            &own.before.motions,
            target,
        ];
        let selective = f64::from(u8::from(self.criteria.is_selective));
        let overrides = vec![("SELECTIVE", selective)];
        let pass = self.pass();
        let is_bound = |it: &BoundPass| it.is_of(pass, &buffers, &overrides);
        if !self.bound.as_ref().is_some_and(is_bound) {
            self.bound = Some(BoundPass::new(gpu, pass, &buffers, overrides));
        }
    }
}

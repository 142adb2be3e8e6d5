//! Other flocks of a world in the step of a flock on the GPU.
//!
//! All flocks of a group sort their boids first. Then each flock searches the sorted boids of the
//! others in their buffers. It walks along the grid of the other flock, whose cells are as wide as
//! the widest search in it.

use super::{
    bound_pass::BoundPass,
    buffers::StepBuffers,
    device::Gpu,
    fear::ThreatBlock,
    neighbours::CriteriaUniform,
    passes::{Pass, Variant, ADD_RELATION_WISHES, NOTE_THREATS, SUM_OTHERS},
    pipeline::Overrides,
    relations::{NotedUniform, RelationUniform},
};
use crate::{
    neighbours::criteria::Criteria,
    steering::relation::{Relation, RelationKind},
    step::{
        meaning::Meaning,
        others::{OtherFlocks, Sighting},
    },
};
use wgpu::{Buffer, ComputePass};

/// Buffers with the boids of a flock, as other flocks see them in a step.
#[derive(Clone, Debug)]
pub(crate) struct GpuSighting {
    pub(super) count: usize,
    pub(super) layout: Buffer,
    pub(super) starts: Buffer,
    pub(super) places: Buffer,
    pub(super) motions: Buffer,
}

/// The sorted boids of a flock on the GPU; `None` if it did not sort them there for this step.
fn seen(sightings: &[Sighting], flock: usize) -> Option<&GpuSighting> {
    sightings.get(flock)?.on_device.as_ref()?.downcast_ref()
}

/// One other flock and its relation in a step.
struct Other {
    /// Index of the flock.
    flock: usize,
    relation: Relation,
    criteria: Criteria,
    is_first: bool,
    meaning: Meaning,
    /// Number of threads of the pass.
    threads: usize,
    /// [`CriteriaUniform`].
    criteria_uniform: Buffer,
    /// [`RelationUniform`].
    uniform: Buffer,
    /// [`NotedUniform`].
    noted: Buffer,
    bound: Option<BoundPass>,
}

/// The other flocks in a step.
#[derive(Default)]
pub(crate) struct Others {
    all: Vec<Other>,
}

impl Others {
    /// Prepares a step of a flock whose own criteria are `own`.
    pub(super) fn prepare(&mut self, gpu: &Gpu, own: &Criteria, others: OtherFlocks) {
        let relations = others.relations;
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
                    meaning: Meaning::Nothing,
                    threads: 0,
                    criteria_uniform: gpu.uniform::<CriteriaUniform>("criteria for others"),
                    uniform: gpu.uniform::<RelationUniform>("relation uniform"),
                    noted: gpu.uniform::<NotedUniform>("noted uniform"),
                    bound: None,
                });
            }
            let other = &mut self.all[index];
            (other.flock, other.relation) = (*flock, *relation);
            other.criteria = if flocks_with {
                own.for_others(relation.radius)
            } else {
                Criteria::within(relation.radius)
            };
            other.meaning = others.meaning(relation.kind);
            other.is_first = flocks_with && is_first;
            is_first &= !flocks_with;
        }
    }

    /// True if there are sums over other flocks.
    pub(super) fn have_sums(&self) -> bool {
        self.of_pass(&SUM_OTHERS).next().is_some()
    }

    /// The passes that are bound to the boids of other flocks.
    pub(super) fn bound_mut(&mut self) -> impl Iterator<Item = &mut BoundPass> {
        self.all.iter_mut().filter_map(|it| it.bound.as_mut())
    }

    fn of_pass(&self, pass: &'static Pass) -> impl Iterator<Item = &Other> {
        let name = pass.entry.name;
        let is_of = move |it: &&Other| it.pass().is_some_and(|own| own.entry.name == name);
        self.all.iter().filter(is_of)
    }

    /// Number of blocks of boids of other flocks that are threats.
    pub(super) fn threat_blocks(&self, sightings: &[Sighting]) -> usize {
        let frightening = self.all.iter().filter(|it| it.meaning == Meaning::Threats);
        let seen = frightening.filter_map(|it| seen(sightings, it.flock));
        seen.map(|seen| seen.count.div_ceil(ThreatBlock::MOST))
            .sum()
    }

    /// Binds the passes of a flock to the boids of other flocks. `step` is the number of its boids
    /// and the variant of its step.
    pub(super) fn bind(
        &mut self,
        gpu: &Gpu,
        own: &StepBuffers,
        step: (usize, &Variant),
        sightings: &[Sighting],
    ) {
        let written = own.fear.written_threats();
        let (mut threats, mut blocks) = (written, written);
        for other in &mut self.all {
            let Some(seen) = seen(sightings, other.flock) else {
                continue;
            };
            match other.meaning {
                Meaning::Nothing => (),
                Meaning::Threats => {
                    other.bind_threats(gpu, own, [threats, blocks], seen);
                    threats += seen.count;
                    blocks += seen.count.div_ceil(ThreatBlock::MOST);
                }
                Meaning::Sums => other.bind(gpu, own, &SUM_OTHERS, step, seen),
                Meaning::Wish => other.bind(gpu, own, &ADD_RELATION_WISHES, step, seen),
            }
        }
    }

    /// Dispatches a pass for all relations to which it applies.
    pub(super) fn dispatch(&self, compute: &mut ComputePass, pass: &'static Pass) {
        for other in self.of_pass(pass) {
            if let Some(bound) = &other.bound {
                bound.dispatch(compute, other.threads);
            }
        }
    }
}

impl Other {
    /// The pass for this relation, if there is one.
    fn pass(&self) -> Option<&'static Pass> {
        match self.meaning {
            Meaning::Nothing => None,
            Meaning::Sums => Some(&SUM_OTHERS),
            Meaning::Wish => Some(&ADD_RELATION_WISHES),
            Meaning::Threats => Some(&NOTE_THREATS),
        }
    }

    /// Binds the pass that turns the boids into threats. `first` are the indices from which on threats
    /// and blocks are stored.
    fn bind_threats(
        &mut self,
        gpu: &Gpu,
        own: &StepBuffers,
        first: [usize; 2],
        seen: &GpuSighting,
    ) {
        let noted = NotedUniform::new(&self.relation, first, seen.count);
        gpu.write(&self.noted, &[noted]);
        self.threads = seen.count;
        let buffers = [
            &own.fear.chooser,
            &self.noted,
            &seen.places,
            &seen.motions,
            &own.fear.threats,
            &own.fear.threat_blocks,
        ];
        bind_to(&mut self.bound, gpu, &NOTE_THREATS, &buffers, Vec::new());
    }

    fn bind(
        &mut self,
        gpu: &Gpu,
        own: &StepBuffers,
        pass: &Pass,
        (count, variant): (usize, &Variant),
        seen: &GpuSighting,
    ) {
        let criteria = CriteriaUniform::new(&self.criteria, seen.count);
        gpu.write(&self.criteria_uniform, &[criteria]);
        let uniform = RelationUniform::new(&self.relation, count, self.is_first);
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
        self.threads = count;
        let overrides = (pass.overrides)(variant);
        bind_to(&mut self.bound, gpu, pass, &buffers, overrides);
    }
}

/// Binds a pass, unless it is bound to these buffers already.
fn bind_to(
    bound: &mut Option<BoundPass>,
    gpu: &Gpu,
    pass: &Pass,
    buffers: &[&Buffer],
    overrides: Overrides,
) {
    let is_bound = |it: &BoundPass| it.is_of(pass, buffers, &overrides);
    if !bound.as_ref().is_some_and(is_bound) {
        *bound = Some(BoundPass::new(gpu, pass, buffers, overrides));
    }
}

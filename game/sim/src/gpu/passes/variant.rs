//! Variants of a step on the GPU.

use crate::{
    gpu::motion,
    steering::influences::terms::InfluenceTerms,
    step::{meaning::Meaning, Step},
};

/// The properties of a step that determine which passes run and how they are compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Variant {
    /// True if boids leave or join at the beginning of the step.
    pub(crate) has_leaving: bool,
    pub(crate) has_joining: bool,
    /// True if boids have levels of detail.
    pub(crate) has_levels: bool,
    /// True if there is geometry with which boids collide.
    pub(crate) collides: bool,
    /// True if boids avoid geometry.
    pub(crate) avoids: bool,
    pub(crate) has_ray_budget: bool,
    /// True if the search tests more than the distance: fields of view, counts or weights.
    pub(crate) is_selective: bool,
    pub(crate) counts_nearest: bool,
    pub(crate) has_periodic_box: bool,
    pub(crate) has_periodic_sphere: bool,
    /// True if boids flee from threats, or panic.
    pub(crate) has_fear: bool,
    pub(crate) panics: bool,
    /// True if panicking boids alarm others.
    pub(crate) alarms: bool,
    /// True if the cohesion of boids changes after a flight.
    pub(crate) regroups: bool,
    /// True if boids of other flocks are threats.
    pub(crate) notes_threats: bool,
    /// True if the flock flocks with other flocks.
    pub(crate) has_other_sums: bool,
    /// True if boids hunt other flocks or flee from them, other than by fear and attacks.
    pub(crate) has_relation_wishes: bool,
    /// True if boids hunt in attacks.
    pub(crate) has_attacks: bool,
    pub(crate) has_influences: bool,
    /// True if influences lead boids along ways.
    pub(crate) has_ways: bool,
    pub(crate) has_wind: bool,
    /// True if there are moving obstacles.
    pub(crate) has_moving_obstacles: bool,
    /// True if one of them is a mesh.
    pub(crate) has_mesh_obstacles: bool,
    /// True if boids see moving obstacles ahead.
    pub(crate) sees_moving_obstacles: bool,
    pub(crate) response: u32,
    pub(crate) is_checked: bool,
}

impl Variant {
    /// The variant of a step. `has_triangles` is false for an empty geometry.
    pub(crate) fn new(step: &Step, has_triangles: bool) -> Self {
        let criteria = &step.criteria;
        let collides = step.geometry.is_some() && has_triangles;
        let avoidance = step.avoidance_step.as_ref().filter(|_| collides);
        let flight = step.flight.as_ref().map(|it| &it.params);
        let panics = flight.is_some_and(|it| it.panics);
        Self {
            has_leaving: false,
            has_joining: false,
            has_levels: step.paces.is_some(),
            collides,
            avoids: avoidance.is_some(),
            has_ray_budget: avoidance.is_some_and(|it| it.has_budget()),
            is_selective: criteria.is_selective(),
            counts_nearest: criteria.is_selective() && criteria.nearest.is_some(),
            has_periodic_box: criteria.periodic_box.is_some(),
            has_periodic_sphere: criteria.sphere_images.is_some(),
            has_fear: flight.is_some(),
            panics,
            alarms: panics && criteria.reach.is_some(),
            regroups: flight.is_some_and(|it| it.regroup > 0 && it.regroup_cohesion != 1.0),
            notes_threats: step.others.has(Meaning::Threats),
            has_other_sums: step.others.has(Meaning::Sums),
            has_relation_wishes: step.others.has(Meaning::Wish),
            has_attacks: step.others.attacks.is_some(),
            has_influences: step.influences.is_some(),
            has_ways: step.influences.is_some_and(InfluenceTerms::have_ways),
            has_wind: step.air.is_some(),
            has_moving_obstacles: step.swept_move.moving.is_some(),
            has_mesh_obstacles: step.swept_move.moving.is_some_and(|it| it.set.has_meshes()),
            sees_moving_obstacles: step.obstacle_avoidance.is_some(),
            response: motion::response(step.swept_move.response),
            is_checked: step.swept_move.is_checked,
        }
    }

    /// True if moves mark boids.
    pub(crate) fn marks_boids(&self) -> bool {
        self.collides || self.has_moving_obstacles
    }

    /// True if there are wishes to avoid something.
    pub(crate) fn has_avoidance(&self) -> bool {
        self.avoids || self.sees_moving_obstacles
    }
}

//! The passes that a step may need after one change, which are compiled in advance.

use super::{all_stages, stage::running, variant::Variant};
use crate::{
    gpu::{motion, pipelines::EntryVariant},
    settings::CollisionResponse,
};

impl Variant {
    /// The entry points of a step and of a frame after each possible single change; they can occur
    /// several times.
    pub(crate) fn entries_after_one_change(&self) -> impl Iterator<Item = EntryVariant> {
        self.after_one_change().into_iter().flat_map(|variant| {
            let passes = running(all_stages(), variant).flat_map(|stage| stage.passes);
            passes.map(move |pass| (pass.entry, (pass.overrides)(&variant)))
        })
    }

    /// The variants to which a single change leads: of a setting, the boids, the geometry, the
    /// inputs or a relation.
    fn after_one_change(&self) -> Vec<Self> {
        let changes: [fn(&mut Self); 28] = [
            |it| (it.has_leaving, it.has_joining) = (true, true),
            |it| it.avoids = it.collides && !it.avoids,
            |it| (it.collides, it.avoids) = (!it.collides, !it.collides),
            |it| (it.collides, it.avoids, it.has_ray_budget) = (true, true, true),
            |it| it.has_ray_budget ^= true,
            |it| it.is_checked ^= true,
            |it| it.response = motion::response(CollisionResponse::Slide),
            |it| it.response = motion::response(CollisionResponse::Bounce),
            |it| it.response = motion::response(CollisionResponse::Reverse),
            |it| it.has_moving_obstacles ^= true,
            |it| {
                it.has_moving_obstacles ^= true;
                it.sees_moving_obstacles = it.has_moving_obstacles;
            },
            |it| it.has_mesh_obstacles ^= true,
            |it| it.has_influences ^= true,
            |it| (it.has_influences, it.has_ways) = (true, !it.has_ways),
            |it| it.has_wind ^= true,
            |it| it.has_levels ^= true,
            |it| (it.has_periodic_box, it.has_periodic_sphere) = (!it.has_periodic_box, false),
            |it| (it.has_periodic_box, it.has_periodic_sphere) = (false, !it.has_periodic_sphere),
            |it| {
                (it.has_periodic_box, it.has_periodic_sphere) = (it.has_periodic_sphere, false);
                it.is_selective &= !it.has_periodic_box;
            },
            |it| (it.has_periodic_sphere, it.is_selective) = (false, !it.is_selective),
            |it| (it.is_selective, it.counts_nearest) = (true, !it.counts_nearest),
            |it| (it.has_fear, it.panics, it.alarms) = (!it.has_fear, false, false),
            |it| (it.has_fear, it.regroups) = (true, !it.regroups),
            |it| {
                it.has_fear = true;
                (it.panics, it.alarms) = (!it.panics, !it.panics);
            },
            |it| it.notes_threats ^= true,
            |it| it.has_other_sums ^= true,
            |it| it.has_relation_wishes ^= true,
            |it| it.has_attacks ^= true,
        ];
        changes.map(|change| self.after(change)).into()
    }

    fn after(&self, change: fn(&mut Self)) -> Self {
        let mut changed = *self;
        change(&mut changed);
        changed.has_ray_budget &= changed.avoids;
        changed.sees_moving_obstacles &= changed.has_moving_obstacles;
        changed.has_mesh_obstacles &= changed.has_moving_obstacles;
        changed.is_selective |= changed.has_periodic_sphere;
        changed.counts_nearest &= changed.is_selective;
        changed.has_ways &= changed.has_influences;
        changed.regroups &= changed.has_fear;
        changed
    }
}

//! Loose bodies: boids outside the flock, which are dead, held or on a perch.

use crate::{
    flock::configuration::Configuration,
    math::{reference_frame::FrameStep, Vec3},
    motion::{
        inertia::Inertia, loose_body::LooseBody, moving_obstacles::MovingObstacles,
        passage::ENTRY_CLEAR_SHARE, touched_slots::TouchedSlots, SweptMove,
    },
    obstacles::ObstacleSet,
    pose::orientation::OrientationParams,
    settings::validation::{Check, SettingsError},
    state::{
        boid_id::BoidId,
        boids::{Boid, BoidState},
        slot_map::SlotMap,
        threads::{run, Part},
    },
};

/// The loose bodies of a flock: dead and held boids, and boids on perches.
#[derive(Debug, Default)]
pub(crate) struct LooseBodies {
    list: Vec<LooseBody>,
    /// Bodies that moving obstacles caught in the last step.
    caught: TouchedSlots,
}

impl LooseBodies {
    /// The bodies of a snapshot, whose slots are in the slot map already.
    pub(crate) fn new(list: &[LooseBody]) -> Self {
        Self {
            list: list.to_vec(),
            caught: TouchedSlots::default(),
        }
    }

    pub(crate) fn list(&self) -> &[LooseBody] {
        &self.list
    }

    pub(crate) fn list_mut(&mut self) -> &mut [LooseBody] {
        &mut self.list
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, id: BoidId, slot_map: &SlotMap) -> Option<&LooseBody> {
        Some(&self.list[slot_map.loose_index(id)?])
    }

    pub(crate) fn get_mut(&mut self, id: BoidId, slot_map: &SlotMap) -> Option<&mut LooseBody> {
        Some(&mut self.list[slot_map.loose_index(id)?])
    }

    /// The slots of the bodies that moving obstacles caught in the last step.
    pub(crate) fn caught(&self) -> impl Iterator<Item = u32> + '_ {
        self.caught.iter()
    }

    /// The boid with this id if it is loose.
    pub(crate) fn boid(&self, id: BoidId, slot_map: &SlotMap) -> Option<Boid> {
        self.get(id, slot_map).map(|body| boid(body, slot_map))
    }

    /// The boids in the order of the list.
    pub(crate) fn boids<'a>(
        &'a self,
        slot_map: &'a SlotMap,
    ) -> impl ExactSizeIterator<Item = Boid> + 'a {
        self.list.iter().map(|body| boid(body, slot_map))
    }

    pub(super) fn push(&mut self, body: LooseBody, slot_map: &SlotMap) {
        slot_map.set_loose_index(body.state.slot, self.list.len());
        self.list.push(body);
    }

    /// Removes a boid from the list, if it is there, and returns it. The last body moves to its
    /// index.
    pub(crate) fn take_out(&mut self, id: BoidId, slot_map: &SlotMap) -> Option<LooseBody> {
        let index = slot_map.loose_index(id)?;
        let body = self.list.swap_remove(index);
        if let Some(moved) = self.list.get(index) {
            slot_map.set_loose_index(moved.state.slot, index);
        }
        Some(body)
    }

    /// Keeps only the bodies that are still in the slot map.
    pub(crate) fn keep_loose(&mut self, slot_map: &SlotMap) {
        self.list
            .retain(|body| slot_map.loose_index_of(body.state.slot).is_some());
        for (index, body) in self.list.iter().enumerate() {
            slot_map.set_loose_index(body.state.slot, index);
        }
    }

    /// Makes a step of the bodies. The flock has `slots` slots. `frame_step`: the motion of the
    /// flock's frame in the step, if it moves.
    pub(super) fn step(
        &mut self,
        slots: usize,
        config: &Configuration,
        obstacles: &ObstacleSet,
        frame_step: Option<&FrameStep>,
    ) {
        let Self { list, caught } = self;
        if !obstacles.is_empty() {
            caught.clear(slots);
        }
        let (settings, geometry) = (&config.settings, &config.geometry);
        let moving = MovingObstacles::new(settings, obstacles, caught);
        let swept_move =
            SweptMove::of_loose_bodies(settings, config.frame(), geometry, config.vectors)
                .among(moving);
        let no_plane = Vec3::zeros();
        let inertia =
            frame_step.and_then(|step| Inertia::new(step, &settings.motion, no_plane, config.dt()));
        let orientation_params = OrientationParams::new(&settings.body, config.dt());
        run(config.backend(), Part::whole(list), |part| {
            for body in part.items {
                swept_move.move_loose_body(body, obstacles, inertia.as_ref());
                orientation_params.beat(body);
            }
        });
    }
}

fn boid(body: &LooseBody, slot_map: &SlotMap) -> Boid {
    Boid {
        id: slot_map.id(body.state.slot),
        position: body.state.position,
        velocity: body.state.velocity,
    }
}

/// Refuses to put a boid back at a position where it cannot be.
pub(crate) fn check_return(
    state: &BoidState,
    config: &Configuration,
    obstacles: &ObstacleSet,
) -> Result<(), SettingsError> {
    check_near(state)?;
    check_room(state, config, obstacles)
}

/// Refuses a position that is too far from the origin for a boid of the flock.
pub(crate) fn check_near(state: &BoidState) -> Result<(), SettingsError> {
    let mut check = Check::default();
    check.vector("position", &state.position, "m");
    check.finish()
}

/// Refuses a position where a body would be inside something. A body that merely touches geometry
/// is accepted.
pub(super) fn check_room(
    state: &BoidState,
    config: &Configuration,
    obstacles: &ObstacleSet,
) -> Result<(), SettingsError> {
    // Rounding may bring a body that has slid along a surface nearer to it.
    let radius = ENTRY_CLEAR_SHARE * config.settings.collision.body_radius;
    config.check_clear(&state.position, radius, obstacles)
}

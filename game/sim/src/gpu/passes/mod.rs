//! All passes, in their order. Each pass is one entry point, in the file of the same name.
//!
//! The order is that of the stages on the CPU, in [`Step`](crate::step::Step), with three
//! exceptions. The containment after the move, which directly follows the move on the CPU, is part
//! of the pass `update_poses`. With a ray budget, the clearances are measured before the budget is
//! spent, since its passes use them. The levels of detail are chosen after the sort; the CPU
//! chooses them before the step.

mod changes;
mod detail;
mod expected;
mod fear;
mod instances;
mod looks;
mod moves;
pub(crate) mod parts;
mod sorting;
mod stage;
mod steering;
mod variant;

pub(crate) use {
    fear::NOTE_THREATS,
    stage::{running, Pass, Stage},
    steering::{ADD_RELATION_WISHES, SUM_OTHERS},
    variant::Variant,
};

/// The stages of a step up to the sort along the grid.
pub(crate) static SORTING: &[Stage] = &[
    changes::CALM,
    changes::LEAVE,
    changes::JOIN,
    changes::FORGET,
    sorting::SORT,
    sorting::FOLD,
];

/// The passes of a step after the sort.
pub(crate) static ADVANCING: &[Stage] = &[
    detail::CHOOSE_PACES,
    looks::MEASURE_CLEARANCES,
    looks::FIND_DUE_LOOKS,
    looks::LOOK_AROUND,
    looks::WEIGH_LOOKS,
    looks::SELECT_LOOKS,
    looks::TRY_LOOKS,
    looks::SELECT_LOOKS,
    looks::KEEP_LOOKS,
    looks::AVOID,
    looks::AVOID_OBSTACLES,
    fear::REGROUP,
    steering::SUM_OTHER_FLOCKS,
    steering::NEIGHBOUR_LOOP_ALONE,
    steering::NEIGHBOUR_LOOP_AMONG_OTHERS,
    steering::ATTACK,
    steering::ADD_ALL_RELATION_WISHES,
    steering::ADD_INFLUENCE_WISHES,
    fear::NOTE,
    fear::FLEE,
    steering::STEER,
    moves::MOVE_FREELY,
    moves::MOVE_AMONG_GEOMETRY,
    moves::MOVE_AMONG_OBSTACLES,
    moves::UPDATE_POSES,
    fear::ALARM,
    fear::LOOK,
    fear::BEGIN,
];

/// The stages of a drawn frame.
pub(crate) static INSTANCES: &[Stage] = &[instances::WRITE];

/// The stages of a step and of a drawn frame, in their order.
pub(crate) fn all_stages() -> impl Iterator<Item = &'static Stage> {
    [SORTING, ADVANCING, INSTANCES].into_iter().flatten()
}

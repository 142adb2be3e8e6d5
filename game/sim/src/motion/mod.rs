//! Move of each boid, swept against the geometry (continuous collision detection).
//!
//! In a step a boid moves in a straight line from its start to its end, and exactly this line has
//! been swept; through a periodic boundary it moves in several lines. The response to a contact
//! only proposes another line, which is swept as well. So no response can bring a boid to the other
//! side of a surface.
//!
//! Moving obstacles push boids: [`pushed_move`] proposes other lines in the same way.
//!
//! A move whose sweeps would have to test too many triangles stops short: the boid makes a small
//! part of the move, or none, and the statistics count it.

mod arrival;
mod block_move;
pub(crate) mod boid_move;
pub(crate) mod contact_planes;
pub(crate) mod contact_response;
mod crossing_check;
pub(crate) mod depenetration;
pub(crate) mod half_spaces;
pub(crate) mod inertia;
pub(crate) mod loose_body;
mod moved_boid;
pub(crate) mod moving_obstacles;
mod obstacle_pushes;
pub(crate) mod passage;
mod perching_body;
pub(crate) mod pushed_move;
pub(crate) mod spawn;
pub(crate) mod spawn_obstruction;
mod spawn_random;
pub(crate) mod straight_move;
pub(crate) mod swept_move;
pub(crate) mod touched_slots;
pub(crate) mod wind;

pub(crate) use swept_move::{MoveCounts, SweptMove};

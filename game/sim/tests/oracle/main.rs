//! One step of the flock against oracles that were written from the formulas alone: double precision, all pairs.
//!
//! What single precision may make of the formulas is bounded along with them (see `ball`): the direction of a sum S of n terms,
//! for example, is known to within about n * 2^-24 * sum|term| / |S|. Boids for which rounding decides something (just a
//! neighbour, just outside), or of which hardly anything is known, are passed over; there are few of them.

mod all_rules;
mod ball;
mod boundary;
#[path = "../cases/mod.rs"]
mod cases;
mod each_boundary;
mod each_limit;
mod each_rule;
#[path = "../flocks/mod.rs"]
mod flocks;
mod models;
mod motion;
mod neighbours;
mod rules;
mod scene;
mod soft_turn;
mod world;

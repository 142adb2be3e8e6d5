//! One step of the flock against oracles that were written from the formulas alone, in double
//! precision over all pairs.
//!
//! The error of single precision is bounded along with each formula (see `ball`): the direction of
//! a sum S of n terms, for example, is known to within about n * 2^-24 * sum|term| / |S|. Boids for
//! which rounding decides a comparison (just a neighbour, just outside), or of which hardly
//! anything is known, are left out; they are few.

mod all_rules;
mod ball;
mod boundary;
mod coincident;
mod each_boundary;
mod each_limit;
mod each_rule;
mod fear;
mod influences;
mod measures;
mod models;
mod motion;
mod neighbour_sets;
mod neighbours;
mod path;
mod rules;
mod scene;
mod soft_turn;
mod ways;
mod wind;
mod world;

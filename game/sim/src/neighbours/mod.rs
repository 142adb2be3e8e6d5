//! Neighbours: the uniform grid that finds them, and the sums over them.
//!
//! Boids that follow each other in the grid search for neighbours together, one in each lane of the
//! vector instructions: every candidate is compared with all of them at once. A lane adds its
//! candidates in the order of the grid, and a boid that is not a neighbour adds zero. So the sums
//! have the same bits for any number of lanes, wherever a group starts.
//!
//! This layer returns sums and knows no rule.

pub(crate) mod boid_tree;
pub(crate) mod coincident;
pub(crate) mod components;
pub(crate) mod criteria;
pub(crate) mod grid;
pub(crate) mod group;
mod image_search;
pub(crate) mod inputs;
pub(crate) mod k_nearest;
pub(crate) mod minimum_image;
pub(crate) mod nearest_of;
pub(crate) mod nearest_of_all;
mod nearest_search;
mod search;
pub(crate) mod seekers;
pub(crate) mod shortlist;
pub(crate) mod sphere_images;
pub(crate) mod sums;
pub(crate) mod survey;
mod ties;
pub(crate) mod tree_cache;

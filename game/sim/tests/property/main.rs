//! Properties that hold in any scene: random ones, and scenes that are made to break them.

mod avoidance;
mod boundary;
mod coincident;
mod contacts;
mod crossing;
mod depenetration;
mod field_of_view;
mod frames;
mod geometry;
mod geometry_terrain;
mod judged;
mod long_run;
mod motion;
mod obstacles;
mod speed_limits;
mod wander;
mod wind;

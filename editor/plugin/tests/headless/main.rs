//! The editor plugin in the real editor, without a window: controlled by clicks, checked by the
//! scene.

mod animated_fields;
mod animation;
mod boid;
mod create;
mod driver;
mod effects;
mod frames;
mod game;
mod gizmo;
mod living_world;
mod loading;
mod panel;
mod preview;
mod project;
mod random;
mod scene;
mod ways;

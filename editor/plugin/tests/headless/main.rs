//! The editor plugin in the real editor, without a window: driven by clicks, judged by the scene.

mod boid;
mod create;
mod driver;
mod gizmo;
mod panel;
mod preview;
mod random;
mod scene;

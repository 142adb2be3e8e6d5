//! Flocks in reference frames: what is set stays in the frame, what is asked or happens once is in
//! the world.

mod bodies;
mod changes;
mod hunts;
mod moving;
mod places;
mod queries;
mod twins;

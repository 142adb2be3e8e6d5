//! The Flock script in the engine, without a window: what the user changes takes effect, and nothing that the user can
//! enter stops the game.

mod changes;
mod debug;
mod game;
mod large_level;
mod level;
mod saving;
mod walls;

//! The demo scenes in the engine without a window: the flocks behave as the
//! signs say, and the player acts as its keys say.

mod ants;
mod cave;
mod day;
mod labyrinth;
mod player;
mod port;
mod stations;
mod storks;
mod support;
mod table;
mod tuning;
mod weather;

//! The scenes *playground* and *table* in the engine without a window: the flocks behave as the
//! signs say, and the player acts as its keys say.

mod cave;
mod day;
mod player;
mod stations;
mod storks;
mod support;
mod table;
mod tuning;
mod weather;

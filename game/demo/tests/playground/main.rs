//! The scenes *playground* and *table* in the engine without a window: the flocks do what the signs
//! say, and the player does what its keys say.

mod player;
mod stations;
mod support;
mod table;

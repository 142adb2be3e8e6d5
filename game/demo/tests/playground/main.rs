//! The scenes *playground* and *table* in the engine without a window: the flocks do what the signs
//! say, and the player does what its keys say. Flocks of the scenes run on a GPU.

#[cfg(feature = "gpu")]
mod gpu;
mod player;
mod stations;
mod support;
mod table;

//! The Flock script in the engine, without a window: changes of the user take effect, and no input
//! of the user stops the game.

mod baked_levels;
mod carried_perches;
mod changes;
mod clips;
mod debug;
mod drawing;
mod effect_scope;
mod effects;
mod emitters;
mod events;
mod foreign;
mod frames;
mod game;
mod large_scene;
mod loading;
mod mirrored;
mod models;
mod moved_by_hand;
mod moved_by_hand_limits;
mod moved_by_hand_rest;
mod moving_bodies;
mod played_clips;
mod predators_and_perches;
mod reef;
mod saved_nodes;
mod saving;
mod scene_geometry;
mod scene_hunts;
mod scene_snapshot;
mod scene_text;
mod solids;
mod sounds;
mod sprites;
mod stranger;
mod world;

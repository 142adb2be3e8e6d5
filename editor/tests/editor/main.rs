//! The `editor` program from the user's side: on the command line and on a (virtual) screen.

mod album;
mod aquarium;
mod editor;
mod first_school;
mod hunt;
mod kept;
mod layout;
mod picture;
mod play;
mod pointer;
mod process;
mod project;
mod scene_file;
mod screen;
mod startup;

//! The `editor` program as its user meets it: from the command line and on a (virtual) screen.

mod aquarium;
mod picture;
mod process;
mod project;
mod screen;
mod startup;

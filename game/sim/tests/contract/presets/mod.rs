//! Presets: those that are shipped, files, and whatever else is given as one.

mod files;
mod fuzz;
mod headings;
mod shipped;

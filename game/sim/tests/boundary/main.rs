//! The boundary as whole flocks meet it: every shape with every response.

#[path = "../cases/mod.rs"]
mod cases;
mod drawn;
#[path = "../flocks/mod.rs"]
mod flocks;
mod geometry;
mod inside;
mod scene;
mod soft_turn;
mod sphere_neighbours;
mod wrap;

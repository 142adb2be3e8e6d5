//! Static geometry: the triangles that no boid ever crosses.

pub mod shapes;

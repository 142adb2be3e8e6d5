// The cells that the space of the flock is divided into.

struct Layout {
    // Where the cells begin.
    low: vec3<f32>,
    cells_per_metre: vec3<f32>,
    // Number of cells along each axis, at least 1.
    cells: vec3<u32>,
    // 1 along the axes where the cells repeat. There are three or more of them there.
    wraps: vec3<u32>,
}

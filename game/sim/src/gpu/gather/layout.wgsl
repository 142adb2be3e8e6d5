// The cells of the grid.
struct Layout {
    low: vec3<f32>,
    cells_per_metre: vec3<f32>,
    // Number of cells, at least 1.
    cells: vec3<u32>,
    // 1 where the cells repeat along the axis; then there are three or more.
    wraps: vec3<u32>,
}

// Finds the cell of each boid and counts the boids of each cell: the histogram of the counting
// sort.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> grid: GridLayout;
@group(0) @binding(3) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;
// For each boid before sorting: its cell, and its rank of arrival there, which depends on the
// scheduling of threads.
@group(0) @binding(5) var<storage, read_write> arrivals: array<vec2<u32>>;

@compute @workgroup_size(WORKGROUP)
fn count_boids(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < grid_settings.unsorted {
        // Boids that have left get a cell after the last one.
        var cell = grid.cells.x * grid.cells.y * grid.cells.z;
        if places[index].slot != GONE {
            cell = cell_of(place_in_grid(places[index].position));
        }
        arrivals[index] = vec2(cell, atomicAdd(&counts[cell], 1u));
    }
}

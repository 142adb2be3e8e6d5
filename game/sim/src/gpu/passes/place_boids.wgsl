// Places every boid in its cell, in the order of arrival: the scatter of the counting sort.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<storage, read> arrivals: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
// For each sorted index: the boid, and its cell, which does not depend on the order within the
// cell.
@group(0) @binding(3) var<storage, read_write> arrived: array<u32>;
@group(0) @binding(4) var<storage, read_write> cells: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn place_boids(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < grid_settings.unsorted {
        let arrival = arrivals[index];
        let sorted = starts[arrival.x] + arrival.y;
        arrived[sorted] = index;
        cells[sorted] = arrival.x;
    }
}

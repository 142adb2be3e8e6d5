// The cell of each boid, and how many boids each cell has.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> grid: Layout;
@group(0) @binding(2) var<storage, read> places: array<Place>;
@group(0) @binding(3) var<storage, read_write> counts: array<atomic<u32>>;
// Of each boid before sorting: its cell, and how many came to the cell before it. That depends on chance.
@group(0) @binding(4) var<storage, read_write> arrivals: array<vec2<u32>>;

// The last number below which single precision has every whole one.
const LAST: f32 = 16777215.0;

fn cell_of(place: vec3<f32>) -> u32 {
    let along = (place - grid.low) * grid.cells_per_metre;
    let whole = vec3<u32>(clamp(along, vec3<f32>(0.0), vec3<f32>(LAST)));
    let last = grid.cells - vec3<u32>(1u);
    let cell = select(min(whole, last), whole % grid.cells, grid.wraps == vec3<u32>(1u));
    return (cell.z * grid.cells.y + cell.y) * grid.cells.x + cell.x;
}

@compute @workgroup_size(256)
fn count_boids(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < settings.count {
        let cell = cell_of(place_in_grid(places[index].position));
        arrivals[index] = vec2<u32>(cell, atomicAdd(&counts[cell], 1u));
    }
}

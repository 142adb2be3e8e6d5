// Gives the boids of a cell the order that they had before sorting, whichever arrived first.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> arrived: array<u32>;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
// Of each boid after sorting: where it was before.
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

@compute @workgroup_size(256)
fn find_order(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= settings.count {
        return;
    }
    let boid = arrived[thread.x];
    let cell = cells[thread.x];
    let start = starts[cell];
    let end = starts[cell + 1u];
    var place = start;
    for (var i = start; i < end; i++) {
        place += select(0u, 1u, arrived[i] < boid);
    }
    order[place] = boid;
}

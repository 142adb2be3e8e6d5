// Gives every boid a place within its cell, in the order of arrival.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> arrivals: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
// Of each place: which boid arrived there, and its cell, which is settled with that.
@group(0) @binding(3) var<storage, read_write> arrived: array<u32>;
@group(0) @binding(4) var<storage, read_write> cells: array<u32>;

@compute @workgroup_size(256)
fn place_boids(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < settings.count {
        let arrival = arrivals[index];
        let place = starts[arrival.x] + arrival.y;
        arrived[place] = index;
        cells[place] = arrival.x;
    }
}

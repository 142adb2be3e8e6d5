// Where the sorted boids look for each other in a box that wraps round.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read_write> seen: array<Place>;

@compute @workgroup_size(256)
fn fold_places(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < settings.count {
        let boid = places[index];
        seen[index] = Place(seam_place(settings.seam, boid.position), boid.slot);
    }
}

// Computes the positions of the sorted boids in the frame of a periodic box.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read_write> places_in_box: array<BoidPlace>;

@compute @workgroup_size(WORKGROUP)
fn fold_positions(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < grid_settings.count {
        let boid = places[index];
        places_in_box[index] = BoidPlace(place_in_box(boid.position), boid.slot);
    }
}

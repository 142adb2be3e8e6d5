// Copies the boids into their sorted order.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(4) var<storage, read> orientations: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> sorted_places: array<BoidPlace>;
@group(0) @binding(6) var<storage, read_write> sorted_motions: array<BoidMotion>;
@group(0) @binding(7) var<storage, read_write> sorted_orientations: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn reorder(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < grid_settings.count {
        let before = order[index];
        sorted_places[index] = places[before];
        sorted_motions[index] = motions[before];
        sorted_orientations[index] = orientations[before];
    }
}

// Computes the clearance of each boid from the distance field.

@group(0) @binding(0) var<uniform> motion: MotionUniform;
@group(0) @binding(1) var<uniform> field: DistanceFieldUniform;
@group(0) @binding(2) var<storage, read> blocks: array<u32>;
@group(0) @binding(3) var<storage, read> cells: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(5) var<storage, read_write> clearances: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn measure_clearances(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < motion.count {
        clearances[index] = clearance_at(places[index].position);
    }
}

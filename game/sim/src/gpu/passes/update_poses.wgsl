// Ends the step of each boid: its velocity at the boundary after the move, and its pose.

@group(0) @binding(0) var<uniform> pose: PoseUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(3) var<storage, read> orientations: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> facings: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> next_places: array<BoidPlace>;
@group(0) @binding(6) var<storage, read_write> next_motions: array<BoidMotion>;
@group(0) @binding(7) var<storage, read_write> next_orientations: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn update_poses(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= pose.count {
        return;
    }
    let before = motions[index];
    if is_asleep(next_motions[index]) {
        next_motions[index] = before;
        next_orientations[index] = orientations[index];
        return;
    }
    let velocity = contain_after_move(next_places[index].position, next_motions[index].velocity);
    var heading = velocity;
    if pose.faces_alignment != 0u {
        let facing = facings[index].xyz;
        if length(facing) > MIN_SPEED {
            heading = facing;
        }
    }
    let change = velocity - before.velocity;
    next_orientations[index] = orientation(orientations[index], heading, length(heading), change);
    next_motions[index] = BoidMotion(velocity, phase(before.phase, length(velocity)));
}

// Writes slot and velocity of each drawn boid, for queries.

@group(0) @binding(0) var<uniform> instances: InstancesUniform;
@group(0) @binding(1) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(2) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(3) var<storage, read_write> tags: array<InstanceTag>;

@compute @workgroup_size(WORKGROUP)
fn write_tags(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < instances.count {
        tags[index] = InstanceTag(motions[index].velocity, places[index].slot);
    }
}

// Appends the boids that join the flock.

@group(0) @binding(0) var<uniform> changes: ChangesUniform;
@group(0) @binding(1) var<storage, read> joining: array<JoiningBoid>;
@group(0) @binding(2) var<storage, read_write> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read_write> motions: array<BoidMotion>;
@group(0) @binding(4) var<storage, read_write> orientations: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> variations: array<f32>;
@group(0) @binding(6) var<storage, read_write> memory: array<LookMemory>;

@compute @workgroup_size(WORKGROUP)
fn append_joining(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x < changes.joining {
        let boid = joining[thread.x];
        let index = changes.count + thread.x;
        places[index] = BoidPlace(boid.position, boid.slot);
        motions[index] = BoidMotion(boid.velocity, boid.phase);
        orientations[index] = boid.orientation;
        variations[boid.slot] = boid.variation;
        memory[boid.slot] = LookMemory(vec3(0.0), NEVER_LOOKED);
    }
}

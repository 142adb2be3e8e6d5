// Lists the boids whose looks are due. The order of the list depends on the scheduling of threads;
// the result does not, since looks are independent of each other.

@group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
@group(0) @binding(1) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(2) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(3) var<storage, read> memory: array<LookMemory>;
@group(0) @binding(4) var<storage, read> clearances: array<f32>;
@group(0) @binding(5) var<storage, read_write> due: array<DueLook>;
@group(0) @binding(6) var<storage, read_write> due_count: atomic<u32>;
// The pace is stored in w.
@group(0) @binding(7) var<storage, read> wishes: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn find_due_looks(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= avoidance.count {
        return;
    }
    // With a ray budget, boids may have to wait, so they may look at any time.
    if HAS_LEVELS && avoidance.budget == 0u && !steers(wishes[index].w) {
        return;
    }
    let place = places[index];
    let clearance = clearances[index];
    let velocity = motions[index].velocity;
    if is_near(velocity, clearance) && !rests(memory[place.slot].next) {
        due[atomicAdd(&due_count, 1u)] = DueLook(place.position, place.slot, velocity, clearance);
    }
}

// Looks up the clearance of every boid, and lists those that are to look around. The order of the list depends on the scheduling
// of threads; what becomes of it does not, as every look is for itself.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<uniform> field: Field;
@group(0) @binding(2) var<storage, read> blocks: array<u32>;
@group(0) @binding(3) var<storage, read> cells: array<u32>;
@group(0) @binding(4) var<storage, read> places: array<Place>;
@group(0) @binding(5) var<storage, read> motions: array<Motion>;
@group(0) @binding(6) var<storage, read> memory: array<Memory>;
@group(0) @binding(7) var<storage, read_write> clearances: array<f32>;
@group(0) @binding(8) var<storage, read_write> due: array<Due>;
@group(0) @binding(9) var<storage, read_write> due_count: atomic<u32>;

@compute @workgroup_size(256)
fn sight_measure(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= lookout.count {
        return;
    }
    let place = places[index];
    let clearance = clearance_at(place.position);
    clearances[index] = clearance;
    if lookout.sees == 0u {
        return;
    }
    let velocity = motions[index].velocity;
    if is_near(velocity, clearance) && !rests(memory[place.slot].next) {
        due[atomicAdd(&due_count, 1u)] = Due(place.position, place.slot, velocity, clearance);
    }
}

// Multiplies the cohesion of boids that regroup after a flight.

// True if there are wishes to avoid something.
override HAS_AVOIDANCE: bool = false;

@group(0) @binding(0) var<uniform> fear: FearUniform;
@group(0) @binding(1) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(2) var<storage, read> notes: array<FearNotes>;
// The factor of cohesion is stored in w.
@group(0) @binding(3) var<storage, read_write> avoidance_wishes: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn regroup(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= fear.count {
        return;
    }
    var wish = vec4(vec3(0.0), 1.0);
    if HAS_AVOIDANCE {
        wish = avoidance_wishes[index];
    }
    let known = notes[places[index].slot];
    let has_fled = (known.bits & (FLED | NOTICED)) == FLED;
    if has_fled && since_flight(known, fear.step) < fear.regroup {
        wish.w *= fear.regroup_cohesion;
    }
    avoidance_wishes[index] = wish;
}

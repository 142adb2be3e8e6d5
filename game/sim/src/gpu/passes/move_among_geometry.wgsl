// Moves each boid, swept against the geometry.

// True if every move is checked by the crossing test.
override IS_CHECKED: bool = false;

@group(0) @binding(0) var<uniform> motion: MotionUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read> clearances: array<f32>;
@group(0) @binding(4) var<storage, read_write> motions: array<BoidMotion>;
@group(0) @binding(5) var<storage, read_write> next_places: array<BoidPlace>;
@group(0) @binding(6) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(7) var<storage, read> triangles: array<GpuTriangle>;
@group(0) @binding(8) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;
@group(0) @binding(9) var<storage, read_write> marks: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn move_among_geometry(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= motion.count {
        return;
    }
    if is_asleep(motions[index]) {
        next_places[index] = places[index];
        return;
    }
    let start = places[index].position;
    let velocity = motions[index].velocity;
    if HAS_WIND {
        boid_wind = carried(start, velocity) - velocity;
    }
    let made = moved_among_geometry(start, velocity, clearances[index]);
    if any(made.velocity != velocity) {
        motions[index].velocity = made.velocity;
    }
    next_places[index] = BoidPlace(made.position, places[index].slot);
    if made.is_contact {
        atomicAdd(&counters[CONTACTS], 1u);
        mark_touched(places[index].slot);
    }
    if IS_CHECKED && has_crossed(start, made) {
        atomicAdd(&counters[CROSSINGS], 1u);
    }
}

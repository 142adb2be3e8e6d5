// Chooses the pace of each boid in the step, and updates the levels of detail of some boids.

@group(0) @binding(0) var<uniform> detail: DetailUniform;
@group(0) @binding(1) var<uniform> viewers: array<ViewerUniform, MOST_VIEWERS>;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
// One level for each slot.
@group(0) @binding(3) var<storage, read_write> levels: array<u32>;
// The pace is stored in w.
@group(0) @binding(4) var<storage, read_write> wishes: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;

@compute @workgroup_size(WORKGROUP)
fn choose_paces(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= detail.count {
        return;
    }
    let place = places[index];
    let before = levels[place.slot];
    var level = before;
    if place.slot % LEVEL_STEPS == detail.step % LEVEL_STEPS {
        level = level_at(place.position, before);
        levels[place.slot] = level;
        if (level >= LEVEL_ASLEEP) != (before >= LEVEL_ASLEEP) {
            atomicAdd(&counters[SLEEP_CHANGES], 1u);
        }
    }
    let pace = pace_of(level, place.position, detail.regions_per_metre, detail.step);
    wishes[index] = vec4(vec3(0.0), pace);
}

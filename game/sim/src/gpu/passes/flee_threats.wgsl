// Computes the acceleration of each boid by flight and panic, which the pass `steer` adds.

// The boundary comes first, as in neighbour_loop.wgsl.
@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<uniform> fear: FearUniform;
@group(0) @binding(2) var<storage, read> threats: array<ThreatUniform>;
@group(0) @binding(3) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(4) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(5) var<storage, read> notes: array<FearNotes>;
@group(0) @binding(6) var<storage, read_write> next_motions: array<BoidMotion>;
@group(0) @binding(7) var<storage, read> threat_blocks: array<ThreatBlock>;

// Acceleration of a panic: first to one side, then back.
fn panic(velocity: vec3<f32>, known: FearNotes) -> vec3<f32> {
    let age = since_panic(known, fear.step);
    if age >= fear.turns_end {
        return vec3(0.0);
    }
    let turns_back = age >= fear.turn_end;
    let side = direction(cross(velocity, fear.up));
    return side * select(fear.panic_weight, -fear.panic_weight, turns_back != has(known, OTHER_SIDE));
}

// Acceleration by which a boid flees from the threats of a block.
fn flight_from(block: ThreatBlock, place: BoidPlace) -> vec3<f32> {
    var sum = vec3(0.0);
    for (var which = block.first; which < block.first + block.count; which++) {
        let threat = threat_seen_from(place.position, which);
        sum += flight(threat, place.position, place.slot, fear.fountain);
    }
    return sum;
}

@compute @workgroup_size(WORKGROUP)
fn flee_threats(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    // Threads without a boid repeat the last one.
    let index = min(thread.x, fear.count - 1u);
    let place = places[index];
    let known = notes[place.slot];
    find_common_bounds(local, place.position, place.position);
    var acceleration = vec3(0.0);
    for (var first = 0u; first < fear.blocks; first += WORKGROUP) {
        list_near_blocks(local, first);
        if has(known, NOTICED) {
            for (var word = 0u; word < NEAR_WORDS; word++) {
                for (var bits = atomicLoad(&near[word]); bits != 0u; bits &= bits - 1u) {
                    let block = threat_blocks[first + 32u * word + firstTrailingBit(bits)];
                    if is_in_block(block, place.position) {
                        acceleration += flight_from(block, place);
                    }
                }
            }
        }
    }
    if has(known, TURNS) {
        acceleration += panic(motions[index].velocity, known);
    }
    if thread.x < fear.count {
        next_motions[index] = BoidMotion(acceleration, 0.0);
    }
}

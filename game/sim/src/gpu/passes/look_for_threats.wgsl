// Lets boids look for threats and for panic around them after each step, each boid once per
// interval.

// The boundary comes first, as in neighbour_loop.wgsl.
@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<uniform> fear: FearUniform;
@group(0) @binding(2) var<storage, read> threats: array<ThreatUniform>;
@group(0) @binding(3) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(4) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(5) var<storage, read_write> notes: array<FearNotes>;
@group(0) @binding(6) var<storage, read_write> alarms: array<u32>;
@group(0) @binding(7) var<storage, read> panics: array<PanicNotes>;
// One item for each boid whose panic begins.
@group(0) @binding(8) var<storage, read_write> beginning: array<PanicNotes>;
@group(0) @binding(9) var<storage, read> threat_blocks: array<ThreatBlock>;

// The step within each interval in which the boid of this slot looks.
fn look_turn(slot: u32) -> u32 {
    return high_product(mix_bits(slot), fear.look_interval);
}

// The upper 32 bits of the 64-bit product.
fn high_product(a: u32, b: u32) -> u32 {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}

// The bits without turns and flights that are over.
fn aged(known: FearNotes, now: u32) -> u32 {
    var kept = known.bits;
    if has(known, TURNS) && since_panic(known, now) >= fear.turns_end {
        kept &= ~TURNS;
    }
    if has(known, FLED) && since_flight(known, now) >= fear.regroup {
        kept &= ~FLED;
    }
    return kept;
}

fn saturating_sum(a: u32, b: u32) -> u32 {
    return select(a + b, ALL_BITS, a + b < a);
}

// A panic at the origin of a wave.
fn first_panic(index: u32, side: u32) -> PanicNotes {
    let place = places[index].position;
    return PanicNotes(place, 0u, place, 0u, motions[index].velocity, side);
}

// The panic of a boid that copies the panic of another one. If that boid is calm, because another
// boid has its slot now, a panic of its own.
fn copied(by: u32, index: u32, own_side: u32, now: u32) -> PanicNotes {
    let source = notes[by];
    if !has(source, PANICKED) {
        return first_panic(index, own_side);
    }
    var copy = panics[by];
    copy.place = places[index].position;
    copy.generation = saturating_sum(copy.generation, 1u);
    copy.delay = saturating_sum(copy.delay, since_panic(source, now));
    copy.side = source.bits & OTHER_SIDE;
    return copy;
}

// What a boid sees of all threats.
struct SeenThreats {
    flees: bool,
    // How close the closest threat seems that causes panic; 0 if there is none.
    closest: f32,
    closest_point: vec3<f32>,
}

fn look_at(block: ThreatBlock, place: vec3<f32>, seen: ptr<function, SeenThreats>) {
    for (var which = block.first; which < block.first + block.count; which++) {
        let threat = threat_seen_from(place, which);
        let seems = closeness(threat, place);
        (*seen).flees = (*seen).flees || (seems > 0.0 && threat.manoeuvre != 0u);
        if threat.alarms != 0u && seems > (*seen).closest {
            (*seen).closest = seems;
            (*seen).closest_point = threat.point;
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn look_for_threats(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    // Threads without a boid repeat the last one.
    let index = min(thread.x, fear.count - 1u);
    let place = places[index];
    let now = fear.step + 1u;
    let is_due = thread.x < fear.count && look_turn(place.slot) == now % fear.look_interval;
    find_common_bounds(local, place.position, place.position);
    var seen = SeenThreats(false, 0.0, vec3(0.0));
    for (var first = 0u; first < fear.blocks; first += WORKGROUP) {
        list_near_blocks(local, first);
        if is_due {
            for (var word = 0u; word < NEAR_WORDS; word++) {
                for (var bits = atomicLoad(&near[word]); bits != 0u; bits &= bits - 1u) {
                    let block = threat_blocks[first + 32u * word + firstTrailingBit(bits)];
                    if is_in_block(block, place.position) {
                        look_at(block, place.position, &seen);
                    }
                }
            }
        }
    }
    if !is_due {
        return;
    }
    let slot = place.slot;
    let known = notes[slot];
    let alarmed_by = alarms[slot];
    let is_alarmed = alarmed_by != NOBODY_ALARMS;
    if known.bits == 0u && !seen.flees && !is_alarmed && seen.closest == 0.0 {
        return;
    }
    var bits = aged(known, now) & ~NOTICED;
    if seen.flees {
        bits |= NOTICED | FLED;
        notes[slot].fled = now;
    }
    if is_alarmed {
        alarms[slot] = NOBODY_ALARMS;
    }
    if fear.panics != 0u && !is_deaf(known, now, fear.deaf_end) {
        if seen.closest > 0.0 && seen.closest >= fear.onset {
            let side = cross(motions[index].velocity, fear.up);
            let is_other = dot(side, place.position - seen.closest_point) < 0.0;
            beginning[index] = first_panic(index, select(0u, OTHER_SIDE, is_other));
            bits |= BEGINS;
        } else if is_alarmed {
            beginning[index] = copied(alarmed_by, index, known.bits & OTHER_SIDE, now);
            bits |= BEGINS;
        }
    }
    notes[slot].bits = bits;
}

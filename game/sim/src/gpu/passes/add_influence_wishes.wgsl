// Adds the wishes of influences to the wishes of the rules.
//
// The boids of a workgroup are close to each other. They list the terms that reach into their
// common bounds, as a bit set, and each boid then evaluates only these.

@group(0) @binding(0) var<uniform> influences: InfluencesUniform;
@group(0) @binding(1) var<storage, read> terms: array<InfluenceTermUniform>;
@group(0) @binding(2) var<storage, read> volumes: array<RoundedBoxUniform>;
@group(0) @binding(3) var<storage, read> corners: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> meshes: array<MeshUniform>;
@group(0) @binding(5) var<storage, read> fields: array<u32>;
@group(0) @binding(6) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(7) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(8) var<storage, read_write> wishes: array<vec4<f32>>;
@group(0) @binding(9) var<uniform> motion: MotionUniform;

var<workgroup> near: array<atomic<u32>, TERM_WORDS>;

fn list_near_terms(local: u32) {
    for (var i = local; i < influences.term_count; i += WORKGROUP) {
        let reaches = all(terms[i].low <= highs[0]) && all(lows[0] <= terms[i].high);
        if reaches {
            atomicOr(&near[i / 32u], 1u << (i % 32u));
        }
    }
    workgroupBarrier();
}

@compute @workgroup_size(WORKGROUP)
fn add_influence_wishes(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    let index = thread.x;
    // Threads without a boid repeat the last one.
    let own = places[min(index, influences.count - 1u)].position;
    find_common_bounds(local, own, own);
    list_near_terms(local);
    if index >= influences.count || !steers(wishes[index].w) {
        return;
    }
    let place = places[index];
    let velocity = motions[index].velocity;
    var wind = vec3(0.0);
    if HAS_WIND {
        wind = wind_at(place.position);
    }
    let hash = hash_of(place.slot);
    var sum = wishes[index].xyz;
    for (var word = 0u; word < TERM_WORDS; word++) {
        for (var bits = atomicLoad(&near[word]); bits != 0u; bits &= bits - 1u) {
            let term = terms[32u * word + firstTrailingBit(bits)];
            if hash <= term.share {
                sum += influence_wish(term, place.slot, sum, place.position, velocity, wind);
            }
        }
    }
    wishes[index] = vec4(sum, wishes[index].w);
}

// Where the boids are: the bounds of their coordinates.
//
// Floats become integers in the same order, so that atomic operations can compare them. Those of the lower bounds are
// inverted, so that both are maxima, and 0 where there is no boid.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read_write> bounds: array<atomic<u32>, 6>;

// Boids for each thread.
override EACH: u32;

var<workgroup> lows: array<vec3<u32>, 256>;
var<workgroup> highs: array<vec3<u32>, 256>;

fn ordered(value: vec3<f32>) -> vec3<u32> {
    let bits = bitcast<vec3<u32>>(value);
    return select(bits | vec3<u32>(0x80000000u), ~bits, bits >= vec3<u32>(0x80000000u));
}

@compute @workgroup_size(256)
fn find_bounds(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    var low = vec3<u32>(0u);
    var high = vec3<u32>(0u);
    for (var i = 0u; i < EACH; i++) {
        let index = (group.x * EACH + i) * 256u + local;
        if index < settings.count {
            // A boid that is nowhere does not widen the grid.
            let is_there = is_number(places[index].position);
            let place = ordered(place_in_grid(places[index].position));
            low = max(low, select(vec3<u32>(0u), ~place, is_there));
            high = max(high, select(vec3<u32>(0u), place, is_there));
        }
    }
    lows[local] = low;
    highs[local] = high;
    for (var step = 128u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if local < step {
            lows[local] = max(lows[local], lows[local + step]);
            highs[local] = max(highs[local], highs[local + step]);
        }
    }
    if local == 0u {
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMax(&bounds[axis], lows[0][axis]);
            atomicMax(&bounds[3u + axis], highs[0][axis]);
        }
    }
}

// Computes the bounds of all positions.
//
// Floats are mapped to integers with the same order, so that atomic operations can compare them.
// Lower bounds are inverted, so that both bounds are maxima, and 0 means that there is no boid.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read_write> bounds: array<atomic<u32>, 6>;

var<workgroup> lows: array<vec3<u32>, WORKGROUP>;
var<workgroup> highs: array<vec3<u32>, WORKGROUP>;

fn ordered(value: vec3<f32>) -> vec3<u32> {
    let bits = bitcast<vec3<u32>>(value);
    return select(bits | vec3(0x80000000u), ~bits, bits >= vec3(0x80000000u));
}

@compute @workgroup_size(WORKGROUP)
fn find_bounds(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    var low = vec3(0u);
    var high = vec3(0u);
    for (var i = 0u; i < BOUNDS_PER_THREAD; i++) {
        let index = (group.x * BOUNDS_PER_THREAD + i) * WORKGROUP + local;
        if index < grid_settings.unsorted {
            // Positions that are not finite, and boids that have left, do not widen the grid.
            let is_valid = are_finite(places[index].position) & vec3(places[index].slot != GONE);
            let place = ordered(place_in_grid(places[index].position));
            low = max(low, select(vec3(0u), ~place, is_valid));
            high = max(high, select(vec3(0u), place, is_valid));
        }
    }
    lows[local] = low;
    highs[local] = high;
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
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

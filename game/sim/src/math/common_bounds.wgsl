// The box around all that the boids of a workgroup reach, which lie next to each other.

var<workgroup> lows: array<vec3<f32>, WORKGROUP>;
var<workgroup> highs: array<vec3<f32>, WORKGROUP>;

// Finds the box, from `lows[0]` to `highs[0]`. All threads of the workgroup call it, those without a
// boid with the box of another one.
fn find_common_bounds(local: u32, low: vec3<f32>, high: vec3<f32>) {
    lows[local] = low;
    highs[local] = high;
    for (var step = WORKGROUP / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if local < step {
            lows[local] = min(lows[local], lows[local + step]);
            highs[local] = max(highs[local], highs[local + step]);
        }
    }
    workgroupBarrier();
}

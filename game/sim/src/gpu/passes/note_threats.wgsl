// Turns the boids of another flock into threats, and finds the boxes of their blocks. Boids next to each
// other in the order of the grid are close together.

@group(0) @binding(0) var<uniform> chooser: ChooserUniform;
@group(0) @binding(1) var<uniform> noted: NotedUniform;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(4) var<storage, read_write> threats: array<ThreatUniform>;
@group(0) @binding(5) var<storage, read_write> threat_blocks: array<ThreatBlock>;

var<workgroup> lows: array<vec3<f32>, WORKGROUP>;
var<workgroup> highs: array<vec3<f32>, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn note_threats(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    // Threads without a boid repeat the last one.
    let index = min(thread.x, noted.count - 1u);
    let point = places[index].position;
    let reach = noted.radius + THREAT_SLACK * (amax(point) + noted.radius);
    lows[local] = point - reach;
    highs[local] = point + reach;
    for (var step = THREATS_IN_BLOCK / 2u; step > 0u; step /= 2u) {
        workgroupBarrier();
        if local % THREATS_IN_BLOCK < step {
            lows[local] = min(lows[local], lows[local + step]);
            highs[local] = max(highs[local], highs[local + step]);
        }
    }
    if thread.x >= noted.count {
        return;
    }
    let velocity = motions[index].velocity;
    threats[noted.first + index] = predator(chooser, point, velocity, noted.radius, noted.weight);
    if local % THREATS_IN_BLOCK == 0u {
        let count = min(noted.count - index, THREATS_IN_BLOCK);
        let block = ThreatBlock(lows[local], noted.first + index, highs[local], count);
        threat_blocks[noted.first_block + index / THREATS_IN_BLOCK] = block;
    }
}

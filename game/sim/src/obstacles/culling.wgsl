// Which obstacles can be near the boids of a workgroup, as in culling.rs. The pass declares `moving`
// and `obstacles`.

var<workgroup> near_obstacles: array<atomic<u32>, OBSTACLE_WORDS>;

fn overlap(low: vec3<f32>, high: vec3<f32>, other_low: vec3<f32>, other_high: vec3<f32>) -> bool {
    return all(low <= other_high) && all(other_low <= high);
}

// True if the obstacle may be met in a box.
fn may_meet(obstacle: ObstacleUniform, low: vec3<f32>, high: vec3<f32>) -> bool {
    return overlap(obstacle.low, obstacle.high, low, high);
}

// Lists the obstacles of which these boxes overlap the common bounds of the workgroup: a bit for each.
// All threads of the workgroup call it, each for an obstacle of its own.
fn list_near_obstacles(local: u32, is_sight: bool) {
    if local < moving.count {
        let obstacle = obstacles[local];
        let low = select(obstacle.low, obstacle.seen_low, is_sight);
        let high = select(obstacle.high, obstacle.seen_high, is_sight);
        if overlap(low, high, lows[0], highs[0]) {
            atomicOr(&near_obstacles[local / 32u], 1u << (local % 32u));
        }
    }
    workgroupBarrier();
}

// The first obstacle in the list from this number on; `moving.count` or more after the last one.
fn next_near(first: u32) -> u32 {
    for (var word = first / 32u; word < OBSTACLE_WORDS; word++) {
        let skipped = select(0u, first % 32u, word == first / 32u);
        let bits = atomicLoad(&near_obstacles[word]) & (0xffffffffu << skipped);
        if bits != 0u {
            return 32u * word + firstTrailingBit(bits);
        }
    }
    return 32u * OBSTACLE_WORDS;
}

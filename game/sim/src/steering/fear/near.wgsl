// The threats that reach the boids of a workgroup. Threats lie in blocks, each with the box into which
// it reaches. A workgroup lists the blocks that reach into its common bounds, and each boid looks only
// at the threats of listed blocks whose boxes it is in. The pass declares `boundary`, `fear`, `threats`
// and `threat_blocks`.

// A bit for each of the next blocks, as many as the workgroup has threads.
var<workgroup> near: array<atomic<u32>, NEAR_WORDS>;

const NEAR_WORDS = WORKGROUP / 32u;

// Lists the blocks from `first` on that reach into the common bounds. All threads of the workgroup call
// it.
fn list_near_blocks(local: u32, first: u32) {
    workgroupBarrier();
    if local < NEAR_WORDS {
        atomicStore(&near[local], 0u);
    }
    workgroupBarrier();
    let which = first + local;
    if which < fear.blocks && is_near_block(threat_blocks[which]) {
        atomicOr(&near[local / 32u], 1u << (local % 32u));
    }
    workgroupBarrier();
}

fn is_near_block(block: ThreatBlock) -> bool {
    let low = lows[0];
    let high = highs[0];
    if all(low <= block.high) && all(block.low <= high) {
        return true;
    }
    return PERIODIC_BOX && image_reaches(block, low + (high - low) * 0.5, length(high - low) * 0.5);
}

// True if a place is in the box of a block, or may be in that of an image of it.
fn is_in_block(block: ThreatBlock, place: vec3<f32>) -> bool {
    if all(block.low <= place) && all(place <= block.high) {
        return true;
    }
    return PERIODIC_BOX && image_reaches(block, place, 0.0);
}

// True if an image of the ball around the box of a block may reach another ball. This ball contains the
// reach of every threat of the block, and a shift by periods that brings a threat near a point brings
// the ball there too.
fn image_reaches(block: ThreatBlock, point: vec3<f32>, radius: f32) -> bool {
    let middle = block.low + (block.high - block.low) * 0.5;
    let coarseness = BALL_SLACK * (amax(point) + radius + 1.0);
    let away = length(nearest_image(middle, point) - point);
    return away <= length(block.high - middle) + radius + coarseness;
}

// A threat, or its image that is nearest to a place.
fn threat_seen_from(place: vec3<f32>, which: u32) -> ThreatUniform {
    var threat = threats[which];
    if PERIODIC_BOX {
        threat.point = nearest_image_in_box(threat.point, place);
    }
    return threat;
}

// The threats that reach the boids of a workgroup, as in near.rs. The pass declares `boundary`, `fear`
// and `threats`.

// A bit for each of the next threats, as many as the workgroup has threads.
var<workgroup> near: array<atomic<u32>, NEAR_WORDS>;

const NEAR_WORDS = WORKGROUP / 32u;

// Lists those from `first` on that reach into the common bounds. All threads of the workgroup call it.
fn list_near_threats(local: u32, first: u32) {
    workgroupBarrier();
    if local < NEAR_WORDS {
        atomicStore(&near[local], 0u);
    }
    workgroupBarrier();
    let which = first + local;
    if which < fear.threats && is_near_threat(threats[which]) {
        atomicOr(&near[local / 32u], 1u << (local % 32u));
    }
    workgroupBarrier();
}

fn is_near_threat(threat: ThreatUniform) -> bool {
    if PERIODIC_BOX {
        return threat_image_reaches(threat, lows[0], highs[0]);
    }
    return threat_reaches(threat, lows[0], highs[0]);
}

// True if an image of a threat may reach into a box.
fn threat_image_reaches(threat: ThreatUniform, low: vec3<f32>, high: vec3<f32>) -> bool {
    let middle = low + (high - low) * 0.5;
    let most = max(abs(low), abs(high));
    let coarseness = BALL_SLACK * (max(most.x, max(most.y, most.z)) + 1.0);
    let image = nearest_image_in_box(threat.point, middle);
    return length(image - middle) <= threat.radius + length(high - middle) + coarseness;
}

// A threat, or its image that is nearest to a place.
fn threat_seen_from(place: vec3<f32>, which: u32) -> ThreatUniform {
    var threat = threats[which];
    if PERIODIC_BOX {
        threat.point = nearest_image_in_box(threat.point, place);
    }
    return threat;
}

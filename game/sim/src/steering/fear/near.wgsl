// The threats that reach the boids of a workgroup, as in near.rs. The pass declares `fear` and
// `threats`.

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
    if which < fear.threats && threat_reaches(threats[which], lows[0], highs[0]) {
        atomicOr(&near[local / 32u], 1u << (local % 32u));
    }
    workgroupBarrier();
}

// Paces: how many steps a boid steers for at once, as in pace.rs.
//
// The pace of a boid is the number of steps that it steers for at once, 0 if it keeps its velocity,
// and PACE_ASLEEP if it sleeps. It is stored in w of the boid's wish.

// False if all boids steer in every step.
override HAS_LEVELS: bool = false;

const PACE_ASLEEP = -1.0;

// The phase of a sleeping boid until the end of the step; the phase of other boids is never below
// 0.
const PHASE_ASLEEP = -1.0;

fn pace_of(level: u32, place: vec3<f32>, regions_per_metre: vec3<f32>, step: u32) -> f32 {
    if level >= LEVEL_ASLEEP {
        return PACE_ASLEEP;
    }
    let region = clamp(place * regions_per_metre, vec3(-LARGEST_REGION), vec3(LARGEST_REGION));
    let ahead = vec3<i32>(floor(region)) * vec3(REGION_AHEAD_X, REGION_AHEAD_Y, REGION_AHEAD_Z);
    let turn = step + bitcast<u32>(ahead.x + ahead.y + ahead.z);
    let steps = 1u << level;
    return select(0.0, f32(steps), turn % steps == 0u);
}

fn steers(pace: f32) -> bool {
    return !HAS_LEVELS || pace > 0.0;
}

fn sleeps(pace: f32) -> bool {
    return HAS_LEVELS && pace < 0.0;
}

// Index of the limits for a pace, among the limits for 1, 2, 4 and 8 steps.
fn limits_of(pace: f32) -> u32 {
    if HAS_LEVELS && pace > 0.0 {
        return firstTrailingBit(u32(pace));
    }
    return 0u;
}

fn is_asleep(motion: BoidMotion) -> bool {
    return HAS_LEVELS && motion.phase < 0.0;
}

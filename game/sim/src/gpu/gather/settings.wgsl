// What the search and the rules need of the settings. `Packed` in packed.rs.

// In the order of `Response`.
const DIRECTION = 0u;
const MEAN = 1u;
const LIMITED_MEAN = 2u;
const SUM = 3u;

// In the order of `AlignTo`.
const TO_HEADINGS = 1u;
const TO_DIFFERENCES = 2u;

// What becomes of the sum of a rule.
struct Rule {
    weight: f32,
    damping: f32,
    // -1 for separation, whose sums are of offsets towards the neighbours.
    sign: f32,
    response: u32,
}

// Random vectors over time.
struct Roaming {
    // 1 for the axes, in the flock's frame, along which boids move, else 0.
    axes: vec3<f32>,
    // 0 if boids do not roam.
    weight: f32,
    only_alone: u32,
    // Seeds.
    ways: u32,
    phases: u32,
    // Changes of direction: whole ones and the share of the next.
    whole: u32,
    share: f32,
}

// A sphere that wraps round.
struct Ball {
    center: vec3<f32>,
    radius: f32,
    // Unit vector along which nothing moves; zero if everything may move.
    normal: vec3<f32>,
    // How far above and below itself a boid sees others in circles of different size.
    spread: f32,
}

// Of vectors of three, x is for cohesion, y for separation and z for alignment, where they are not vectors in space.
struct Settings {
    rules: array<Rule, 3>,
    radii_squared: vec3<f32>,
    // 0 if no rule acts.
    reach: f32,
    views: vec3<f32>,
    reach_squared: f32,
    // Of a box that wraps round; beyond all bounds along an axis where it does not.
    periods: vec3<f32>,
    close_squared: f32,
    // Between the frame of the flock and the world.
    to_local: mat3x3<f32>,
    to_world: mat3x3<f32>,
    roaming: Roaming,
    ball: Ball,
    close_weight: f32,
    crowd: f32,
    crowd_factor: f32,
    drive: f32,
    align_to: u32,
    nearest: u32,
    fades: u32,
    count: u32,
}

@group(0) @binding(0) var<uniform> settings: Settings;

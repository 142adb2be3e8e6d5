// The velocity of each boid in the next state: what the rules ask for, what scares it, the limits of motion, the boundary.

// `Packed` in settings.rs.
struct Settings {
    // From the flock's frame to the world.
    to_world: mat3x3<f32>,
    // The flock's own Y axis in the world.
    up: vec3<f32>,
    flattening: f32,
    // Unit vector, in the world, along which nothing moves; zero if everything may move.
    normal: vec3<f32>,
    // Length of the longest acceleration, or velocity, that can be asked for.
    most: f32,
    // How boids turn at most in a step.
    turning_up: vec3<f32>,
    turning_cosine: f32,
    turning_side: vec3<f32>,
    turning_sine: f32,
    // 1 for the axes, in the flock's frame, along which boids move, else 0.
    noise_axes: vec3<f32>,
    noise_seed: u32,
    dt: f32,
    min_speed: f32,
    max_speed: f32,
    // Whether the rules decide the velocity, not the acceleration.
    steers_velocity: u32,
    turns: u32,
    turning_is_planar: u32,
    // Whether boids avoid geometry.
    has_push: u32,
    fright_count: u32,
    count: u32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> frights: array<Fright, MOST_FRIGHTS>;
@group(0) @binding(2) var<uniform> containment: Containment;
@group(0) @binding(3) var<storage> places: array<Place>;
@group(0) @binding(4) var<storage> motions: array<Motion>;
@group(0) @binding(5) var<storage> wishes: array<vec4<f32>>;
@group(0) @binding(6) var<storage> pushes: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> next: array<Motion>;

@compute @workgroup_size(256)
fn steer(@builtin(global_invocation_id) thread: vec3<u32>) {
    let boid = thread.x;
    if boid >= settings.count {
        return;
    }
    let place = places[boid];
    let before = motions[boid];
    var push = vec3(0.0);
    if settings.has_push != 0u {
        push = pushes[boid].xyz;
    }
    var velocity = steered(before.velocity, wishes[boid].xyz, push);
    for (var which = 0u; which < min(settings.fright_count, MOST_FRIGHTS); which++) {
        velocity += settings.dt * fled(frights[which], place.position, before.velocity);
    }
    velocity = limited(velocity, before.velocity, place.slot);
    next[boid] = Motion(contain(place.position, velocity), before.phase);
}

// Computes the new velocity of each boid from wishes, flight, limits and the boundary.

// The boundary comes first, as in neighbour_loop.wgsl.
@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<uniform> steering: SteeringUniform;
@group(0) @binding(2) var<uniform> sources: array<FleeSourceUniform, MOST_SCARES>;
@group(0) @binding(3) var<uniform> limits: LimitsUniform;
@group(0) @binding(4) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(5) var<storage, read> motions: array<BoidMotion>;
// The pace is stored in w.
@group(0) @binding(6) var<storage, read> wishes: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read> avoidance_wishes: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> next_motions: array<BoidMotion>;

// True if the next motions hold the accelerations of flight and panic.
override HAS_FEAR: bool = false;

@compute @workgroup_size(WORKGROUP)
fn steer(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= steering.count {
        return;
    }
    let place = places[index];
    let before = motions[index];
    var pace = 1.0;
    if HAS_LEVELS {
        pace = wishes[index].w;
    }
    if sleeps(pace) {
        next_motions[index] = BoidMotion(vec3(0.0), PHASE_ASLEEP);
        return;
    }
    var velocity = before.velocity;
    if steers(pace) {
        var avoidance_wish = vec3(0.0);
        if steering.avoids != 0u {
            avoidance_wish = avoidance_wishes[index].xyz;
        }
        velocity = steered(velocity, wishes[index].xyz, avoidance_wish, pace * steering.dt);
    }
    for (var which = 0u; which < min(steering.source_count, MOST_SCARES); which++) {
        var source = sources[which];
        if PERIODIC_BOX {
            source.point = nearest_image_in_box(source.point, place.position);
        }
        velocity += steering.dt * flee_acceleration(source, place.position, before.velocity);
    }
    if HAS_FEAR {
        velocity += steering.dt * next_motions[index].velocity;
    }
    velocity = limited(velocity, before.velocity, place.slot, limits_of(pace));
    if steering.has_inertia != 0u {
        velocity = with_inertia(place.position, velocity);
    }
    next_motions[index] = BoidMotion(contain(place.position, velocity), before.phase);
}

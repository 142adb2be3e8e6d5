// The last of a step: the boundary has its word on the velocities, and the bodies follow them.

// `Packed` in mod.rs.
struct Settings {
    // Share of a turn, and of a roll, that is made in a step.
    turn: f32,
    roll: f32,
    // Tangent of the angle at which a body leans, for each m/s by which its velocity changes to the side; 0 if none leans.
    lean: f32,
    beats_at_rest: f32,
    beats_per_speed: f32,
    // Whether bodies turn to where those go with whom they align.
    faces_alignment: u32,
    count: u32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> containment: Containment;
@group(0) @binding(2) var<storage> motions: array<Motion>;
@group(0) @binding(3) var<storage> orientations: array<vec4<f32>>;
@group(0) @binding(4) var<storage> facings: array<vec4<f32>>;
@group(0) @binding(5) var<storage> places: array<Place>;
@group(0) @binding(6) var<storage, read_write> next_motions: array<Motion>;
@group(0) @binding(7) var<storage, read_write> next_orientations: array<vec4<f32>>;

@compute @workgroup_size(256)
fn follow(@builtin(global_invocation_id) thread: vec3<u32>) {
    let boid = thread.x;
    if boid >= settings.count {
        return;
    }
    let before = motions[boid];
    let velocity = contain_after_move(places[boid].position, next_motions[boid].velocity);
    let speed = length(velocity);
    var heading = velocity;
    if settings.faces_alignment != 0u {
        let facing = facings[boid].xyz;
        if length(facing) > MIN_SPEED {
            heading = facing;
        }
    }
    let change = velocity - before.velocity;
    next_orientations[boid] = followed(orientations[boid], heading, length(heading), change);
    let phase = before.phase + settings.beats_at_rest + settings.beats_per_speed * speed;
    next_motions[boid] = Motion(velocity, phase - floor(phase));
}

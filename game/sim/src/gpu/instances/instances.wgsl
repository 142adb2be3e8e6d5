// What the renderer draws, as in instances.rs and pose.rs: two texels a boid.

// `Packed` in mod.rs.
struct Settings {
    // How far the boids are on the way from the state before to the current one.
    blend: f32,
    scale: f32,
    scale_variation: f32,
    count: u32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> containment: Containment;
@group(0) @binding(2) var<storage> places_before: array<Place>;
@group(0) @binding(3) var<storage> motions_before: array<Motion>;
@group(0) @binding(4) var<storage> orientations_before: array<vec4<f32>>;
@group(0) @binding(5) var<storage> places: array<Place>;
@group(0) @binding(6) var<storage> motions: array<Motion>;
@group(0) @binding(7) var<storage> orientations: array<vec4<f32>>;
// Of each slot: the share of the scale variation by which its body differs.
@group(0) @binding(8) var<storage> variations: array<f32>;
@group(0) @binding(9) var<storage, read_write> texels: array<vec4<f32>>;

@compute @workgroup_size(256)
fn draw_boids(@builtin(global_invocation_id) thread: vec3<u32>) {
    let boid = thread.x;
    if boid >= settings.count {
        return;
    }
    let place = places[boid];
    let position = between(places_before[boid].position, place.position, settings.blend);
    let size = settings.scale * (1.0 + settings.scale_variation * variations[place.slot]);
    let q = mixed(orientations_before[boid], orientations[boid]);
    // The reader recovers w as a root, which is never negative; q and -q are the same orientation.
    let upper = select(q.xyz, -q.xyz, q.w < 0.0);
    texels[2u * boid] = vec4(position, size);
    texels[2u * boid + 1u] = vec4(upper, phase_between(motions_before[boid].phase, motions[boid].phase));
}

// Between two orientations the short way round: q and -q are the same orientation.
fn mixed(before: vec4<f32>, after: vec4<f32>) -> vec4<f32> {
    let share = select(settings.blend, -settings.blend, dot(before, after) < 0.0);
    let mix = before * (1.0 - settings.blend) + after * share;
    return mix / length(mix);
}

fn phase_between(before: f32, after: f32) -> f32 {
    let beat = fraction(after - before + 1.0);
    return fraction(before + beat * settings.blend);
}

// A number, which is not negative, without its whole part.
fn fraction(value: f32) -> f32 {
    return value - floor(value);
}

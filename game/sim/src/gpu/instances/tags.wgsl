// Whose texels are whose, and how fast each boid is: what questions about the flock need besides the texels.

// `Tag` in mod.rs.
struct Tag {
    velocity: vec3<f32>,
    slot: u32,
}

@group(0) @binding(0) var<uniform> count: u32;
@group(0) @binding(1) var<storage> places: array<Place>;
@group(0) @binding(2) var<storage> motions: array<Motion>;
@group(0) @binding(3) var<storage, read_write> tags: array<Tag>;

@compute @workgroup_size(256)
fn tag_boids(@builtin(global_invocation_id) thread: vec3<u32>) {
    let boid = thread.x;
    if boid < count {
        tags[boid] = Tag(motions[boid].velocity, places[boid].slot);
    }
}

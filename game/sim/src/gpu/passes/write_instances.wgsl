// Writes the texels of each boid for the renderer, as in pose/instances.rs.

@group(0) @binding(0) var<uniform> instances: InstancesUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> places_before: array<BoidPlace>;
@group(0) @binding(3) var<storage, read> motions_before: array<BoidMotion>;
@group(0) @binding(4) var<storage, read> orientations_before: array<vec4<f32>>;
@group(0) @binding(5) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(6) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(7) var<storage, read> orientations: array<vec4<f32>>;
// Share of the size variation for the body in each slot.
@group(0) @binding(8) var<storage, read> variations: array<f32>;
@group(0) @binding(9) var<storage, read_write> texels: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn write_instances(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= instances.count {
        return;
    }
    let place = places[index];
    let position = between(places_before[index].position, place.position, instances.blend);
    let size = instances.scale * (1.0 + instances.scale_variation * variations[place.slot]);
    let q = mix_orientations(orientations_before[index], orientations[index], instances.blend);
    // The reader computes w as a square root, which is never negative; q and -q are the same
    // orientation.
    let upper = select(q.xyz, -q.xyz, q.w < 0.0);
    let phase = mix_phases(motions_before[index].phase, motions[index].phase, instances.blend);
    texels[TEXELS * index] = vec4(position, size);
    texels[TEXELS * index + 1u] = vec4(upper, phase);
}

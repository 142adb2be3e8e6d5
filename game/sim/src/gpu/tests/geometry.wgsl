@group(0) @binding(0) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(1) var<storage, read> triangles: array<GpuTriangle>;
@group(0) @binding(2) var<storage, read> starts: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> ends: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> answers: array<vec4<f32>>;

@compute @workgroup_size(WORKGROUP)
fn test_geometry(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= arrayLength(&starts) {
        return;
    }
    let start = starts[index].xyz;
    let end = ends[index].xyz;
    let radius = starts[index].w;
    let contact = sweep(start, end, radius);
    answers[2u * index] = vec4(contact.normal, select(-1.0, contact.fraction, contact.is_hit));
    let most = distance(start, end);
    var answer = vec4(0.0);
    if is_finite(end - start) && most > 0.0 {
        answer.x = cast_sphere(start, (end - start) / most, most, radius) / most;
    }
    answer.y = f32(is_clear(STATIC_TREE, start, radius));
    answer.z = f32(crosses(start, end));
    if index < arrayLength(&triangles) {
        answer.w = farthest_plane(relative_to(start, triangles[index]), vec3(0.0)).distance;
    }
    answers[2u * index + 1u] = answer;
}

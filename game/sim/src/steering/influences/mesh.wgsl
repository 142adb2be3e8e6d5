// Signed distance from a closed mesh, as in mesh.rs.

fn mesh_sample(mesh: MeshUniform, index: vec3<u32>) -> f32 {
    let row = index.z * mesh.size.y + index.y;
    return bitcast<f32>(fields[mesh.first + row * mesh.size.x + index.x]);
}

// Distance of a point from the surface (w), negative inside, and the normal towards the point.
fn mesh_surface(mesh: MeshUniform, point: vec3<f32>) -> vec4<f32> {
    let place = (point - mesh.low) / mesh.cell;
    let held = clamp(place, vec3(0.0), vec3<f32>(mesh.size - 1u));
    let first = min(vec3<u32>(held), mesh.size - 2u);
    let share = held - vec3<f32>(first);
    let beyond = (place - held) * mesh.cell;
    // Pairs along X: (y, z) = (0, 0), (1, 0), (0, 1), (1, 1).
    var lower: vec4<f32>;
    var upper: vec4<f32>;
    for (var i = 0u; i < 4u; i++) {
        let corner = first + vec3(0u, i & 1u, i >> 1u);
        lower[i] = mesh_sample(mesh, corner);
        upper[i] = mesh_sample(mesh, corner + vec3(1u, 0u, 0u));
    }
    let edges = mix(lower, upper, share.x);
    let slopes = upper - lower;
    let faces = mix(edges.xz, edges.yw, share.y);
    let distance = mix(faces.x, faces.y, share.z);
    let slope = mix(slopes.xz, slopes.yw, share.y);
    let gradient = vec3(
        mix(slope.x, slope.y, share.z),
        mix(edges.y - edges.x, edges.w - edges.z, share.z),
        faces.y - faces.x,
    );
    var normal = direction(gradient);
    if all(normal == vec3(0.0)) {
        normal = vec3(1.0, 0.0, 0.0);
    }
    if all(beyond == vec3(0.0)) {
        return vec4(normal, distance);
    }
    // From the point of the surface that is nearest to the nearest sample.
    let offset = beyond + normal * distance;
    return vec4(direction(offset), length(offset));
}

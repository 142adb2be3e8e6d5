// Points in a frame given by its origin and the rotation to the world, as in frame.rs.

fn point_to_world(origin: vec3<f32>, to_world: mat3x3<f32>, point: vec3<f32>) -> vec3<f32> {
    return origin + to_world * point;
}

// The product from the left is one with the transposed matrix, which is the inverse rotation.
fn point_to_local(origin: vec3<f32>, to_world: mat3x3<f32>, point: vec3<f32>) -> vec3<f32> {
    return (point - origin) * to_world;
}

// Vector functions, as in vector.rs.

// Direction of a vector; zero for a vector without one.
fn direction(vector: vec3<f32>) -> vec3<f32> {
    let size = length(vector);
    return vector * select(0.0, 1.0 / size, size > NO_DIRECTION);
}

// Factor that shortens a vector to `most` if it is longer.
fn shortening(vector: vec3<f32>, most: f32) -> f32 {
    let size = length(vector);
    return select(1.0, most / size, size > most);
}

// The vector without its part along a unit vector; all of it if that is zero.
fn across(vector: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    return vector - normal * dot(normal, vector);
}

// Largest component by absolute value.
fn amax(vector: vec3<f32>) -> f32 {
    let size = abs(vector);
    return max(size.x, max(size.y, size.z));
}

// True if no component is NaN or infinite. Tests the bits: compilers may assume that comparisons of
// finite numbers hold.
fn is_finite(vector: vec3<f32>) -> bool {
    return all(are_finite(vector));
}

// The same test for each component.
fn are_finite(vector: vec3<f32>) -> vec3<bool> {
    return (bitcast<vec3<u32>>(vector) & vec3(EXPONENT_BITS)) != vec3(EXPONENT_BITS);
}

const EXPONENT_BITS = 0x7f800000u;

// Product of two quaternions: the rotation `b`, then `a`.
fn times(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return vec4(
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    );
}

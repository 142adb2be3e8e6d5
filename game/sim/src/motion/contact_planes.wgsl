// Contact planes of a sliding boid, as in contact_planes.rs.

// Unit normals, towards the boid, of the planes that it touches: the first `count`.
struct ContactPlanes {
    normals: array<vec3<f32>, MOST_PLANES>,
    count: u32,
}

fn add_plane(planes: ptr<function, ContactPlanes>, normal: vec3<f32>) {
    if (*planes).count < MOST_PLANES {
        (*planes).normals[(*planes).count] = normal;
        (*planes).count += 1u;
    }
}

// Sum of all normals.
fn away_from_planes(planes: ptr<function, ContactPlanes>) -> vec3<f32> {
    var sum = vec3(0.0);
    for (var i = 0u; i < (*planes).count; i++) {
        sum += (*planes).normals[i];
    }
    return sum;
}

fn leads_into(planes: ptr<function, ContactPlanes>, vector: vec3<f32>, into: f32) -> bool {
    for (var i = 0u; i < (*planes).count; i++) {
        if dot((*planes).normals[i], vector) < -into {
            return true;
        }
    }
    return false;
}

// Projection of a velocity onto the crease of two planes; zero if they are parallel.
fn crease(velocity: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    // The same as the product of a and b, but without cancellation for planes that are almost
    // parallel.
    let axis = cross(a, b - a * select(-1.0, 1.0, dot(a, b) >= 0.0));
    let squared = dot(axis, axis);
    if squared <= PARALLEL_PLANES {
        return vec3(0.0);
    }
    return axis * (dot(axis, velocity) / squared);
}

// The velocity nearest to a given one that leads into no plane: the velocity itself, its projection
// onto a plane or onto the crease of two planes, or zero.
fn along_planes(planes: ptr<function, ContactPlanes>, velocity: vec3<f32>) -> vec3<f32> {
    let into = INTO_PLANE * length(velocity);
    if !leads_into(planes, velocity, into) {
        return velocity;
    }
    // The longest projection is the nearest. Shorter ones than this are rounding.
    var nearest = vec3(0.0);
    var longest = 4.0 * into * into;
    for (var i = 0u; i < (*planes).count; i++) {
        let a = (*planes).normals[i];
        for (var j = i; j < (*planes).count; j++) {
            var vector = velocity - a * min(dot(a, velocity), 0.0);
            if j > i {
                vector = crease(velocity, a, (*planes).normals[j]);
            }
            let squared = dot(vector, vector);
            if squared > longest && !leads_into(planes, vector, into) {
                nearest = vector;
                longest = squared;
            }
        }
    }
    return nearest;
}

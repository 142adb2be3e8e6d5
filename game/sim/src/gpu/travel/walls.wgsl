// What a boid that slides leans against, as in travel/walls.rs.

// Most contacts of one move.
const MOST_CONTACTS = 4u;

// Most walls: the contacts, and what leads out of the boundary along each axis.
const MOST_WALLS = 7u;

// Share of its length by which a vector may lead into a wall. Covers the rounding of normals.
const INTO = 1e-6;

// The sine of the smallest angle, squared, at which two walls meet in a crease.
const PARALLEL = 1e-12;

// Walls that a boid leans against, by their normals, which have unit length and point to the boid: the first `count`.
struct Walls {
    normals: array<vec3<f32>, MOST_WALLS>,
    count: u32,
}

fn add_wall(walls: ptr<function, Walls>, normal: vec3<f32>) {
    if (*walls).count < MOST_WALLS {
        (*walls).normals[(*walls).count] = normal;
        (*walls).count += 1u;
    }
}

// Away from all walls together.
fn away_from(walls: ptr<function, Walls>) -> vec3<f32> {
    var sum = vec3(0.0);
    for (var i = 0u; i < (*walls).count; i++) {
        sum += (*walls).normals[i];
    }
    return sum;
}

fn leads_into(walls: ptr<function, Walls>, vector: vec3<f32>, into: f32) -> bool {
    for (var i = 0u; i < (*walls).count; i++) {
        if dot((*walls).normals[i], vector) < -into {
            return true;
        }
    }
    return false;
}

// What a velocity is along the crease of two walls; zero if they are parallel.
fn along_crease(velocity: vec3<f32>, a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    // The same as the product of a and b, but what is small about it is not a difference of rounded products.
    let crease = cross(a, b - a * select(-1.0, 1.0, dot(a, b) >= 0.0));
    let squared = dot(crease, crease);
    if squared <= PARALLEL {
        return vec3(0.0);
    }
    return crease * (dot(crease, velocity) / squared);
}

// What is left of a velocity without what leads into a wall: of the velocities that lead into none, the nearest one. It is the
// velocity itself, or it lies in one of the walls, or in the crease of two of them, or it is zero.
fn along_walls(walls: ptr<function, Walls>, velocity: vec3<f32>) -> vec3<f32> {
    let into = INTO * length(velocity);
    if !leads_into(walls, velocity, into) {
        return velocity;
    }
    // Each is a projection of the velocity, and the longest is the nearest. What is shorter than this is rounding.
    var nearest = vec3(0.0);
    var longest = 4.0 * into * into;
    for (var i = 0u; i < (*walls).count; i++) {
        let a = (*walls).normals[i];
        for (var j = i; j < (*walls).count; j++) {
            var vector = velocity - a * min(dot(a, velocity), 0.0);
            if j > i {
                vector = along_crease(velocity, a, (*walls).normals[j]);
            }
            let squared = dot(vector, vector);
            if squared > longest && !leads_into(walls, vector, into) {
                nearest = vector;
                longest = squared;
            }
        }
    }
    return nearest;
}

// The limits of motion: the plane of the flock, turning, and the speed, as in limits.rs.

// A direction of which no more than this lies in the plane is none in the plane.
const IN_PLANE: f32 = 0.5;

fn limited(velocity: vec3<f32>, velocity_before: vec3<f32>, slot: u32) -> vec3<f32> {
    let flat = across(velocity, settings.normal);
    var limited = flat * shortening(flat, settings.max_speed);
    let before = across(velocity_before, settings.normal);
    if settings.turns != 0u {
        limited = turned_within_limit(before, limited);
    }
    if settings.min_speed > 0.0 {
        limited = quickened(limited, before);
        if all(limited == vec3(0.0)) {
            limited = any_direction(slot) * settings.min_speed;
        }
    }
    return limited;
}

// The velocity at no less than the lowest speed. One without a direction gets that of the velocity before, and is zero if that
// has none either.
fn quickened(velocity: vec3<f32>, before: vec3<f32>) -> vec3<f32> {
    if !(length(velocity) < settings.min_speed) {
        return velocity;
    }
    let ahead = heading_in_plane(velocity);
    if dot(ahead, ahead) > 0.0 {
        return ahead * settings.min_speed;
    }
    return heading_in_plane(before) * settings.min_speed;
}

// The direction, in the plane, of a velocity; zero if there is none, or if what is left of a velocity that led out of the plane
// is mostly rounding and still does.
fn heading_in_plane(velocity: vec3<f32>) -> vec3<f32> {
    let flat = across(direction(velocity), settings.normal);
    let share = length(flat);
    return flat * select(0.0, 1.0 / share, share > IN_PLANE);
}

// The vector without its part along a unit vector, or all of it if that is zero.
fn across(vector: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    return vector - normal * dot(normal, vector);
}

// A direction in the world for each number. The shader declares `settings` with the seed and the axes.
fn any_direction(number: u32) -> vec3<f32> {
    let axes = settings.noise_axes;
    let vector = random_vector(hash(settings.noise_seed, number, 0u), axes);
    let squared = dot(vector, vector);
    // The square is a whole number, hence exact; its root is not on every card.
    let is_short = squared < SHORTEST * SHORTEST;
    let local = select(vector / max(sqrt(squared), SHORTEST), vec3(axes.x, 1.0 - axes.x, 0.0), is_short);
    return settings.to_world * local;
}

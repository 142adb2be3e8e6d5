// The wishes of influences, as in wish.rs.

fn influence_strength(term: InfluenceTermUniform, distance: f32) -> f32 {
    let t = clamp(distance * (term.side * term.per_reach), 0.0, 1.0);
    let f = term.fall_off;
    let strength = max(f.x + t * (f.y + t * (f.z + t * f.w)), 0.0);
    return select(0.0, strength, t < 1.0 && distance > term.beyond);
}

// Normal of the nearest volume, and the signed distance from it (w).
fn nearest_surface(term: InfluenceTermUniform, position: vec3<f32>) -> vec4<f32> {
    var nearest = vec4(0.0, 0.0, 0.0, MOST_DISTANCE);
    for (var i = 0u; i < term.volume_count; i++) {
        let found = rounded_box_surface(volumes[term.first_volume + i], position);
        if found.w < nearest.w {
            nearest = found;
        }
    }
    for (var i = 0u; i < term.mesh_count; i++) {
        let found = mesh_surface(meshes[term.first_mesh + i], position);
        if found.w < nearest.w {
            nearest = found;
        }
    }
    return nearest;
}

// The velocity through the air that gives the asked one over ground, or at least its course.
fn against_wind(asked: vec3<f32>, wind: vec3<f32>, max_speed: f32) -> vec3<f32> {
    let course = direction(asked);
    let side = across(wind, course);
    let left = sqrt(max(max_speed * max_speed - dot(side, side), 0.0));
    let along = clamp(length(asked) - dot(course, wind), -left, left);
    let velocity = course * along - side;
    return velocity * shortening(velocity, max_speed);
}

// The wish to have a velocity over ground.
fn wish_towards(
    term: InfluenceTermUniform,
    over_ground: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
    strength: f32,
) -> vec3<f32> {
    var asked = over_ground;
    if HAS_WIND {
        asked = against_wind(over_ground, wind, influences.max_speed);
    }
    let wish = (asked - velocity * influences.inertia) * term.response;
    return wish * (strength * shortening(wish, term.weight));
}

// The velocity that leads to a point, or into a volume, and slows down there.
fn lead(term: InfluenceTermUniform, surface: vec4<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let way = surface.w + term.inset;
    let speed = influences.max_speed * clamp(way * term.per_slowing, 0.0, 1.0);
    if all(term.velocity == vec3(0.0)) {
        let course = -surface.xyz;
        if term.bends != 0u {
            return bend(course, speed, max(way, 0.0), velocity);
        }
        return course * speed;
    }
    let asked = term.velocity - surface.xyz * speed;
    return asked * shortening(asked, influences.max_speed);
}

fn influence_wish(
    term: InfluenceTermUniform,
    position: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
) -> vec3<f32> {
    if term.kind == INFLUENCE_PATH {
        let course = path_course(term, position, velocity + wind);
        if course.is_free {
            return vec3(0.0);
        }
        let asked = direction(course.way) * influences.max_speed;
        return wish_towards(term, asked, velocity, wind, influence_strength(term, course.distance));
    }
    var place = position;
    if term.is_above_ground != 0u {
        let ground = ground_below(position);
        if ground.y == 0.0 {
            return vec3(0.0);
        }
        place.y -= ground.x;
    }
    let surface = nearest_surface(term, place);
    let strength = influence_strength(term, surface.w);
    if term.kind == INFLUENCE_PUSH {
        return surface.xyz * (term.push * term.weight * strength);
    }
    if term.kind == INFLUENCE_GUIDE {
        return wish_towards(term, term.velocity, velocity, wind, strength);
    }
    let asked = lead(term, surface, velocity);
    return wish_towards(term, asked, velocity, wind, strength);
}

// The wishes of influences, as in wish.rs.

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

// The place of the boid in the formation of a term, or the nearest volume.
fn surface_of_term(term: InfluenceTermUniform, slot: u32, position: vec3<f32>) -> vec4<f32> {
    if term.place_slots != 0u {
        return surface_of_place(term, slot, position);
    }
    return nearest_surface(term, position);
}

// The velocity of the air relative to a point of the influence.
fn air_at(term: InfluenceTermUniform, point: vec3<f32>, wind: vec3<f32>) -> vec3<f32> {
    if term.moves == 0u {
        return wind;
    }
    return wind - influence_velocity_at(term, point);
}

// The same at the point of a surface that is nearest to a position; inside, at the position.
fn air_at_surface(
    term: InfluenceTermUniform,
    surface: vec4<f32>,
    position: vec3<f32>,
    wind: vec3<f32>,
) -> vec3<f32> {
    return air_at(term, position - surface.xyz * max(surface.w, 0.0), wind);
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

// The wish to have a velocity relative to the influence, as the air is.
fn wish_towards(
    term: InfluenceTermUniform,
    relative: vec3<f32>,
    velocity: vec3<f32>,
    air: vec3<f32>,
    strength: f32,
) -> vec3<f32> {
    var asked = relative;
    if HAS_WIND || term.moves != 0u {
        asked = against_wind(relative, air, influences.max_speed);
    }
    let wish = (asked - velocity * influences.inertia) * term.response;
    return wish * (strength * shortening(wish, term.weight));
}

// The speed at a distance from the volume.
fn lead_speed(term: InfluenceTermUniform, distance: f32) -> f32 {
    let way = distance + term.inset;
    return influences.max_speed * clamp(way * term.per_slowing, 0.0, 1.0);
}

// The velocity that leads to a point, or into a volume, and slows down there.
fn lead(term: InfluenceTermUniform, surface: vec4<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let speed = lead_speed(term, surface.w);
    if all(term.velocity == vec3(0.0)) {
        let course = -surface.xyz;
        if term.bends != 0u {
            return bend(course, speed, max(surface.w + term.inset, 0.0), velocity);
        }
        return course * speed;
    }
    let asked = term.velocity - surface.xyz * speed;
    return asked * shortening(asked, influences.max_speed);
}

// What moves a boid along with the surface of an influence that moves, at full strength.
fn carry(
    term: InfluenceTermUniform,
    surface: vec4<f32>,
    position: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
) -> vec3<f32> {
    let push = surface.xyz * term.push;
    var speed = dot(influence_velocity_at(term, position), push);
    if term.push > 0.0 || surface.w >= 0.0 {
        speed = max(speed, 0.0);
    }
    let own = dot(velocity, push) * influences.inertia + dot(wind, push);
    let lacks = clamp(speed - own, min(speed, 0.0), max(speed, 0.0));
    return push * clamp(lacks * term.response, -term.weight, term.weight);
}

// The wish to be led to a point, or into a volume.
fn wish_to_lead(
    term: InfluenceTermUniform,
    surface: vec4<f32>,
    position: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
) -> vec3<f32> {
    let air = air_at_surface(term, surface, position, wind);
    var before = velocity;
    if term.moves != 0u {
        before += air;
    }
    let asked = lead(term, surface, before);
    return wish_towards(term, asked, velocity, air, influence_strength(term, surface.w));
}

// The wish to be pushed from a surface, or to it.
fn wish_to_push(
    term: InfluenceTermUniform,
    surface: vec4<f32>,
    position: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
    strength: f32,
) -> vec3<f32> {
    let wish = surface.xyz * (term.push * term.weight * strength);
    if term.moves == 0u {
        return wish;
    }
    return wish + carry(term, surface, position, velocity, wind) * strength;
}

// `sum`: the wishes of the rules and of the terms before.
fn influence_wish(
    term: InfluenceTermUniform,
    slot: u32,
    sum: vec3<f32>,
    position: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
) -> vec3<f32> {
    if term.kind == INFLUENCE_PATH {
        var air = wind;
        if term.moves != 0u {
            air = air_at(term, nearest_on_path(term, position), wind);
        }
        let course = path_course(term, position, velocity + air);
        if course.is_free {
            return vec3(0.0);
        }
        let asked = direction(course.way) * influences.max_speed;
        return wish_towards(term, asked, velocity, air, influence_strength(term, course.distance));
    }
    if HAS_WAYS && term.goal_count != 0u {
        return wish_along_way(term, slot, position, velocity, wind);
    }
    var place = position;
    if term.is_above_ground != 0u {
        let ground = ground_below(position);
        if ground.y == 0.0 {
            return vec3(0.0);
        }
        place.y -= ground.x;
    }
    let surface = surface_of_term(term, slot, place);
    let strength = influence_strength(term, surface.w);
    if term.kind == INFLUENCE_CALM {
        return calm(term, surface, sum);
    }
    if term.kind == INFLUENCE_PUSH {
        return wish_to_push(term, surface, position, velocity, wind, strength);
    }
    if term.kind == INFLUENCE_GUIDE {
        let air = air_at_surface(term, surface, position, wind);
        return wish_towards(term, term.velocity, velocity, air, strength);
    }
    return wish_to_lead(term, surface, position, velocity, wind);
}

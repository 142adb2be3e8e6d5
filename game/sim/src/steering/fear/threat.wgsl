// What frightens boids, and how they flee from it, as in threat.rs.

// The manoeuvre against an attack with this velocity.
fn choose(chooser: ChooserUniform, velocity: vec3<f32>) -> u32 {
    let speed = length(velocity);
    let dive = -dot(velocity, chooser.up);
    if speed < chooser.slow || speed <= NO_DIRECTION {
        return MANOEUVRE_VACUOLE;
    }
    if speed >= chooser.fast || dive > chooser.steep * speed {
        return MANOEUVRE_FLASH_EXPANSION;
    }
    return select(MANOEUVRE_FOUNTAIN, MANOEUVRE_TURN, speed > chooser.faster);
}

// A predator of threat 1 that is seen within a radius, and from which boids flee with a weight.
fn predator(
    chooser: ChooserUniform,
    point: vec3<f32>,
    velocity: vec3<f32>,
    radius: f32,
    weight: f32,
) -> ThreatUniform {
    let is_automatic = chooser.manoeuvre == 0u;
    var manoeuvre = chooser.manoeuvre;
    if is_automatic {
        manoeuvre = choose(chooser, velocity);
    }
    let is_flash = manoeuvre == MANOEUVRE_FLASH_EXPANSION;
    let is_calm = is_flash || manoeuvre == MANOEUVRE_VACUOLE;
    var threat: ThreatUniform;
    threat.point = point;
    threat.radius = radius;
    threat.heading = direction(velocity);
    threat.weight = weight * select(1.0, chooser.burst, is_flash);
    threat.threat = 1.0;
    threat.alarms = select(1u, 0u, is_automatic && is_calm);
    threat.manoeuvre = manoeuvre;
    return threat;
}

// How close it seems at a place.
fn closeness(threat: ThreatUniform, place: vec3<f32>) -> f32 {
    let distance = length(place - threat.point);
    if distance < threat.radius {
        return threat.threat * (1.0 - distance / threat.radius);
    }
    return 0.0;
}

// Acceleration by which the boid with this slot flees. `fountain` are cosine and sine of its angle.
fn flight(threat: ThreatUniform, place: vec3<f32>, slot: u32, fountain: vec2<f32>) -> vec3<f32> {
    let offset = place - threat.point;
    let distance = length(offset);
    if threat.manoeuvre == 0u || !(distance < threat.radius) {
        return vec3(0.0);
    }
    let any = pair_vector(slot, ALL_BITS);
    var away = direction(any);
    if distance > NO_DIRECTION {
        away = direction(offset);
    }
    switch threat.manoeuvre {
        case MANOEUVRE_VACUOLE: {
            return away * (threat.weight * (1.0 - distance / threat.radius));
        }
        case MANOEUVRE_FLASH_EXPANSION: {
            return away * threat.weight;
        }
        case MANOEUVRE_TURN: {
            return turn(threat, away, any) * threat.weight;
        }
        default: {
            return fountain_direction(threat, away, any, fountain) * threat.weight;
        }
    }
}

const ALL_BITS = 0xffffffffu;

// Away from the threat's line; straight away from a threat at rest.
fn turn(threat: ThreatUniform, away: vec3<f32>, any: vec3<f32>) -> vec3<f32> {
    let aside = across(away, threat.heading);
    if length(aside) > ON_LINE {
        return direction(aside);
    }
    return aside_at_random(threat, any);
}

// Straight away, turned towards the threat's tail.
fn fountain_direction(
    threat: ThreatUniform,
    away: vec3<f32>,
    any: vec3<f32>,
    fountain: vec2<f32>,
) -> vec3<f32> {
    if all(threat.heading == vec3(0.0)) {
        return away;
    }
    // Across the line from the threat to the boid, backward.
    var back = across(-threat.heading, away);
    if length(back) > ON_LINE {
        back = direction(back);
    } else {
        back = aside_at_random(threat, any);
    }
    return fountain.x * away + fountain.y * back;
}

// A unit vector across the heading.
fn aside_at_random(threat: ThreatUniform, any: vec3<f32>) -> vec3<f32> {
    let aside = across(direction(any), threat.heading);
    if length(aside) > ON_LINE {
        return direction(aside);
    }
    return direction(cross(threat.heading, vec3(any.y, any.z, -any.x)));
}

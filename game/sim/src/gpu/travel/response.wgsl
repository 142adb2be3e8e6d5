// What a boid does that meets geometry, as in travel/response.rs.

// Which response: REVERSE, BOUNCE or SLIDE.
override RESPONSE: u32 = 2u;
const REVERSE = 0u;
const BOUNCE = 1u;

// Body radii that must be free behind a boid that turns back from a contact.
const ROOM = 10.0;

// Shorter parts of unit vectors are rounding.
const NO_PART = 1e-4;

// Where a boid is after a step and how it goes on.
struct Arrival {
    position: vec3<f32>,
    velocity: vec3<f32>,
    is_contact: bool,
    // Whether its way led through a wrapping boundary, and then that way.
    has_passed: bool,
    way: vec3<f32>,
}

fn arrival(position: vec3<f32>, velocity: vec3<f32>, is_contact: bool) -> Arrival {
    return Arrival(position, velocity, is_contact, false, vec3(0.0));
}

// Where a sphere is at a contact. Not a product with zero, which of what is infinite would not be a number.
fn reach(start: vec3<f32>, end: vec3<f32>, contact: Contact) -> vec3<f32> {
    if contact.fraction == 0.0 {
        return start;
    }
    return start + (end - start) * contact.fraction;
}

// Moves a boid among geometry, whatever is beyond a wrapping boundary.
fn go(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    if RESPONSE == REVERSE {
        return go_or_turn_back(start, velocity);
    }
    return go_on(start, velocity);
}

// The boid goes on up to the first contact, and from there along the surfaces that it meets, or reflected by them; straight to
// where it would get so, if that way is free too.
fn go_on(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    var walls = Walls();
    if RESPONSE != BOUNCE && !lets_through(start) {
        let out = inward(start);
        for (var i = 0u; i < out.count; i++) {
            add_wall(&walls, out.normals[i]);
        }
    }
    var end = start + velocity * travel.dt;
    var turned = velocity;
    var reached = start;
    for (var contacts = 0u; contacts <= MOST_CONTACTS; contacts++) {
        let contact = sweep(start, end, travel.radius);
        if !contact.is_hit {
            return arrival(end, turned, contacts > 0u);
        }
        if contacts == MOST_CONTACTS {
            break;
        }
        reached = reach(start, end, contact);
        var aside = vec3(0.0);
        if RESPONSE == BOUNCE {
            turned = turn_inward(reached, bounced(turned, contact.normal));
        } else {
            let normal = in_plane(contact.normal);
            if all(normal == vec3(0.0)) {
                turned = vec3(0.0);
            } else {
                add_wall(&walls, normal);
                turned = along_walls(&walls, velocity);
                // A little way off the surfaces, so that no rounding on the way along leads into them.
                aside = away_from(&walls) * (0.5 * contact.slack);
            }
        }
        end = reached + turned * (travel.dt * (1.0 - contact.fraction)) + aside;
    }
    return arrival(reached, turned, true);
}

// At a contact the move is undone and the boid turns back, but no farther out of the boundary than it is. Without room to turn
// back it goes on up to the contact and bounces off.
fn go_or_turn_back(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    let back = turn_inward(start, -velocity);
    // First the move itself, then what is behind.
    var ends = array<vec3<f32>, 3>(
        start + velocity * travel.dt,
        start + direction(back) * (ROOM * travel.body_radius),
        start + back * travel.dt,
    );
    var first = FREE;
    for (var i = 0u; i < 3u; i++) {
        let contact = sweep(start, ends[i], travel.radius);
        if i == 0u {
            if !contact.is_hit {
                return arrival(ends[0], velocity, false);
            }
            first = contact;
        } else if contact.is_hit {
            return arrival(reach(start, ends[0], first), bounced(velocity, first.normal), true);
        }
    }
    return arrival(ends[2], back, true);
}

// The velocity after a surface turned the part of it that leads into the surface.
fn bounced(velocity: vec3<f32>, normal: vec3<f32>) -> vec3<f32> {
    let wall = in_plane(normal);
    if all(wall == vec3(0.0)) {
        return -velocity;
    }
    return velocity - wall * (2.0 * min(dot(velocity, wall), 0.0));
}

// The direction of a normal within the plane of a planar flock: what leads not into the one leads not into the other. Zero if
// the surface lies in the plane.
fn in_plane(normal: vec3<f32>) -> vec3<f32> {
    if all(travel.flat == vec3(0.0)) {
        return normal;
    }
    let part = normal - travel.flat * dot(travel.flat, normal);
    let size = length(part);
    return select(vec3(0.0), part / size, size > NO_PART);
}

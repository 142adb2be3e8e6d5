// Responses to contacts, as in contact_response.rs.

// One of REVERSE, BOUNCE and SLIDE.
override RESPONSE: u32 = 2u;

// Velocity of the air over ground around the boid.
var<private> boid_wind: vec3<f32>;

fn has_wind() -> bool {
    return HAS_WIND && any(boid_wind != vec3(0.0));
}

fn over_ground(velocity: vec3<f32>) -> vec3<f32> {
    return velocity + boid_wind;
}

// Position and velocity of a boid after its move.
struct Arrival {
    position: vec3<f32>,
    velocity: vec3<f32>,
    is_contact: bool,
    // True after a passage through a periodic boundary, with this displacement.
    has_passed: bool,
    way: vec3<f32>,
}

fn arrival(position: vec3<f32>, velocity: vec3<f32>, is_contact: bool) -> Arrival {
    return Arrival(position, velocity, is_contact, false, vec3(0.0));
}

// Position of a sphere at a contact. Without a product of infinity and zero, which is NaN.
fn at_contact(start: vec3<f32>, end: vec3<f32>, contact: Contact) -> vec3<f32> {
    if contact.fraction == 0.0 {
        return start;
    }
    return start + (end - start) * contact.fraction;
}

// Motion after a contact.
struct Turn {
    // Velocity at the end of the step.
    velocity: vec3<f32>,
    // Velocity over ground for the rest of the step.
    onward: vec3<f32>,
    // Displacement off the surfaces.
    aside: vec3<f32>,
}

// Moves a boid among geometry. A periodic boundary is ignored. The boid moves straight to the end
// of the path that the contacts make, if that move is free too.
fn move_swept(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    var planes = ContactPlanes();
    if RESPONSE == SLIDE {
        add_boundary(&planes, start);
    }
    var end = start + over_ground(velocity) * motion.dt;
    var turn = Turn(velocity, velocity, vec3(0.0));
    var result = arrival(start, velocity, true);
    var farthest = result;
    for (var contacts = 0u; contacts <= MOST_CONTACTS; contacts++) {
        let contact = sweep(start, end, motion.radius);
        if !contact.is_hit {
            if contacts == 0u {
                return arrival(end, velocity, false);
            }
            result = arrival(end, turn.velocity, true);
            break;
        }
        if contacts == MOST_CONTACTS {
            break;
        }
        if RESPONSE == REVERSE && contacts == 0u {
            let back = turn_inward(start, -velocity);
            if has_room(start, over_ground(back)) {
                return arrival(start + over_ground(back) * motion.dt, back, true);
            }
        }
        let reached = at_contact(start, end, contact);
        if RESPONSE == SLIDE {
            turn = slid(&planes, contact, velocity);
        } else {
            turn = bounced(&planes, contact, velocity, turn.velocity, reached, contacts + 1u);
        }
        result = arrival(reached, turn.velocity, true);
        if length(reached - start) > length(farthest.position - start) {
            farthest = result;
        }
        end = reached + turn.onward * (motion.dt * (1.0 - contact.fraction)) + turn.aside;
    }
    if RESPONSE == SLIDE {
        return result;
    }
    let full = length(over_ground(velocity)) * motion.dt;
    let made = length(result.position - start);
    if made < HARDLY_MOVES * full && made < length(farthest.position - start) {
        result = farthest;
    }
    // A boid that does not move must not report a velocity.
    if length(result.position - start) < HARDLY_MOVES * min(full, motion.body_radius) {
        result.velocity = along_all(&planes, result.position, result.velocity);
    }
    return result;
}

// True if a boid can move with this velocity for a step, and for TURN_BACK_ROOM, and reaches no
// boundary.
fn has_room(start: vec3<f32>, velocity: vec3<f32>) -> bool {
    var ends = array<vec3<f32>, 2>(
        start + direction(velocity) * (TURN_BACK_ROOM * motion.body_radius),
        start + velocity * motion.dt,
    );
    for (var i = 0u; i < 2u; i++) {
        if sweep(start, ends[i], motion.radius).is_hit || leads_out(start, ends[i]) {
            return false;
        }
    }
    return true;
}

// True if a move from inside leads out of the boundary, unless the boundary is periodic.
fn leads_out(start: vec3<f32>, end: vec3<f32>) -> bool {
    return !lets_through(start) && inward(start).count == 0u && inward(end).count > 0u;
}

// Reflection by a surface. The boid slides if the boundary turns it into the surface again. After
// the last contact it makes the rest of the step along the surfaces.
fn bounced(
    planes: ptr<function, ContactPlanes>,
    contact: Contact,
    velocity: vec3<f32>,
    before: vec3<f32>,
    reached: vec3<f32>,
    contacts: u32,
) -> Turn {
    var normal = in_plane_of_motion(contact.normal);
    if all(normal == vec3(0.0)) {
        normal = -direction(before);
    }
    add_plane(planes, normal);
    let reflected = before - normal * (2.0 * min(dot(before, normal), 0.0));
    var turned = turn_inward(reached, reflected);
    if any(turned != reflected) && dot(turned, normal) < 0.0 {
        turned = along_all(planes, reached, velocity);
    }
    let is_last = contacts == MOST_CONTACTS;
    if !is_last && !has_wind() {
        return Turn(turned, turned, vec3(0.0));
    }
    let blown = over_ground(select(turned, velocity, is_last));
    return Turn(turned, along_all(planes, reached, blown), aside_of(planes, contact));
}

// The velocity along all surfaces met so far, which leads no farther out of the boundary.
fn slid(planes: ptr<function, ContactPlanes>, contact: Contact, velocity: vec3<f32>) -> Turn {
    let normal = in_plane_of_motion(contact.normal);
    if all(normal == vec3(0.0)) {
        return Turn(vec3(0.0), vec3(0.0), vec3(0.0));
    }
    add_plane(planes, normal);
    let along = along_planes(planes, velocity);
    var onward = along;
    if has_wind() {
        onward = along_planes(planes, over_ground(velocity));
    }
    return Turn(along, onward, aside_of(planes, contact));
}

// The nearest velocity that leads neither into the contact planes nor farther out of the boundary.
fn along_all(planes: ptr<function, ContactPlanes>, place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    var all_planes = *planes;
    add_boundary(&all_planes, place);
    return along_planes(&all_planes, velocity);
}

// Adds the sides of the boundary that a point is beyond, unless the boundary is periodic.
fn add_boundary(planes: ptr<function, ContactPlanes>, place: vec3<f32>) {
    if lets_through(place) {
        return;
    }
    let out = inward(place);
    for (var i = 0u; i < out.count; i++) {
        add_plane(planes, out.normals[i]);
    }
}

// Displacement off the surfaces, so that rounding on the way along does not lead into them.
fn aside_of(planes: ptr<function, ContactPlanes>, contact: Contact) -> vec3<f32> {
    return away_from_planes(planes) * (0.5 * contact.slack);
}

// Direction of a normal within the plane of motion: a velocity in the plane that does not lead into
// one does not lead into the other. Zero for a surface parallel to the plane.
fn in_plane_of_motion(normal: vec3<f32>) -> vec3<f32> {
    if all(motion.flat == vec3(0.0)) {
        return normal;
    }
    let part = normal - motion.flat * dot(motion.flat, normal);
    let size = length(part);
    return select(vec3(0.0), part / size, size > NO_PART_IN_PLANE);
}

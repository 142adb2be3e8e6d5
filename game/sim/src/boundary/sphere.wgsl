// A sphere as boundary, as in sphere.rs.

// A point relative to the section of the sphere in which a boid there can move. Without a plane of
// motion the section is the whole sphere.
struct SphereSection {
    middle: vec3<f32>,
    // Height over the centre of the sphere, along the normal of the plane of motion.
    height: f32,
    // From the middle to the point.
    offset: vec3<f32>,
    distance: f32,
    // 0 if the plane of the boid misses the sphere.
    radius: f32,
}

// Radius of the section at a height.
fn sphere_radius_at(height: f32) -> f32 {
    return sqrt(max(boundary.radius * boundary.radius - height * height, 0.0));
}

fn sphere_section(place: vec3<f32>) -> SphereSection {
    let from_center = place - boundary.center;
    let height = dot(boundary.normal, from_center);
    let offset = from_center - boundary.normal * height;
    let middle = boundary.center + boundary.normal * height;
    return SphereSection(middle, height, offset, length(offset), sphere_radius_at(height));
}

// True for a point outside. The surface of a periodic sphere is outside.
fn sphere_is_outside(place: vec3<f32>) -> bool {
    let section = sphere_section(place);
    return section.distance >= section.radius;
}

// True if a boid at this height can be inside at all.
fn sphere_reaches(place: vec3<f32>) -> bool {
    return sphere_section(place).radius > 0.0;
}

fn sphere_reverse(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let section = sphere_section(place);
    if section.distance > NO_DIRECTION && section.distance > section.radius {
        return sphere_turned(velocity, section.offset / section.distance);
    }
    return velocity;
}

fn sphere_hold(own: vec3<f32>, end: vec3<f32>) -> Folded {
    let section = sphere_section(end);
    let most = max(section.radius, sphere_section(own).distance);
    if section.distance > most {
        return Folded(section.middle + section.offset * (most / section.distance), true);
    }
    return Folded(end, false);
}

// Unit vector inward from a point outside.
fn sphere_inward(place: vec3<f32>) -> Inward {
    let section = sphere_section(place);
    var found = Inward();
    if section.distance > NO_DIRECTION && section.distance > section.radius {
        found.normals[0] = -section.offset / section.distance;
        found.count = 1u;
    }
    return found;
}

fn sphere_distance_outside(place: vec3<f32>) -> f32 {
    let section = sphere_section(place);
    return section.distance - section.radius;
}

// Turn away from the surface for a boid within the margin; none outside.
fn sphere_wall_turn(place: vec3<f32>) -> WallTurn {
    let section = sphere_section(place);
    let margin = min(boundary.margin, section.radius);
    let share = soft_turn_share(margin);
    let depth = max((margin - (section.radius - section.distance)) * share, 0.0);
    // The surface bends towards the boid, the more the wider the margin is, so the turn begins
    // earlier.
    let bend = 0.5 * margin / max(section.radius, MIN_POSITIVE);
    let strength = soft_turn_smooth(depth + depth * bend) * share;
    let is_inside = section.distance <= section.radius && section.distance > NO_DIRECTION;
    return WallTurn(-section.offset, select(0.0, strength, is_inside));
}

// The point inside, on the line through the middle, a whole number of diameters away.
fn sphere_fold(place: vec3<f32>) -> Folded {
    let section = sphere_section(place);
    let has_opposite_side = section.radius > 0.0 && section.distance > NO_DIRECTION;
    if section.distance < section.radius || !has_opposite_side {
        return Folded(place, false);
    }
    let folded = fold_coordinate(section.distance, -section.radius, section.radius);
    return Folded(section.middle + section.offset / section.distance * folded, true);
}

// Periodic image of a point: as far beyond the opposite surface as the point is inside this one.
// The point itself if it is outside or in the middle.
fn sphere_image(section: SphereSection, place: vec3<f32>) -> vec3<f32> {
    if !sphere_section_is_inside(section) || section.distance <= NO_DIRECTION {
        return place;
    }
    let distance = section.distance - 2.0 * section.radius;
    return section.middle + section.offset / section.distance * distance;
}

// The point or its image, whichever is nearer to another point.
fn sphere_nearest_image(place: vec3<f32>, to: vec3<f32>) -> vec3<f32> {
    let image = sphere_image(sphere_section(place), place);
    let direct = place - to;
    let across_surface = image - to;
    return select(place, image, dot(across_surface, across_surface) < dot(direct, direct));
}

// Exit through the surface on a straight line from a point inside.
fn sphere_passage(start: vec3<f32>, end: vec3<f32>) -> Passage {
    let folded = sphere_fold(end);
    if !folded.is_folded {
        return Passage();
    }
    let section = sphere_section(start);
    let way = end - start;
    // Quadratic equation for the squared distance from the middle to be that of the surface.
    let a = dot(way, way);
    let b = dot(section.offset, way);
    let c = section.distance * section.distance - section.radius * section.radius;
    let root = sqrt(max(b * b - a * c, 0.0));
    var share = 0.0;
    if a > 0.0 {
        share = (root - b) / a;
    }
    let exit = start + way * clamp(share, 0.0, 1.0);
    // In a sphere far smaller than its distance from the origin, rounding can put the exit far
    // outside.
    let at_exit = sphere_section(exit);
    let has_image = sphere_section_is_inside(at_exit) && at_exit.distance > NO_DIRECTION;
    return Passage(exit, sphere_image(at_exit, exit), folded.place, has_image);
}

// True for a point inside, up to rounding.
fn sphere_section_is_inside(section: SphereSection) -> bool {
    return section.distance <= section.radius * (1.0 + SPHERE_OUTSIDE);
}

// The velocity of a boid outside, reversed where it leads out, and with at least a share of
// SPHERE_INWARD of its speed towards the sphere. The speed is kept.
fn sphere_turned(velocity: vec3<f32>, outward: vec3<f32>) -> vec3<f32> {
    let out = dot(velocity, outward);
    let speed = length(velocity);
    let along = velocity - outward * out;
    let least = SPHERE_INWARD * speed;
    if abs(out) >= least {
        return along - outward * abs(out);
    }
    // Not zero, since most of the speed is along the surface.
    let kept = sqrt(speed * speed - least * least) / length(along);
    return along * kept - outward * least;
}

// A sphere as boundary, as in boundary/ball.rs.

// A boid is still seen across the surface if rounding put it outside by this share of the radius.
const BALL_OUTSIDE: f32 = 1e-4;

// Least share of its speed with which a boid outside comes in.
const BALL_INWARD: f32 = 0.5;

// A place seen from the middle of the section of the sphere that boids can move in from there.
struct Section {
    middle: vec3<f32>,
    // From the middle to the place.
    offset: vec3<f32>,
    distance: f32,
    // 0 if the plane of the boid misses the sphere.
    radius: f32,
}

fn ball_section(place: vec3<f32>) -> Section {
    let from_center = place - containment.center;
    let height = dot(containment.normal, from_center);
    let offset = from_center - containment.normal * height;
    let middle = containment.center + containment.normal * height;
    return Section(middle, offset, length(offset), ball_radius_at(height));
}

// Radius of the section at a height.
fn ball_radius_at(height: f32) -> f32 {
    return sqrt(max(containment.radius * containment.radius - height * height, 0.0));
}

// Whether a place is outside. What is on the surface itself has left a sphere that wraps round.
fn ball_is_outside(place: vec3<f32>) -> bool {
    let section = ball_section(place);
    return section.distance >= section.radius;
}

// Whether a boid at this height can be inside at all.
fn ball_reaches(place: vec3<f32>) -> bool {
    return ball_section(place).radius > 0.0;
}

fn ball_reverse(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let section = ball_section(place);
    if section.distance > NO_DIRECTION && section.distance > section.radius {
        return ball_turned(velocity, section.offset / section.distance);
    }
    return velocity;
}

// Unit vector inward from a place outside.
fn ball_inward(place: vec3<f32>) -> Inward {
    let section = ball_section(place);
    var found = Inward();
    if section.distance > NO_DIRECTION && section.distance > section.radius {
        found.normals[0] = -section.offset / section.distance;
        found.count = 1u;
    }
    return found;
}

// What turns a boid within the margin away from the surface; nothing outside.
fn ball_push(place: vec3<f32>) -> Push {
    let section = ball_section(place);
    let margin = min(containment.margin, section.radius);
    let share = curve_share(margin);
    let depth = max((margin - (section.radius - section.distance)) * share, 0.0);
    // The surface bends towards the boid, the more so the wider the margin is: the boid has to begin earlier.
    let bend = 0.5 * margin / max(section.radius, MIN_POSITIVE);
    let strength = curve_smooth(depth + depth * bend) * share;
    let is_inside = section.distance <= section.radius && section.distance > NO_DIRECTION;
    return Push(-section.offset, select(0.0, strength, is_inside));
}

// The place inside, on the line through the middle, a whole number of widths away.
fn ball_fold(place: vec3<f32>) -> Fold {
    let section = ball_section(place);
    let has_other_side = section.radius > 0.0 && section.distance > NO_DIRECTION;
    if section.distance < section.radius || !has_other_side {
        return Fold(place, false);
    }
    let folded = fold_coordinate(section.distance, -section.radius, section.radius);
    return Fold(section.middle + section.offset / section.distance * folded, true);
}

// The place seen from the opposite side: as far beyond the surface as it is before it here. The place itself if it is outside
// or right in the middle.
fn ball_image(place: vec3<f32>) -> vec3<f32> {
    let section = ball_section(place);
    let is_inside = section.distance <= section.radius * (1.0 + BALL_OUTSIDE);
    if !is_inside || section.distance <= NO_DIRECTION {
        return place;
    }
    let distance = section.distance - 2.0 * section.radius;
    return section.middle + section.offset / section.distance * distance;
}

// The place itself or its image, whichever is nearer to another place.
fn ball_nearest_image(place: vec3<f32>, to: vec3<f32>) -> vec3<f32> {
    let image = ball_image(place);
    let direct = place - to;
    let across = image - to;
    return select(place, image, dot(across, across) < dot(direct, direct));
}

// Out through the surface on a way from a place inside.
fn ball_passage(start: vec3<f32>, end: vec3<f32>) -> Passage {
    let folded = ball_fold(end);
    if !folded.is_folded {
        return Passage();
    }
    let section = ball_section(start);
    let way = end - start;
    // Where the distance from the middle, squared, is that of the surface.
    let a = dot(way, way);
    let b = dot(section.offset, way);
    let c = section.distance * section.distance - section.radius * section.radius;
    let root = sqrt(max(b * b - a * c, 0.0));
    var share = 0.0;
    if a > 0.0 {
        share = (root - b) / a;
    }
    let exit = start + way * clamp(share, 0.0, 1.0);
    // Not for an exit that rounding, in a sphere far smaller than its distance, puts far outside.
    let at_exit = ball_section(exit);
    let has_image = at_exit.distance <= at_exit.radius * (1.0 + BALL_OUTSIDE) && at_exit.distance > NO_DIRECTION;
    return Passage(exit, ball_image(exit), folded.place, has_image);
}

// The velocity of a boid outside, turned round where it leads out, and towards the sphere by BALL_INWARD of the speed at
// least. The speed is kept.
fn ball_turned(velocity: vec3<f32>, outward: vec3<f32>) -> vec3<f32> {
    let out = dot(velocity, outward);
    let speed = length(velocity);
    let along = velocity - outward * out;
    let least = BALL_INWARD * speed;
    if abs(out) >= least {
        return along - outward * abs(out);
    }
    // Not zero, since most of the speed is along the surface.
    let kept = sqrt(speed * speed - least * least) / length(along);
    return along * kept - outward * least;
}

// The sums over the neighbours of a boid.

// The dot product of heading and offset from which a boid at rest sees everything: far more than any offset, small enough
// to be squared.
const SEES_ALL = 1e15;

// A boid that looks for its neighbours.
struct Looker {
    index: u32,
    place: vec3<f32>,
    velocity: vec3<f32>,
    // Zero for a boid at rest.
    heading: vec3<f32>,
    // The heading in the frame in which boids look for each other.
    sight: vec3<f32>,
    // Makes a boid at rest see everything.
    at_rest: f32,
}

// Sums over neighbours: offsets for cohesion and separation, and what the boid is aligned with.
struct Sums {
    cohesion: vec3<f32>,
    separation: vec3<f32>,
    alignment: vec3<f32>,
    // How many neighbours each rule has; for separation the sum of their weights. Only a selective search counts.
    counts: vec3<f32>,
}

fn looker(index: u32) -> Looker {
    var me: Looker;
    me.index = index;
    me.place = seen[index].position;
    if SELECTIVE {
        me.velocity = motion[index].velocity;
        me.heading = direction(me.velocity);
        me.at_rest = select(SEES_ALL, 0.0, length(me.velocity) > NO_DIRECTION);
        me.sight = me.heading;
        if BOX {
            me.sight = settings.to_local * me.heading;
        }
    }
    return me;
}

// Takes in a boid, or its image across the surface of a sphere, if it is within reach.
fn meet(
    me: Looker,
    other: u32,
    across: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, Nearest>,
) {
    let offset = offset_of(me, other, across);
    let distance_squared = dot(offset, offset);
    if other == me.index || !(distance_squared < settings.reach_squared) {
        return;
    }
    if NEAREST {
        offer(nearest, distance_squared, seen[other].slot, other | select(0u, IMAGE, across));
    } else {
        add(me, other, offset, distance_squared, sums);
    }
}

fn offset_of(me: Looker, other: u32, across: bool) -> vec3<f32> {
    let place = seen[other].position;
    if SPHERE && across {
        return offset_of_image(me, place);
    }
    let offset = place - me.place;
    if BOX {
        return nearest_image(offset);
    }
    return offset;
}

// The offset of the nearest of the images that a box has of a boid when it wraps round. Both boids are inside the box, so
// the one beside the nearest is the farthest off.
fn nearest_image(offset: vec3<f32>) -> vec3<f32> {
    let periods = settings.periods;
    let halves = 0.5 * periods;
    let back = select(vec3(0.0), periods, offset > halves);
    let forth = select(vec3(0.0), periods, offset < -halves);
    return offset - back + forth;
}

// The formula of all three rules for one neighbour.
fn add(
    me: Looker,
    other: u32,
    offset: vec3<f32>,
    distance_squared: f32,
    sums: ptr<function, Sums>,
) {
    var counts = vec3(distance_squared) < settings.radii_squared;
    var weight = 1.0;
    if SELECTIVE {
        let ahead = me.at_rest + dot(me.sight, offset);
        counts = counts & (vec3(ahead * abs(ahead)) >= settings.views * distance_squared);
        weight += select(0.0, settings.close_weight, distance_squared < settings.close_squared);
        (*sums).counts += select(vec3(0.0), vec3(1.0, weight, 1.0), counts);
    }
    (*sums).cohesion += select(vec3(0.0), offset, counts.x);
    (*sums).separation += select(vec3(0.0), weight * offset, counts.y);
    if counts.z {
        (*sums).alignment += aligned_with(other);
    }
}

// What boids are aligned with.
fn aligned_with(other: u32) -> vec3<f32> {
    let velocity = motion[other].velocity;
    if settings.align_to == TO_HEADINGS {
        return direction(velocity);
    }
    return velocity;
}

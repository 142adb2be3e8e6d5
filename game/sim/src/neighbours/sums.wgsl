// Neighbour sums, as in search.rs, sums.rs and group.rs: one boid a thread.

// True if neighbours are counted or the field of view is limited.
override SELECTIVE: bool = false;
// True if only the k nearest count.
override NEAREST: bool = false;
// True in a periodic sphere.
override PERIODIC_SPHERE: bool = false;

// Index of a boid of another flock.
const NOBODY = 0xffffffffu;

// A boid whose neighbours are searched for.
struct Looker {
    index: u32,
    place: vec3<f32>,
    velocity: vec3<f32>,
    // Zero for a boid at rest.
    heading: vec3<f32>,
    // The heading in the frame of the search.
    view: vec3<f32>,
    // Puts everything into the view of a boid at rest.
    at_rest: f32,
}

// Sums over neighbours: of offsets for cohesion and separation, and of velocities or headings for
// alignment.
struct Sums {
    cohesion: vec3<f32>,
    separation: vec3<f32>,
    alignment: vec3<f32>,
    // Number of neighbours of each rule; for separation the sum of their weights. Only counted if
    // SELECTIVE.
    counts: vec3<f32>,
}

fn looker(index: u32) -> Looker {
    var me = Looker();
    me.index = index;
    me.place = search_places[index].position;
    if SELECTIVE {
        look_along(&me, motions[index].velocity);
    }
    return me;
}

// Sets the view of a boid with this velocity.
fn look_along(me: ptr<function, Looker>, velocity: vec3<f32>) {
    (*me).velocity = velocity;
    (*me).heading = direction(velocity);
    (*me).at_rest = select(SEES_ALL, 0.0, length(velocity) > NO_DIRECTION);
    (*me).view = (*me).heading;
    if PERIODIC_BOX {
        (*me).view = (*me).heading * boundary.to_world;
    }
}

// The sums of a boid in a cell.
fn sum(me: Looker, cell: u32) -> Sums {
    var sums: Sums;
    if criteria.reach == 0.0 {
        return sums;
    }
    var nearest: KNearest;
    if NEAREST {
        clear_nearest(&nearest);
    }
    visit_around(me, cell, &sums, &nearest);
    if PERIODIC_SPHERE {
        let section = sphere_section(me.place);
        if is_near_surface_of_sphere(section) {
            visit_images(me, block_across(section), &sums, &nearest);
        }
    }
    if NEAREST {
        add_nearest(me, &nearest, &sums);
    }
    if PERIODIC_BOX {
        sums.cohesion = boundary.to_world * sums.cohesion;
        sums.separation = boundary.to_world * sums.separation;
    }
    return sums;
}

// Takes in a candidate, or its image across the surface of a sphere, if it is within reach.
fn visit(
    me: Looker,
    other: u32,
    image: bool,
    sums: ptr<function, Sums>,
    nearest: ptr<function, KNearest>,
) {
    let offset = offset_of(me, other, image);
    let distance_squared = dot(offset, offset);
    if other == me.index || !(distance_squared < criteria.reach_squared) {
        return;
    }
    if NEAREST {
        offer(nearest, distance_squared, search_places[other].slot, other | select(0u, IMAGE_BIT, image));
    } else {
        add_one(me, other, offset, distance_squared, sums);
    }
}

fn offset_of(me: Looker, other: u32, image: bool) -> vec3<f32> {
    let place = search_places[other].position;
    if PERIODIC_SPHERE && image {
        return offset_of_image(me, place);
    }
    let offset = place - me.place;
    if PERIODIC_BOX {
        return minimum_image(offset);
    }
    return offset;
}

// The offset for separation of a boid at the very same position, as in coincident.rs.
fn coincident_offset(me: Looker, other: u32) -> vec3<f32> {
    let size = COINCIDENT_OFFSET * sqrt(criteria.radii_squared.y);
    return size * pair_vector(search_places[me.index].slot, search_places[other].slot);
}

// Adds one neighbour to the sums of all three rules.
fn add_one(
    me: Looker,
    other: u32,
    offset: vec3<f32>,
    distance_squared: f32,
    sums: ptr<function, Sums>,
) {
    var counts = vec3(distance_squared) < criteria.radii_squared;
    var weight = 1.0;
    if SELECTIVE {
        let ahead = me.at_rest + dot(me.view, offset);
        counts = counts & (vec3(ahead * abs(ahead)) >= criteria.views * distance_squared);
        weight += select(0.0, criteria.close_weight, distance_squared < criteria.close_squared);
        (*sums).counts += select(vec3(0.0), vec3(1.0, weight, 1.0), counts);
    }
    (*sums).cohesion += select(vec3(0.0), offset, counts.x);
    var apart = offset;
    if distance_squared == 0.0 && me.index != NOBODY && all(search_places[other].position == me.place) {
        apart = coincident_offset(me, other);
    }
    (*sums).separation += select(vec3(0.0), weight * apart, counts.y);
    if counts.z {
        (*sums).alignment += aligned_with(other);
    }
}

// Term of alignment.
fn aligned_with(other: u32) -> vec3<f32> {
    let velocity = motions[other].velocity;
    if criteria.aligns_to_headings != 0u {
        return direction(velocity);
    }
    return velocity;
}

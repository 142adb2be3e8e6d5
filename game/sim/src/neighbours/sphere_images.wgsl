// Periodic images across the surface of a sphere: as far beyond it, on the opposite side, as a boid
// is inside it. The formulas are derived in sphere_images.rs.

// Rounding of the coordinates of a cell, as a share of the largest coordinate. More than on the
// CPU, whose cells are found in double precision.
const IMAGE_COARSENESS = 4e-6;

// True for a boid inside the sphere whose distance from the surface is within reach: it may see
// images, and its image may be seen.
fn is_near_surface_of_sphere(section: SphereSection) -> bool {
    let least = sphere_radius_at(abs(section.height) + criteria.spread);
    let inner = max(least - criteria.reach, 0.0);
    // Covers the rounding of the distance, which must not decide otherwise than the cells that are
    // searched.
    return sphere_section_is_inside(section) && section.distance >= inner * (1.0 - SPHERE_OUTSIDE);
}

// The cells with the boids whose images a boid may be near to: around the antipode of the point
// where it would leave.
fn block_across(section: SphereSection) -> CellBlock {
    let most = sphere_radius_at(max(abs(section.height) - criteria.spread, 0.0));
    let antipode = section.middle - direction(section.offset) * most;
    let coarseness = IMAGE_COARSENESS * (amax(antipode) + most + criteria.reach);
    let extent = extent_across(section, most) * (1.0 + IMAGE_SLACK) + coarseness;
    return CellBlock(
        span_between(antipode.x - extent, antipode.x + extent, 0u),
        span_between(antipode.y - extent, antipode.y + extent, 1u),
        span_between(antipode.z - extent, antipode.z + extent, 2u),
    );
}

// Largest distance from the antipode of a boid whose image is within reach.
fn extent_across(section: SphereSection, most: f32) -> f32 {
    let least = sphere_radius_at(abs(section.height) + criteria.spread);
    let widening = max(most / max(section.distance, NO_DIRECTION), 1.0);
    let around = criteria.reach * sqrt(widening);
    let within = max(section.distance + most - 2.0 * least, 0.0);
    return min(around + within, 2.0 * most) + criteria.spread;
}

// Offset to the image of a boid. Out of reach for a boid that is within reach itself, and for one
// without an image.
fn offset_of_image(me: Looker, place: vec3<f32>) -> vec3<f32> {
    let section = sphere_section(place);
    let itself = place - me.place;
    let is_near = dot(itself, itself) < criteria.reach_squared;
    let has_image = section.distance > NO_DIRECTION && is_near_surface_of_sphere(section);
    if is_near || !has_image {
        return vec3(OUT_OF_REACH, 0.0, 0.0);
    }
    return sphere_image(section, place) - me.place;
}

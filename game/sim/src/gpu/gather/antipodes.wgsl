// What boids see across the surface of a sphere that wraps round: as far beyond it, on the opposite side, as they are before
// it here. `gather/antipodes.rs` derives the formulas.

// A boid is still seen across the surface if rounding put it outside by this share of the radius.
const OUTSIDE = 1e-4;

// The search is this much wider than it has to be, as a share of its own width and of the largest coordinate: more than
// rounding could matter.
const SLACK = 1e-4;
const COARSENESS = 4e-6;

// The last number below which single precision has every whole one: as far as the grid counts.
const LAST_WHOLE = 16777215.0;

// A distance out of every reach, whose square is still a number.
const FAR = 1e15;

// A place seen from the middle of the section of the sphere that boids can move in from there.
struct Section {
    middle: vec3<f32>,
    height: f32,
    // Unit vector from the middle to the place; zero in the middle itself.
    outward: vec3<f32>,
    distance: f32,
    radius: f32,
}

fn radius_at(height: f32) -> f32 {
    let radius = settings.ball.radius;
    return sqrt(max(radius * radius - height * height, 0.0));
}

fn section_at(place: vec3<f32>) -> Section {
    let ball = settings.ball;
    let from_center = place - ball.center;
    let height = dot(ball.normal, from_center);
    let offset = from_center - ball.normal * height;
    return Section(
        ball.center + ball.normal * height,
        height,
        direction(offset),
        length(offset),
        radius_at(height),
    );
}

// Whether a boid is inside and so near to the surface that it may see images, or others its own.
fn is_seen_across(section: Section) -> bool {
    let least = radius_at(abs(section.height) + settings.ball.spread);
    let inner = max(least - settings.reach, 0.0);
    let is_inside = section.distance <= section.radius * (1.0 + OUTSIDE);
    // Rounding must not decide otherwise than the search is wide.
    return is_inside && section.distance >= inner * (1.0 - OUTSIDE);
}

// The offset of the image of a boid at a place. Who sees the boid itself does not see it again, and nobody sees an image of
// its own.
fn offset_of_image(me: Looker, place: vec3<f32>) -> vec3<f32> {
    let section = section_at(place);
    let itself = place - me.place;
    let is_near = dot(itself, itself) < settings.reach_squared;
    let is_there = section.distance > NO_DIRECTION && is_seen_across(section);
    if is_near || !is_there {
        return vec3(FAR, 0.0, 0.0);
    }
    let image = section.middle + section.outward * (section.distance - 2.0 * section.radius);
    return image - me.place;
}

// The cells with the boids of which one in this section sees images: around the antipode of the place where it would leave.
fn block_across(section: Section) -> Block {
    let most = radius_at(max(abs(section.height) - settings.ball.spread, 0.0));
    let antipode = section.middle - section.outward * most;
    let far = abs(antipode);
    let coarseness = COARSENESS * (max(max(far.x, far.y), far.z) + most + settings.reach);
    let extent = extent_across(section, most) * (1.0 + SLACK) + coarseness;
    return Block(
        span_between(antipode.x - extent, antipode.x + extent, 0u),
        span_between(antipode.y - extent, antipode.y + extent, 1u),
        span_between(antipode.z - extent, antipode.z + extent, 2u),
    );
}

// How far from the antipode boids may be of which a boid sees images.
fn extent_across(section: Section, most: f32) -> f32 {
    let least = radius_at(abs(section.height) + settings.ball.spread);
    let widening = max(most / max(section.distance, NO_DIRECTION), 1.0);
    let around = settings.reach * sqrt(widening);
    let within = max(section.distance + most - 2.0 * least, 0.0);
    return min(around + within, 2.0 * most) + settings.ball.spread;
}

// The cells that cover everything between two coordinates.
fn span_between(low: f32, high: f32, axis: u32) -> Span {
    let cells = grid.cells[axis];
    let start = cell_of(low, axis);
    let end = cell_of(high, axis);
    if grid.wraps[axis] == 0u {
        let first = min(start, cells - 1u);
        return Span(first, min(end, cells - 1u) - first + 1u);
    }
    if end - start >= cells - 1u {
        return Span(0u, cells);
    }
    return Span(start % cells, end - start + 1u);
}

// The cell of a coordinate if cells did not end, as the grid finds it; the first one for what is below it.
fn cell_of(coordinate: f32, axis: u32) -> u32 {
    let along = (coordinate - grid.low[axis]) * grid.cells_per_metre[axis];
    return u32(clamp(along, 0.0, LAST_WHOLE));
}

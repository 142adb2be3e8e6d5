// Positions in the grid. `boundary` is the uniform of the boundary.

// Larger coordinates are taken for this one: no square or difference of the rest overflows, and
// boids close to each other stay close to each other.
const FARTHEST_COORDINATE = 1e15;

// Position in the grid: in the world, or in the frame of a periodic box. A coordinate that is not
// finite is taken for 0.
fn place_in_grid(position: vec3<f32>) -> vec3<f32> {
    var place = position;
    if has_periodic_box() {
        place = place_in_box(position);
    }
    let finite = select(vec3(0.0), place, are_finite(place));
    return clamp(finite, vec3(-FARTHEST_COORDINATE), vec3(FARTHEST_COORDINATE));
}

// What all passes of the grid know.

struct Settings {
    seam: Seam,
    // Width of a cell in Y and Z, before rounding is made up for. 0 where no rule needs neighbours.
    width: f32,
    // So many cells along the widest axis where no rule needs neighbours.
    divisions: f32,
    // Number of boids.
    count: u32,
    // Cells at most.
    most_cells: u32,
}

// Coordinates beyond this are taken for this. Neither the squares nor the differences of what remains overflow, and who is
// near each other stays so.
const FARTHEST: f32 = 1e15;

// What is no number is taken for 0. The bits tell it apart, since a compiler may take all numbers for finite.
fn is_number(value: vec3<f32>) -> vec3<bool> {
    return (bitcast<vec3<u32>>(value) & vec3<u32>(0x7f800000u)) != vec3<u32>(0x7f800000u);
}

// Where a boid is for the grid: in the world, or in the frame of a box that wraps round.
fn place_in_grid(position: vec3<f32>) -> vec3<f32> {
    var place = position;
    if settings.seam.is_there != 0u {
        place = seam_place(settings.seam, position);
    }
    let number = select(vec3<f32>(0.0), place, is_number(place));
    return clamp(number, vec3<f32>(-FARTHEST), vec3<f32>(FARTHEST));
}

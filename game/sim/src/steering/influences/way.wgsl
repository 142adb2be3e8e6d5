// How an influence leads boids along ways, as in way.rs.

// True in the passes of steps with ways.
override HAS_WAYS: bool = false;

// What leads a boid: its corner, with the length of its way as distance (w), or a volume of the term.
struct WaySurface {
    surface: vec4<f32>,
    is_corner: bool,
    // Distance from the corner.
    to_corner: f32,
}

fn way_surface(term: InfluenceTermUniform, slot: u32, position: vec3<f32>) -> WaySurface {
    let nearest = surface_of_term(term, slot, position);
    // Inside of a formation, boids are led straight to their places. Out of a threat, they are led along
    // the level too.
    let is_inside = nearest.w <= 0.0
        || (term.place_slots != 0u && nearest_surface(term, position).w <= 0.0);
    if is_inside && term.ways.flees == 0u {
        return WaySurface(nearest, false, 0.0);
    }
    let next = next_from(term.ways, position);
    if next.leads && !way_leads_to_goal(next) {
        let from_corner = from_corner(term, next, position);
        let to_corner = length(from_corner);
        let distance = max(way_length(term.ways, to_corner, next.beyond), nearest.w);
        return WaySurface(vec4(direction(from_corner), distance), true, to_corner);
    }
    if next.leads && term.goal_count > 1u {
        return WaySurface(surface_of_volume(term, way_goal(next), position), false, 0.0);
    }
    return WaySurface(nearest, false, 0.0);
}

// From the next corner of a way to a position. In a plane, the corner is at the height of the boid.
fn from_corner(term: InfluenceTermUniform, next: Next, position: vec3<f32>) -> vec3<f32> {
    let height = dot(term.ways.normal, position - next.point);
    return position - next.point - term.ways.normal * height;
}

// Share of the largest speed with which boids fly to a corner: less at the end of a flight.
fn way_pace(term: InfluenceTermUniform, to_corner: f32) -> f32 {
    return select(1.0, min(to_corner * (2.0 / term.ways.finest), 1.0), term.ways.flees != 0u);
}

// The surface of the volume around a goal.
fn surface_of_volume(term: InfluenceTermUniform, goal: u32, position: vec3<f32>) -> vec4<f32> {
    if goal < term.volume_count {
        return rounded_box_surface(volumes[term.first_volume + goal], position);
    }
    return mesh_surface(meshes[term.first_mesh + goal - term.volume_count], position);
}

// The wish to follow the way.
fn wish_along_way(
    term: InfluenceTermUniform,
    slot: u32,
    position: vec3<f32>,
    velocity: vec3<f32>,
    wind: vec3<f32>,
) -> vec3<f32> {
    let way = way_surface(term, slot, position);
    let strength = influence_strength(term, way.surface.w);
    if term.kind == INFLUENCE_PUSH {
        if !way.is_corner {
            return wish_to_push(term, way.surface, position, velocity, wind, strength);
        }
        let asked = -way.surface.xyz * (influences.max_speed * way_pace(term, way.to_corner));
        return wish_towards(term, asked, velocity, wind, strength);
    }
    if !way.is_corner {
        return wish_to_lead(term, way.surface, position, velocity, wind);
    }
    let asked = -way.surface.xyz * lead_speed(term, way.surface.w);
    // Corners are at rest.
    return wish_towards(term, asked, velocity, wind, strength);
}

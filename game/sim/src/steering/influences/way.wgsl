// How an influence leads boids along ways, as in way.rs.

// True in the passes of steps with ways.
override HAS_WAYS: bool = false;

// What leads a boid: its corner, with the length of its way as distance (w), or a volume of the term.
struct WaySurface {
    surface: vec4<f32>,
    is_corner: bool,
}

fn way_surface(term: InfluenceTermUniform, slot: u32, position: vec3<f32>) -> WaySurface {
    let nearest = surface_of_term(term, slot, position);
    // Inside of a formation, boids are led straight to their places.
    if nearest.w <= 0.0 || (term.place_slots != 0u && nearest_surface(term, position).w <= 0.0) {
        return WaySurface(nearest, false);
    }
    let next = next_from(term.ways, position);
    if next.leads && !way_leads_to_goal(next) {
        let corner = surface_at_corner(term, next, position);
        return WaySurface(vec4(corner.xyz, max(corner.w, nearest.w)), true);
    }
    if next.leads && term.goal_count > 1u {
        return WaySurface(surface_of_volume(term, way_goal(next), position), false);
    }
    return WaySurface(nearest, false);
}

// A surface at the distance of a way and in the direction of its next corner. In a plane, the corner
// is at the height of the boid.
fn surface_at_corner(term: InfluenceTermUniform, next: Next, position: vec3<f32>) -> vec4<f32> {
    let height = dot(term.ways.normal, position - next.point);
    let from_corner = position - next.point - term.ways.normal * height;
    let distance = length(from_corner) + next.beyond - term.ways.depth;
    return vec4(direction(from_corner), distance);
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
    if !way.is_corner {
        return wish_to_lead(term, way.surface, position, velocity, wind);
    }
    let strength = influence_strength(term, way.surface.w);
    let asked = -way.surface.xyz * lead_speed(term, way.surface.w);
    // Corners are at rest.
    return wish_towards(term, asked, velocity, wind, strength);
}

// Sphere tracing of the distance field, as in sphere_tracing.rs. Where the field is too coarse, the
// triangles decide.

// More than the steps and the pieces of any ray.
const MOST_TRACE_STEPS = 300u;

// Distance of a surface that is not there.
const CLEAR = -1.0;

struct SphereTracer {
    place: vec3<f32>,
    // Range of view, in metres.
    view: f32,
    // The body is sure to be free at this distance from all surfaces.
    margin: f32,
    // Distance from here up to which the body is free in all directions.
    free: f32,
    // Distance from here up to which the triangles decide.
    exact: f32,
    // Shortest step by the distance field.
    least: f32,
}

fn tracer_at(place: vec3<f32>, view: f32, clearance: f32) -> SphereTracer {
    let margin = avoidance.radius + TRACE_ROUNDING * (amax(place) + view);
    let free = max(clearance - margin, 0.0);
    let exact = TRACE_EXACT * min(avoidance.error, view);
    let least = max(TRACE_LEAST * avoidance.error, view / TRACE_MOST_STEPS);
    return SphereTracer(place, view, margin, free, exact, least);
}

// Distance along a unit direction at which the body meets a surface; CLEAR if there is none within
// the view.
fn surface_along(tracer: SphereTracer, direction: vec3<f32>) -> f32 {
    var way = tracer.free;
    for (var step = 0u; step < MOST_TRACE_STEPS; step++) {
        if way >= tracer.view {
            return CLEAR;
        }
        let free = clearance_at(tracer.place + direction * way) - tracer.margin;
        if free > tracer.least {
            way += free;
            continue;
        }
        let end = min(end_of_close_look(tracer, direction, way), tracer.view);
        if end <= way {
            return way;
        }
        let piece = end - way;
        let surface = cast_sphere(tracer.place + direction * way, direction, piece, avoidance.radius);
        if surface < piece {
            return way + surface;
        }
        way = end;
    }
    return way;
}

// End of the piece along which the triangles decide, beginning where the distance field does not
// let the body pass. `way` itself if the field is fine there, which means a surface.
fn end_of_close_look(tracer: SphereTracer, direction: vec3<f32>, way: f32) -> f32 {
    if way < tracer.exact {
        return tracer.exact;
    }
    if avoidance.is_coarse == 1u || !is_fine(tracer.place + direction * way) {
        return way + max(avoidance.block, tracer.view / TRACE_MOST_PIECES);
    }
    return way;
}

// How many rays may be cast. The pass declares `lookout` and `selection`.

// Of one look.
fn most_rays() -> u32 {
    return lookout.directions + 1u;
}

// What may have been cast before the last boid that looks.
fn limit() -> u32 {
    let rays = lookout.budget - most_rays();
    // In the first round boids are counted; no more than those whose rays can be added up.
    let boids = min(rays / lookout.examined, 0xffffffffu / most_rays() - 1u);
    return select(rays, boids, selection.round == 0u);
}

// Limits of the budget of rays. The pass declares `avoidance` and `selection`.

// Most rays of one look.
fn most_rays() -> u32 {
    return avoidance.directions + 1u;
}

// Largest sum over the boids before the last one that looks.
fn limit() -> u32 {
    let rays = avoidance.budget - most_rays();
    // The first round counts boids, at most as many as keep the sum of their rays within 32 bits.
    let boids = min(rays / avoidance.examined, 0xffffffffu / most_rays() - 1u);
    return select(rays, boids, selection.round == 0u);
}

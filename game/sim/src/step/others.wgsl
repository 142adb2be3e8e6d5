// Search for the boids of another flock, as in others/search.rs. The pass declares `places` and
// `own_motions` of the own flock; the grid, `search_places` and `motions` belong to the other
// flock.

// Larger coordinates are clamped to this one, as in the grid.
const FARTHEST_LOOKER = 1e15;

// A boid of the own flock, whose index is that of no boid in the other flock.
fn looker_among_others(index: u32) -> Looker {
    var me = Looker();
    me.index = NOBODY;
    me.place = places[index].position;
    if SELECTIVE {
        look_along(&me, own_motions[index].velocity);
    }
    return me;
}

// The sums over the boids of the other flock.
fn sum_over_others(me: Looker) -> Sums {
    var sums: Sums;
    var nearest: KNearest;
    if criteria.reach > 0.0 {
        let finite = select(vec3(0.0), me.place, are_finite(me.place));
        let place = clamp(finite, vec3(-FARTHEST_LOOKER), vec3(FARTHEST_LOOKER));
        visit_around(me, cell_of(place), &sums, &nearest);
    }
    return sums;
}

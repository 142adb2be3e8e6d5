// The few nearest boids of a boid. They are kept until all are known, and only then added to the sums.

// As many as `neighbours.nearest` may be.
const MOST_NEAREST = 32u;

const NOBODY = 0xffffffffu;

// Marks an image across the surface of a sphere.
const IMAGE = 0x80000000u;

// The nearest boids so far in ascending order of squared distance, then slot. A place that is not taken yet counts as a
// boid just out of reach.
struct Nearest {
    distances: array<f32, MOST_NEAREST>,
    slots: array<u32, MOST_NEAREST>,
    others: array<u32, MOST_NEAREST>,
}

fn forget_all(nearest: ptr<function, Nearest>) {
    for (var place = 0u; place < settings.nearest; place++) {
        (*nearest).distances[place] = settings.reach_squared;
        (*nearest).slots[place] = 0u;
        (*nearest).others[place] = NOBODY;
    }
}

// Takes in a boid if it is nearer than the last: those behind its place move on, and the farthest falls out.
fn offer(nearest: ptr<function, Nearest>, distance: f32, slot: u32, other: u32) {
    var place = settings.nearest;
    while place > 0u {
        let before = (*nearest).distances[place - 1u];
        let its_slot = (*nearest).slots[place - 1u];
        if before < distance || (before == distance && its_slot <= slot) {
            break;
        }
        if place < settings.nearest {
            (*nearest).distances[place] = before;
            (*nearest).slots[place] = its_slot;
            (*nearest).others[place] = (*nearest).others[place - 1u];
        }
        place--;
    }
    if place < settings.nearest {
        (*nearest).distances[place] = distance;
        (*nearest).slots[place] = slot;
        (*nearest).others[place] = other;
    }
}

fn add_nearest(me: Looker, nearest: ptr<function, Nearest>, sums: ptr<function, Sums>) {
    for (var place = 0u; place < settings.nearest; place++) {
        let marked = (*nearest).others[place];
        if marked == NOBODY {
            break;
        }
        let other = marked & ~IMAGE;
        let offset = offset_of(me, other, (marked & IMAGE) != 0u);
        add(me, other, offset, (*nearest).distances[place], sums);
    }
}

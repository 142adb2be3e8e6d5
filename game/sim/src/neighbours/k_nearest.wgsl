// The k nearest boids, as in k_nearest.rs and nearest_search.rs. They are kept until all candidates
// are known, and only then added to the sums.

const NO_BOID = 0xffffffffu;

// Marks a periodic image across the surface of a sphere.
const IMAGE_BIT = 0x80000000u;

// The nearest boids so far, in ascending order of squared distance, then slot. A free entry is a
// boid just out of reach.
struct KNearest {
    distances: array<f32, MOST_NEAREST>,
    slots: array<u32, MOST_NEAREST>,
    others: array<u32, MOST_NEAREST>,
}

fn clear_nearest(nearest: ptr<function, KNearest>) {
    for (var entry = 0u; entry < criteria.nearest; entry++) {
        (*nearest).distances[entry] = criteria.reach_squared;
        (*nearest).slots[entry] = 0u;
        (*nearest).others[entry] = NO_BOID;
    }
}

// Insertion sort of a boid that is nearer than the last entry, which falls out.
fn offer(nearest: ptr<function, KNearest>, distance: f32, slot: u32, other: u32) {
    var entry = criteria.nearest;
    while entry > 0u {
        let before = (*nearest).distances[entry - 1u];
        let its_slot = (*nearest).slots[entry - 1u];
        if before < distance || (before == distance && its_slot <= slot) {
            break;
        }
        if entry < criteria.nearest {
            (*nearest).distances[entry] = before;
            (*nearest).slots[entry] = its_slot;
            (*nearest).others[entry] = (*nearest).others[entry - 1u];
        }
        entry--;
    }
    if entry < criteria.nearest {
        (*nearest).distances[entry] = distance;
        (*nearest).slots[entry] = slot;
        (*nearest).others[entry] = other;
    }
}

fn add_nearest(me: Looker, nearest: ptr<function, KNearest>, sums: ptr<function, Sums>) {
    for (var entry = 0u; entry < criteria.nearest; entry++) {
        let marked = (*nearest).others[entry];
        if marked == NO_BOID {
            break;
        }
        let other = marked & ~IMAGE_BIT;
        let offset = offset_of(me, other, (marked & IMAGE_BIT) != 0u);
        add_one(me, other, offset, (*nearest).distances[entry], sums);
    }
}

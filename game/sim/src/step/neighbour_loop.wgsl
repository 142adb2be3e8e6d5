// Converts the sums over the neighbours of a boid to its wish, as in neighbour_loop.rs.

// True if a boid steers in this step. Otherwise its facing direction is set to zero.
fn has_turn(index: u32) -> bool {
    if !HAS_LEVELS || steers(wishes[index].w) {
        return true;
    }
    facings[index] = vec4(0.0);
    return false;
}

fn store_wish(me: Looker, sums: Sums) {
    var fade = 1.0;
    if rules.fades != 0u {
        fade = avoidance_wishes[me.index].w;
    }
    var wish = rules_wish(me, sums, fade);
    if wander.weight > 0.0 {
        wish += wander_wish(search_places[me.index].slot, sums.counts);
    }
    var pace = 0.0;
    if HAS_LEVELS {
        pace = wishes[me.index].w;
    }
    wishes[me.index] = vec4(wish * rules.drive, pace);
    facings[me.index] = vec4(sums.alignment, 0.0);
}

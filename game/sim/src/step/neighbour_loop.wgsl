// From the sums over the neighbours of a boid to its wish, as in neighbour_loop.rs.

fn store_wish(me: Looker, sums: Sums) {
    var fade = 1.0;
    if rules.fades != 0u {
        fade = avoidance_wishes[me.index].w;
    }
    var wish = rules_wish(me, sums, fade);
    if wander.weight > 0.0 {
        wish += wander_wish(search_places[me.index].slot, sums.counts);
    }
    wishes[me.index] = vec4(wish * rules.drive, 0.0);
    facings[me.index] = vec4(sums.alignment, 0.0);
}

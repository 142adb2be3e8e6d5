// Levels of detail, as in level.rs. The pass declares `detail` and `viewers`.

// The level of a boid at `place` whose level was `before`.
fn level_at(place: vec3<f32>, before: u32) -> u32 {
    if detail.viewer_count == 0u {
        return 0u;
    }
    var distance = MOST_DISTANCE;
    for (var which = 0u; which < min(detail.viewer_count, MOST_VIEWERS); which++) {
        let way = viewers[which].point - place;
        distance = min(distance, dot(way, way));
    }
    var level = 0u;
    for (var index = 0u; index < 3u; index++) {
        let limit = select(detail.nearer[index], detail.farther[index], before <= index);
        // Levels stay in order even if the distances of the settings are not.
        if distance < limit {
            break;
        }
        level = index + 1u;
    }
    let sleeps = detail.sleeps != 0u && level == LEVEL_ASLEEP - 1u;
    if sleeps && !is_seen(place) {
        return LEVEL_ASLEEP;
    }
    return level;
}

fn is_seen(place: vec3<f32>) -> bool {
    for (var which = 0u; which < min(detail.viewer_count, MOST_VIEWERS); which++) {
        let way = place - viewers[which].point;
        if dot(way, viewers[which].direction) >= viewers[which].edge * length(way) {
            return true;
        }
    }
    return false;
}

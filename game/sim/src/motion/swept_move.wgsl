// Swept moves, as in boid_move.rs.

// True with a periodic boundary.
override WRAPS: bool = false;

// Moves a boid, through a periodic boundary if the move leads there. A boid outside that is not
// free on the opposite side returns on its own side. A boid that cannot pass moves as in still air,
// turns back, or stops if that leads out as well.
fn swept_move(start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    if !WRAPS {
        return move_swept(start, velocity);
    }
    var way = over_ground(velocity) * motion.dt;
    var heading = velocity;
    var may_pass = true;
    var is_outside = false;
    var result = arrival(start, velocity, false);
    for (var i = 0u; i < 3u; i++) {
        if i == 1u && !has_wind() {
            continue;
        }
        // First the move itself; then the move that a contact turned, if that leads out too.
        if may_pass {
            let passed = pass_through(start, way, false);
            if passed.is_folded {
                return Arrival(passed.place, result.velocity, result.is_contact, true, way);
            }
        }
        if i == 1u {
            boid_wind = vec3(0.0);
        } else if i == 2u {
            heading = -velocity;
        } else if fold(start + way).is_folded && fold(start).is_folded {
            is_outside = true;
            heading = reverse(start, velocity);
            boid_wind = vec3(0.0);
        }
        result = move_swept(start, heading);
        if is_outside || !fold(result.position).is_folded {
            result.is_contact = result.is_contact || i == 2u;
            return result;
        }
        may_pass = result.is_contact;
        way = result.position - start;
    }
    return arrival(start, vec3(0.0), true);
}

// Arriving with a limited turn rate, as in turning_circle.rs.

// The velocity to a place that is `way` away in the direction `course`, so slow that the place does not
// lie inside of the circle in which the boid turns, or straight on until it lies outside.
fn bend(course: vec3<f32>, speed: f32, way: f32, before: vec3<f32>) -> vec3<f32> {
    if influences.turn_rate < 0.0 {
        return course * speed;
    }
    let heading = direction(before);
    let along = dot(heading, course);
    let sine = sqrt(max(dot(heading, heading) - along * along, 0.0));
    // Behind a boid by more room, or it would stay between turning and going straight on.
    let behind = select(1.0, TIGHTNESS, along < 0.0);
    let most = TIGHTNESS * behind * influences.turn_rate * way;
    // Slower than it can be, it would ask for less than its largest turn.
    let asked = max(speed, influences.min_speed);
    if most < 2.0 * sine * influences.min_speed {
        return heading * asked;
    }
    if most < 2.0 * sine * asked {
        return course * (most / (2.0 * sine));
    }
    return course * asked;
}

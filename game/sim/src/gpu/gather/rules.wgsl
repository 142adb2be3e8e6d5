// What a boid makes of the sums over its neighbours.

// What the three rules together ask for, if cohesion is faded by this factor.
fn flocking(me: Looker, sums: Sums, fade: f32) -> vec3<f32> {
    let counts = sums.counts;
    var cohesion = answer(settings.rules[0], sums.cohesion, counts.x, me.heading);
    cohesion *= select(1.0, settings.crowd_factor, counts.x > settings.crowd);
    cohesion *= fade;
    let separation = answer(settings.rules[1], sums.separation, counts.y, me.heading);
    var alignment = sums.alignment;
    if settings.align_to == TO_DIFFERENCES {
        alignment -= counts.z * me.velocity;
    }
    return cohesion + separation + answer(settings.rules[2], alignment, counts.z, me.heading);
}

// What a rule asks for. The count is not needed for a direction without damping.
fn answer(rule: Rule, sum: vec3<f32>, count: f32, heading: vec3<f32>) -> vec3<f32> {
    if rule.response == DIRECTION && rule.damping == 0.0 {
        return sum * per(length(sum), rule.sign * rule.weight);
    }
    if !(count > 0.0) {
        return vec3(0.0);
    }
    let share = select(rule.sign / max(count, 1.0), rule.sign, rule.response == SUM);
    let mixed = sum * share * (1.0 - rule.damping) + heading * rule.damping;
    switch rule.response {
        case DIRECTION: {
            return mixed * per(length(mixed), rule.weight);
        }
        case LIMITED_MEAN: {
            return mixed * (rule.weight / max(length(mixed), 1.0));
        }
        default: {
            return mixed * rule.weight;
        }
    }
}

// The factor that gives a vector of this length a length of `weight`; one without a direction becomes nothing.
fn per(size: f32, weight: f32) -> f32 {
    return select(0.0, weight / size, size > NO_DIRECTION);
}

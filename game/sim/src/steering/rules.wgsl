// The rules, as in rules.rs: from neighbour sums to a wish.

// Wish of all three rules, with cohesion multiplied by `fade`.
fn rules_wish(me: Looker, sums: Sums, fade: f32) -> vec3<f32> {
    let counts = sums.counts;
    var cohesion = rule_wish(rules.rules[0], sums.cohesion, counts.x, me.heading);
    cohesion *= select(1.0, rules.crowd_factor, counts.x > rules.crowd);
    cohesion *= fade;
    let separation = rule_wish(rules.rules[1], sums.separation, counts.y, me.heading);
    var alignment = sums.alignment;
    if rules.aligns_to_differences != 0u {
        alignment -= counts.z * me.velocity;
    }
    return cohesion + separation + rule_wish(rules.rules[2], alignment, counts.z, me.heading);
}

// Wish of one rule. The count is only used for other responses than a direction without damping.
fn rule_wish(rule: RuleUniform, sum: vec3<f32>, count: f32, heading: vec3<f32>) -> vec3<f32> {
    if rule.normalization == RULE_DIRECTION && rule.damping == 0.0 {
        return sum * scale_to(length(sum), rule.sign * rule.weight);
    }
    if !(count > 0.0) {
        return vec3(0.0);
    }
    let share = select(rule.sign / max(count, 1.0), rule.sign, rule.normalization == RULE_SUM);
    let mixed = sum * share * (1.0 - rule.damping) + heading * rule.damping;
    switch rule.normalization {
        case RULE_DIRECTION: {
            return mixed * scale_to(length(mixed), rule.weight);
        }
        case RULE_LIMITED_MEAN: {
            return mixed * (rule.weight / max(length(mixed), 1.0));
        }
        default: {
            return mixed * rule.weight;
        }
    }
}

// Factor that gives a vector of this length a length of `weight`; 0 for a vector without a
// direction.
fn scale_to(size: f32, weight: f32) -> f32 {
    return select(0.0, weight / size, size > NO_DIRECTION);
}

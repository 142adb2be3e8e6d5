//! Tests of soft turns.

use super::*;

fn wall_turn(containment: &Containment, place: Vec3) -> crate::boundary::soft_turn::WallTurn {
    match &containment.shape {
        BoundaryShape::Box(cuboid) => cuboid.wall_turn(place.into(), containment.margin),
        BoundaryShape::Sphere(sphere) => sphere.wall_turn(place.into(), containment.margin),
    }
}

/// Positions and velocities of a boid that only the boundary steers.
fn flight(
    containment: Containment,
    mut position: Vec3,
    mut velocity: Vec3,
) -> impl Iterator<Item = (Vec3, Vec3)> {
    std::iter::from_fn(move || {
        velocity = turn(&containment, position, velocity);
        position += velocity * containment.curve.dt;
        velocity = turn(&containment.after_move(), position, velocity);
        Some((position, velocity))
    })
}

/// Share of the margin that is left between a boid and the walls of a box from -5 to 5.
fn depth_left(position: &Vec3, margin: f32) -> f32 {
    (5.0 - position.amax()) / margin
}

#[test]
fn boids_that_meet_walls_edges_and_corners_head_on_turn_in_time() {
    let shape = Region::cube(5.0);
    let ways = [
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(0.0, -1.0, 0.0),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::new(1.0, 1e-4, -1e-5),
    ];
    for margin in [0.1, 0.5, 1.0] {
        for share_of_margin in [0.005, 0.02, 0.1] {
            let containment = containment(shape, BoundaryMode::SoftTurn { margin });
            for way in ways {
                let speed = share_of_margin * margin / containment.curve.dt;
                let velocity = way.normalize() * speed;
                let steps = ((9.0 + 12.0 * margin) / (speed * containment.curve.dt)) as usize;
                let left: Vec<f32> = flight(containment, Vec3::zeros(), velocity)
                    .take(steps)
                    .map(|(position, _)| depth_left(&position, margin))
                    .collect();
                let least = left.iter().copied().fold(f32::INFINITY, f32::min);
                assert!(
                    (0.05..0.35).contains(&least),
                    "{least} left, {way} {margin}"
                );
                let met = left.iter().position(|left| *left < 1.0).unwrap();
                let back = left[met..].iter().position(|left| *left > 1.0);
                let longest = (6.0 * margin / (speed * containment.curve.dt)) as usize;
                assert!(
                    back.is_some_and(|back| back < longest),
                    "{way} stays at the wall"
                );
            }
        }
    }
}

#[test]
fn a_head_on_boid_gets_as_far_as_the_law_says() {
    let shape = Region::sphere(100.0);
    let containment = containment(shape, BoundaryMode::SoftTurn { margin: 1.0 });
    let (start, velocity) = (Vec3::new(98.9, 0.0, 0.0), Vec3::new(0.06, 0.0, 0.0));
    let farthest = flight(containment, start, velocity)
        .take(3000)
        .map(|(position, _)| position.norm() - 99.0)
        .fold(0.0, f32::max);
    assert!((farthest - 0.86).abs() < 0.01, "{farthest}");
}

#[test]
fn a_planar_boid_turns_head_on_within_its_plane() {
    let margin = 1.0;
    let containment = in_plane(BOX, BoundaryMode::SoftTurn { margin }, Plane::Xy);
    let turned = turn(
        &containment,
        Vec3::new(3.5, 1.5, 1.5),
        Vec3::new(2.0, 0.0, 0.0),
    );
    assert!(turned.y != 0.0 && turned.z == 0.0, "{turned}");
}

proptest! {
    #![proptest_config(crate::cases::config(500))]

    #[test]
    fn turns_keep_the_speed_and_are_bounded(
        containment in any_containment(),
        margin in 0.001f32..10.0,
        place in vector(6.0),
        velocity in vector(30.0),
    ) {
        let containment = Containment { margin, wraps: false, ..containment };
        // The velocity lies in the plane of the flock.
        let axis = containment.curve.axis;
        let velocity = velocity - axis * axis.dot(&velocity);
        let turned = turn(&containment, place, velocity);
        prop_assert!((turned.norm() - velocity.norm()).abs() <= 1e-5 * velocity.norm());
        let wall_turn = wall_turn(&containment, place);
        if wall_turn.strength == 0.0 {
            return Ok(());
        }
        let way = f64::from(velocity.norm() * containment.curve.dt);
        let [before, after] = [velocity, turned].map(|velocity| velocity.cast::<f64>());
        let angle = before.angle(&after);
        prop_assert!(angle <= std::f64::consts::PI * f64::from(wall_turn.strength) * way + 1e-3, "{angle}");
        // The turn is towards the normal and never beyond it.
        let inward = Vec3::from(wall_turn.inward).cast();
        let [before, after] = [before.angle(&inward), after.angle(&inward)];
        prop_assert!(after <= before + 1e-3, "{after} after {before}");
        prop_assert!((before - angle - after).abs() <= 2e-3, "{angle} from {before} to {after}");
    }
}

use super::*;
use crate::{Boundary, Placement, Plane};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

const BOX: Region = Region::Box {
    min: Vec3::new(-1.0, -2.0, -3.0),
    max: Vec3::new(4.0, 5.0, 6.0),
};

const SPHERE: Region = Region::Sphere {
    center: Vec3::new(1.0, 2.0, 3.0),
    radius: 2.0,
};

fn settings(shape: Region, response: BoundaryResponse) -> Settings {
    Settings {
        boundary: Boundary {
            response,
            ..Boundary::new(shape)
        },
        ..Settings::default()
    }
}

fn containment(shape: Region, response: BoundaryResponse) -> Containment {
    let frame = Frame::new(&Placement::default());
    Containment::new(&settings(shape, response), frame).unwrap()
}

fn in_plane(shape: Region, response: BoundaryResponse, plane: Plane) -> Containment {
    let mut settings = settings(shape, response);
    settings.motion.plane = plane;
    Containment::new(&settings, Frame::new(&Placement::default())).unwrap()
}

fn vector(extent: f32) -> impl Strategy<Value = Vec3> {
    let number = move || -extent..=extent;
    (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn shape() -> impl Strategy<Value = Region> {
    let sphere =
        (vector(3.0), 0.0f32..4.0).prop_map(|(center, radius)| Region::Sphere { center, radius });
    let cuboid = (vector(3.0), 0.01f32..6.0, 0.01f32..6.0, 0.01f32..6.0).prop_map(
        |(min, width, height, depth)| Region::Box {
            min,
            max: min + Vec3::new(width, height, depth),
        },
    );
    prop_oneof![sphere, cuboid]
}

fn response() -> impl Strategy<Value = BoundaryResponse> {
    prop_oneof![
        Just(BoundaryResponse::Reverse),
        Just(BoundaryResponse::Wrap),
        (0.001f32..10.0).prop_map(|margin| BoundaryResponse::SoftTurn { margin }),
    ]
}

fn any_containment() -> impl Strategy<Value = Containment> {
    let plane = prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz]);
    (shape(), response(), plane, vector(3.0), vector(3.0)).prop_map(
        |(shape, response, plane, origin, turn)| {
            let mut settings = settings(shape, response);
            settings.motion.plane = plane;
            let rotation = UnitQuaternion::from_scaled_axis(turn);
            let frame = Frame::new(&Placement { origin, rotation });
            Containment::new(&settings, frame).unwrap()
        },
    )
}

#[test]
fn inside_nothing_changes() {
    let velocity = Vec3::new(1.0, -2.0, 3.0);
    let reversing = containment(BOX, BoundaryResponse::Reverse);
    assert_eq!(
        turn(&reversing, Vec3::new(4.0, -2.0, 6.0), velocity),
        velocity
    );
    let reversing = containment(SPHERE, BoundaryResponse::Reverse);
    assert_eq!(
        turn(&reversing, Vec3::new(2.0, 3.0, 4.0), velocity),
        velocity
    );
}

#[test]
fn outside_a_box_only_outward_components_turn() {
    let containment = containment(BOX, BoundaryResponse::Reverse);
    let outside = Vec3::new(-1.5, 0.0, -4.0);
    let turned = turn(&containment, outside, Vec3::new(-1.0, 2.0, 3.0));
    assert_eq!(turned, Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(turn(&containment, outside, turned), turned);
}

#[test]
fn outside_a_sphere_only_the_part_along_the_normal_turns() {
    let containment = containment(SPHERE, BoundaryResponse::Reverse);
    let outside = Vec3::new(1.0, 2.0, 6.0);
    let turned = turn(&containment, outside, Vec3::new(0.5, -0.25, 3.0));
    assert_eq!(turned, Vec3::new(0.5, -0.25, -3.0));
    assert_eq!(turn(&containment, outside, turned), turned);
}

#[test]
fn a_planar_flock_turns_within_its_plane() {
    let containment = in_plane(SPHERE, BoundaryResponse::Reverse, Plane::Xz);
    // One metre over the middle, where the sphere is √3 m wide.
    let inside = Vec3::new(2.7, 3.0, 3.0);
    let velocity = Vec3::new(1.0, 0.0, 0.5);
    assert_eq!(turn(&containment, inside, velocity), velocity);
    let outside = Vec3::new(2.8, 3.0, 3.0);
    assert_eq!(
        turn(&containment, outside, velocity),
        Vec3::new(-1.0, 0.0, 0.5)
    );
    // Above the sphere.
    let missed = Vec3::new(1.5, 9.0, 3.0);
    assert_eq!(
        turn(&containment, missed, velocity),
        Vec3::new(-1.0, 0.0, 0.5)
    );
    // A box has no walls across the axis that nothing moves along.
    let containment = in_plane(BOX, BoundaryResponse::SoftTurn { margin: 1.0 }, Plane::Xz);
    let high = Vec3::new(2.0, 50.0, 0.0);
    assert_eq!(turn(&containment, high, velocity), velocity);
}

#[test]
fn in_the_middle_of_a_point_every_way_leads_out() {
    let point = Region::Sphere {
        center: Vec3::zeros(),
        radius: 0.0,
    };
    let velocity = Vec3::new(1.0, 2.0, 3.0);
    for response in [BoundaryResponse::Reverse, BoundaryResponse::Wrap] {
        let containment = containment(point, response);
        assert_eq!(turn(&containment, Vec3::zeros(), velocity), velocity);
        assert_eq!(containment.fold(Vec3::new(1.0, 0.0, 0.0)), None);
        let back = turn(&containment, velocity, velocity);
        assert!((back + velocity).norm() < 1e-5, "{back}");
    }
}

#[test]
fn boids_come_in_at_the_opposite_side() {
    let wrapping = containment(BOX, BoundaryResponse::Wrap);
    assert_eq!(wrapping.fold(Vec3::new(3.0, 4.0, 5.0)), None);
    let folded = wrapping.fold(Vec3::new(4.25, -2.5, 33.0));
    assert_eq!(folded, Some(Vec3::new(-0.75, 4.5, -3.0 + 0.0)));

    let wrapping = containment(SPHERE, BoundaryResponse::Wrap);
    assert_eq!(wrapping.fold(Vec3::new(1.0, 2.0, 4.9)), None);
    let folded = wrapping.fold(Vec3::new(1.0, 2.0, 5.25));
    assert_eq!(folded, Some(Vec3::new(1.0, 2.0, 1.25)));
    let from_far = wrapping.fold(Vec3::new(1.0, 2.0, 3.0 + 40.5));
    assert_eq!(from_far, Some(Vec3::new(1.0, 2.0, 3.5)));
}

#[test]
fn passages_lead_through_one_wall_after_the_other() {
    let wrapping = containment(BOX, BoundaryResponse::Wrap);
    let (start, end) = (Vec3::new(3.0, 4.5, 0.0), Vec3::new(5.0, 5.5, 1.0));
    let first = wrapping.passage(start, end).unwrap();
    assert_eq!(first.exit, Vec3::new(4.0, 5.0, 0.5));
    assert_eq!(first.entry, Vec3::new(-1.0, 5.0, 0.5));
    let second = wrapping.passage(first.entry, first.end).unwrap();
    assert_eq!(second.entry, Vec3::new(-1.0, -2.0, 0.5));
    assert_eq!(second.end, Vec3::new(0.0, -1.5, 1.0));
    assert_eq!(wrapping.passage(second.entry, second.end), None);

    let wrapping = containment(SPHERE, BoundaryResponse::Wrap);
    let passage = wrapping
        .passage(Vec3::new(1.0, 2.0, 4.5), Vec3::new(1.0, 2.0, 5.5))
        .unwrap();
    assert_eq!(passage.exit, Vec3::new(1.0, 2.0, 5.0));
    assert_eq!(passage.entry, Vec3::new(1.0, 2.0, 1.0));
    assert_eq!(passage.end, Vec3::new(1.0, 2.0, 1.5));
}

#[test]
fn what_is_drawn_passes_through_the_seam() {
    let wrapping = containment(BOX, BoundaryResponse::Wrap);
    let (before, after) = (Vec3::new(3.9, 0.0, 0.0), Vec3::new(-0.7, 0.0, 0.0));
    let drawn = |share: f32| wrapping.between(before, after, share).x;
    assert!((drawn(0.125) - 3.95).abs() < 1e-5);
    assert!((drawn(0.5) + 0.9).abs() < 1e-5);
    assert_eq!(drawn(1.0), -0.7);

    let wrapping = containment(SPHERE, BoundaryResponse::Wrap);
    let (before, after) = (Vec3::new(1.0, 2.0, 4.9), Vec3::new(1.0, 2.0, 1.3));
    let drawn = |share: f32| wrapping.between(before, after, share).z;
    assert!((drawn(0.125) - 4.95).abs() < 1e-5);
    assert!((drawn(0.5) - 1.1).abs() < 1e-5);
    assert_eq!(drawn(1.0), 1.3);
}

/// The velocity of a boid at a place as the boundary turns it.
fn turn(containment: &Containment, place: Vec3, velocity: Vec3) -> Vec3 {
    turn_all(Vectors::Baseline, containment, &[(place, velocity)])[0]
}

fn turn_all(vectors: Vectors, containment: &Containment, boids: &[(Vec3, Vec3)]) -> Vec<Vec3> {
    let all = |value: fn(&(Vec3, Vec3), usize) -> f32| {
        [0, 1, 2].map(|axis| {
            boids
                .iter()
                .map(|boid| value(boid, axis))
                .collect::<Vec<f32>>()
        })
    };
    let places = all(|boid, axis| boid.0[axis]);
    let mut velocities = all(|boid, axis| boid.1[axis]);
    vectors.run(Contain {
        containment,
        position: places.each_ref().map(Vec::as_slice),
        velocity: velocities.each_mut().map(Vec::as_mut_slice),
    });
    let velocity = |index: usize| Vec3::from_fn(|axis, _| velocities[axis][index]);
    (0..boids.len()).map(velocity).collect()
}

fn push(containment: &Containment, place: Vec3) -> curve::Push {
    match &containment.shape {
        Shape::Box(cuboid) => cuboid.push(place.into(), containment.margin),
        Shape::Sphere(ball) => ball.push(place.into(), containment.margin),
    }
}

/// The places of a boid that nothing but the boundary steers.
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

/// Of how much of the margin a boid is left between itself and the walls of a box from -5 to 5.
fn depth_left(position: &Vec3, margin: f32) -> f32 {
    (5.0 - position.amax()) / margin
}

#[test]
fn boids_that_meet_walls_edges_and_corners_head_on_turn_in_time() {
    let shape = Region::Box {
        min: Vec3::repeat(-5.0),
        max: Vec3::repeat(5.0),
    };
    let ways = [
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::new(0.0, -1.0, 0.0),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::new(1.0, 1e-4, -1e-5),
    ];
    for margin in [0.1, 0.5, 1.0] {
        for share_of_margin in [0.005, 0.02, 0.1] {
            let containment = containment(shape, BoundaryResponse::SoftTurn { margin });
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
    let shape = Region::Sphere {
        center: Vec3::zeros(),
        radius: 100.0,
    };
    let containment = containment(shape, BoundaryResponse::SoftTurn { margin: 1.0 });
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
    let containment = in_plane(BOX, BoundaryResponse::SoftTurn { margin }, Plane::Xy);
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
    fn lanes_turn_and_fold_boids_as_each_by_itself(
        containment in any_containment(),
        boids in prop::collection::vec((vector(8.0), vector(3.0)), 1..50),
    ) {
        let of = |axis: usize| boids.iter().map(|boid| boid.0[axis]).collect::<Vec<f32>>();
        let places = [of(0), of(1), of(2)];
        for vectors in Vectors::available() {
            let turned = turn_all(vectors, &containment, &boids);
            let mut folded = places.clone();
            containment.fold_all(vectors, folded.each_mut().map(Vec::as_mut_slice));
            for (index, (place, velocity)) in boids.iter().enumerate() {
                prop_assert_eq!(turned[index], turn(&containment, *place, *velocity));
                let place_after = Vec3::from_fn(|axis, _| folded[axis][index]);
                prop_assert_eq!(place_after, containment.fold(*place).unwrap_or(*place));
            }
        }
    }

    #[test]
    fn turns_keep_the_speed_and_are_bounded(
        containment in any_containment(),
        margin in 0.001f32..10.0,
        place in vector(6.0),
        velocity in vector(30.0),
    ) {
        let containment = Containment { margin, wraps: false, ..containment };
        // In the plane of the flock, as velocities are.
        let axis = containment.curve.axis;
        let velocity = velocity - axis * axis.dot(&velocity);
        let turned = turn(&containment, place, velocity);
        prop_assert!((turned.norm() - velocity.norm()).abs() <= 1e-5 * velocity.norm());
        let push = push(&containment, place);
        if push.strength == 0.0 {
            return Ok(());
        }
        let way = f64::from(velocity.norm() * containment.curve.dt);
        let [before, after] = [velocity, turned].map(|velocity| velocity.cast::<f64>());
        let angle = before.angle(&after);
        prop_assert!(angle <= std::f64::consts::PI * f64::from(push.strength) * way + 1e-3, "{angle}");
        // Towards the normal, never beyond it.
        let inward = Vec3::from(push.inward).cast();
        let [before, after] = [before.angle(&inward), after.angle(&inward)];
        prop_assert!(after <= before + 1e-3, "{after} after {before}");
        prop_assert!((before - angle - after).abs() <= 2e-3, "{angle} from {before} to {after}");
    }

    #[test]
    fn boxes_fold_as_the_search_does(
        shape in shape(),
        place in vector(100.0),
        turn in vector(3.0),
    ) {
        let settings = settings(shape, BoundaryResponse::Wrap);
        let rotation = UnitQuaternion::from_scaled_axis(turn);
        let frame = Frame::new(&Placement { rotation, ..Placement::default() });
        let containment = Containment::new(&settings, frame).unwrap();
        if let Some(seam) = crate::seam::Seam::new(&settings, frame) {
            let folded = containment.fold(place).unwrap_or(place);
            let expected = frame.point_to_world(seam.place(place));
            prop_assert!((folded - expected).norm() <= 1e-4, "{folded} not {expected}");
        }
    }

    #[test]
    fn passages_end_where_folding_does(
        containment in any_containment(),
        start in vector(3.0),
        way in vector(0.5),
    ) {
        let start = containment.fold(start).unwrap_or(start);
        let axis = containment.curve.axis;
        let way = way - axis * axis.dot(&way);
        let Some(goal) = containment.fold(start + way) else { return Ok(()) };
        let (mut from, mut to, mut swept) = (start, start + way, 0.0);
        for _ in 0..200 {
            let Some(passage) = containment.passage(from, to) else { break };
            swept += (passage.exit - from).norm();
            (from, to) = (passage.entry, passage.end);
        }
        let off = (to - goal).norm();
        prop_assert!(off < 1e-4 || containment.fold(to + (goal - to) * 1.001).is_some(), "{off}");
        // Folding bends the way in a small sphere.
        if let Shape::Box(_) = containment.shape {
            swept += (to - from).norm();
            prop_assert!((swept - way.norm()).abs() < 1e-3, "{swept} of {}", way.norm());
        }
    }
}

//! Tests of periodic boundaries.

use super::*;

#[test]
fn boids_come_in_at_the_opposite_side() {
    let wrapping = containment(BOX, BoundaryMode::Wrap);
    assert_eq!(wrapping.fold(Vec3::new(3.0, 4.0, 5.0)), None);
    let folded = wrapping.fold(Vec3::new(4.25, -2.5, 33.0));
    assert_eq!(folded, Some(Vec3::new(-0.75, 4.5, -3.0 + 0.0)));

    let wrapping = containment(SPHERE, BoundaryMode::Wrap);
    assert_eq!(wrapping.fold(Vec3::new(1.0, 2.0, 4.9)), None);
    let folded = wrapping.fold(Vec3::new(1.0, 2.0, 5.25));
    assert_eq!(folded, Some(Vec3::new(1.0, 2.0, 1.25)));
    let from_far = wrapping.fold(Vec3::new(1.0, 2.0, 3.0 + 40.5));
    assert_eq!(from_far, Some(Vec3::new(1.0, 2.0, 3.5)));
}

#[test]
fn passages_lead_through_one_wall_after_the_other() {
    let wrapping = containment(BOX, BoundaryMode::Wrap);
    let (start, end) = (Vec3::new(3.0, 4.5, 0.0), Vec3::new(5.0, 5.5, 1.0));
    let first = wrapping.passage(start, end).unwrap();
    assert_eq!(first.exit, Vec3::new(4.0, 5.0, 0.5));
    assert_eq!(first.entry, Vec3::new(-1.0, 5.0, 0.5));
    let second = wrapping.passage(first.entry, first.end).unwrap();
    assert_eq!(second.entry, Vec3::new(-1.0, -2.0, 0.5));
    assert_eq!(second.end, Vec3::new(0.0, -1.5, 1.0));
    assert_eq!(wrapping.passage(second.entry, second.end), None);

    let wrapping = containment(SPHERE, BoundaryMode::Wrap);
    let passage = wrapping
        .passage(Vec3::new(1.0, 2.0, 4.5), Vec3::new(1.0, 2.0, 5.5))
        .unwrap();
    assert_eq!(passage.exit, Vec3::new(1.0, 2.0, 5.0));
    assert_eq!(passage.entry, Vec3::new(1.0, 2.0, 1.0));
    assert_eq!(passage.end, Vec3::new(1.0, 2.0, 1.5));
}

#[test]
fn what_is_drawn_passes_through_the_side() {
    let wrapping = containment(BOX, BoundaryMode::Wrap);
    let (before, after) = (Vec3::new(3.9, 0.0, 0.0), Vec3::new(-0.7, 0.0, 0.0));
    let drawn = |share: f32| wrapping.between(before, after, share).x;
    assert!((drawn(0.125) - 3.95).abs() < 1e-5);
    assert!((drawn(0.5) + 0.9).abs() < 1e-5);
    assert_eq!(drawn(1.0), -0.7);

    let wrapping = containment(SPHERE, BoundaryMode::Wrap);
    let (before, after) = (Vec3::new(1.0, 2.0, 4.9), Vec3::new(1.0, 2.0, 1.3));
    let drawn = |share: f32| wrapping.between(before, after, share).z;
    assert!((drawn(0.125) - 4.95).abs() < 1e-5);
    assert!((drawn(0.5) - 1.1).abs() < 1e-5);
    assert_eq!(drawn(1.0), 1.3);
}

proptest! {
    #![proptest_config(crate::cases::config(500))]

    #[test]
    fn boxes_fold_as_the_search_does(
        shape in shape(),
        place in vector(100.0),
        turn in vector(3.0),
    ) {
        let settings = settings(shape, BoundaryMode::Wrap);
        let rotation = UnitQuaternion::from_scaled_axis(turn);
        let frame = Frame::new(&Placement { rotation, ..Placement::default() });
        let containment = Containment::new(&settings, frame).unwrap();
        if let Some(periodic_box) = crate::boundary::periodic_box::PeriodicBox::new(&settings, frame) {
            let folded = containment.fold(place).unwrap_or(place);
            let expected = frame.point_to_world(periodic_box.place(place));
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
        // In a small sphere, folding bends the path.
        if let BoundaryShape::Box(_) = containment.shape {
            swept += (to - from).norm();
            prop_assert!((swept - way.norm()).abs() < 1e-3, "{swept} of {}", way.norm());
        }
    }
}

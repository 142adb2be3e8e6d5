use super::*;
use crate::{
    math::{orientation::facing, Vec3},
    state::pose::Pose,
};
use nalgebra::{Quaternion, UnitQuaternion};

fn orientation_params() -> OrientationParams {
    OrientationParams::new(&Body::default(), 1.0 / 60.0)
}

impl OrientationParams {
    /// The pose of one boid after a step that changed its velocity from `before` to `velocity`.
    fn follow(&self, pose: &Pose, before: Vec3, velocity: Vec3) -> Pose {
        self.face(pose, before, velocity, velocity)
    }

    /// Like `follow`, for a body that turns to a separate heading.
    fn face(&self, pose: &Pose, before: Vec3, velocity: Vec3, heading: Vec3) -> Pose {
        let q_before: [f32; 4] = pose.orientation.coords.into();
        let (mut q, mut phase) = (q_before, [pose.phase]);
        let [before, velocity, heading] = [&before, &velocity, &heading]
            .map(|vector| [0, 1, 2].map(|axis| &vector.as_slice()[axis..=axis]));
        Orient {
            orientation_params: self,
            before,
            velocity,
            heading,
            orientation_before: q_before.each_ref().map(std::slice::from_ref),
            phase_before: &[pose.phase],
            orientation: q.each_mut().map(std::slice::from_mut),
            phase: &mut phase,
        }
        .run::<4>();
        Pose {
            orientation: UnitQuaternion::new_unchecked(Quaternion::from(q)),
            phase: phase[0],
            variation: pose.variation,
        }
    }
}

fn axes(orientation: &UnitQuaternion<f32>) -> (Vec3, Vec3) {
    let (forward, up) = forward_and_up(orientation.coords.into());
    (forward.into(), up.into())
}

fn pose(heading: Vec3) -> Pose {
    Pose {
        orientation: facing(heading),
        ..Pose::default()
    }
}

/// Follows a velocity for three seconds. In no step may the body jerk or its quaternion lose its
/// length.
fn follow(mut pose: Pose, velocity: Vec3) -> Pose {
    for _ in 0..180 {
        let next = orientation_params().follow(&pose, velocity, velocity);
        assert!((next.orientation.norm() - 1.0).abs() < 1e-5);
        assert!(next.orientation.angle_to(&pose.orientation) < 0.5);
        pose = next;
    }
    pose
}

#[test]
fn straight_up_and_over() {
    for heading in [Vec3::y(), -Vec3::y(), Vec3::new(0.0, 1.0, -1e-7)] {
        let turned = follow(pose(Vec3::z()), heading);
        let (forward, _) = axes(&turned.orientation);
        assert!((forward - heading).norm() < 1e-3);
        // Over the top and back: the body is level again, and no longer upside down.
        let over = follow(turned, -Vec3::z());
        let (forward, up) = axes(&over.orientation);
        assert!((forward + Vec3::z()).norm() < 1e-3 && up.y > 0.95, "{up}");
    }
}

#[test]
fn exact_reversal_turns_about_the_back() {
    for heading in [Vec3::x(), Vec3::z(), Vec3::new(0.6, 0.8, 0.0)] {
        let turned = follow(pose(heading), -heading);
        let (forward, up) = axes(&turned.orientation);
        assert!((forward + heading).norm() < 1e-3);
        assert!(up.y > 0.5, "{up}");
    }
}

#[test]
fn without_turn_time_the_body_turns_at_once() {
    let body = Body {
        turn_time: 0.0,
        ..Body::default()
    };
    let turned =
        OrientationParams::new(&body, 0.01).follow(&pose(Vec3::z()), Vec3::z(), -Vec3::z());
    let (forward, up) = axes(&turned.orientation);
    assert!((forward + Vec3::z()).norm() < 1e-5 && up.y > 0.999);
}

#[test]
fn at_rest_nothing_turns() {
    let pose = pose(Vec3::x());
    let after = follow(pose, Vec3::zeros());
    assert!(after.orientation.angle_to(&pose.orientation) < 1e-3);
}

#[test]
fn a_body_with_a_heading_of_its_own_turns_to_that() {
    let sideways =
        |pose: &Pose| orientation_params().face(pose, Vec3::x(), Vec3::x(), Vec3::z() * 1e-3);
    let turned = (0..180).fold(pose(Vec3::x()), |pose, _| sideways(&pose));
    let (forward, _) = axes(&turned.orientation);
    assert!((forward - Vec3::z()).norm() < 1e-3);
    // Without a separate heading it turns to the velocity.
    let ahead = |pose: &Pose| orientation_params().face(pose, Vec3::x(), Vec3::x(), Vec3::zeros());
    let turned = (0..180).fold(turned, |pose, _| ahead(&pose));
    let (forward, _) = axes(&turned.orientation);
    assert!((forward - Vec3::x()).norm() < 1e-3);
}

const DT: f32 = 1.0 / 60.0;

fn leaning(banking: f32, turn_time: f32) -> OrientationParams {
    let body = Body {
        banking,
        turn_time,
        ..Body::default()
    };
    OrientationParams::new(&body, DT)
}

/// Up and inward, after some turns of a circle at 10 m/s with one turn in `seconds` seconds.
fn circle(orientation_params: &OrientationParams, seconds: f32, clockwise: bool) -> (Vec3, Vec3) {
    let sign = if clockwise { -1.0 } else { 1.0 };
    let velocity = |step: i32| {
        let angle = sign * step as f32 * DT / seconds * std::f32::consts::TAU;
        Vec3::new(angle.cos(), 0.0, angle.sin()) * 10.0
    };
    let mut pose = pose(Vec3::x());
    let steps = (3.0 * seconds / DT) as i32;
    for step in 0..steps {
        let next = orientation_params.follow(&pose, velocity(step), velocity(step + 1));
        assert!(next.orientation.angle_to(&pose.orientation) < 0.5);
        pose = next;
    }
    let ahead = velocity(steps).normalize();
    let inward = Vec3::new(-ahead.z, 0.0, ahead.x) * sign;
    (axes(&pose.orientation).1, inward)
}

#[test]
fn bodies_lean_into_turns() {
    for clockwise in [false, true] {
        for (banking, expected) in [(0.5f32, 0.32f32), (1.0, 0.64), (2.0, 1.28)] {
            let orientation_params = leaning(banking, 0.05);
            // 6.28 m/s² of acceleration.
            let (up, inward) = circle(&orientation_params, 10.0, clockwise);
            let tangent = up.dot(&inward) / up.y;
            assert!(
                (tangent - expected).abs() < 0.05,
                "{tangent}, not {expected}"
            );
        }
        let (up, inward) = circle(&leaning(2.0, 0.05), 0.5, clockwise);
        let angle = up.dot(&inward).atan2(up.y).to_degrees();
        // The direction of the body lags slightly behind the direction of the boid.
        assert!((60.0..80.1).contains(&angle), "{angle}");
    }
    let (up, _) = circle(&leaning(0.0, 0.05), 10.0, false);
    assert!(up.y > 0.9999);
}

#[test]
fn leaning_bodies_come_upright_again_and_never_jerk() {
    for turn_time in [0.1, 0.3, 2.0] {
        let orientation_params = leaning(2.0, turn_time);
        let turns = [
            Vec3::z(),
            -Vec3::z(),
            Vec3::y(),
            -Vec3::y(),
            Vec3::new(1e-7, 1.0, 0.0),
            Vec3::zeros(),
            Vec3::x() * 1e-8,
            Vec3::x(),
        ];
        let (mut pose, mut before) = (pose(Vec3::x()), Vec3::x());
        for velocity in turns.map(|turn| turn * 1000.0) {
            for _ in 0..40 {
                let next = orientation_params.follow(&pose, before, velocity);
                assert!((next.orientation.norm() - 1.0).abs() < 1e-5);
                let angle = next.orientation.angle_to(&pose.orientation);
                assert!(angle < 0.6, "{angle}");
                (pose, before) = (next, velocity);
            }
        }
        let upright = (0..1200).fold(pose, |pose, _| {
            orientation_params.follow(&pose, before, before)
        });
        assert!(axes(&upright.orientation).1.y > 0.999);
    }
}

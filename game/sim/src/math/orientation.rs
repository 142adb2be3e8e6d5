//! Orientations of bodies as unit quaternions.

use super::Vec3;
use nalgebra::{Quaternion, UnitQuaternion};

/// Speed below which a velocity has no heading, in m/s: the body keeps its orientation.
pub(crate) const MIN_SPEED: f32 = 1e-6;

/// Share of a heading's length along Y above which the heading is vertical and has no upright
/// orientation.
const VERTICAL: f32 = 0.999_999;

/// The upright orientation of a body that points along a unit vector.
pub(crate) fn facing(heading: Vec3) -> UnitQuaternion<f32> {
    let up = if heading.y.abs() > VERTICAL {
        Vec3::z()
    } else {
        Vec3::y()
    };
    UnitQuaternion::face_towards(&heading, &up)
}

/// The shortest rotation from a unit vector to the direction of another vector.
///
/// It is half a turn to the opposite direction, and no rotation to a vector without a direction. It
/// uses square roots but no trigonometry, so every platform rounds it alike.
pub(crate) fn shortest_turn(from: Vec3, to: Vec3) -> UnitQuaternion<f32> {
    let Some(to) = to.try_normalize(0.0) else {
        return UnitQuaternion::identity();
    };
    let (axis, cosine) = (from.cross(&to), from.dot(&to));
    // 1 + cosine, which would be only rounding error for directions that are nearly opposite.
    let scalar = if cosine < 0.0 {
        axis.norm_squared() / (1.0 - cosine)
    } else {
        1.0 + cosine
    };
    let is_opposite = axis == Vec3::zeros() && cosine < 0.0;
    let axis = if !is_opposite {
        axis
    } else if from.x == 0.0 {
        Vec3::x()
    } else {
        Vec3::new(-from.y, from.x, 0.0)
    };
    UnitQuaternion::new_normalize(Quaternion::from_parts(scalar, axis))
}

/// Normalised linear interpolation between two orientations (x, y, z, w) along the shorter
/// rotation: q and -q are the same orientation.
#[inline(always)]
pub(crate) fn mix(a: [f32; 4], b: [f32; 4], blend: f32) -> [f32; 4] {
    let share = if dot(a, b) < 0.0 { -blend } else { blend };
    let part = |index: usize| a[index] * (1.0 - blend) + b[index] * share;
    let mixed = [part(0), part(1), part(2), part(3)];
    let length = dot(mixed, mixed).sqrt();
    mixed.map(|part| part / length)
}

#[inline(always)]
fn dot([ax, ay, az, aw]: [f32; 4], [bx, by, bz, bw]: [f32; 4]) -> f32 {
    (ax * bx + az * bz) + (ay * by + aw * bw)
}

/// The fractional part of a value that is not negative.
#[inline(always)]
pub(crate) fn fraction(value: f32) -> f32 {
    value - value.floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::vector::forward_and_up;

    fn axes(orientation: UnitQuaternion<f32>) -> (Vec3, Vec3) {
        let (forward, up) = forward_and_up(orientation.coords.into());
        (forward.into(), up.into())
    }

    #[test]
    fn the_shortest_turn_leads_to_the_direction_in_the_plane_of_both() {
        let near = Vec3::new(1e-4, -1.0, 2e-4).normalize();
        for from in [Vec3::y(), Vec3::new(0.6, 0.0, 0.8)] {
            for to in [
                Vec3::x(),
                Vec3::y(),
                -Vec3::y(),
                near,
                Vec3::new(0.6, 0.0, 0.8) * -3.0,
            ] {
                let turn = shortest_turn(from, to);
                let to = to.normalize();
                assert!((turn * from - to).norm() < 1e-6, "{from} {to}");
                let normal = from.cross(&to);
                assert!((turn * normal - normal).norm() < 1e-6, "{from} {to}");
            }
        }
        assert_eq!(
            shortest_turn(Vec3::y(), Vec3::zeros()),
            UnitQuaternion::identity()
        );
    }

    #[test]
    fn facing_is_upright_in_every_direction() {
        for heading in [
            Vec3::x(),
            Vec3::z(),
            -Vec3::z(),
            Vec3::new(1.0, 5.0, -2.0).normalize(),
        ] {
            let (forward, up) = axes(facing(heading));
            assert!((forward - heading).norm() < 1e-5);
            assert!(up.y > 0.0 && up.cross(&forward).y.abs() < 1e-5);
        }
        for heading in [Vec3::y(), -Vec3::y()] {
            let (forward, _) = axes(facing(heading));
            assert!((forward - heading).norm() < 1e-5);
        }
    }
}

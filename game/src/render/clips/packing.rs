//! Packs a vertex of a baked frame into one texel: the position without change, and the normal and
//! the tangent in 24 bits, which a 32-bit float holds exactly.
//!
//! The normal is stored in octahedral coordinates of 9 bits each (Cigolle et al., A Survey of
//! Efficient Representations for Independent Unit Vectors, 2014), with an error of at most 0.5
//! degrees; the tangent is an angle of 6 bits around it, with an error of at most 3 degrees.
//! `clips.glsl` unpacks them.

use crate::render::model_vertex::PosedVertex;
use fyrox::core::algebra::Vector3;
use std::f32::consts::TAU;

/// Largest octahedral coordinate.
const HALF: i32 = 255;
const NORMAL_STEPS: u32 = 512;
const ANGLE_STEPS: u32 = 64;

pub(super) fn pack(vertex: &PosedVertex) -> [f32; 4] {
    let [x, y] = octahedral(&vertex.normal);
    let [u, v] = basis([x, y]).map(|axis| vertex.tangent.dot(&axis));
    let angle = (v.atan2(u) / TAU * ANGLE_STEPS as f32).round() as i32;
    let angle = angle.rem_euclid(ANGLE_STEPS as i32) as u32;
    let [x, y] = [x, y].map(|it| (it + HALF) as u32);
    let frame = (x * NORMAL_STEPS + y) * ANGLE_STEPS + angle;
    let at = vertex.position;
    [at.x, at.y, at.z, frame as f32]
}

/// The coordinates of a unit vector on the octahedron, unfolded, from -255 to 255.
fn octahedral(normal: &Vector3<f32>) -> [i32; 2] {
    let n = normal / normal.lp_norm(1).max(f32::MIN_POSITIVE);
    let sign = |value: f32| if value < 0.0 { -1.0 } else { 1.0 };
    let (x, y) = if n.z < 0.0 {
        ((1.0 - n.y.abs()) * sign(n.x), (1.0 - n.x.abs()) * sign(n.y))
    } else {
        (n.x, n.y)
    };
    [x, y].map(|it| (it * HALF as f32).round() as i32)
}

/// The unit vector at octahedral coordinates. The hemisphere is decided in integers: [`basis`] is
/// discontinuous at the equator, and the shader must make the same decision.
fn normal_at([x, y]: [i32; 2]) -> Vector3<f32> {
    let z = HALF - x.abs() - y.abs();
    let [mut at_x, mut at_y] = [x, y];
    if z < 0 {
        let sign = |value: i32| if value < 0 { -1 } else { 1 };
        at_x = (HALF - y.abs()) * sign(x);
        at_y = (HALF - x.abs()) * sign(y);
    }
    Vector3::new(at_x as f32, at_y as f32, z as f32).normalize()
}

/// Two unit vectors perpendicular to the normal and to each other (Duff et al., Building an
/// Orthonormal Basis, Revisited, 2017).
fn basis([x, y]: [i32; 2]) -> [Vector3<f32>; 2] {
    let n = normal_at([x, y]);
    let sign = if HALF - x.abs() - y.abs() < 0 {
        -1.0
    } else {
        1.0
    };
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    [
        Vector3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x),
        Vector3::new(b, sign + n.y * n.y * a, -n.y),
    ]
}

/// Largest number in the fourth component of a texel.
pub(super) const MAX_FRAME: f32 = (NORMAL_STEPS * NORMAL_STEPS * ANGLE_STEPS - 1) as f32;

/// The vertex that the shader reads from a texel.
pub(super) fn unpack(texel: [f32; 4]) -> PosedVertex {
    let frame = texel[3] as u32;
    let angle = TAU * (frame % ANGLE_STEPS) as f32 / ANGLE_STEPS as f32;
    let at = frame / ANGLE_STEPS;
    let at = [at / NORMAL_STEPS, at % NORMAL_STEPS].map(|it| it as i32 - HALF);
    let [u, v] = basis(at);
    PosedVertex {
        position: Vector3::new(texel[0], texel[1], texel[2]),
        normal: normal_at(at),
        tangent: u * angle.cos() + v * angle.sin(),
    }
}

/// A vertex of a clip at a phase from 0 to 1, as the shader interpolates it. The clip is given by
/// its first texel and the number of its frames.
pub(super) fn interpolate(
    texels: &[[f32; 4]],
    (first, frames): (usize, usize),
    vertices: usize,
    phase: f32,
    vertex: usize,
) -> PosedVertex {
    let at = (phase - phase.floor()) * frames as f32;
    let from = (at as usize).min(frames - 1);
    let read = |frame: usize| unpack(texels[first + frame * vertices + vertex]);
    let (a, b) = (read(from), read((from + 1) % frames));
    let part = at - from as f32;
    PosedVertex {
        position: a.position.lerp(&b.position, part),
        normal: a.normal.lerp(&b.normal, part),
        tangent: a.tangent.lerp(&b.tangent, part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::{
        rand_core::{Rng, SeedableRng},
        SplitMix64,
    };

    fn check(normal: Vector3<f32>, near: Vector3<f32>) {
        let tangent = (near - normal * normal.dot(&near)).normalize();
        let position = Vector3::new(1.25, -3.5, 0.1);
        let vertex = PosedVertex {
            position,
            normal,
            tangent,
        };
        let texel = pack(&vertex);
        assert!((0.0..=MAX_FRAME).contains(&texel[3]));
        let read = unpack(texel);
        assert_eq!(read.position, position);
        assert!(read.normal.angle(&normal).to_degrees() < 0.5, "{normal}");
        assert!(read.tangent.angle(&tangent).to_degrees() < 3.5, "{normal}");
        assert!(read.tangent.dot(&read.normal).abs() < 1e-5);
    }

    #[test]
    fn normals_and_tangents_come_back() {
        let mut random = SplitMix64::seed_from_u64(7);
        let mut number = || random.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0;
        let mut direction = || Vector3::new(number(), number(), number()).normalize();
        for _ in 0..20_000 {
            check(direction(), direction());
        }
        for axis in 0..3 {
            for sign in [-1.0, 1.0] {
                let mut normal = Vector3::zeros();
                normal[axis] = sign;
                check(normal, direction());
                // Near the equator, where the basis is discontinuous.
                let near = direction();
                check(
                    Vector3::new(near.x, near.y, 1e-9 * sign).normalize(),
                    near + Vector3::z(),
                );
            }
        }
    }
}

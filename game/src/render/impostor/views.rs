//! The views of the pictures, the twin of `impostor.glsl`: names and order are those of the shader.
//!
//! The directions form a grid over the hemisphere of +X in the frame of the body, by the octahedral
//! map (Engelhardt and Dachsbacher, Octahedron Environment Maps, 2008); a body has two equal sides.
//! Points of the grid also lie on its edges, so that a body has pictures from exactly above, below,
//! in front, behind and the side.

use fyrox::core::algebra::{Vector2, Vector3};

/// Number of views along an edge of the grid.
pub(crate) const VIEWS: usize = 11;

/// The view nearest to a direction with x not negative, as column and row of the grid.
#[cfg(test)]
pub(crate) fn nearest_view(direction: Vector3<f32>) -> Vector2<f32> {
    let p = direction.yz() / (direction.x + direction.y.abs() + direction.z.abs());
    let at = Vector2::new(p.x + p.y, p.x - p.y).add_scalar(1.0) * 0.5;
    (at * (VIEWS as f32 - 1.0)).map(|x| (x + 0.5).floor())
}

/// The direction of a view, from the body to the observer.
pub(crate) fn view_direction(view: Vector2<f32>) -> Vector3<f32> {
    let at = (view * 2.0 / (VIEWS as f32 - 1.0)).add_scalar(-1.0);
    let p = Vector2::new(at.x + at.y, at.x - at.y) * 0.5;
    Vector3::new(1.0 - p.x.abs() - p.y.abs(), p.x, p.y).normalize()
}

/// The right and up vectors of a picture from a direction, continuous between neighbouring
/// directions: Duff and others, Building an Orthonormal Basis, Revisited, 2017, with X as the axis.
pub(crate) fn picture_axes(direction: Vector3<f32>) -> [Vector3<f32>; 2] {
    let [x, y, z] = direction.into();
    let a = -1.0 / (1.0 + x);
    let b = y * z * a;
    [
        Vector3::new(-y, 1.0 + y * y * a, b),
        Vector3::new(-z, b, 1.0 + z * z * a),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::{Matrix4, Point3, Vector4};

    fn directions() -> impl Iterator<Item = Vector3<f32>> {
        (0..4000).map(|step| {
            // A spiral over the hemisphere.
            let x = (step as f32 + 0.5) / 4000.0;
            let (sin, cos) = (step as f32 * 2.399_963).sin_cos();
            let ring = (1.0 - x * x).sqrt();
            Vector3::new(x, ring * cos, ring * sin)
        })
    }

    #[test]
    fn every_direction_has_a_view_near_it() {
        let mut farthest = 0.0_f32;
        for direction in directions() {
            let view = nearest_view(direction);
            assert!(view
                .iter()
                .all(|&x| (0.0..=VIEWS as f32 - 1.0).contains(&x)));
            let angle = view_direction(view).angle(&direction);
            farthest = farthest.max(angle.to_degrees());
        }
        assert!(farthest < 14.0, "{farthest}");
        // Pictures exist for the exact sides.
        for axis in [
            Vector3::x(),
            Vector3::y(),
            -Vector3::y(),
            Vector3::z(),
            -Vector3::z(),
        ] {
            assert!((view_direction(nearest_view(axis)) - axis).norm() < 1e-6);
        }
    }

    #[test]
    fn pictures_are_upright_squares_that_face_the_observer() {
        for direction in directions() {
            let [right, up] = picture_axes(direction);
            assert!((right.cross(&up) - direction).norm() < 1e-5);
            assert!((right.norm() - 1.0).abs() < 1e-5 && right.dot(&up).abs() < 1e-5);
        }
    }

    /// Twin of `towards_observer` in the shader.
    fn towards_observer(clip: &Matrix4<f32>, at: Vector3<f32>) -> Vector3<f32> {
        let point: Vector4<f32> = clip * at.push(1.0);
        let row = |row: usize| Vector3::new(clip[(row, 0)], clip[(row, 1)], clip[(row, 2)]);
        let slope = |axis: usize| row(axis) * point.w - row(3) * point[axis];
        let along = slope(0).cross(&slope(1));
        along.normalize() * -slope(2).dot(&along).signum()
    }

    /// For a perspective projection, the direction to the eye; for an orthographic one, the
    /// direction against the parallel rays.
    #[test]
    fn the_direction_to_the_observer_is_that_of_its_matrix() {
        let eye = Point3::new(3.0, 5.0, -40.0);
        let view = Matrix4::look_at_rh(&eye, &Point3::new(1.0, 2.0, 0.0), &Vector3::y());
        let perspective = Matrix4::new_perspective(1.7, 1.2, 0.05, 2000.0) * view;
        let parallel = Matrix4::new_orthographic(-20.0, 20.0, -10.0, 10.0, -5.0, 100.0) * view;
        let against = (eye - Point3::new(1.0, 2.0, 0.0)).normalize();
        for step in 0..1000 {
            let t = step as f32;
            let at = 9.0 * Vector3::new((0.37 * t).sin(), (0.71 * t).sin(), (1.13 * t).sin());
            let to_eye = (eye.coords - at).normalize();
            let found = towards_observer(&perspective, at);
            assert!((found - to_eye).norm() < 1e-3, "{found} {to_eye}");
            let found = towards_observer(&parallel, at);
            assert!((found - against).norm() < 1e-3, "{found} {against}");
        }
    }
}

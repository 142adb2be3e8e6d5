use super::{
    atlas::{Atlas, Subject},
    picture::SIDE,
    poses::{mirror_phase, poses, PHASES, POSES_IN_ROW},
    views::{nearest_view, picture_axes, view_direction, VIEWS},
    *,
};
use crate::render::{
    bodies::shape::LIMB,
    motion::{deform::BodyState, params::MotionParams},
    posing::moved,
    BodyMotion, BodyShape, DrawnBody,
};
use fyrox::core::algebra::{Unit, UnitQuaternion, Vector2, Vector3};

/// A body, with the inputs of its pictures.
struct Body {
    part: BodyPart,
    skin: Canvas,
    patterns: u32,
    motion: MotionParams,
    poses: Vec<BodyState>,
}

impl Body {
    fn of(shape: BodyShape) -> Self {
        let (mut parts, skin) = (shape.levels(), shape.paint());
        let body = DrawnBody::of_shape(shape);
        let motion = BodyMotion::default().params(body.motion(), body.anatomy(), 0.0);
        Self {
            part: parts.swap_remove(0),
            skin,
            patterns: shape.patterns(),
            poses: poses(&motion),
            motion,
        }
    }

    fn moved(&self, state: &BodyState, point: Vector3<f32>, limb: f32) -> Vector3<f32> {
        moved(&self.motion, state, point, limb)
    }

    fn atlas(&self) -> Atlas {
        let surface = Surface {
            mesh: &self.part.mesh,
            skin: Skin::painted(&self.skin, self.patterns),
        };
        let subject = Subject {
            surfaces: vec![surface],
            patterns: self.patterns,
            posing: &Posing::of_motion(self.motion),
        };
        subject.picture()
    }
}

/// The pixel of an atlas that shows a place of a picture, from 0 to 1.
fn pixel(canvas: &Canvas, pose: usize, view: Vector2<f32>, at: Vector2<f32>) -> [u8; 4] {
    let place = |number: usize, view: f32, at: f32| {
        let inside = (at * SIDE as f32).clamp(0.0, SIDE as f32 - 1.0) as usize;
        (number * VIEWS + view as usize) * SIDE + inside
    };
    let x = place(pose % POSES_IN_ROW, view.x, at.x);
    let y = place(pose / POSES_IN_ROW, view.y, at.y);
    let index = 4 * (y * canvas.width as usize + x);
    [0, 1, 2, 3].map(|part| canvas.bytes[index + part])
}

/// The points of the body in all poses and views lie within its pictures; the edges of the pictures
/// are empty.
#[test]
fn pictures_hold_the_whole_body() {
    for shape in BodyShape::ALL {
        let body = Body::of(shape);
        let atlas = body.atlas();
        for (pose, state) in body.poses.iter().enumerate() {
            let (mut covered, mut points) = (0, 0);
            for number in 0..VIEWS * VIEWS {
                let view = Vector2::new((number % VIEWS) as f32, (number / VIEWS) as f32);
                let [right, up] = picture_axes(view_direction(view));
                for vertex in body.part.mesh.vertices.iter().step_by(7) {
                    let point = body.moved(state, vertex.position, vertex.part);
                    let at = Vector2::new(right.dot(&point), up.dot(&point)) / atlas.half_width;
                    assert!(at.amax() < 1.0, "{shape:?} {pose}");
                    let at = at.add_scalar(1.0) * 0.5;
                    // Thin limbs fall between the samples, and outlines are cut out of the skin.
                    let is_cut = body
                        .skin
                        .pixel(
                            vertex.tex_coord.x,
                            vertex.tex_coord.y / body.patterns as f32,
                        )
                        .w
                        < 0.5;
                    if vertex.part != LIMB && !is_cut {
                        points += 1;
                        let texel = 1.0 / SIDE as f32;
                        covered += usize::from((0..9).any(|near| {
                            let step =
                                Vector2::new((near % 3) as f32 - 1.0, (near / 3) as f32 - 1.0);
                            pixel(&atlas.colors, pose, view, at + texel * step)[3] > 0
                        }));
                    }
                }
                for edge in 0..SIDE {
                    let along = edge as f32 / SIDE as f32;
                    for at in [[along, 0.0], [along, 0.999], [0.0, along], [0.999, along]] {
                        assert_eq!(
                            pixel(&atlas.colors, pose, view, at.into())[3],
                            0,
                            "{shape:?}"
                        );
                    }
                }
            }
            assert!(
                covered as f32 > 0.9 * points as f32,
                "{shape:?} {pose}: {covered} of {points}"
            );
        }
    }
}

/// The visible surface faces the observer, and each pattern has colours of its own.
#[test]
fn pictures_have_the_normals_of_the_body_and_the_colours_of_its_patterns() {
    for shape in [BodyShape::Sardine, BodyShape::ReefFish, BodyShape::Crow] {
        let atlas = Body::of(shape).atlas();
        let mut total = Vector2::zeros();
        for number in 0..VIEWS * VIEWS {
            let view = Vector2::new((number % VIEWS) as f32, (number / VIEWS) as f32);
            let direction = view_direction(view);
            let (mut facing, mut seen) = (0.0, 0.0_f32);
            for texel in 0..SIDE * SIDE {
                let at = Vector2::new((texel % SIDE) as f32, (texel / SIDE) as f32);
                let at = at.add_scalar(0.5) / SIDE as f32;
                let [x, y, z, alpha] = pixel(&atlas.normals, 0, view, at);
                if alpha > 0 {
                    let normal = Vector3::new(x, y, z).map(|part| f32::from(part) / 127.5 - 1.0);
                    facing += normal.normalize().dot(&direction) * f32::from(alpha);
                    seen += f32::from(alpha);
                }
            }
            assert!(seen > 500.0, "{shape:?} {view}: {seen}");
            total += Vector2::new(facing, seen);
        }
        // At least half: on average, a ball faces the observer by two thirds.
        assert!(total.x > 0.5 * total.y, "{shape:?} {total}");
        let rows = shape.patterns();
        assert_eq!(atlas.colors.height, rows * atlas.normals.height);
        let row = atlas.colors.bytes.len() / rows as usize;
        let rows: Vec<&[u8]> = atlas.colors.bytes.chunks(row).collect();
        assert!(rows.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

/// Twin of `rolled_over` in the shader.
fn rolled_over(q: UnitQuaternion<f32>, dead: f32) -> UnitQuaternion<f32> {
    q * UnitQuaternion::from_axis_angle(&Vector3::z_axis(), std::f32::consts::PI * dead)
}

#[test]
fn the_shader_rolls_as_the_quaternion_does() {
    for step in 0..200 {
        let t = step as f32;
        let q = UnitQuaternion::from_euler_angles(0.37 * t, 0.71 * t, 1.13 * t);
        let (s, c) = (0.25 * std::f32::consts::TAU * (t / 200.0)).sin_cos();
        // As written in the shader.
        let rolled = [
            q.i * c + q.j * s,
            q.j * c - q.i * s,
            q.k * c + q.w * s,
            q.w * c - q.k * s,
        ];
        let expected = rolled_over(q, t / 200.0);
        for (a, b) in rolled
            .iter()
            .zip([expected.i, expected.j, expected.k, expected.w])
        {
            assert!((a - b).abs() < 1e-5);
        }
    }
}

/// Twin of `impostor_of` in the shader: the world position of a point of a picture, for a boid of
/// size 1 at the origin. Also returns the view and the pose.
fn picture_in_world(
    turned: UnitQuaternion<f32>,
    to_observer: Vector3<f32>,
    half_width: f32,
    at: Vector2<f32>,
) -> (Vector3<f32>, Vector2<f32>, f32) {
    let mut seen_from = turned.inverse() * to_observer;
    let side = if seen_from.x < 0.0 { -1.0 } else { 1.0 };
    seen_from.x = seen_from.x.abs();
    let view = nearest_view(seen_from);
    let [right, up] = picture_axes(view_direction(view));
    let mut corner = half_width * (right * at.x + up * at.y);
    corner.x *= side;
    (turned * corner, view, side)
}

/// From every position, a point of the body is seen where the picture shows it, up to a quarter of
/// its depth.
#[test]
fn a_body_is_seen_where_its_picture_is() {
    for shape in [
        BodyShape::Sardine,
        BodyShape::Starling,
        BodyShape::Butterfly,
    ] {
        let body = Body::of(shape);
        let half_width = 1.0;
        for step in 1..400 {
            let t = step as f32;
            let turned = UnitQuaternion::from_euler_angles(0.37 * t, 0.71 * t, 1.13 * t);
            let to_observer = Vector3::new((1.7 * t).sin(), (2.3 * t).sin(), (2.9 * t).sin());
            let to_observer = Unit::new_normalize(to_observer).into_inner();
            let (_, view, side) =
                picture_in_world(turned, to_observer, half_width, Vector2::zeros());
            let [right, up] = picture_axes(view_direction(view));
            let state = body.poses[step % PHASES];
            for vertex in body.part.mesh.vertices.iter().step_by(5) {
                // The mirrored picture shows the phase of the mirror image.
                let mut pictured = state;
                if side < 0.0 {
                    pictured.phase = (state.phase + mirror_phase(&body.motion)).fract();
                }
                let mirrored = |v: Vector3<f32>| Vector3::new(side * v.x, v.y, v.z);
                let there = body.moved(&pictured, mirrored(vertex.position), vertex.part);
                let at = Vector2::new(right.dot(&there), up.dot(&there));
                let (drawn, _, _) = picture_in_world(turned, to_observer, half_width, at);
                let really = turned * body.moved(&state, vertex.position, vertex.part);
                let apart = drawn - really;
                let in_picture = apart - to_observer * apart.dot(&to_observer);
                // With a tolerance for fins, whose beat differs between the two sides.
                let most = 0.24 * really.norm() + 0.03 * body.motion.length;
                assert!(in_picture.norm() < most, "{shape:?} {step}: {in_picture}");
            }
        }
    }
}

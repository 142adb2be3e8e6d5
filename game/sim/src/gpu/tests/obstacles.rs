//! Tests of the functions of moving obstacles, against the CPU in double precision.

use super::{
    device::{gpu, Numbers},
    run_shader,
};
use crate::{
    geometry::shapes,
    gpu::{
        geometry::GpuTriangle,
        geometry_buffers::GpuGeometry,
        obstacle_trees::ObstacleTrees,
        obstacles::{MovingUniform, ObstacleUniform},
        passes::parts::{HALF_SPACES, OBSTACLE_SIGHT},
    },
    math::{frame::Placement, Vec3, Vec3d},
    motion::half_spaces::HalfSpaces,
    obstacles::{
        obstacle_in_step::ObstacleInStep,
        shape::{MovingObstacle, ObstacleShape},
        sight::{Approach, Sight},
        sweep::PushPlane,
        BoidPath, ObstacleMesh, ObstacleSet,
    },
};
use bytemuck::{Pod, Zeroable};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

/// The same numbers as in obstacles.wgsl: the step, and the sight of the boids.
const DT: f32 = 0.1;
const RADIUS: f32 = 0.05;
const SIGHT: Sight = Sight {
    speed: 10.0,
    seconds: 0.8,
    radius: 0.12,
};

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Case {
    start: [f32; 3],
    obstacle: u32,
    end: [f32; 3],
    padding: f32,
    velocity: [f32; 3],
    padding_after: f32,
}

/// Number of obstacles.
const COUNT: usize = 72;

/// The results, in the order of obstacles.wgsl.
type Answers = [[f32; 4]; 4];

/// The kinds of shapes. The last ones are meshes.
const SHAPES: usize = 6;

fn shape(index: usize, numbers: &mut Numbers) -> ObstacleShape {
    let mut size = || 0.05 + 0.4 * numbers.next().abs();
    match index % SHAPES {
        0 => ObstacleShape::Sphere { radius: size() },
        1 => ObstacleShape::Capsule {
            start: numbers.vector() * 0.5,
            end: numbers.vector() * 0.5,
            radius: 0.1,
        },
        2 => ObstacleShape::Box {
            half_extents: Vec3::from_fn(|_, _| size()),
        },
        3 => ObstacleShape::ConvexHull {
            points: (0..9).map(|_| numbers.vector() * 0.5).collect(),
        },
        4 => mesh(&shapes::ball(size(), 1)),
        // Plates that cross each other.
        _ => mesh(&[0; 4].map(|_| [0; 3].map(|_| numbers.vector() * 0.5))),
    }
}

fn mesh(triangles: &[[Vec3; 3]]) -> ObstacleShape {
    ObstacleShape::Mesh(ObstacleMesh::new(triangles).unwrap())
}

/// Obstacles of all shapes that move within a step; half of them turn.
fn obstacles(numbers: &mut Numbers) -> ObstacleSet {
    let mut set = ObstacleSet::default();
    for index in 0..COUNT {
        let mut placement = || Placement {
            origin: numbers.vector() * 0.5,
            rotation: UnitQuaternion::from_scaled_axis(numbers.vector() * 2.0),
        };
        let (placement, mut to) = (placement(), placement());
        if index % (2 * SHAPES) < SHAPES {
            to.rotation = placement.rotation;
        }
        let shape = shape(index, numbers);
        let id = set.add(MovingObstacle { shape, placement }).unwrap();
        assert!(set.set_target(id, to).unwrap());
    }
    set.begin_step(DT, |_, _| ());
    set
}

fn answers(set: &ObstacleSet, cases: &[Case]) -> Vec<Answers> {
    let gpu = gpu();
    let (mut faces, mut trees) = (Vec::new(), ObstacleTrees::new(gpu).unwrap());
    let geometry = Arc::new(GpuGeometry::none(gpu).unwrap());
    trees.write(gpu, set, &geometry).unwrap();
    let obstacles = set.in_step().iter();
    let rows: Vec<_> = obstacles
        .map(|it| ObstacleUniform::new(it, &it.bounds, &mut faces, &trees))
        .collect();
    let faces: Vec<_> = faces.iter().map(GpuTriangle::new).collect();
    let obstacles = gpu.filled("obstacles", &rows).unwrap();
    let faces = gpu.filled("faces", &faces).unwrap();
    let there = gpu.filled("cases", cases).unwrap();
    let found = gpu.buffer::<Answers>("answers", cases.len()).unwrap();
    run_shader(
        "ask_obstacles",
        &[&OBSTACLE_SIGHT, &MovingUniform::PART],
        include_str!("obstacles.wgsl"),
        &[
            &obstacles,
            &faces,
            &there,
            &found,
            trees.nodes(&geometry),
            trees.triangles(&geometry),
        ],
        cases.len(),
    );
    gpu.read(&found, cases.len()).unwrap()
}

/// The results for a slightly smaller number, the number itself, and a slightly larger one. Where
/// they differ, rounding decides.
fn around<T>(number: f32, result: impl Fn(f32) -> Option<T>) -> [Option<T>; 3] {
    [0.998, 1.0, 1.002].map(|factor| result(number * factor))
}

/// The middle result, if the other two are of the same kind and direction.
fn certain<T: Copy>(results: [Option<T>; 3], normal: fn(&T) -> Vec3d) -> Option<Option<T>> {
    match results {
        [None, None, None] => Some(None),
        [Some(a), Some(b), Some(c)] if (normal(&a) - normal(&c)).norm() < 1e-2 => Some(Some(b)),
        _ => None,
    }
}

fn planes(obstacle: &ObstacleInStep, path: &BoidPath) -> Option<Option<PushPlane>> {
    let plane = |radius| obstacle.push_plane(path, radius);
    certain(around(RADIUS, plane), |it| it.normal)
}

fn meetings(obstacle: &ObstacleInStep, case: &Case) -> Option<Option<Approach>> {
    let meeting = |radius| {
        let sight = Sight { radius, ..SIGHT };
        obstacle.approach(case.start.into(), case.velocity.into(), &sight)
    };
    certain(around(SIGHT.radius, meeting), |it| it.normal)
}

fn vector([x, y, z, _]: [f32; 4]) -> Vec3d {
    Vec3::new(x, y, z).cast()
}

#[test]
fn sweeps_distances_and_meetings_are_those_of_the_cpu() {
    let mut numbers = Numbers(3);
    let set = obstacles(&mut numbers);
    let cases: Vec<Case> = (0..COUNT as u32 * 90)
        .map(|index| Case {
            start: numbers.vector().into(),
            obstacle: index % COUNT as u32,
            end: numbers.vector().into(),
            padding: 0.0,
            velocity: (3.0 * numbers.vector()).into(),
            padding_after: 0.0,
        })
        .collect();
    let mut counts = [0; 4];
    for (case, found) in cases.iter().zip(answers(&set, &cases)) {
        let [plane, numbers, meeting, relative] = found;
        let obstacle = &set.in_step()[case.obstacle as usize];
        let path = BoidPath::whole(case.start.into(), case.end.into());
        let what = format!("{case:?}, {found:?}, {:?}", obstacle.body);

        let begin = obstacle.distance_at_begin(&path, f64::INFINITY) as f32;
        let end = obstacle.signed_distance(path.to, f32::MAX).0;
        for (found, expected) in [(numbers[2], begin), (numbers[3], end)] {
            let is_same = if !obstacle.is_mesh() {
                (found - expected).abs() < 5e-5
            } else {
                (expected - RADIUS).abs() < 1e-5 || (found != 0.0) == (expected < RADIUS)
            };
            assert!(is_same, "{expected}: {what}");
        }

        // Which of several triangles gives the plane for a boid that starts too near to them is left
        // open.
        let starts_near = obstacle.is_mesh() && begin.abs() < 1.2 * RADIUS;
        let expected = planes(obstacle, &path).filter(|_| !starts_near);
        if let Some(expected) = expected {
            assert_eq!(numbers[1] != 0.0, expected.is_some(), "{what}");
            counts[usize::from(expected.is_some())] += 1;
        }
        if let Some(expected) = expected.flatten() {
            let normal = (vector(plane) - expected.normal).norm();
            let least = (f64::from(plane[3]) - expected.least).abs();
            let speed = (f64::from(numbers[0]) - expected.speed).abs();
            let is_same = normal < 2e-2 && least < 2e-3 && speed < 0.1;
            assert!(is_same, "{normal}, {least}, {speed}: {expected:?}, {what}");
        }

        let expected = meetings(obstacle, case);
        if let Some(expected) = expected {
            assert_eq!(meeting[3] < 2.0, expected.is_some(), "{what}");
            counts[2 + usize::from(expected.is_some())] += 1;
        }
        if let Some(expected) = expected.flatten() {
            let normal = (vector(meeting) - expected.normal).norm();
            let time = (f64::from(meeting[3]) - expected.time).abs();
            let velocity = (vector(relative) - expected.relative_velocity).norm();
            let is_same = normal < 2e-2 && time < 2e-3 && velocity < 1e-3;
            assert!(
                is_same,
                "{normal}, {time}, {velocity}: {expected:?}, {what}"
            );
        }
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

const NEAREST: &str = "
    @group(0) @binding(0) var<storage, read> planes: array<vec4<f32>>;
    @group(0) @binding(1) var<storage, read_write> vectors: array<vec4<f32>>;
    @compute @workgroup_size(WORKGROUP)
    fn test_half_spaces(@builtin(global_invocation_id) thread: vec3<u32>) {
        let index = thread.x;
        if index >= arrayLength(&vectors) {
            return;
        }
        var all = HalfSpaces();
        all.count = 1u + index % 6u;
        for (var i = 0u; i < all.count; i++) {
            all.planes[i] = planes[6u * index + i];
        }
        let found = nearest_in_half_spaces(&all, vectors[index].xyz);
        vectors[index] = vec4(found.vector, f32(found.is_found));
    }";

/// Up to six half-spaces, from wide open ones to ones with an empty intersection.
#[test]
fn the_nearest_vector_in_half_spaces_is_that_of_the_cpu() {
    let gpu = gpu();
    let mut numbers = Numbers(8);
    let count = 3000;
    let planes: Vec<[f32; 4]> = (0..6 * count)
        .map(|_| {
            numbers
                .vector()
                .normalize()
                .push(0.75 * numbers.next() - 0.25)
                .into()
        })
        .collect();
    let wanted: Vec<[f32; 4]> = (0..count)
        .map(|_| (2.0 * numbers.vector()).push(0.0).into())
        .collect();
    let (buffer, vectors) = (
        gpu.filled("planes", &planes),
        gpu.filled("vectors", &wanted),
    );
    let buffers = [&buffer.unwrap(), &vectors.unwrap()];
    run_shader(
        "test_half_spaces",
        &[&HALF_SPACES],
        NEAREST,
        &buffers,
        count,
    );
    let found: Vec<[f32; 4]> = gpu.read(buffers[1], count).unwrap();
    let mut counts = [0; 2];
    for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
        let planes = &planes[6 * index..][..1 + index % 6];
        let nearest = |by: f64| {
            let mut all = HalfSpaces::none();
            for plane in planes {
                // A unit vector must be one in double precision.
                assert!(all.add(vector(*plane).normalize(), f64::from(plane[3]) + by));
            }
            all.nearest(&vector(*wanted))
        };
        // If half-spaces leave hardly any room, rounding decides.
        let (wide, expected, narrow) = (nearest(-1e-3), nearest(0.0), nearest(1e-3));
        if wide.is_some() != narrow.is_some() {
            continue;
        }
        let what = format!("{planes:?}, {wanted:?}: {found:?}, not {expected:?}");
        assert_eq!(found[3] != 0.0, expected.is_some(), "{what}");
        counts[usize::from(expected.is_some())] += 1;
        if let Some(expected) = expected {
            // If planes are almost parallel, the distance is a better measure than the coordinates.
            let away = |vector: Vec3d| (vector - self::vector(*wanted)).norm();
            let off = (away(vector(found)) - away(expected)).abs();
            assert!(off < 1e-3 * (1.0 + away(expected)), "{off}: {what}");
            let lack = |plane: &[f32; 4]| f64::from(plane[3]) - vector(*plane).dot(&vector(found));
            assert!(planes.iter().all(|it| lack(it) < 1e-4), "{what}");
        }
    }
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

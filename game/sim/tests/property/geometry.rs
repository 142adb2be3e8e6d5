//! Sweeps and clear places in random scenes against a slow reference in double precision.

use flock_sim::{
    geometry::{shapes, Contact},
    Geometry, Vec3,
};
use flock_testkit::{
    cases,
    judge::{distance, point, winding_number, Judge, Point},
    triangles::{cuboid, moved, turned},
};
use nalgebra::UnitQuaternion;
use proptest::{collection::vec, prelude::*};

type Triangles = Vec<[Vec3; 3]>;

/// The configuration of these tests, most of which reject some inputs.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        max_global_rejects: 4 * cases,
        ..cases::config(cases)
    }
}

fn vector(size: f32) -> impl Strategy<Value = Vec3> {
    [-size..size, -size..size, -size..size].prop_map(Vec3::from)
}

/// Triangles of all sizes, half of which share an edge with the one before.
fn soup() -> impl Strategy<Value = Triangles> {
    let parts = vec(
        (
            vector(1.0),
            vector(1.0),
            vector(1.0),
            0.05..1.0_f32,
            any::<bool>(),
        ),
        1..30,
    );
    parts.prop_map(|parts| {
        let mut triangles: Triangles = Vec::new();
        for (at, b, c, size, is_joined) in parts {
            match (is_joined, triangles.last()) {
                (true, Some(&[_, x, y])) => triangles.push([y, x, at]),
                _ => triangles.push([at, at + b * size, at + c * size]),
            }
        }
        triangles
    })
}

fn geometry(triangles: &[[Vec3; 3]]) -> Geometry {
    Geometry::new(triangles).0
}

/// The gap that the documentation of `Geometry::sweep` allows.
fn skin(radius: f32, largest_coordinate: f32) -> f64 {
    f64::from(radius) / 1e4 + 8.0 * f64::from(f32::EPSILON) * f64::from(largest_coordinate)
}

fn along(start: Point, end: Point, time: f64) -> Point {
    std::array::from_fn(|axis| start[axis] + (end[axis] - start[axis]) * time)
}

fn nearest(triangles: &[[Vec3; 3]], at: Vec3) -> f64 {
    let distances = triangles.iter().map(|t| distance(&t.map(point), point(at)));
    distances.fold(f64::INFINITY, f64::min)
}

/// Least distance of a move from a triangle, and the fraction of the move at which it first comes
/// within the radius (the time of impact).
struct Approach {
    least: f64,
    first: Option<f64>,
}

fn approach(triangle: &[Vec3; 3], start: Vec3, end: Vec3, radius: f32) -> Approach {
    let at = |time| distance(&triangle.map(point), along(point(start), point(end), time));
    // The distance is a convex function of time: first its minimum, by ternary search...
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..120 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(a) < at(b) {
            high = b;
        } else {
            low = a;
        }
    }
    let turning = (low + high) / 2.0;
    let least = at(turning).min(at(1.0)).min(at(0.0));
    // ...then the time before it at which the radius is reached, by bisection.
    let radius = f64::from(radius);
    let (mut low, mut high) = (0.0, if at(1.0) < at(turning) { 1.0 } else { turning });
    let first = (least < radius).then(|| {
        for _ in 0..80 {
            let middle = (low + high) / 2.0;
            if at(middle) > radius {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    });
    Approach { least, first }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn a_sweep_agrees_with_the_reference(
        triangles in soup(), start in vector(2.0), displacement in vector(2.0), radius in 0.005..0.3_f32,
    ) {
        let geometry = geometry(&triangles);
        let triangles = geometry.triangles();
        prop_assume!(nearest(triangles, start) >= f64::from(radius));
        let end = start + displacement;
        let skin = skin(radius, start.amax().max(end.amax()));
        let limit = f64::from(radius) - skin / 2.0;
        let approaches: Vec<_> = triangles.iter().map(|t| approach(t, start, end, radius)).collect();
        // Rounding decides whether a move that grazes the limit is a contact.
        prop_assume!(approaches.iter().all(|a| (a.least - limit).abs() > 1e-7));
        let blocking = approaches.iter().filter(|a| a.least < limit);
        let first = blocking.filter_map(|a| a.first).min_by(f64::total_cmp);
        match (geometry.sweep(start, displacement, radius), first) {
            (None, None) => {}
            (Some(contact), Some(first)) => {
                prop_assert!((f64::from(contact.fraction) - first).abs() < 1e-6, "{:?}, not {}", contact, first);
                prop_assert!((contact.normal.norm() - 1.0).abs() < 1e-5);
                let stop = start + displacement * contact.fraction;
                prop_assert!(nearest(triangles, stop) >= f64::from(radius) - skin);
                let triangle = triangles[contact.triangle.unwrap() as usize];
                let farther = stop + contact.normal * radius;
                let gained = nearest(&[triangle], farther) - f64::from(radius);
                prop_assert!((gained / f64::from(radius) - 1.0).abs() < 1e-2, "the normal {} leads not away", contact.normal);
            }
            (contact, first) => prop_assert!(false, "{:?}, but the reference says {:?}", contact, first),
        }
    }

    #[test]
    fn spheres_aimed_at_edges_and_corners_hit(
        which in 0..1280_usize, corner in 0..3_usize, share in prop_oneof![Just(0.0_f32), Just(0.5), 0.0..1.0_f32],
        from in vector(1.0), radius in 0.001..0.05_f32,
    ) {
        let ball = shapes::ball(1.0, 3);
        let triangle = ball[which];
        let target = triangle[corner].lerp(&triangle[(corner + 1) % 3], share);
        prop_assume!(from.norm() > 0.1);
        let start = from.normalize() * 3.0;
        let contact = geometry(&ball).sweep(start, (target - start) * 2.0, radius);
        prop_assert!(contact.is_some_and(|contact| contact.fraction <= 0.5), "{:?}", contact);
    }

    #[test]
    fn a_rigid_motion_of_everything_changes_nothing(
        triangles in soup(), start in vector(2.0), displacement in vector(2.0), radius in 0.02..0.3_f32,
        turn in vector(3.0), shift in vector(20.0),
    ) {
        let rotation = UnitQuaternion::from_scaled_axis(turn);
        let place = |v: Vec3| rotation * v + shift;
        let here = geometry(&triangles);
        let there = geometry(&triangles.iter().map(|t| t.map(place)).collect::<Triangles>());
        prop_assume!(here.triangle_count() == there.triangle_count());
        // Moves for which the rounding of the vertices decides are left out.
        let near_limit = |a: Approach| (a.least - f64::from(radius)).abs() < 1e-3;
        let end = start + displacement;
        prop_assume!(!here.triangles().iter().any(|t| near_limit(approach(t, start, end, radius))));
        prop_assume!(nearest(here.triangles(), start) >= f64::from(radius));
        let a = here.sweep(start, displacement, radius);
        let b = there.sweep(place(start), rotation * displacement, radius);
        match (a, b) {
            (Some(a), Some(b)) => {
                let is_grazing = a.normal.dot(&displacement.normalize()) > -0.1;
                prop_assert!(is_grazing || (a.fraction - b.fraction).abs() * displacement.norm() < 1e-4, "{:?} {:?}", a, b);
            }
            _ => prop_assert_eq!(a, b),
        }
    }

    #[test]
    fn a_place_is_clear_if_no_surface_is_near_and_nothing_winds_around_it(
        solids in vec((vector(1.5), 0.2..1.0_f32, vector(3.0), any::<bool>()), 1..5),
        is_mirrored in any::<bool>(),
        at in vector(2.5), radius in 0.01..0.2_f32,
    ) {
        let solids: Vec<Triangles> = solids
            .into_iter()
            .map(|(center, size, turn, is_ball)| {
                let shape = if is_ball { shapes::ball(size, 1) } else { shapes::cuboid(Vec3::new(size, 0.5, 0.3)) };
                let rotation = UnitQuaternion::from_scaled_axis(turn);
                let mirror = Vec3::new(if is_mirrored { -1.0 } else { 1.0 }, 1.0, 1.0);
                let place = |v: Vec3| center + rotation * v.component_mul(&mirror);
                shape.into_iter().map(|t| t.map(place)).collect()
            })
            .collect();
        let triangles = solids.concat();
        let nearest = nearest(&triangles, at);
        prop_assume!((nearest - f64::from(radius)).abs() > 1e-6);
        // Mirrored, they are rooms, and none lies in a solid.
        let is_inside = solids.iter().any(|solid| winding_number(solid, at) > 0.5);
        let expected = nearest > f64::from(radius) && !is_inside;
        prop_assert_eq!(geometry(&triangles).is_clear(at, radius), expected);
    }

    #[test]
    fn rooms_hollow_out_the_solids_in_which_they_lie(
        boxes in vec((vector(1.5), vector(2.0), any::<bool>()), 1..8), at in vector(2.5),
    ) {
        let boxes: Vec<Cuboid> = boxes
            .into_iter()
            .map(|(center, half, is_room)| Cuboid { center, half: half.abs().add_scalar(0.01), is_room })
            .collect();
        let triangles: Triangles = boxes.iter().flat_map(Cuboid::triangles).collect();
        prop_assume!(nearest(&triangles, at) > 1e-4);
        // The larger rooms first.
        let mut rooms: Vec<&Cuboid> = boxes.iter().filter(|it| it.is_room).collect();
        rooms.sort_by(|a, b| b.half.sum().total_cmp(&a.half.sum()));
        let solids = |holds: &dyn Fn(&Cuboid) -> bool| {
            boxes.iter().filter(|it| !it.is_room && holds(it)).count() as i32
        };
        let mut hollowed: Vec<i32> = Vec::new();
        for (index, room) in rooms.iter().enumerate() {
            let before = rooms[..index].iter().zip(&hollowed);
            let of_others: i32 = before.filter(|(it, _)| it.encloses(room)).map(|(_, n)| n).sum();
            hollowed.push((solids(&|it| it.encloses(room)) - of_others).max(0));
        }
        let around = rooms.iter().zip(&hollowed).filter(|(room, _)| room.contains(&at));
        let sum = solids(&|it| it.contains(&at)) - around.map(|(_, hollowed)| hollowed).sum::<i32>();
        let (geometry, report) = Geometry::new(&triangles);
        prop_assert_eq!(report.rooms, rooms.len());
        prop_assert_eq!(report.solids, boxes.len() - rooms.len());
        prop_assert_eq!(geometry.is_clear(at, 1e-5), sum <= 0);
    }

    #[test]
    fn no_number_makes_it_panic(
        triangles in vec(any::<[[f32; 3]; 3]>(), 0..20), start in any::<[f32; 3]>(), displacement in any::<[f32; 3]>(),
        radius in any::<f32>(),
    ) {
        let triangles: Triangles = triangles.into_iter().map(|t| t.map(Vec3::from)).collect();
        let (geometry, report) = Geometry::new(&triangles);
        prop_assert_eq!(report.triangles + report.dropped(), triangles.len());
        let contact = geometry.sweep(start.into(), displacement.into(), radius);
        prop_assert!(contact.is_none_or(|contact| (0.0..=1.0).contains(&contact.fraction)));
        geometry.is_clear(start.into(), radius);
    }
}

/// A box that faces outward or, as a room, inward.
#[derive(Debug)]
struct Cuboid {
    center: Vec3,
    half: Vec3,
    is_room: bool,
}

impl Cuboid {
    fn triangles(&self) -> Triangles {
        let cuboid = cuboid(self.half, self.center);
        if self.is_room {
            turned(&cuboid)
        } else {
            cuboid
        }
    }

    fn contains(&self, place: &Vec3) -> bool {
        let beyond = (place - self.center).abs() - self.half;
        beyond.max() < 0.0
    }

    fn encloses(&self, other: &Self) -> bool {
        let beyond = (other.center - self.center).abs() + other.half - self.half;
        beyond.max() < 0.0
    }
}

/// The end of a move that stops at contacts and slides along surfaces.
fn slide(
    geometry: &Geometry,
    mut at: Vec3,
    mut displacement: Vec3,
    radius: f32,
    mut each: impl FnMut(Vec3, Vec3),
) -> Vec3 {
    for _ in 0..4 {
        let contact = geometry.sweep(at, displacement, radius);
        let fraction = contact.map_or(1.0, |Contact { fraction, .. }| fraction);
        let next = at + displacement * fraction;
        each(at, next);
        at = next;
        let Some(contact) = contact else { break };
        let rest = displacement * (1.0 - fraction);
        displacement = rest - contact.normal * rest.dot(&contact.normal);
    }
    at
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn a_walk_that_slides_never_crosses_anything(
        triangles in soup(), start in vector(1.5), shift in prop_oneof![Just(0.0_f32), -300.0..300.0_f32],
        displacements in vec(vector(0.5), 100), radius in 0.005..0.15_f32,
    ) {
        let shift = Vec3::new(shift, -shift, 0.5 * shift);
        let triangles = moved(&triangles, shift);
        let geometry = geometry(&triangles);
        prop_assume!(geometry.is_clear(start + shift, radius));
        let judge = Judge::new(&triangles, 0.3);
        let mut at = start + shift;
        for displacement in displacements {
            at = slide(&geometry, at, displacement, radius, |from, to| {
                assert_eq!(judge.crossed(from, to), None);
                let least = f64::from(radius) - skin(radius, from.amax().max(to.amax()) + displacement.amax());
                let nearest = judge.nearest(to, f64::from(radius));
                assert!(nearest.is_none_or(|nearest| nearest >= least), "{nearest:?} < {least}");
            });
        }
    }

    #[test]
    fn a_walk_from_an_overlap_never_comes_closer_nor_crosses(
        triangles in soup(), start in vector(1.0), displacements in vec(vector(0.1), 100), radius in 0.1..0.5_f32,
    ) {
        let geometry = geometry(&triangles);
        let judge = Judge::new(geometry.triangles(), 0.3);
        let reach = f64::from(radius);
        let mut at = start;
        let mut before = judge.nearest(at, reach).unwrap_or(reach);
        prop_assume!(before > 0.0);
        for displacement in displacements {
            if geometry.sweep(at, displacement, radius).is_some() {
                continue;
            }
            prop_assert_eq!(judge.crossed(at, at + displacement), None);
            at += displacement;
            let after = judge.nearest(at, reach).unwrap_or(reach);
            let least = before.min(reach - skin(radius, 10.0));
            prop_assert!(after >= least * (1.0 - 1e-8), "{} m, {} m before", after, before);
            before = after;
        }
    }
}

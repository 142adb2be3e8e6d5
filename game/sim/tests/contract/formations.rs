//! Formations: numbers of places, distances, growth, planes, meshes, and refused values.

use flock_sim::{
    formations::{Form, FormMesh, FormMeshError},
    geometry::shapes,
    settings::Plane,
    Vec3,
};
use nalgebra::Rotation3;
use std::f32::consts::{PI, TAU};

const PLANES: [Plane; 4] = [Plane::All, Plane::Xz, Plane::Xy, Plane::Yz];

/// Radius of the mesh, in metres.
const RADIUS: f32 = 10.0;

fn ball() -> FormMesh {
    FormMesh::new(&shapes::ball(RADIUS, 4)).unwrap()
}

fn points() -> Form {
    let point = |it: u32| Vec3::new(0.5 * it as f32, (it % 7) as f32, (it % 5) as f32);
    let points = (0..20_000).map(point).collect();
    Form::Points { points }
}

fn curve(is_loop: bool) -> Form {
    let corners = [
        [0.0, 0.0, 0.0],
        [20.0, 1.0, 0.0],
        [20.0, 2.0, 30.0],
        [-5.0, 3.0, 9.0],
    ];
    let points = corners.map(Vec3::from).to_vec();
    Form::Curve { points, is_loop }
}

fn forms() -> Vec<Form> {
    vec![
        Form::Vee { angle: 70.0 },
        Form::Wedge,
        Form::Column { abreast: 4 },
        Form::Circle,
        Form::Sphere,
        Form::Grid,
        points(),
        curve(false),
        curve(true),
        Form::Surface(ball()),
        Form::Volume(ball()),
    ]
}

/// The distance from each place to the nearest other one, at most 2.
fn nearest(places: &[Vec3]) -> Vec<f32> {
    let to_others = |(index, place): (usize, &Vec3)| {
        let others = places.iter().enumerate().filter(|other| other.0 != index);
        let distances = others.map(|(_, other)| (other - place).norm());
        distances.fold(2.0, f32::min)
    };
    places.iter().enumerate().map(to_others).collect()
}

fn least(distances: &[f32]) -> f32 {
    distances.iter().copied().fold(f32::MAX, f32::min)
}

#[test]
fn every_form_has_as_many_places_as_asked_for() {
    for form in forms() {
        assert_eq!(form.validate(), Ok(()), "{form:?}");
        for plane in PLANES {
            for count in [0, 1, 10, 1000, 20_000] {
                let places = form.places(count, 1.0, plane);
                assert_eq!(places.len(), count, "{form:?} {plane:?}");
                assert!(places.iter().all(|it| it.iter().all(|x| x.is_finite())));
            }
        }
    }
    assert_eq!(points().places(30_000, 1.0, Plane::All).len(), 20_000);
}

#[test]
fn places_of_a_planar_flock_lie_in_its_plane_with_its_own_direction_ahead() {
    for form in forms() {
        for (plane, axis) in [(Plane::Xz, 1), (Plane::Xy, 2), (Plane::Yz, 0)] {
            let places = form.places(100, 1.0, plane);
            assert!(
                places.iter().all(|it| it[axis] == 0.0),
                "{form:?} {plane:?}"
            );
        }
    }
    for plane in PLANES {
        let ahead = Form::ahead(plane);
        let expected = if plane == Plane::Xy {
            Vec3::y()
        } else {
            Vec3::z()
        };
        assert_eq!(ahead, expected);
        for form in [
            Form::Vee { angle: 70.0 },
            Form::Wedge,
            Form::Column { abreast: 3 },
        ] {
            let places = form.places(50, 1.0, plane);
            assert_eq!(places[0].norm(), 0.0);
            assert!(places.iter().all(|it| it.dot(&ahead) <= 0.0), "{form:?}");
        }
        let ring = Form::Circle.places(40, 1.0, plane);
        assert!((ring[0].normalize() - ahead).norm() < 1e-6);
    }
}

#[test]
fn neighbours_are_a_spacing_apart() {
    let spacing = 0.7;
    for plane in PLANES {
        let distances = |form: &Form| -> Vec<f32> {
            let places = form.places(1000, spacing, plane);
            nearest(&places).iter().map(|it| it / spacing).collect()
        };
        let exact = [
            Form::Vee { angle: 70.0 },
            Form::Vee { angle: 180.0 },
            Form::Wedge,
            Form::Column { abreast: 4 },
            Form::Grid,
        ];
        for form in exact {
            let is_exact = |it: &f32| (it - 1.0).abs() < 1e-3;
            assert!(distances(&form).iter().all(is_exact), "{form:?} {plane:?}");
        }
        assert!(distances(&Form::Circle)
            .iter()
            .all(|it| (0.999..1.001).contains(it)));
        let evenly = distances(&Form::Sphere);
        let mean = evenly.iter().sum::<f32>() / evenly.len() as f32;
        assert!((0.93..1.0).contains(&mean), "{mean}");
        assert!(least(&evenly) > 0.86, "{}", least(&evenly));
    }
    // The arms of a narrow flight are nearer to each other at the tip.
    let narrow = Form::Vee { angle: 30.0 }.places(101, 1.0, Plane::All);
    let between = 2.0 * 15_f32.to_radians().sin();
    assert!((least(&nearest(&narrow)) - between).abs() < 1e-4);
}

#[test]
fn round_forms_have_the_documented_size_around_the_origin() {
    let count = 1000.0_f32;
    let pi = std::f32::consts::PI;
    for (form, plane, radius) in [
        (Form::Circle, Plane::Xz, count / (2.0 * pi)),
        (Form::Sphere, Plane::All, (count / (4.0 * pi)).sqrt()),
    ] {
        let places = form.places(1000, 1.0, plane);
        assert!(places.iter().all(|it| (it.norm() - radius).abs() < 1e-3));
        let mean = places.iter().sum::<Vec3>() / count;
        assert!(mean.norm() < 0.01 * radius, "{mean}");
    }
    let disc = Form::Sphere.places(1000, 1.0, Plane::Xy);
    let radius = (count / pi).sqrt();
    assert!(disc.iter().all(|it| it.norm() < radius));
}

#[test]
fn places_of_a_curve_are_evenly_along_it() {
    for is_loop in [false, true] {
        let places = curve(is_loop).places(1000, 1.0, Plane::All);
        let steps = places.windows(2).map(|pair| (pair[1] - pair[0]).norm());
        let steps: Vec<f32> = steps.collect();
        let longest = steps.iter().copied().fold(0.0, f32::max);
        // A chord at a corner of the polyline is shorter than the way along it.
        assert!(
            least(&steps) > 0.85 * longest,
            "{} {longest}",
            least(&steps)
        );
        let last = if is_loop {
            Vec3::zeros()
        } else {
            Vec3::new(-5.0, 3.0, 9.0)
        };
        assert_eq!(places[0], Vec3::zeros());
        assert!((places[999] - last).norm() < 1.01 * longest);
    }
}

#[test]
fn forms_that_grow_keep_the_places_they_had() {
    for form in forms() {
        for plane in PLANES {
            let most = form.places(3000, 1.0, plane);
            for count in [1, 2, 10, 1000, 2730, 2731] {
                let fewer = form.places(count, 1.0, plane);
                let kept = fewer[..] == most[..count];
                // A single place may be the same in any form.
                assert!(
                    kept == form.grows(plane) || count < 3,
                    "{form:?} {plane:?} {count}"
                );
            }
        }
    }
}

#[test]
fn places_of_a_surface_lie_on_it_evenly_however_many_there_are() {
    let places = Form::Surface(ball()).places(4000, 1.0, Plane::All);
    // The triangles touch the ball from outside.
    let on_triangles = RADIUS - 1e-3..1.01 * RADIUS;
    assert!(places.iter().all(|it| on_triangles.contains(&it.norm())));
    assert_even(&places, |count| {
        let area = 4.0 * std::f32::consts::PI * RADIUS * RADIUS / count;
        (area * 2.0 / 3_f32.sqrt()).sqrt()
    });
}

#[test]
fn places_of_a_volume_lie_inside_evenly_however_many_there_are() {
    let places = Form::Volume(ball()).places(4000, 1.0, Plane::All);
    assert!(places.iter().all(|it| it.norm() < 1.01 * RADIUS));
    let inner = places.iter().filter(|it| it.norm() < RADIUS / 2.0).count();
    // An eighth of the volume; places at the surface belong to more space outside.
    assert!((360..=500).contains(&inner), "{inner}");
    assert_even(&places, |count| {
        let volume = 4.0 / 3.0 * std::f32::consts::PI * RADIUS.powi(3) / count;
        (volume * 2_f32.sqrt()).cbrt()
    });
}

/// Asserts for first parts of the places that their distances are a share of the largest that are
/// possible, and that each octant has its share of them.
#[track_caller]
fn assert_even(places: &[Vec3], largest: impl Fn(f32) -> f32) {
    for count in [100, 700, 1500, 4000] {
        let places = &places[..count];
        let share = least(&nearest(places)) / largest(count as f32).min(2.0);
        assert!(share > 0.55, "{count}: {share}");
        let mut octants = [0; 8];
        for place in places {
            let octant: usize = (0..3)
                .map(|axis| usize::from(place[axis] > 0.0) << axis)
                .sum();
            octants[octant] += 1;
        }
        let expected = count as f32 / 8.0;
        let off = octants.map(|it| (it as f32 - expected).abs());
        // Few places may lie on one side of the borders between octants by chance.
        let most = 5.0 + 0.08 * expected;
        assert!(off.iter().all(|it| *it < most), "{count}: {octants:?}");
    }
}

#[test]
fn an_open_mesh_has_a_surface_but_no_inside() {
    let square = [
        [Vec3::zeros(), Vec3::x(), Vec3::x() + Vec3::y()],
        [Vec3::zeros(), Vec3::x() + Vec3::y(), Vec3::y()],
    ];
    let mesh = FormMesh::new(&square).unwrap();
    let surface = Form::Surface(mesh.clone());
    assert_eq!(surface.validate(), Ok(()));
    // Seen from the side it is a line.
    for plane in PLANES {
        let places = surface.places(100, 1.0, plane);
        assert_eq!(places.len(), 100);
        assert!(places.iter().all(|it| it.min() >= 0.0 && it.max() <= 1.0));
        assert!(least(&nearest(&places)) > 0.0);
    }
    let error = Form::Volume(mesh).validate().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the mesh is open: 4 of its edges"),
        "{error}"
    );
}

#[test]
fn windings_do_not_matter_and_thin_volumes_get_places() {
    let turned: Vec<_> = shapes::ball(RADIUS, 4)
        .iter()
        .enumerate()
        .map(|(index, &[a, b, c])| if index % 3 == 0 { [a, c, b] } else { [a, b, c] })
        .collect();
    let turned = Form::Volume(FormMesh::new(&turned).unwrap());
    let places = |form: &Form| form.places(500, 1.0, Plane::All);
    assert_eq!(places(&turned), places(&Form::Volume(ball())));
    for thickness in [1e-4, 1e-30, 0.0] {
        for axis in 0..3 {
            let mut half = Vec3::repeat(2.0);
            half[axis] = thickness;
            let plate = Form::Volume(FormMesh::new(&shapes::cuboid(half)).unwrap());
            for plane in PLANES {
                let places = plate.places(500, 1.0, plane);
                assert_eq!(places.len(), 500);
                assert!(places.iter().all(|it| it.amax() <= 2.0));
            }
        }
    }
}

/// The mean length of a line in these meshes is tiny, but some lines are long.
#[test]
fn volumes_with_a_thin_and_a_long_part_get_places() {
    let mut mesh = shapes::cuboid(Vec3::new(5.0, 5.0, 1e-30));
    let tower = shapes::cuboid(Vec3::new(0.01, 0.01, 20.0));
    let beside = |corner: Vec3| corner + Vec3::new(8.0, 0.0, 0.0);
    mesh.extend(tower.iter().map(|it| it.map(beside)));
    let form = Form::Volume(FormMesh::new(&mesh).unwrap());
    assert_eq!(form.validate(), Ok(()));
    for plane in PLANES {
        assert_eq!(form.places(500, 1.0, plane).len(), 500, "{plane:?}");
    }
}

/// A fan of slivers, each of which is long in both directions across the lines.
#[test]
fn a_volume_of_many_slivers_gets_places_inside() {
    let corners = 20_000;
    let rim = |number: u32, z: f32| {
        let angle = TAU * (number % corners) as f32 / corners as f32;
        Vec3::new(5.0 * angle.cos(), 5.0 * angle.sin(), z)
    };
    let [low, high] = [-2.0, 2.0].map(|z| Vec3::z() * z);
    let slice = |it: u32| {
        let (a, b, c, d) = (
            rim(it, low.z),
            rim(it + 1, low.z),
            rim(it, high.z),
            rim(it + 1, high.z),
        );
        [[low, b, a], [high, c, d], [a, b, d], [a, d, c]]
    };
    let mesh: Vec<_> = (0..corners).flat_map(slice).collect();
    let form = Form::Volume(FormMesh::new(&mesh).unwrap());
    assert_eq!(form.validate(), Ok(()));
    let places = form.places(4000, 1.0, Plane::All);
    let is_inside = |at: &Vec3| at.xy().norm() < 5.0 && at.z.abs() <= 2.0;
    assert!(places.iter().all(is_inside));
    let volume = 25.0 * PI * 4.0;
    assert_even(&places, |count| (2.0_f32.sqrt() * volume / count).cbrt());
}

/// A thin rod across the corners of its box: few lines meet it.
#[test]
fn a_volume_that_fills_little_of_its_box_gets_even_places() {
    let turn = Rotation3::from_axis_angle(&Vec3::z_axis(), PI / 4.0);
    let rod = shapes::cuboid(Vec3::new(7.0, 0.05, 0.05));
    let rod: Vec<_> = rod
        .iter()
        .map(|it| it.map(|corner| turn * corner))
        .collect();
    let form = Form::Volume(FormMesh::new(&rod).unwrap());
    let places = form.places(2000, 1.0, Plane::All);
    assert_eq!(places.len(), 2000);
    let local: Vec<Vec3> = places.iter().map(|it| turn.inverse() * it).collect();
    let is_inside = |at: &Vec3| at.x.abs() < 7.001 && at.yz().amax() < 0.0501;
    assert!(local.iter().all(is_inside));
    let volume = 14.0 * 0.1 * 0.1;
    let largest = (2.0_f32.sqrt() * volume / 2000.0).cbrt();
    let share = least(&nearest(&places)) / largest;
    assert!(share > 0.55, "{share}");
}

#[test]
fn curves_whose_points_coincide_have_places() {
    for (points, plane) in [
        (
            vec![Vec3::zeros(), Vec3::y(), Vec3::x(), Vec3::z()],
            Plane::Xz,
        ),
        (vec![Vec3::zeros(), Vec3::y()], Plane::Xz),
        (
            vec![Vec3::repeat(9000.0), Vec3::new(9000.0, 9000.001, 9000.0)],
            Plane::All,
        ),
        (
            vec![Vec3::zeros(), Vec3::x() * 1e-30, Vec3::repeat(1e4)],
            Plane::All,
        ),
    ] {
        for is_loop in [false, true] {
            let points = points.clone();
            let form = Form::Curve { points, is_loop };
            assert_eq!(form.validate(), Ok(()));
            let places = form.places(50, 1.0, plane);
            assert_eq!(places.len(), 50);
            assert!(places.iter().flatten().all(|it| it.is_finite()), "{form:?}");
        }
    }
}

#[test]
fn values_out_of_range_are_refused_by_name() {
    let far = Vec3::new(0.0, 20_000.0, 0.0);
    let curve = |points: Vec<Vec3>| Form::Curve {
        points,
        is_loop: true,
    };
    for (form, expected) in [
        (
            Form::Vee { angle: f32::NAN },
            "form.angle is NaN; allowed: 10 to 180 degrees",
        ),
        (
            Form::Column { abreast: 0 },
            "form.abreast is 0; allowed: 1 to 10000",
        ),
        (
            Form::Points { points: vec![] },
            "form.points is a list of 0; allowed: 1 to 100000",
        ),
        (
            Form::Points {
                points: vec![Vec3::zeros(), far, far],
            },
            "form.points[1] is (0, 20000, 0); allowed: -10000 to 10000 m in every component",
        ),
        (
            curve(vec![Vec3::zeros()]),
            "form.points is a list of 1; allowed: 2 to 64",
        ),
        (
            curve(vec![Vec3::zeros(), Vec3::x(), Vec3::x()]),
            "form.points[2] is (1, 0, 0); allowed: a point different from the one before",
        ),
    ] {
        assert_eq!(form.validate().unwrap_err().to_string(), expected);
    }
}

#[test]
fn what_is_refused_has_some_places_and_does_not_panic() {
    let nan = Vec3::repeat(f32::NAN);
    let strange = [
        Form::Vee { angle: f32::NAN },
        Form::Vee {
            angle: f32::INFINITY,
        },
        Form::Column { abreast: 0 },
        Form::Points {
            points: vec![nan; 5],
        },
        Form::Curve {
            points: vec![],
            is_loop: true,
        },
        Form::Curve {
            points: vec![nan; 3],
            is_loop: false,
        },
        Form::Curve {
            points: vec![Vec3::x(); 2],
            is_loop: true,
        },
        Form::Surface(vec![[nan; 3]; 5].into()),
        Form::Volume(vec![].into()),
        Form::Volume(vec![[Vec3::zeros(), Vec3::x(), Vec3::y()]].into()),
    ];
    for form in strange {
        for plane in PLANES {
            for spacing in [1.0, -1.0, f32::NAN, f32::INFINITY, f32::MAX] {
                assert!(form.places(20, spacing, plane).len() <= 20);
            }
        }
    }
    let all = Form::Grid.places(20, f32::NAN, Plane::All);
    assert!(all.iter().all(|it| it.norm() == 0.0));
}

#[test]
fn forms_are_saved_with_all_values() {
    for form in forms() {
        let text = serde_json::to_string(&form).unwrap();
        assert_eq!(serde_json::from_str::<Form>(&text).unwrap(), form);
    }
    assert_eq!(FormMesh::new(&[]), Err(FormMeshError::Empty));
}

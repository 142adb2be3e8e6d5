//! Closed meshes as volumes of influences.

use flock_sim::{
    geometry::shapes,
    influences::{Influence, InfluenceKind, InfluenceVolume, MeshError, MeshVolume},
    saving::InputLog,
    settings::Region,
    Flock, Settings, Vec3,
};
use flock_testkit::{
    flocks::in_the_open,
    saved::{copy, SavedTree},
    triangles::moved,
};
use std::{f32::consts::TAU, sync::Arc};

/// A ring of 6 m around the Y axis, with a tube of 2 m.
fn ring() -> Vec<[Vec3; 3]> {
    let (around, across) = (48, 24);
    let corner = |i: usize, j: usize| {
        let turn = |index: usize, count: usize| TAU * (index % count) as f32 / count as f32;
        let (u, v) = (turn(i, around), turn(j, across));
        let side = 6.0 + 2.0 * v.cos();
        Vec3::new(side * u.cos(), 2.0 * v.sin(), side * u.sin())
    };
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let quads = quads.map(|(i, j)| {
        let [a, b] = [corner(i, j), corner(i + 1, j)];
        let [c, d] = [corner(i + 1, j + 1), corner(i, j + 1)];
        [[a, c, b], [a, d, c]]
    });
    quads.flatten().collect()
}

/// A school in the tube of the ring, without a boundary.
fn school() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 200;
    settings.spawn.region = Region::Sphere {
        center: Vec3::x() * 6.0,
        radius: 1.0,
    };
    settings.boundary.enabled = false;
    settings.motion.max_speed = 1.0;
    settings.motion.min_speed = 0.3;
    in_the_open(settings)
}

fn volumes() -> Vec<InfluenceVolume> {
    vec![InfluenceVolume::Mesh(MeshVolume::new(&ring()).unwrap())]
}

#[test]
fn a_mesh_is_a_pen_of_any_shape() {
    let mut flock = school();
    let pen = InfluenceKind::Pen { volumes: volumes() };
    flock
        .add_influence(Influence {
            weight: 30.0,
            reach: 0.5,
            ..Influence::new(pen)
        })
        .unwrap();
    let off_tube = |it: Vec3| (it.xz().norm() - 6.0).hypot(it.y);
    let mut farthest = 0.0f32;
    for _ in 0..1200 {
        flock.step();
        let all = flock.boids().map(|it| off_tube(it.position));
        farthest = all.fold(farthest, f32::max);
    }
    assert!(
        farthest < 2.1,
        "a boid was {farthest} m from the middle of the tube"
    );
}

#[test]
fn a_mesh_attracts_from_outside_and_repels_from_inside() {
    let mut flock = school();
    let boid = flock.boids().next().unwrap().id;
    let wish = |flock: &mut Flock, kind: InfluenceKind| {
        let id = flock.add_influence(Influence::new(kind)).unwrap();
        let wish = flock.wishes(boid).unwrap().influences;
        flock.remove_influence(id);
        wish
    };
    let attract = InfluenceKind::Attract { volumes: volumes() };
    let repel = InfluenceKind::Repel { volumes: volumes() };
    assert_eq!(wish(&mut flock, attract.clone()), Vec3::zeros());
    let off_tube = |it: Vec3| it - Vec3::new(it.x, 0.0, it.z).normalize() * 6.0;
    let from_middle = off_tube(flock.boid(boid).unwrap().position);
    let pushed = wish(&mut flock, repel.clone());
    assert!((pushed.norm() - 5.0).abs() < 1e-3);
    assert!(pushed.normalize().dot(&from_middle.normalize()) > 0.95);

    let mut outside = school();
    let place = Vec3::new(0.0, 4.0, 6.0);
    let boid = outside.spawn_at(place, Vec3::zeros()).unwrap();
    for (kind, sign) in [(attract, -1.0), (repel, 1.0)] {
        let id = outside.add_influence(Influence::new(kind)).unwrap();
        let wish = outside.wishes(boid).unwrap().influences;
        // 2 m above the tube, with a reach of 10 m.
        assert!((wish - Vec3::y() * (sign * 4.0)).norm() < 0.1, "{wish}");
        outside.remove_influence(id);
    }
}

#[test]
fn a_snapshot_and_a_log_hold_meshes() {
    let attract = Influence::new(InfluenceKind::Pen { volumes: volumes() });
    let mut flock = school();
    flock.start_log();
    flock.add_influence(attract.clone()).unwrap();
    let saved = copy(&flock.snapshot());
    let mut restored = Flock::restore(&saved, Arc::default()).unwrap();
    assert_eq!(restored.influences().next().unwrap().1, &attract);
    let log = copy(&flock.take_log());
    let mut again = school();
    again.replay(log);
    for _ in 0..20 {
        flock.step();
        restored.step();
        again.step();
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn a_log_holds_the_mesh_of_a_roost_once() {
    let roost = |dusk: f32| {
        Influence::new(InfluenceKind::Roost {
            volumes: volumes(),
            slowing: 1.0,
            dusk,
        })
    };
    let mut flock = school();
    flock.start_log();
    let id = flock.add_influence(roost(0.0)).unwrap();
    let length = |log: &InputLog| ron::to_string(log).unwrap().len();
    let first = length(&flock.take_log());
    let mut again = Flock::restore(&flock.snapshot(), Arc::default()).unwrap();
    flock.start_log();
    for frame in 0..20 {
        flock.set_influence(id, roost(frame as f32 / 20.0)).unwrap();
        flock.step();
    }
    let log = flock.take_log();
    assert!(length(&log) < first, "{} and {first}", length(&log));
    again.replay(log);
    (0..20).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());
    assert_eq!(again.influences().next(), flock.influences().next());
}

#[test]
fn a_file_with_an_open_mesh_is_refused() {
    let pen = Influence::new(InfluenceKind::Pen { volumes: volumes() });
    let open = SavedTree::new(&pen).with("kind/Pen/volumes/0/Mesh", &ring()[1..]);
    let pen: Influence = open.read().unwrap();
    let error = pen.validate().unwrap_err().to_string();
    let expected = "influence.volumes[0] is a mesh of 2303 triangles; allowed: a closed mesh: the mesh is open: 3 of its edges";
    assert!(error.starts_with(expected), "{error}");
    let mut flock = school();
    assert_eq!(flock.add_influence(pen).unwrap_err().to_string(), error);
}

#[test]
fn meshes_that_are_no_volume_are_refused_with_the_remedy() {
    let refused = |triangles: &[[Vec3; 3]]| MeshVolume::new(triangles).unwrap_err();
    let cube = shapes::cuboid(Vec3::repeat(1.0));
    let open = refused(&cube[1..]);
    assert_eq!(open, MeshError::Open { edges: 3 });
    assert_eq!(
        open.to_string(),
        "the mesh is open: 3 of its edges belong to an odd number of triangles; fill the holes, \
         or join the corners that should be the same"
    );
    let both = [&cube[..], &moved(&cube, [0.3, 0.4, 0.5])].concat();
    let through = refused(&both);
    assert!(matches!(through, MeshError::SelfIntersecting { triangles } if triangles > 3));
    assert!(through
        .to_string()
        .contains("run through others; join its parts"));
    assert_eq!(refused(&[]), MeshError::Empty);
    let mut far = cube.clone();
    far[0][0].x = f32::NAN;
    far[1][1].y = 20_000.0;
    let far = refused(&far);
    assert_eq!(far, MeshError::OutOfRange { corners: 2 });
    assert!(far.to_string().contains("allowed: -10000 to 10000 m"));
}

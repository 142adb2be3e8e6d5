//! Edges, corners and slits, at which boids are aimed exactly.

use flock_sim::{
    geometry::shapes,
    settings::{Boundary, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{
    crossing::{positions, PACES, RADIUS, RESPONSES},
    flocks::disable_rules,
    judge::Judge,
    scenes::levels::Numbers,
    triangles::moved,
};
use std::sync::Arc;

/// A fan of triangles around the origin, in the plane across Z or as a cone with its tip there.
fn fan(sides: usize, tip: f32) -> Vec<[Vec3; 3]> {
    let rim = |i: usize| {
        let (sin, cos) = (std::f32::consts::TAU * (i % sides) as f32 / sides as f32).sin_cos();
        Vec3::new(2.0 * cos, 2.0 * sin, -tip)
    };
    (0..sides)
        .map(|i| [Vec3::zeros(), rim(i), rim(i + 1)])
        .collect()
}

/// Two sheets side by side across Z, with a gap between them.
fn slit(gap: f32) -> Vec<[Vec3; 3]> {
    let side = |sign: f32| {
        let corner = |x: f32, y: f32| Vec3::new(sign * (0.5 * gap + x), y, 0.0);
        let [a, b] = [corner(0.0, -3.0), corner(0.0, 3.0)];
        let [c, d] = [corner(3.0, 3.0), corner(3.0, -3.0)];
        [[a, b, c], [a, c, d]]
    };
    [side(-1.0), side(1.0)].concat()
}

/// Sends boids from all directions straight at points on edges, at corners and into slits, and a
/// little beside them.
fn aim(triangles: &[[Vec3; 3]], targets: &[Vec3]) {
    let (geometry, judge) = (
        Arc::new(Geometry::new(triangles).0),
        Judge::new(triangles, 0.5),
    );
    for ((speed, time_step), response) in PACES.iter().flat_map(|p| RESPONSES.map(|r| (*p, r))) {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        disable_rules(&mut settings);
        settings.boundary.enabled = false;
        settings.avoidance.enabled = false;
        settings.motion.max_speed = speed;
        settings.simulation.time_step = time_step;
        settings.collision.body_radius = RADIUS;
        settings.collision.response = response;
        settings.collision.check_crossings = true;
        let mut flock = Flock::new(settings, Placement::default(), geometry.clone()).unwrap();
        let mut numbers = Numbers::new(5);
        let mut before = Vec::new();
        for (target, beside) in targets
            .iter()
            .flat_map(|t| [0.0, 1e-6, 1e-3, 0.05].map(|b| (t, b)))
        {
            for _ in 0..4 {
                let start = target + numbers.vector().normalize();
                let way = target + numbers.vector() * beside - start;
                if flock.spawn_at(start, way.normalize() * speed).is_ok() {
                    before.push(start);
                }
            }
        }
        let least = (1.5 / (speed * time_step)).ceil() as usize;
        for _ in 0..least.max(3) {
            flock.step();
            for boid in flock.boids() {
                let from = std::mem::replace(&mut before[boid.id.slot() as usize], boid.position);
                let crossed = judge.crossed(from, boid.position);
                assert_eq!(crossed, None, "{response:?}: {boid:?} came from {from:?}");
                let nearest = judge.nearest(boid.position, f64::from(RADIUS) * 0.999);
                assert_eq!(nearest, None, "{response:?}: {boid:?} came from {from:?}");
            }
        }
        assert_eq!(flock.statistics().crossings, 0);
        assert!(flock.statistics().contacts > flock.len() as u64 / 2);
    }
}

#[test]
fn corners_where_many_triangles_meet() {
    for (sides, tip) in [
        (3, 0.0),
        (7, 0.0),
        (40, 0.0),
        (3, 1.0),
        (7, -3.0),
        (40, 0.5),
    ] {
        aim(&fan(sides, tip), &[Vec3::zeros()]);
    }
}

#[test]
fn edges_between_two_triangles_and_the_rims_of_sheets() {
    for tip in [0.0, 0.5, -2.0] {
        let fan = fan(5, tip);
        let along = |share: f32| {
            fan.iter()
                .flat_map(move |[a, b, c]| [b * share, b.lerp(c, share), *a])
        };
        let targets: Vec<Vec3> = [0.01, 0.3, 0.77].into_iter().flat_map(along).collect();
        aim(&fan, &targets);
    }
}

#[test]
fn slits_narrower_than_the_body() {
    for gap in [1e-6, 1e-3, 0.02, 0.09, 0.1039] {
        let targets: Vec<Vec3> = (-5..5)
            .map(|n| Vec3::new(0.0, 0.2 * n as f32, 0.0))
            .collect();
        aim(&slit(gap), &targets);
    }
}

#[test]
fn walls_of_a_micrometre() {
    let wall = shapes::cuboid(Vec3::new(0.5e-6, 2.0, 2.0));
    for at in [Vec3::zeros(), Vec3::new(3.0, -2.0, 1.0)] {
        let wall = moved(&wall, at);
        let targets: Vec<Vec3> = (-5..5)
            .map(|n| at + Vec3::new(0.0, 0.3 * n as f32, -0.2 * n as f32))
            .collect();
        aim(&wall, &targets);
    }
}

/// Triangles as long as the wall that they make, and a few millimetres wide.
#[test]
fn walls_of_slivers() {
    let corner = |x: f32, row: u8| Vec3::new(x, 0.004 * f32::from(row) - 0.4, 0.0);
    let wall: Vec<[Vec3; 3]> = (0..200)
        .flat_map(|row| {
            let [a, b] = [corner(-2.0, row), corner(2.0, row)];
            let [c, d] = [corner(2.0, row + 1), corner(-2.0, row + 1)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    let targets: Vec<Vec3> = (0..10).map(|n| corner(0.1 * n as f32, 20 * n)).collect();
    aim(&wall, &targets);
}

/// A flock that presses from both sides against a slit hardly narrower than the body.
#[test]
fn no_boid_squeezes_through_a_slit() {
    for response in RESPONSES {
        let mut settings = Settings::default();
        settings.spawn.count = 300;
        settings.spawn.region = Region::cube(1.0);
        settings.boundary = Boundary::new(Region::cube(1.5));
        settings.motion.min_speed = 0.5;
        settings.motion.max_speed = 3.0;
        settings.avoidance.enabled = false;
        settings.collision.body_radius = RADIUS;
        settings.collision.response = response;
        let geometry = Arc::new(Geometry::new(&slit(0.1)).0);
        let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
        let sides = |flock: &Flock| -> Vec<bool> {
            positions(flock).iter().map(|place| place.z > 0.0).collect()
        };
        let before = sides(&flock);
        assert!(before.contains(&true) && before.contains(&false));
        (0..600).for_each(|_| flock.step());
        assert_eq!(sides(&flock), before, "{response:?}");
        assert!(flock.statistics().contacts > 1000);
    }
}

use super::*;
use crate::{
    geometry::shapes,
    math::{simd::SimdWidth, Vec3},
    obstacles::shape::{MovingObstacle, ObstacleShape},
    settings::{preset::Preset, Backend},
    steering::{
        fear::predator::Predator,
        influences::{Influence, InfluenceKind},
    },
};

/// With these numbers some vectors are full and some are not, for every width.
const MOST_BOIDS: u32 = 299;

/// The state after each step of a flock, and its drawn instances.
fn run(
    settings: &Settings,
    geometry: &Arc<Geometry>,
    vectors: SimdWidth,
) -> Vec<(u64, Vec<[u32; 4]>)> {
    let placement = Placement::default();
    let mut flock = Flock::new(settings.clone(), placement, geometry.clone()).unwrap();
    flock.config.vectors = vectors;
    let mut texels = vec![[0.0; 4]; 2 * flock.len()];
    let mut step = |_| {
        flock.step();
        flock.write_instances(&mut texels);
        let drawn = texels.iter().map(|texel| texel.map(f32::to_bits));
        (flock.state_hash(), drawn.collect())
    };
    (0..60).map(&mut step).collect()
}

/// A block of a third of the size of the spawn region, in its middle.
fn block(settings: &Settings) -> Arc<Geometry> {
    let (min, max) = settings.spawn.region.bounds();
    let middle = (min + max) / 2.0;
    let half = ((max - min) / 6.0).sup(&Vec3::repeat(0.01));
    let place = |triangle: [Vec3; 3]| triangle.map(|vertex| vertex + middle);
    let triangles: Vec<_> = shapes::cuboid(half).into_iter().map(place).collect();
    Arc::new(Geometry::new(&triangles).0)
}

/// Boids among turning obstacles, which they see in one run and not in the other.
#[test]
fn moving_obstacles_have_the_same_bits_with_any_vectors() {
    let run = |vectors: SimdWidth, sees: bool| {
        let mut settings = Settings::default();
        settings.spawn.count = MOST_BOIDS;
        settings.avoidance.enabled = sees;
        settings.simulation.backend = Backend::SingleThread;
        let mut flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
        flock.config.vectors = vectors;
        let shape = ObstacleShape::Box {
            half_extents: Vec3::new(1.0, 0.1, 0.5),
        };
        let placement = Placement::default();
        let id = flock.add_obstacle(MovingObstacle { shape, placement });
        let id = id.unwrap();
        for step in 0..60 {
            let angle = Vec3::new(0.02, 0.05, 0.0) * step as f32;
            let rotation = nalgebra::UnitQuaternion::from_scaled_axis(angle);
            let to = Placement {
                rotation,
                ..placement
            };
            flock.move_obstacle(id, to).unwrap();
            flock.step();
        }
        assert!(flock.statistics().contacts > 0);
        flock.state_hash()
    };
    for sees in [false, true] {
        let expected = run(SimdWidth::BASELINE, sees);
        for vectors in SimdWidth::available() {
            assert_eq!(run(vectors, sees), expected, "{vectors:?}");
        }
    }
}

#[test]
fn presets_have_the_same_bits_with_any_vectors() {
    for preset in Preset::all() {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(MOST_BOIDS);
        settings.simulation.backend = Backend::SingleThread;
        for geometry in [Arc::default(), block(&settings)] {
            let expected = run(&settings, &geometry, SimdWidth::BASELINE);
            for vectors in SimdWidth::available() {
                // Compared step by step, since a printed difference of all texels would be
                // unreadable.
                let found = run(&settings, &geometry, vectors);
                let first = (0..expected.len()).find(|step| found[*step] != expected[*step]);
                assert_eq!(
                    first, None,
                    "{preset} differs after this step with {vectors:?} and {geometry:?}"
                );
            }
        }
    }
}

/// A game that repeats all placements in each frame logs nothing while nothing moves.
#[test]
fn inputs_that_change_nothing_are_not_logged() {
    let mut flock = Flock::new(Settings::default(), Placement::default(), Arc::default()).unwrap();
    let placement = |x: f32| Placement {
        origin: Vec3::x() * x,
        ..Placement::default()
    };
    let shape = ObstacleShape::Sphere { radius: 0.1 };
    let obstacle = MovingObstacle {
        shape,
        placement: placement(0.0),
    };
    let obstacle = flock.add_obstacle(obstacle).unwrap();
    let predator = |x: f32| Predator::new(Vec3::x() * x, Vec3::y());
    let predator_id = flock.add_predator(predator(0.0)).unwrap();
    let influence = |weight| Influence {
        weight,
        ..Influence::new(InfluenceKind::Target {
            point: Vec3::zeros(),
            slowing: 1.0,
        })
    };
    let influence_id = flock.add_influence(influence(1.0)).unwrap();
    let held = flock.boids().next().unwrap().id;
    assert!(flock.hold(held));
    let say = |flock: &mut Flock, x: f32| {
        let rotation = nalgebra::UnitQuaternion::identity();
        assert!(flock.move_obstacle(obstacle, placement(x)).unwrap());
        assert!(flock.move_predator(predator_id, predator(x)).unwrap());
        assert!(flock
            .set_influence(influence_id, influence(1.0 + x))
            .unwrap());
        assert!(flock.move_held(held, Vec3::x() * x, rotation).unwrap());
        flock.step();
    };
    say(&mut flock, 0.0);
    flock.start_log();
    let revision = flock.inputs.influences.revision();
    (0..5).for_each(|_| say(&mut flock, 0.0));
    assert_eq!(flock.inputs.influences.revision(), revision);
    assert_eq!(flock.take_log().inputs(), []);
    flock.start_log();
    (0..5).for_each(|_| say(&mut flock, 1.0));
    assert_eq!(flock.take_log().inputs().len(), 4);
}

/// An obstacle that is called back before it has moved stays.
#[test]
fn an_obstacle_that_is_moved_to_where_it_is_stays() {
    let mut flock = Flock::new(Settings::default(), Placement::default(), Arc::default()).unwrap();
    let shape = ObstacleShape::Sphere { radius: 0.1 };
    let here = Placement::default();
    let obstacle = MovingObstacle {
        shape,
        placement: here,
    };
    let id = flock.add_obstacle(obstacle).unwrap();
    let origin = Vec3::x();
    flock
        .move_obstacle(id, Placement { origin, ..here })
        .unwrap();
    flock.move_obstacle(id, here).unwrap();
    flock.start_log();
    flock.step();
    assert_eq!(flock.obstacles().next().unwrap().1.placement, here);
    assert_eq!(flock.take_log().inputs(), []);
}

#[test]
fn the_same_geometry_again_changes_nothing() {
    let mut settings = Settings::default();
    settings.spawn.count = MOST_BOIDS;
    let geometry = block(&settings);
    let mut flock = Flock::new(settings, Placement::default(), geometry.clone()).unwrap();
    flock.set_geometry(geometry.clone());
    assert_eq!(flock.unchecked(), 0);
    flock.set_geometry(Arc::new(Geometry::clone(&geometry)));
    assert_eq!(flock.unchecked(), MOST_BOIDS as usize);
}

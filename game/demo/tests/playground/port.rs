//! The scene *port*: flocks on what moves.

use crate::support::World;
use fyrox::core::algebra::Point3;
use fyrox_flock::sim::Vec3;

/// Position of a point in the coordinates of a node.
fn local(world: &World, node: &str, point: Vec3) -> Vec3 {
    let transform = world.scene().graph[world.handle(node)].global_transform();
    let inverse = transform.try_inverse().expect("it has a size");
    inverse.transform_point(&Point3::from(point)).coords
}

/// Positions of the gulls that stand on a spot.
fn standing(world: &World) -> Vec<Vec3> {
    let gulls = world.flock_at("Gulls");
    let all = gulls.loose_boids();
    let stand = all.filter(|gull| gulls.perched_on(gull.id).is_some());
    stand.map(|gull| gull.position).collect()
}

/// A minute: a round and a half of the ship.
#[test]
fn gulls_follow_the_ship_and_ride_on_it() {
    let mut world = World::open("port");
    let (mut riders, mut far, mut all) = (0, 0, 0);
    for _ in 0..60 {
        world.seconds(1.0);
        let at = standing(&world);
        let on_ship = |gull: &&Vec3| {
            let place = local(&world, "Ship", **gull);
            place.x.abs() < 1.8 && place.z.abs() < 5.2 && (0.3..6.5).contains(&place.y)
        };
        riders = riders.max(at.iter().filter(on_ship).count());
        let ship = world.position("Ship");
        for gull in world.flock_at("Gulls").boids() {
            all += 1;
            far += usize::from((gull.position - ship).norm() > 26.0);
        }
    }
    println!("{riders} ride, {far} of {all} are far");
    assert!(riders >= 3, "{riders}");
    assert!(far * 10 < all, "{far} of {all}");
}

/// Half a minute: two rounds of the cart, and one of the train.
#[test]
fn fish_stay_in_the_tank_bees_on_the_train_and_the_school_under_the_ship() {
    let mut world = World::open("port");
    let start = world.position("Cart");
    let (mut farthest, mut near, mut all) = (0.0_f32, 0, 0);
    for _ in 0..60 {
        world.seconds(0.5);
        let tank = world.flock_at("Fish in the Tank");
        assert_eq!(tank.len(), 50);
        for fish in tank.boids() {
            let place = local(&world, "Fish in the Tank", fish.position);
            // The inner side of the glass.
            let room = Vec3::new(1.7, 0.75, 0.75) - place.abs();
            assert!(room.min() > 0.0, "{place:?}");
        }
        for bee in world.flock_at("Bees").boids() {
            let away = local(&world, "Bees", bee.position).norm();
            assert!(away < 2.5, "{away}");
        }
        let ship = world.position("Ship");
        for fish in world.flock_at("Fish in the Bay").boids() {
            assert!(fish.position.y < 0.0, "{fish:?}");
            all += 1;
            near += usize::from((fish.position - ship).norm() < 8.0);
        }
        farthest = farthest.max((world.position("Cart") - start).norm());
        assert_eq!(tank.statistics().rescued, 0);
    }
    println!("{near} of {all} fish are near the ship");
    assert!(farthest > 10.0, "the cart went {farthest} m");
    assert!(near * 2 > all, "{near} of {all}");
}

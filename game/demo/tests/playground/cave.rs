//! The guide in the scene *cave*.

use crate::support::World;
use fyrox::graph::SceneGraph;
use fyrox_flock::{sim::Vec3, Flock};

#[test]
fn the_guide_swims_through_both_halls_and_a_part_of_the_school_follows() {
    let mut world = World::open_changed("cave", |scene| {
        for node in scene.graph.linear_iter_mut() {
            if let Some(flock) = node.try_get_script_mut::<Flock>() {
                flock.spawn.count = flock.spawn.count.min(300);
            }
        }
    });
    let halls = [Vec3::new(-6.0, 0.3, 5.2), Vec3::new(-1.5, 0.3, -6.4)];
    let mut closest = [f32::MAX; 2];
    let (mut followers, mut looks) = (0, 0);
    for _ in 0..120 {
        world.seconds(0.5);
        let guide = world.flock_at("Guide").boids().next().expect("a guide");
        for (closest, hall) in closest.iter_mut().zip(halls) {
            *closest = closest.min((guide.position - hall).norm());
        }
        let near = |place: Vec3| (place - guide.position).norm() < 2.0;
        let school = world.flock_at("School").boids();
        followers += school.filter(|boid| near(boid.position)).count();
        looks += 1;
        // Its light and the second camera are with it.
        let seat = world.position("Place of the Guide");
        assert!((seat - guide.position).norm() < 0.5, "{seat} {guide:?}");
    }
    assert!(
        closest.iter().all(|distance| *distance < 2.0),
        "{closest:?}"
    );
    assert!(followers > 15 * looks, "{followers} in {looks} looks");
    assert_eq!(world.flock_at("Guide").statistics().crossings, 0);
}

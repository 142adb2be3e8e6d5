//! The storks of the scene *meadow*.

use crate::support::World;
use fyrox::graph::SceneGraph;
use fyrox_flock::{render::ClipBlend, sim::Vec3, Flock};

fn storks(world: &World) -> &Flock {
    let node = &world.scene().graph[world.handle("Storks")];
    node.try_get_script().expect("the storks are a flock")
}

#[test]
fn storks_play_the_animations_of_their_file() {
    let mut world = World::open_changed("meadow", |scene| {
        let nodes = scene.graph.linear_iter_mut();
        let mut storks = nodes.filter(|node| node.name() == "Storks");
        let storks = storks.next().expect("there are storks");
        let storks = storks.try_get_script_mut::<Flock>().expect("a flock");
        // The file has more animations than the flock needs: those of a new bake would be one.
        storks.animation.blend = ClipBlend::Never;
    });
    world.update_until("loading", |world| storks(world).playing().is_some());
    let played = storks(&world).playing().expect("they play").clips();
    let names: Vec<_> = played.iter().map(|clip| clip.name.as_str()).collect();
    assert_eq!(names, ["Flap", "Glide"]);
    assert_eq!(storks(&world).problems(), [""; 0]);
}

/// Shares of the storks that mostly flap, and that are in the picture at the start, over half a
/// minute.
#[test]
fn storks_glide_mostly_and_are_seen_from_the_start() {
    let mut world = World::open("meadow");
    let eye = world.position("Camera");
    let (mut all, mut flap, mut seen) = (0.0, 0.0, 0.0);
    for _ in 0..60 {
        world.seconds(0.5);
        let flock = world.flock_at("Storks");
        let fastest = flock.settings().motion.max_speed;
        for stork in flock.boids() {
            all += 1.0;
            // Animations are blended from 0.6 to 0.9 times the largest speed.
            flap += f32::from(stork.velocity.norm() < 0.75 * fastest);
            let to: Vec3 = stork.position - eye;
            let is_seen = to.z < 0.0 && to.y < -0.53 * to.z && to.x.abs() < -0.8 * to.z;
            seen += f32::from(is_seen);
            assert!((6.0..22.0).contains(&stork.position.y), "{stork:?}");
        }
    }
    let (flap, seen) = (flap / all, seen / all);
    println!("{flap} flap, {seen} are seen");
    assert!((0.05..0.5).contains(&flap), "{flap}");
    assert!(seen > 0.5, "{seen}");
}

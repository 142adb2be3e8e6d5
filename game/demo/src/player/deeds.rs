//! The player's actions on flocks.

use fyrox::{
    core::{
        algebra::{Point3, UnitQuaternion, Vector3},
        log::Log,
        pool::Handle,
    },
    graph::SceneGraph,
    resource::model::{ModelResource, ModelResourceExtension},
    scene::{
        collider::{Collider, InteractionGroups},
        graph::physics::{Intersection, RayCastOptions},
        node::Node,
        rigidbody::RigidBody,
        Scene,
    },
};
use fyrox_flock::{
    sim::{
        self,
        boids::{BoidHit, DeadBody, Death},
        threats::Scare,
        SettingsError,
    },
    Flock,
};
use std::collections::VecDeque;

/// Range of a shot, and its radius, in metres: a little wider than a point, to be fair.
const SHOT: f32 = 80.0;
const SHOT_RADIUS: f32 = 0.06;
/// Speed that a shot gives to a boid, in m/s, and the time for which the boid lies on the ground,
/// in seconds.
const BLOW: f32 = 5.0;
const LIES: f32 = 12.0;

/// Speed of a stone, in m/s, and its initial distance from the eye, in metres.
const THROW: f32 = 15.0;
const ARM: f32 = 0.9;
/// Largest number of stones; the oldest one is removed.
const STONES: usize = 24;

/// Range of a clap in metres, its acceleration in m/s², and its time of decay in seconds.
const CLAP: f32 = 16.0;
const FRIGHT: f32 = 24.0;
const FADE: f32 = 0.6;

fn running(scene: &mut Scene) -> impl Iterator<Item = &mut sim::Flock> {
    let nodes = scene.graph.linear_iter_mut();
    let flocks = nodes.flat_map(|node| node.try_get_scripts_mut::<Flock>());
    flocks.filter_map(Flock::running_mut)
}

/// Values are out of range only if the scene was edited.
fn report<T>(result: Result<T, SettingsError>) -> Option<T> {
    result
        .map_err(|error| Log::err(format!("The player: {error}")))
        .ok()
}

/// Distance to the first collider on a ray, except for those of the player, in metres; the length
/// of the ray if there is none.
pub(super) fn free_way(
    scene: &Scene,
    player: Handle<Node>,
    from: Vector3<f32>,
    way: Vector3<f32>,
) -> f32 {
    let mut hits: Vec<Intersection> = Vec::new();
    let options = RayCastOptions {
        ray_origin: Point3::from(from),
        ray_direction: way,
        max_len: way.norm(),
        groups: InteractionGroups::default(),
        sort_results: true,
    };
    scene.graph.physics.cast_ray(options, &mut hits);
    let is_other = |collider: Handle<Collider>| {
        let node = scene.graph.try_get_node(collider.to_base());
        node.is_ok_and(|node| node.parent() != player)
    };
    let first = hits.iter().find(|hit| is_other(hit.collider));
    first.map_or(way.norm(), |hit| hit.toi)
}

/// Shoots along a ray. Returns true if a boid is hit, which falls.
pub(super) fn shoot(
    scene: &mut Scene,
    player: Handle<Node>,
    eye: Vector3<f32>,
    direction: Vector3<f32>,
) -> bool {
    let reach = free_way(scene, player, eye, direction * SHOT);
    let way = direction * reach;
    let hit = |flock: &sim::Flock| flock.hit_by_sphere(eye, way, SHOT_RADIUS);
    let hits = running(scene).enumerate();
    let hits = hits.filter_map(|(index, flock)| Some((index, hit(flock)?)));
    let nearer = |a: &(usize, BoidHit), b: &(usize, BoidHit)| a.1.distance.total_cmp(&b.1.distance);
    let Some((index, hit)) = hits.min_by(nearer) else {
        return false;
    };
    let death = Death {
        impulse: direction * BLOW,
        vanishes_after: Some(LIES),
        ..Death::new(DeadBody::Falls)
    };
    let flock = running(scene).nth(index);
    flock.and_then(|flock| report(flock.kill(hit.id, death))) == Some(true)
}

/// Throws a stone, which is a dynamic body.
pub(super) fn throw(
    scene: &mut Scene,
    stone: &ModelResource,
    stones: &mut VecDeque<Handle<Node>>,
    eye: Vector3<f32>,
    direction: Vector3<f32>,
) {
    let place = eye + direction * ARM;
    let stone = stone.instantiate_at(scene, place, UnitQuaternion::identity());
    let body = scene.graph.try_get_node_mut(stone).ok();
    if let Some(body) = body.and_then(|node| node.cast_mut::<RigidBody>()) {
        // A little upwards.
        body.set_lin_vel(direction * THROW + Vector3::y() * 1.5);
    }
    stones.push_back(stone);
    if stones.len() > STONES {
        if let Some(oldest) = stones.pop_front() {
            if scene.graph.is_valid_handle(oldest) {
                scene.graph.remove_node(oldest);
            }
        }
    }
}

/// Claps: boids around are scared, and perched boids take off.
pub(super) fn clap(scene: &mut Scene, point: Vector3<f32>) {
    let scare = Scare {
        point,
        radius: CLAP,
        strength: FRIGHT,
        decay: FADE,
    };
    for flock in running(scene) {
        report(flock.scare(scare));
        let heard = |spot: &sim::perches::PerchSpot| (spot.position - point).norm() < CLAP;
        let perches = flock.perches();
        let near = perches.filter(|(_, perch)| perch.spots.iter().any(heard));
        let near: Vec<_> = near.map(|(id, _)| id).collect();
        for perch in near {
            report(flock.take_off(perch, point));
        }
    }
}

/// Restores the removed boids.
pub(super) fn restore(scene: &mut Scene) {
    for flock in running(scene) {
        // Perched boids are among the loose ones, and so are dead ones.
        let all = flock.boids().chain(flock.loose_boids());
        let living = all.filter(|boid| flock.is_alive(boid.id)).count();
        let missing = (flock.settings().spawn.count as usize).saturating_sub(living);
        if missing > 0 {
            report(flock.spawn(missing as u32).map(|_| ()));
        }
    }
}

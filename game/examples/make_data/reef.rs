//! What stands on the sand: rocks, the arch, corals and plants.

use super::{
    colliders::{body, mesh_body},
    coral,
    ground::Ground,
    materials, models,
    nodes::{self, Place},
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{base::BaseBuilder, collider::ColliderShape, node::Node, Scene},
};

/// Places the whole reef.
pub fn add(scene: &mut Scene) -> Vec<Handle<Node>> {
    let ground = Ground::new();
    let mut nodes = rocks(scene, &ground);
    nodes.extend(pebbles(scene, &ground));
    nodes.extend(corals(scene, &ground));
    nodes.extend(plants(scene, &ground));
    nodes
}

/// A place on the sand; `above` is the height of the model's origin over it.
fn on(ground: &Ground, x: f32, z: f32, above: f32) -> Place {
    Place::at(x, ground.height(x, z) + above, z)
}

/// Rocks whose collider is their own mesh. Bodies ignore scale, so every shape is a mesh of its own.
fn rocks(scene: &mut Scene, ground: &Ground) -> Vec<Handle<Node>> {
    let (rock, pale) = (materials::ROCK, materials::PALE_ROCK);
    [
        (
            "Left Crag",
            models::CRAG,
            rock,
            on(ground, -2.95, -1.35, 0.75).turned(20.0),
        ),
        (
            "Left Boulder",
            models::BOULDER,
            rock,
            on(ground, -2.0, -0.65, 0.30).turned(75.0),
        ),
        (
            "Left Slab",
            models::SLAB,
            pale,
            on(ground, -2.75, 0.35, 0.12).turned(-25.0),
        ),
        (
            "Right Crag",
            models::CRAG,
            pale,
            on(ground, 3.25, -1.55, 0.35).turned(160.0),
        ),
        (
            "Right Boulder",
            models::BOULDER,
            rock,
            on(ground, 3.05, -0.35, 0.22).turned(-50.0),
        ),
        (
            "Back Slab",
            models::SLAB,
            rock,
            on(ground, 0.1, -2.0, 0.10).turned(10.0),
        ),
        (
            "Arch",
            models::ARCH,
            rock,
            on(ground, 1.25, -0.75, -0.05).turned(-18.0),
        ),
    ]
    .into_iter()
    .map(|(name, model, material, place)| {
        let mesh = nodes::mesh(scene, &format!("{name} Mesh"), model, material);
        mesh_body(scene, place.base(name), mesh)
    })
    .collect()
}

/// Rounded stones in balls.
fn pebbles(scene: &mut Scene, ground: &Ground) -> Vec<Handle<Node>> {
    [
        (-1.15, 0.35, 30.0),
        (2.15, 0.55, 110.0),
        (-3.4, 1.25, 200.0),
        (0.35, -1.25, 320.0),
    ]
    .into_iter()
    .enumerate()
    .map(|(index, (x, z, yaw))| {
        let name = format!("Pebble {}", index + 1);
        let place = on(ground, x, z, 0.08).turned(yaw);
        let shape = ColliderShape::ball(models::PEBBLE_RADIUS);
        let parts = [(models::PEBBLE, materials::PALE_ROCK)];
        decorated_body(scene, &name, place, shape, &parts)
    })
    .collect()
}

fn corals(scene: &mut Scene, ground: &Ground) -> Vec<Handle<Node>> {
    let brain = ColliderShape::ball(coral::BRAIN_RADIUS);
    let radius = coral::SPONGE_RADIUS;
    let sponge = ColliderShape::capsule(
        Vector3::zeros(),
        Vector3::y() * (coral::SPONGE_HEIGHT - radius),
        radius,
    );
    let branches = ColliderShape::capsule(
        Vector3::y() * 0.12,
        Vector3::y() * 0.26,
        coral::BRANCHES_RADIUS,
    );
    let (pink, orange) = (materials::PINK_CORAL, materials::ORANGE_CORAL);
    [
        (
            "Pink Brain Coral",
            models::BRAIN,
            pink,
            &brain,
            (-1.25, -0.05, 0.02),
        ),
        (
            "Orange Brain Coral",
            models::BRAIN,
            orange,
            &brain,
            (2.55, 0.35, 0.0),
        ),
        (
            "Left Sponge",
            models::SPONGE,
            materials::VIOLET_SPONGE,
            &sponge,
            (-3.3, -0.3, 0.0),
        ),
        (
            "Right Sponge",
            models::SPONGE,
            materials::VIOLET_SPONGE,
            &sponge,
            (0.25, -0.75, 0.0),
        ),
        (
            "Left Branch Coral",
            models::BRANCHES,
            orange,
            &branches,
            (-1.7, 0.35, 0.0),
        ),
        (
            "Right Branch Coral",
            models::BRANCHES,
            pink,
            &branches,
            (2.35, -0.55, 0.0),
        ),
        (
            "Far Branch Coral",
            models::BRANCHES,
            pink,
            &branches,
            (-0.75, -1.35, 0.0),
        ),
    ]
    .into_iter()
    .map(|(name, model, material, shape, (x, z, above))| {
        let place = on(ground, x, z, above).turned(x * 90.0);
        decorated_body(scene, name, place, shape.clone(), &[(model, material)])
    })
    .collect()
}

/// A body of a simple shape, with the meshes that are seen in its place.
fn decorated_body(
    scene: &mut Scene,
    name: &str,
    place: Place,
    shape: ColliderShape,
    parts: &[(&str, &str)],
) -> Handle<Node> {
    let body = body(scene, place.base(name), shape);
    for (model, material) in parts {
        let mesh = nodes::mesh(scene, &format!("{name} Mesh"), model, material);
        scene.graph.link_nodes(mesh, body);
    }
    body
}

/// Grass and kelp, which the fish part without touching.
fn plants(scene: &mut Scene, ground: &Ground) -> Vec<Handle<Node>> {
    let (grass, red) = (materials::GRASS, materials::RED_GRASS);
    let tufts = [
        (grass, -0.65, 0.55, 1.0),
        (grass, -2.15, 0.95, 0.8),
        (grass, 1.65, 0.35, 0.9),
        (red, -3.55, 0.55, 1.1),
        (red, 3.55, 0.75, 1.0),
        (grass, 3.1, 0.6, 0.8),
        (red, -0.2, -1.55, 1.1),
        (grass, 0.75, -1.6, 1.2),
        (grass, -1.55, -1.6, 1.3),
    ];
    let kelp = [
        (materials::KELP, -3.6, -2.1, 1.15),
        (materials::KELP, -1.45, -2.1, 0.85),
        (materials::KELP, 2.2, -2.05, 1.05),
        (materials::KELP, 3.7, -2.15, 1.2),
        (materials::KELP, 2.65, -2.2, 0.75),
    ];
    let mut plants = Vec::new();
    for (name, model, list) in [
        ("Grass", models::GRASS, &tufts[..]),
        ("Kelp", models::KELP, &kelp[..]),
    ] {
        for (index, (material, x, z, size)) in list.iter().enumerate() {
            let place = on(ground, *x, *z, 0.0)
                .turned(index as f32 * 77.0)
                .scaled(*size, *size, *size);
            let base: BaseBuilder = place.base(&format!("{name} {}", index + 1));
            plants.push(nodes::mesh_from(scene, base, model, material));
        }
    }
    plants
}

//! The sight of a boid, drawn over the scene.

use crate::{
    game::{fish, Game, STEP},
    solids::add_wall,
};
use fyrox::{
    core::{algebra::Vector3, color::Color},
    graph::SceneGraph,
    scene::debug::Line,
};
use fyrox_flock::{debug::DebugDrawing, sim::Boid};

/// A flock in a cage, and one of its boids that sees a wall.
fn game_with_sight(name: &str) -> (Game, Boid) {
    let mut game = Game::with_scene(name, fish(50), |scene| {
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                add_wall(scene, axis, 1.3 * side);
            }
        }
        scene.drawing_context.add_line(Line {
            begin: Vector3::zeros(),
            end: Vector3::x(),
            color: Color::WHITE,
        });
    });
    game.update(30, STEP);
    assert_eq!(line_count(&mut game), 1);
    let simulation = game.simulation();
    let sees = |boid: &Boid| {
        simulation
            .sight(boid.id)
            .is_some_and(|it| !it.rays.is_empty())
    };
    let boid = simulation.boids().find(sees).expect("a boid sees a wall");
    let debug = DebugDrawing {
        sight: true,
        boid: boid.id.slot(),
    };
    game.flock().debug = debug.into();
    // In frames of 0 seconds it does not move.
    game.update(1, 0.0);
    (game, boid)
}

fn line_count(game: &mut Game) -> usize {
    game.scene().drawing_context.lines.len()
}

#[test]
fn rays_start_at_the_chosen_boid() {
    let (mut game, boid) = game_with_sight("sees");
    let rays = game
        .simulation()
        .sight(boid.id)
        .map_or(0, |sight| sight.rays.len());
    let lines = &game.scene().drawing_context.lines;
    let from_boid = lines.iter().filter(|line| line.begin == boid.position);
    assert!(from_boid.count() >= rays);
    // The number of lines is constant: 64 rays, two spheres, the direction, and the line of the
    // scene.
    game.update(100, STEP);
    let count = line_count(&mut game);
    assert!(count <= 64 + 1 + 3 * (32 + 8) + 1 + 1, "{count}");
}

#[test]
fn nothing_stays_behind_when_it_is_switched_off() {
    let ends: [fn(&mut Game); 4] = [
        |game| game.flock().debug.sight = false,
        |game| game.flock().debug.boid = 50,
        |game| game.change(|settings| settings.spawn.count = 0),
        |game| {
            let node = game.node;
            game.scene().graph.remove_node(node);
        },
    ];
    for end in ends {
        let mut game = game_with_sight("blind").0;
        assert!(line_count(&mut game) > 1);
        end(&mut game);
        game.update(2, STEP);
        assert_eq!(
            line_count(&mut game),
            1,
            "the line of the scene itself stays"
        );
    }
}

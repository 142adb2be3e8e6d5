//! Flocks of a scene that hunt each other while relations change.

use crate::{
    game::{fish, Game, STEP},
    scene_snapshot::{add_relation, hunt, pursuits, script, states},
    world::{add_flock, running},
};
use fyrox::{core::pool::Handle, graph::SceneGraph, scene::node::Node};
use fyrox_flock::sim::{
    world::{HuntPhase, RelationKind},
    Vec3,
};

/// A change of the relations of three flocks.
type Change = fn(&mut Game, [Handle<Node>; 3]);

/// Compared with the same hunts without the third flock.
#[test]
fn hunts_go_on_while_a_third_flock_changes_its_relations() {
    let (mut quiet, nodes) = hunt("quiet");
    let (mut game, _) = hunt("busy");
    let third = add_flock(game.scene(), "Third", fish(20), Vec3::zeros());
    let changes: [Change; 6] = [
        |_, _| (),
        |game, [first, _, third]| add_relation(game, third, first, RelationKind::Flee),
        |game, [.., third]| script(game, third).relations[0].weight = 2.0,
        |game, [_, second, third]| add_relation(game, third, second, RelationKind::Flee),
        |game, [.., third]| script(game, third).relations.clear(),
        |game, [first, _, third]| add_relation(game, third, first, RelationKind::Flee),
    ];
    let [first, second] = nodes;
    let mut assert_alike = |game: &mut Game, what| {
        for _ in 0..3 {
            quiet.update(1, STEP);
            game.update(1, STEP);
            assert_eq!(states(game, nodes), states(&mut quiet, nodes), "{what}");
        }
    };
    for (number, change) in changes.into_iter().enumerate() {
        change(&mut game, [first, second, third]);
        assert_alike(&mut game, number);
    }
    game.scene().graph.remove_node(third);
    assert_alike(&mut game, changes.len());
    assert_eq!(game.reports("busy"), [] as [String; 0]);
}

#[test]
fn hunts_of_one_direction_end_with_its_relation() {
    let (mut game, [first, second]) = hunt("one");
    let others = pursuits(&mut game, second);
    assert!(others.iter().any(|it| it.phase != HuntPhase::Rest));
    script(&mut game, first).relations.clear();
    game.update(1, 0.0);
    assert!(pursuits(&mut game, first).is_empty());
    assert_eq!(pursuits(&mut game, second), others);
}

#[test]
fn the_game_reads_who_hunts_whom() {
    let (mut game, [hawks, crows]) = hunt("read");
    let attacking = script(&mut game, hawks).pursuits();
    assert_eq!(attacking.len(), 12);
    let mut attacked = Vec::new();
    for (boid, pursuit) in attacking {
        assert_eq!(script(&mut game, hawks).pursuit(boid), Some(pursuit));
        if let (HuntPhase::Attack, Some((flock, prey))) = (pursuit.phase, pursuit.prey) {
            assert_eq!(flock, crows);
            assert!(running(&mut game, crows).boid(prey).is_some());
            attacked.push(prey);
        }
    }
    let count = attacked.len();
    attacked.sort_unstable();
    attacked.dedup();
    assert!(count > 0 && attacked.len() == count, "each has its own");

    script(&mut game, hawks).relations.clear();
    game.update(1, STEP);
    assert!(pursuits(&mut game, hawks).is_empty());
    assert_eq!(game.reports("read"), [] as [String; 0]);
}

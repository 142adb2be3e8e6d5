//! The flocks that scripts affect, the start and place of the effect; errors are logged once.

use crate::{
    effects::{add_script, errors, game_with, set_position},
    game::{Game, STEP},
    world::{add_flock, idle, running},
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder},
};
use fyrox_flock::{
    scripts::{FlockObstacle, FlockTarget},
    sim::Vec3,
};

#[test]
fn scripts_act_on_the_flocks_that_they_name() {
    let (mut game, node) = game_with("named", FlockTarget::default(), Vec3::x() * 4.0);
    let other = add_flock(game.scene(), "Other", idle(20), Vec3::zeros());
    let pivot = PivotBuilder::new(BaseBuilder::new()).build(&mut game.scene().graph);
    let first = game.node;
    game.update(2, STEP);
    let counts = |game: &mut Game| [first, other].map(|it| running(game, it).influences().len());
    assert_eq!(counts(&mut game), [1, 1]);
    let name = |game: &mut Game, flocks: Vec<Handle<Node>>| {
        let script = game.scene().graph[node].try_get_script_mut::<FlockTarget>();
        *script.unwrap().flocks = flocks;
        game.update(10, STEP);
    };
    name(&mut game, vec![other]);
    assert_eq!(counts(&mut game), [0, 1]);
    assert_eq!(errors(&game, "named"), [] as [String; 0]);
    // A list without any flock does not mean all flocks, and is logged once.
    name(&mut game, vec![pivot.to_base()]);
    assert_eq!(counts(&mut game), [0, 0]);
    let said = errors(&game, "named");
    assert!(
        said.len() == 1 && said[0].contains("has no script Flock"),
        "{said:?}"
    );
    name(&mut game, vec![pivot.to_base(), first]);
    assert_eq!(counts(&mut game), [1, 0]);
    name(&mut game, vec![Handle::NONE]);
    assert_eq!(counts(&mut game), [1, 1]);
}

#[test]
fn bad_values_are_said_once_and_the_game_goes_on() {
    let (mut game, node) = game_with("bad", FlockTarget::default(), Vec3::x() * 4.0);
    game.update(3, STEP);
    for bad in [f32::NAN, -1.0, f32::INFINITY] {
        let script = game.scene().graph[node].try_get_script_mut::<FlockTarget>();
        script.unwrap().strength.weight = bad;
        game.update(10, STEP);
        let said = errors(&game, "bad");
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].contains("Flock Target of node bad: influence.weight"),
            "{said:?}"
        );
        assert_eq!(game.simulation().influences().len(), 0);
        let script = game.scene().graph[node].try_get_script_mut::<FlockTarget>();
        script.unwrap().strength.weight = 1.0;
        game.update(1, STEP);
        assert_eq!(game.simulation().influences().len(), 1);
    }
    set_position(&mut game, node, Vec3::repeat(f32::NAN));
    game.update(10, STEP);
    assert_eq!(errors(&game, "bad").len(), 1);
    assert!(game
        .simulation()
        .boids()
        .all(|boid| boid.position.norm() < 100.0));
}

#[test]
fn what_is_added_while_the_game_runs_acts_where_it_is() {
    let mut game = Game::new("added", idle(10));
    game.update(3, STEP);
    let parent = PivotBuilder::new(BaseBuilder::new()).build(&mut game.scene().graph);
    let transform = game.scene().graph[parent].local_transform_mut();
    transform.set_position(Vec3::y() * 30.0);
    let script = FlockObstacle::default();
    let node = add_script(game.scene(), "added", script, Vec3::x() * 40.0);
    game.scene().graph.link_nodes(node, parent);
    for _ in 0..3 {
        game.update(1, STEP);
        let mut obstacles = game.simulation().obstacles();
        let placement = obstacles.next().map(|(_, it)| it.placement.origin);
        assert_eq!(placement, Some(Vec3::new(40.0, 30.0, 0.0)));
    }
}

//! The scene *table*.

use crate::support::World;
use flock_demo::{Speed, Table, PUBLISHED};
use fyrox_flock::sim::settings::Backend;

fn table(world: &mut World) -> &mut Table {
    let node = world.handle("Table");
    let table = world.scene_mut().graph[node].try_get_script_mut::<Table>();
    table.expect("the node has the table")
}

#[test]
fn the_table_runs_through_by_itself_and_again() {
    let mut world = World::open("table");
    let mut counts = Vec::new();
    for _ in 0..20_000 {
        world.update(1);
        let school = world.flock_at("School");
        if counts.last() != Some(&school.len()) {
            counts.push(school.len());
        }
        if table(&mut world).is_complete() {
            break;
        }
    }
    assert!(table(&mut world).is_complete());
    let published = PUBLISHED.map(|(fish, _)| fish as usize);
    assert_eq!(counts, published, "the school on screen is as large");
    let (mut first, mut last) = (None, 0.0);
    for (row, (fish, _)) in PUBLISHED.into_iter().enumerate() {
        let [one, all, gpu] = table(&mut world).speeds(row);
        let (Some(Speed::Steps(one)), Some(Speed::Steps(all))) = (one, all) else {
            panic!("row {row}: {one:?} {all:?}");
        };
        println!("{fish:6} {one:9.0} {all:9.0} {gpu:?}");
        assert!(one > 10.0 && all > 10.0, "row {row}");
        first.get_or_insert(one);
        last = one;
        assert!(gpu.is_some());
        let has_gpu = matches!(gpu, Some(Speed::Steps(_)));
        let backend = world.flock_at("School").settings().simulation.backend;
        assert!(has_gpu || backend != Backend::Gpu);
    }
    assert!(first > Some(5.0 * last), "more fish take longer");
    table(&mut world).restart();
    world.update(2);
    assert!(!table(&mut world).is_complete());
    assert_eq!(table(&mut world).speeds(1), [None; 3]);
}

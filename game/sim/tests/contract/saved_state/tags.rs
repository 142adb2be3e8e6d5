//! The tags of items.

use super::{add_items, ball, copy, error_of, flock, tree};
use flock_sim::{saving::ItemId, Flock};
use flock_testkit::saved;

/// A flock with one thing of each kind, with the tags 1 to 5, and their ids.
fn tagged() -> (Flock, [ItemId; 5]) {
    let mut flock = flock(3);
    let items = add_items(&mut flock);
    // In another order than that of the items.
    for (tag, item) in (1..).zip(items).collect::<Vec<_>>().into_iter().rev() {
        assert!(flock.set_tag(item, Some(tag)));
    }
    (flock, items)
}

#[test]
fn a_restored_flock_knows_them() {
    let (flock, items) = tagged();
    let restored = copy(&flock);
    for (tag, item) in (1..).zip(items) {
        assert_eq!(restored.tag(item), Some(tag));
        assert!(restored.tagged(tag).eq([item]));
    }
    assert_eq!(restored.tags().len(), 5);
    assert!(restored
        .tags()
        .eq((1..).zip(items).map(|(tag, item)| (item, tag))));
    assert_eq!(restored.tagged(9).count(), 0);
}

#[test]
fn several_may_have_one_and_it_goes_with_its_item() {
    let (mut flock, items) = tagged();
    let second = flock.add_obstacle(ball()).unwrap();
    assert!(flock.tag(second).is_none() && flock.set_tag(second, Some(3)));
    assert!(flock.tagged(3).eq([items[2], second.into()]));
    assert!(flock.set_tag(second, None) && flock.tag(second).is_none());
    for item in items {
        match item {
            ItemId::Influence(id) => assert!(flock.remove_influence(id).is_some()),
            ItemId::Emitter(id) => assert!(flock.remove_emitter(id).is_some()),
            ItemId::Obstacle(id) => assert!(flock.remove_obstacle(id).is_some()),
            ItemId::Perch(id) => assert!(flock.remove_perch(id).is_some()),
            ItemId::Predator(id) => assert!(flock.remove_predator(id).is_some()),
            ItemId::Wind => unreachable!("it stays"),
        }
        assert!(flock.tag(item).is_none() && !flock.set_tag(item, Some(1)));
    }
    assert_eq!(flock.tags().len(), 0);
}

#[test]
fn the_wind_always_may_have_one() {
    let mut flock = flock(1);
    assert!(flock.set_tag(ItemId::Wind, Some(3)));
    let mut restored = copy(&flock);
    assert!(restored.tagged(3).eq([ItemId::Wind]));
    assert!(restored.set_tag(ItemId::Wind, None) && restored.tags().len() == 0);
}

#[test]
fn a_replay_sets_them_and_no_step_depends_on_them() {
    let (mut flock, [item, ..]) = tagged();
    let (mut again, hash) = (copy(&flock), flock.state_hash());
    flock.start_log();
    assert!(flock.set_tag(item, Some(u64::MAX)) && flock.set_tag(item, Some(u64::MAX)));
    assert_eq!(flock.state_hash(), hash);
    let log = saved::copy(&flock.take_log());
    assert_eq!(log.inputs().len(), 1);
    again.replay(log);
    again.step();
    assert_eq!(again.tag(item), Some(u64::MAX));
}

#[test]
fn one_of_nothing_is_refused() {
    let (flock, items) = tagged();
    let tree = tree(&flock);
    for broken in [
        tree.with("tags/3/0/Perch", 1_u32),
        tree.with_first("tags", (items[0], 7_u64)),
    ] {
        let error = error_of(&broken);
        assert!(error.contains("tag"), "{error}");
    }
}

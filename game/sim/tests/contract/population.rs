//! Boids that are added and removed while the flock runs: against a simple model, and case by case.

use flock_sim::{
    geometry::shapes, settings::Backend, Boid, BoidId, Flock, Geometry, SettingsError, Vec3,
};
use flock_testkit::flocks::{in_the_open, on_threads, settings_in_cube as settings, texels};
use proptest::prelude::*;
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

fn flock(count: u32) -> Flock {
    in_the_open(settings(count))
}

/// A solid block over every place where a boid may be.
fn cover() -> Arc<Geometry> {
    Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(100.0))).0)
}

fn by_id(flock: &Flock) -> HashMap<BoidId, Boid> {
    flock.boids().map(|boid| (boid.id, boid)).collect()
}

/// A change of a flock.
#[derive(Clone, Debug)]
enum Change {
    Spawn(u32),
    SpawnAt(Vec3, Vec3),
    /// Removes one of all boids that ever existed.
    Remove(prop::sample::Index),
    SetCount(u32),
    /// Puts geometry over all boids, or removes it.
    Cover(bool),
    Step,
}

fn vector() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-2.0f32..2.0).prop_map(Vec3::from)
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        2 => (0u32..20).prop_map(Change::Spawn),
        2 => (vector(), vector()).prop_map(|(place, velocity)| Change::SpawnAt(place, velocity)),
        6 => any::<prop::sample::Index>().prop_map(Change::Remove),
        2 => (0u32..60).prop_map(Change::SetCount),
        1 => any::<bool>().prop_map(Change::Cover),
        3 => Just(Change::Step),
    ]
}

/// The same flock as a set of ids.
struct Model {
    living: BTreeSet<BoidId>,
    /// All boids that ever existed.
    issued: Vec<BoidId>,
    most: usize,
    is_covered: bool,
    count: u32,
}

impl Model {
    fn new(flock: &Flock) -> Self {
        let ids: Vec<BoidId> = flock.boids().map(|boid| boid.id).collect();
        Self {
            living: ids.iter().copied().collect(),
            most: ids.len(),
            count: ids.len() as u32,
            issued: ids,
            is_covered: false,
        }
    }

    fn add(&mut self, ids: &[BoidId]) {
        for id in ids {
            assert!(!self.issued.contains(id), "{id} is not new");
            self.issued.push(*id);
            self.living.insert(*id);
        }
        self.most = self.most.max(self.living.len());
    }

    fn set_count(&mut self, flock: &mut Flock, count: u32) {
        let mut settings = flock.settings().clone();
        settings.spawn.count = count;
        flock.set_settings(settings).unwrap();
        let changed = std::mem::replace(&mut self.count, count) != count;
        while changed && self.living.len() > count as usize {
            self.living.pop_last();
        }
        if changed && self.living.len() < count as usize {
            // The new ones wait while everything is covered; without geometry they are placed.
            flock.set_geometry(Arc::default());
            flock.depenetrate();
            let there: BTreeSet<BoidId> = flock.boids().map(|boid| boid.id).collect();
            let new: Vec<BoidId> = there
                .into_iter()
                .filter(|id| !self.living.contains(id))
                .collect();
            self.add(&new);
            assert_eq!(self.living.len(), count as usize);
            self.is_covered = false;
        }
    }

    /// Changes both.
    fn act(&mut self, change: &Change, flock: &mut Flock) {
        match change {
            Change::Spawn(count) => {
                let ids = flock.spawn(*count).unwrap().to_vec();
                assert_eq!(ids.len(), *count as usize);
                self.add(&ids);
            }
            Change::SpawnAt(position, velocity) => {
                let result = flock.spawn_at(*position, *velocity);
                assert_eq!(result.is_err(), self.is_covered);
                if let Ok(id) = result {
                    let boid = flock.boid(id).unwrap();
                    assert_eq!((boid.position, boid.velocity), (*position, *velocity));
                    self.add(&[id]);
                }
            }
            Change::Remove(index) if !self.issued.is_empty() => {
                let id = *index.get(&self.issued);
                let mut before = by_id(flock);
                assert_eq!(flock.remove(id), self.living.remove(&id));
                before.remove(&id);
                assert_eq!(by_id(flock), before);
            }
            Change::Remove(_) => {}
            Change::SetCount(count) => self.set_count(flock, *count),
            Change::Cover(is_covered) => {
                self.is_covered = *is_covered;
                let geometry = is_covered.then(cover).unwrap_or_default();
                flock.set_geometry(geometry);
                flock.depenetrate();
            }
            Change::Step => flock.step(),
        }
    }

    fn assert_matches(&self, flock: &Flock) {
        let boids = by_id(flock);
        assert_eq!(flock.len() + flock.not_placed(), self.living.len());
        assert_eq!(flock.len(), boids.len());
        if self.is_covered {
            assert!(flock.is_empty());
        } else {
            assert!(self.living.iter().all(|id| boids.contains_key(id)));
        }
        for id in &self.issued {
            assert_eq!(flock.boid(*id), boids.get(id).copied());
        }
        let slots: HashSet<u32> = self.living.iter().map(|id| id.slot()).collect();
        assert_eq!(slots.len(), self.living.len());
        assert!(self
            .issued
            .iter()
            .all(|id| (id.slot() as usize) < self.most));
        let texels = texels(flock);
        for (boid, texels) in flock.boids().zip(texels.chunks(2)) {
            assert_eq!(boid.position.as_slice(), &texels[0][..3]);
        }
    }
}

#[test]
fn boids_that_are_spawned_start_as_those_of_a_larger_flock() {
    let mut grown = flock(100);
    grown.spawn(50).unwrap();
    assert_eq!(by_id(&grown), by_id(&flock(150)));
}

#[test]
fn the_next_boid_of_a_slot_is_another_one() {
    let mut flock = flock(10);
    let mut seen: Vec<Boid> = flock.boids().filter(|boid| boid.id.slot() == 3).collect();
    for _ in 0..20 {
        assert!(flock.remove(seen.last().unwrap().id));
        let id = flock.spawn(1).unwrap()[0];
        assert_eq!(id.slot(), 3);
        let boid = flock.boid(id).unwrap();
        assert!(seen.iter().all(|other| other.position != boid.position));
        assert!(seen.iter().all(|other| other.velocity != boid.velocity));
        seen.push(boid);
    }
    assert!(seen[..20].iter().all(|boid| flock.boid(boid.id).is_none()));
}

#[test]
fn a_chosen_place_changes_no_looks() {
    let sizes = |flock: &Flock| {
        let texels = texels(flock);
        let texels = texels.chunks(2).map(|texels| (texels[0][3], texels[1][3]));
        let slots = flock.boids().map(|boid| boid.id.slot());
        slots.zip(texels).collect::<HashMap<_, _>>()
    };
    let mut chosen = flock(5);
    chosen.spawn_at(Vec3::x(), Vec3::y()).unwrap();
    chosen.spawn_at(Vec3::x(), Vec3::zeros()).unwrap();
    assert_eq!(sizes(&chosen), sizes(&flock(7)));
}

#[test]
fn boids_faster_than_allowed_are_slowed_and_those_outside_come_in() {
    let mut settings = settings(0);
    settings.motion.max_speed = 2.0;
    let mut flock = in_the_open(settings);
    let fast = Vec3::new(9_999.0, -10_000.0, 10_000.0);
    let ids: Vec<BoidId> = (0..5)
        .map(|x| {
            flock
                .spawn_at(Vec3::new(0.0, 0.0, 3.1 + x as f32 * 0.1), fast)
                .unwrap()
        })
        .collect();
    flock.step();
    let speed = |flock: &Flock, id: &BoidId| flock.boid(*id).unwrap().velocity.norm();
    assert!(ids.iter().all(|id| speed(&flock, id) <= 2.0001));
    (0..600).for_each(|_| flock.step());
    assert!(flock.boids().all(|boid| boid.position.z.abs() < 3.04));
}

#[test]
fn bad_starts_are_refused_with_the_value_and_what_is_allowed() {
    let mut flock = flock(10);
    let (nan, far) = (
        Vec3::new(0.0, f32::NAN, 0.0),
        Vec3::new(0.0, 0.0, -10_001.0),
    );
    let before = flock.state_hash();
    let messages = [
        (nan, Vec3::x()),
        (far, Vec3::x()),
        (Vec3::x(), far),
        (far, nan),
    ]
    .map(|(position, velocity)| flock.spawn_at(position, velocity).unwrap_err().to_string());
    assert_eq!(
        messages,
        [
            "position is (0, NaN, 0); allowed: -10000 to 10000 m in every component",
            "position is (0, 0, -10001); allowed: -10000 to 10000 m in every component",
            "velocity is (0, 0, -10001); allowed: -10000 to 10000 m/s in every component",
            "position is (0, 0, -10001); allowed: -10000 to 10000 m in every component\n\
             velocity is (0, NaN, 0); allowed: -10000 to 10000 m/s in every component",
        ]
    );
    assert_eq!((flock.state_hash(), flock.len()), (before, 10));
    flock.set_geometry(Arc::new(
        Geometry::new(&shapes::cuboid(Vec3::repeat(0.25))).0,
    ));
    flock.depenetrate();
    let before = flock.state_hash();
    let near = Vec3::new(0.26, 0.0, 0.0);
    let message = |result: Result<BoidId, SettingsError>| result.unwrap_err().to_string();
    assert_eq!(
        message(flock.spawn_at(near, Vec3::x())),
        "position is (0.26, 0, 0); allowed: a place with 0.05 m of collision.body_radius clear of geometry"
    );
    assert_eq!((flock.state_hash(), flock.len()), (before, 10));
    let mut settings = flock.settings().clone();
    settings.collision.enabled = false;
    flock.set_settings(settings).unwrap();
    flock.spawn_at(near, Vec3::x()).unwrap();
}

#[test]
fn too_many_boids_are_refused() {
    let mut flock = flock(10);
    assert_eq!(
        flock.spawn(9_999_991).unwrap_err().to_string(),
        "count is 9999991; allowed: 0 to 9999990, since the flock has 10 of at most 10000000 \
         boids; remove some first"
    );
    assert_eq!(flock.spawn(0).unwrap(), []);
    assert_eq!(flock.len(), 10);
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(200))]

    #[test]
    #[ignore = "slow"]
    fn any_sequence_of_changes_is_as_in_a_simple_model(
        count in 0u32..40,
        changes in prop::collection::vec(change(), 1..60),
    ) {
        let mut flock = flock(count);
        let mut model = Model::new(&flock);
        for change in &changes {
            model.act(change, &mut flock);
            model.assert_matches(&flock);
        }
    }

    #[test]
    #[ignore = "slow"]
    fn changes_do_not_depend_on_threads(changes in prop::collection::vec(change(), 1..30)) {
        let run = |backend| {
            let mut settings = settings(1500);
            settings.simulation.backend = backend;
            let mut flock = in_the_open(settings);
            let mut model = Model::new(&flock);
            for change in &changes {
                model.act(change, &mut flock);
            }
            (0..3).for_each(|_| flock.step());
            model.assert_matches(&flock);
            (flock.state_hash(), flock.boids().map(|boid| boid.id).collect::<Vec<_>>())
        };
        let expected = run(Backend::SingleThread);
        prop_assert_eq!(on_threads(3, || run(Backend::AllThreads)), expected);
    }
}

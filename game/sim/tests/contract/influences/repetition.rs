//! What changes no bit.

use super::*;
use flock_sim::{
    influences::{Influence, InfluenceKind, InfluenceVolume},
    settings::Backend,
    Flock, Preset, Vec3,
};
use flock_testkit::{
    flocks::{by_id, in_the_open, on_threads},
    saved::copy,
};
use std::sync::Arc;

#[test]
fn what_is_switched_off_or_far_away_changes_no_bit() {
    let moves = |influences: &[Influence]| {
        let mut flock = school(500);
        for influence in influences {
            flock.add_influence(influence.clone()).unwrap();
        }
        seconds(&mut flock, 1.0);
        by_id(&flock)
    };
    let target = Influence::new(InfluenceKind::Target {
        point: Vec3::zeros(),
        slowing: 1.0,
    });
    let without = moves(&[]);
    assert_ne!(moves(std::slice::from_ref(&target)), without);
    let off = Influence {
        enabled: false,
        ..target.clone()
    };
    let weightless = Influence {
        weight: 0.0,
        ..target.clone()
    };
    let none = Influence {
        share: 0.0,
        ..target.clone()
    };
    let point = Vec3::new(900.0, 0.0, 0.0);
    let far = Influence {
        kind: InfluenceKind::Target {
            point,
            slowing: 1.0,
        },
        ..target
    };
    assert_eq!(moves(&[off, weightless, none, far]), without);
}

#[test]
fn influences_give_the_same_bits_on_any_number_of_threads_and_after_a_snapshot() {
    let hash = |threads: usize, with_snapshot: bool| {
        on_threads(threads, || {
            let mut settings = Preset::Sardines.settings();
            settings.spawn.count = 3000;
            settings.simulation.backend = Backend::AllThreads;
            let mut flock = in_the_open(settings);
            for number in 0..100 {
                let angle = number as f32;
                let center = Vec3::new(angle.cos(), 0.3, angle.sin()) * 4.0;
                let volumes = vec![InfluenceVolume::Sphere {
                    center,
                    radius: 0.2,
                }];
                let kind = match number % 3 {
                    0 => InfluenceKind::Attract { volumes },
                    1 => InfluenceKind::Repel { volumes },
                    _ => InfluenceKind::Target {
                        point: center,
                        slowing: 1.0,
                    },
                };
                let (reach, share) = (1.5, 0.7);
                flock
                    .add_influence(Influence {
                        reach,
                        share,
                        ..Influence::new(kind)
                    })
                    .unwrap();
            }
            seconds(&mut flock, 1.0);
            if with_snapshot {
                let snapshot = copy(&flock.snapshot());
                flock = Flock::restore(&snapshot, Arc::default()).unwrap();
                assert_eq!(flock.influences().len(), 100);
            }
            seconds(&mut flock, 1.0);
            flock.state_hash()
        })
    };
    let expected = hash(1, false);
    assert_eq!(hash(3, false), expected);
    assert_eq!(hash(2, true), expected);
}

//! The check of every move with `collision.check_crossings`.

use super::scene::{one, settings, wall};
use flock_sim::{settings::CollisionResponse, Settings};

#[test]
fn moves_are_not_changed_by_being_checked() {
    let hash = |mut settings: Settings, check: bool| {
        settings.collision.check_crossings = check;
        let mut flock = one(settings, wall(), [0.0; 3], [3.0, 2.0, -1.0]);
        (0..100).for_each(|_| flock.step());
        assert_eq!(flock.statistics().crossings, 0);
        flock.state_hash()
    };
    for response in [
        CollisionResponse::Reverse,
        CollisionResponse::Bounce,
        CollisionResponse::Slide,
    ] {
        let settings = settings(response);
        assert_eq!(hash(settings.clone(), false), hash(settings, true));
    }
}

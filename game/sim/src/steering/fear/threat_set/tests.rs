use super::*;
use crate::{
    math::frame::{Frame, Placement},
    settings::{BoundaryMode, Region, Settings},
    steering::fear::near::NearThreats,
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

const HALVES: [f32; 3] = [20.0, 2.0, 20.0];

fn coordinates() -> impl Strategy<Value = [f32; 3]> {
    HALVES.map(|half| -half..half)
}

/// Most threats are small; some reach far.
fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![20 => 0.1..3.0_f32, 1 => 3.0..60.0_f32]
}

fn scare((point, radius): &([f32; 3], f32)) -> Threat {
    Threat::scare(Vec3::from(*point), *radius, 1.0)
}

fn frame() -> Frame {
    Frame::new(&Placement {
        origin: Vec3::new(5.0, 1.0, -2.0),
        rotation: UnitQuaternion::from_euler_angles(0.3, 0.5, -0.2),
    })
}

fn periodic_box() -> PeriodicBox {
    let mut settings = Settings::default();
    settings.boundary.mode = BoundaryMode::Wrap;
    settings.boundary.shape = Region::Box {
        min: -Vec3::from(HALVES),
        max: Vec3::from(HALVES),
    };
    PeriodicBox::new(&settings, frame()).unwrap()
}

/// Closeness of each threat at a position; in a periodic box, of its nearest image.
fn closenesses(threats: &[Threat], place: Vec3, periodic_box: Option<&PeriodicBox>) -> Vec<f32> {
    let distance = |threat: &Threat| {
        let offset = place - Vec3::from(threat.point);
        let Some(periodic_box) = periodic_box else {
            return offset.norm();
        };
        let frame = periodic_box.frame();
        let periods = periodic_box.periods();
        let images = (0..27).map(|index| {
            let times = [index % 3, index / 3 % 3, index / 9];
            let shift = Vec3::from_fn(|axis, _| (times[axis] as f32 - 1.0) * periods[axis]);
            (offset + frame.vector_to_world(shift)).norm()
        });
        images.fold(f32::INFINITY, f32::min)
    };
    let closeness = |threat: &Threat| (1.0 - distance(threat) / threat.radius).max(0.0);
    threats.iter().map(closeness).collect()
}

proptest! {
    #![proptest_config(crate::cases::config(100))]

    #[test]
    fn no_threat_near_a_place_is_missed(
        threats in prop::collection::vec((coordinates(), radius()), 0..900),
        places in prop::collection::vec(coordinates(), 20),
        wraps in any::<bool>(),
    ) {
        let to_world = |point: [f32; 3]| frame().point_to_world(Vec3::from(point));
        let of_world = |it: &([f32; 3], f32)| scare(&(to_world(it.0).into(), it.1));
        let threats: Vec<Threat> = threats.iter().map(of_world).collect();
        let places: Vec<Vec3> = places.iter().map(|place| to_world(*place)).collect();
        let periodic_box = wraps.then(periodic_box);
        let mut set = ThreatSet::default();
        // Twice, so that threats left over from the earlier set would show.
        for _ in 0..2 {
            set.set(threats.iter().copied(), periodic_box, Backend::SingleThread);
        }
        let columns = [0, 1, 2].map(|axis| places.iter().map(|place| place[axis]).collect());
        let columns: &[Vec<f32>; 3] = &columns;
        let near = NearThreats::new(&set, columns.each_ref().map(Vec::as_slice));
        for place in places {
            let expected = closenesses(&threats, place, periodic_box.as_ref());
            let sum: f64 = expected.iter().copied().map(f64::from).sum();
            let [mut of_all, mut of_block] = [0.0; 2];
            let add = |sum: &mut f64, threat: &Threat| *sum += f64::from(threat.closeness(place.into()));
            set.for_each_near(place.into(), |threat| add(&mut of_all, threat));
            near.for_each_at(place.into(), |threat| add(&mut of_block, threat));
            let tolerance = 1e-5 * (1.0 + expected.len() as f64);
            prop_assert!((of_all - sum).abs() < tolerance, "{} {}", of_all, sum);
            prop_assert_eq!(of_all, of_block);
            if sum > tolerance {
                prop_assert!(set.is_any_near(place, |_| true));
                let at: [f32; 3] = place.into();
                prop_assert!(!set.is_sorted() || set.reaches(at, at));
            }
        }
    }
}

/// Number of threats that a search from one position visits.
fn looked_at(radii: impl Iterator<Item = f32>) -> usize {
    let places = (0..40_u8).flat_map(|x| (0..40_u8).map(move |z| [x, 0, z].map(f32::from)));
    let threats = places.zip(radii).map(|it| scare(&it));
    let mut set = ThreatSet::default();
    set.set(threats, None, Backend::SingleThread);
    let mut count = 0;
    set.for_each_near([20.0, 0.0, 20.0], |_| count += 1);
    count
}

#[test]
fn a_wide_threat_does_not_make_the_others_wide() {
    let narrow = || std::iter::repeat(0.5);
    let alone = looked_at(narrow().take(1600));
    let with_wide = looked_at(narrow().take(800).chain([1000.0]).chain(narrow().take(799)));
    assert!(alone < 30, "{alone}");
    assert!(with_wide <= alone + 1, "{with_wide} {alone}");
}

//! The neighbours that a flock finds are those of all pairs: none is missed, none counts twice.
//!
//! Each boid has a velocity of random whole numbers (times a power of two) so small that sums of
//! them are exact. A flock that only aligns, to the sum of the velocities, and that steers by
//! velocity then moves with the sum of its neighbours' velocities, which identifies the set of
//! neighbours like a hash.

use flock_sim::{
    settings::{AlignTo, Backend, Boundary, BoundaryMode, Normalization, Region, Rule, Steering},
    Placement, Settings, Vec3,
};
use flock_testkit::flocks;
use nalgebra::Vector3;
use proptest::prelude::*;
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    Xoshiro256PlusPlus,
};

/// Factor of the whole numbers. Sums of 2,000 then stay below 500 m/s and are exact in single
/// precision.
const UNIT: f32 = 1.0 / 32_768.0;
const LARGEST: i32 = 1 << 12;

type Whole = Vector3<i32>;

/// Places of boids and the settings of their neighbours.
struct Layout {
    points: Vec<Vec3>,
    radius: f32,
    view: f32,
    nearest: Option<u32>,
    /// The periodic box.
    period: Option<(Vec3, Vec3)>,
    /// True if distances are exact, so that rounding decides nothing.
    is_exact: bool,
}

impl Layout {
    fn new(points: Vec<Vec3>, radius: f32) -> Self {
        Self {
            points,
            radius,
            view: 360.0,
            nearest: None,
            period: None,
            is_exact: false,
        }
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.cohesion.enabled = false;
        settings.separation.enabled = false;
        settings.alignment = Rule {
            normalization: Normalization::Sum,
            field_of_view: self.view,
            ..Rule::new(1.0, self.radius)
        };
        settings.neighbours.align_to = AlignTo::Velocity;
        if let Some(nearest) = self.nearest {
            settings.neighbours.nearest_only = true;
            settings.neighbours.nearest = nearest;
        }
        settings.motion.steering = Steering::Velocity;
        settings.motion.max_speed = 1000.0;
        settings.boundary.enabled = false;
        if let Some((min, max)) = self.period {
            settings.boundary =
                Boundary::new(Region::Box { min, max }).with_mode(BoundaryMode::Wrap);
        }
        settings.simulation.backend = Backend::SingleThread;
        settings
    }

    fn velocities(&self) -> Vec<Whole> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.points.len() as u64);
        let mut number = || (random.next_u32() % (2 * LARGEST as u32)) as i32 - LARGEST;
        let velocity = |_| Whole::from_fn(|_, _| number());
        self.points.iter().map(velocity).collect()
    }

    /// Makes a step and compares the neighbours of every boid.
    fn check(&self) {
        let velocities = self.velocities();
        let to_speed = |whole: &Whole| whole.map(|x| x as f32 * UNIT);
        let boids: Vec<(Vec3, Vec3)> = self
            .points
            .iter()
            .copied()
            .zip(velocities.iter().map(to_speed))
            .collect();
        let mut flock = flocks::flock(self.settings(), Placement::default(), &boids);
        flock.step();
        let mut left_out = 0;
        for (boid, found) in flocks::by_id(&flock).iter().enumerate() {
            let Some(neighbours) = self.neighbours(boid, &velocities) else {
                left_out += 1;
                continue;
            };
            let expected: Whole = neighbours.iter().map(|other| velocities[*other]).sum();
            assert_eq!(
                found.velocity,
                to_speed(&expected),
                "boid {boid} at {} has another set of neighbours than these {}: {neighbours:?}",
                self.points[boid],
                neighbours.len(),
            );
        }
        assert!(
            left_out <= 1 + self.points.len() / 20,
            "{left_out} of {} boids were left out",
            self.points.len()
        );
    }

    fn offset(&self, boid: usize, other: usize) -> Vector3<f64> {
        let offset = (self.points[other]).map(f64::from) - self.points[boid].map(f64::from);
        let Some((min, max)) = self.period else {
            return offset;
        };
        let period = max.map(f64::from) - min.map(f64::from);
        offset.zip_map(&period, |x, period| x - (x / period).round() * period)
    }

    /// Largest change of a distance by rounding.
    fn margin(&self, distance: f64) -> f64 {
        if self.is_exact {
            return 0.0;
        }
        let extent = self
            .period
            .map_or(0.0, |(min, max)| (min.norm() + max.norm()) as f64);
        1e-6 * (distance + extent)
    }

    /// The neighbours by all pairs; none if rounding decides about one of them.
    fn neighbours(&self, boid: usize, velocities: &[Whole]) -> Option<Vec<usize>> {
        let mut near = Vec::new();
        for other in (0..self.points.len()).filter(|other| *other != boid) {
            let distance = self.offset(boid, other).norm();
            let beyond = distance - f64::from(self.radius);
            if !self.is_exact && beyond.abs() <= self.margin(distance) {
                return None;
            }
            if beyond < 0.0 {
                near.push((distance, other));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.keep_nearest(&mut near)?;
        let mut seen = Vec::new();
        for (distance, other) in near {
            if self.sees(boid, other, distance, velocities)? {
                seen.push(other);
            }
        }
        Some(seen)
    }

    fn keep_nearest(&self, near: &mut Vec<(f64, usize)>) -> Option<()> {
        let count = self.nearest.map_or(near.len(), |count| count as usize);
        if let (Some(last), Some(next)) = (near.get(count.wrapping_sub(1)), near.get(count)) {
            if !self.is_exact && next.0 - last.0 <= self.margin(next.0) {
                return None;
            }
        }
        near.truncate(count);
        Some(())
    }

    fn sees(&self, boid: usize, other: usize, distance: f64, velocities: &[Whole]) -> Option<bool> {
        let heading = velocities[boid].map(f64::from);
        if self.view >= 360.0 || heading.norm() == 0.0 || distance == 0.0 {
            return Some(true);
        }
        let ahead = heading.normalize().dot(&self.offset(boid, other));
        let inside = ahead - (f64::from(self.view).to_radians() / 2.0).cos() * distance;
        let margin = 2.0 * self.margin(distance) + 2e-6 * distance;
        (inside.abs() > margin).then_some(inside > 0.0)
    }
}

fn point(extent: f32) -> impl Strategy<Value = Vec3> {
    let coordinate = move || -extent..=extent;
    (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

/// Points in cubes of a few millimetres to 20 km.
fn points() -> impl Strategy<Value = Vec<Vec3>> {
    (-2.5f32..4.0).prop_flat_map(|extent| prop::collection::vec(point(10f32.powf(extent)), 0..300))
}

/// Points with whole coordinates.
fn lattice(reach: i32) -> impl Strategy<Value = Vec<Vec3>> {
    let coordinate = move || -reach..=reach;
    let point = (coordinate(), coordinate(), coordinate());
    prop::collection::vec(point, 1..300).prop_map(|points| {
        let whole = |(x, y, z): &(i32, i32, i32)| Vec3::new(*x as f32, *y as f32, *z as f32);
        points.iter().map(whole).collect()
    })
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(60))]

    #[test]
    fn random_scenes(points in points(), radius in -3.0f32..4.0, view in 0.0f32..800.0) {
        let mut layout = Layout::new(points, 10f32.powf(radius));
        layout.view = view.min(360.0);
        layout.check();
    }

    #[test]
    fn clumps(
        clumps in prop::collection::vec((point(9_000.0), prop::collection::vec(point(0.5), 1..60)), 1..6),
        radius in 0.1f32..1.0,
    ) {
        let around = clumps.iter().flat_map(|(center, points)| points.iter().map(move |p| center + p));
        Layout::new(around.collect(), radius).check();
    }

    #[test]
    fn on_cell_borders(
        points in lattice(4),
        spacing in prop::sample::select(vec![0.125f32, 1.0, 64.0]),
        multiple in prop::sample::select(vec![0.25f32, 0.5, 1.0, 2.0, 3.0]),
    ) {
        // Cells begin at multiples of the radius or of a part of it; neighbours at exactly the
        // radius do not count.
        let mut layout = Layout::new(points.iter().map(|p| p * spacing).collect(), spacing * multiple);
        layout.is_exact = true;
        layout.check();
    }

    #[test]
    fn nearest_of_random_scenes(points in points(), radius in -1.0f32..4.0, nearest in 1u32..=32, view in 0.0f32..800.0) {
        let mut layout = Layout::new(points, 10f32.powf(radius));
        layout.nearest = Some(nearest);
        layout.view = view.min(360.0);
        layout.check();
    }

    #[test]
    fn nearest_of_many_equally_far(points in lattice(3), nearest in 1u32..=32, radius in prop::sample::select(vec![1.5f32, 3.0, 100.0])) {
        let mut layout = Layout::new(points, radius);
        layout.nearest = Some(nearest);
        layout.is_exact = true;
        layout.check();
    }

    #[test]
    fn across_a_periodic_box(
        shares in prop::collection::vec(point(0.5), 0..200),
        size in point(3.0),
        radius in 0.05f32..20.0,
        nearest in prop::option::of(1u32..=32),
    ) {
        // With radii below the width of the box and above it.
        let size = size.map(|x| x.abs() + 0.2);
        let middle = Vec3::new(0.3, -5.0, 2.0);
        let mut layout = Layout::new(shares.iter().map(|p| middle + p.component_mul(&size)).collect(), radius);
        layout.period = Some((middle - size / 2.0, middle + size / 2.0));
        layout.nearest = nearest;
        layout.check();
    }

    #[test]
    fn on_faces_of_a_periodic_box(
        points in lattice(4),
        radius in prop::sample::select(vec![0.5f32, 1.0, 2.0, 3.0, 5.0, 20.0]),
        nearest in prop::option::of(1u32..=32),
    ) {
        // Boids on opposite faces, which are the same place, and boids outside.
        let mut layout = Layout::new(points, radius);
        layout.period = Some((Vec3::new(-4.0, -2.0, -1.0), Vec3::new(4.0, 2.0, 3.0)));
        layout.nearest = nearest;
        layout.is_exact = true;
        layout.check();
    }
}

#[test]
fn all_in_one_point() {
    for point in [Vec3::zeros(), Vec3::new(9_999.0, -0.1, 1.0)] {
        let mut layout = Layout::new(vec![point; 700], 0.001);
        layout.check();
        layout.nearest = Some(32);
        // Of equally near boids, those with the lowest ids count.
        layout.is_exact = true;
        layout.check();
    }
}

#[test]
fn two_thousand_boids() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut coordinate = || (random.next_u32() >> 8) as f32 / (1 << 24) as f32 * 10.0;
    let points: Vec<Vec3> = (0..2000)
        .map(|_| Vec3::from_fn(|_, _| coordinate()))
        .collect();
    for radius in [0.3, 1.0, 3.0] {
        let mut layout = Layout::new(points.clone(), radius);
        layout.check();
        layout.view = 200.0;
        layout.check();
        layout.period = Some((Vec3::zeros(), Vec3::repeat(10.0)));
        layout.check();
        layout.nearest = Some(7);
        layout.check();
    }
}

//! Ways against the shortest ways on a dense grid, and against an independent judge.

mod dense_grid;
mod planar;

use dense_grid::DenseGrid;
use flock_sim::{
    ways::{Navigation, NavigationField, NavigationPlane, Way, Ways},
    Geometry, Vec3,
};
use flock_terrain::Terrain;
use flock_testkit::{
    judge::Judge,
    scenes::{
        dense,
        levels::{self, Numbers},
    },
    triangles,
};
use std::sync::Arc;

/// Distance by which the sweep lets a body be too near, in radii.
const SKIN: f64 = 1e-3;

/// A level, and the ways in it.
struct Level {
    triangles: Vec<[Vec3; 3]>,
    half_size: Vec3,
    radius: f32,
    /// The plane of the ways, which is normal to an axis.
    plane: Option<NavigationPlane>,
}

impl Level {
    fn geometry(&self) -> Arc<Geometry> {
        triangles::geometry(&self.triangles)
    }

    fn field(&self) -> Arc<NavigationField> {
        let navigation = Navigation {
            plane: self.plane,
            ..Navigation::new(self.radius)
        };
        Arc::new(NavigationField::new(&self.geometry(), navigation).unwrap())
    }

    fn judge(&self) -> Judge {
        Judge::new(&self.triangles, 2.0 * f64::from(self.radius))
    }

    fn in_plane(&self, at: Vec3) -> Vec3 {
        self.plane.map_or(at, |plane| plane.nearest(at))
    }

    /// The dense grid over the level, in its plane if it has one.
    fn grid<'a>(&self, judge: &'a Judge, spacing: f64) -> DenseGrid<'a> {
        let half = self.half_size.add_scalar(0.5);
        let [low, high] = [-half, half].map(|corner| self.in_plane(corner));
        DenseGrid::new(judge, self.radius.into(), low, high, spacing)
    }

    /// Positions where the body fits.
    fn places(&self, count: usize, seed: u32) -> Vec<Vec3> {
        let (geometry, mut numbers) = (self.geometry(), Numbers::new(seed));
        let places = std::iter::repeat_with(|| numbers.vector().component_mul(&self.half_size));
        let places = places.map(|at| self.in_plane(at));
        places
            .filter(|at| geometry.is_clear(*at, 1.1 * self.radius))
            .take(count)
            .collect()
    }
}

fn maze() -> Level {
    Level {
        triangles: levels::maze(7, 3, 7),
        half_size: Vec3::new(3.4, 1.4, 3.4),
        radius: 0.15,
        plane: None,
    }
}

fn labyrinth() -> Level {
    Level {
        triangles: dense::labyrinth(2.5, 2, 13),
        half_size: Vec3::repeat(2.5),
        radius: 0.15,
        plane: None,
    }
}

fn cave() -> Level {
    let terrain = Terrain {
        size: Vec3::new(12.0, 6.0, 12.0),
        scale: 3.0,
        ..Terrain::default()
    };
    Level {
        triangles: terrain.triangles().unwrap(),
        half_size: terrain.size / 2.0,
        radius: 0.2,
        plane: None,
    }
}

/// No surface is nearer to the way than the radius, and none is crossed.
fn assert_fits(level: &Level, judge: &Judge, way: &Way) {
    let radius = f64::from(level.radius);
    for ends in way.points.windows(2) {
        let [from, to] = [ends[0], ends[1]];
        assert_eq!(judge.crossed(from, to), None, "{from:?} to {to:?}");
        let parts = ((to - from).norm() / (0.2 * level.radius)).ceil();
        for part in 0..=parts as usize {
            let at = from + (to - from) * (part as f32 / parts.max(1.0));
            let nearest = judge.nearest(at, (1.0 - SKIN) * radius);
            assert_eq!(nearest, None, "at {at:?} on {way:?}");
        }
    }
}

/// Many ways between random positions, with bends, are as [`compared`] asserts.
fn assert_short(level: &Level, spacing: f64) {
    let (found, bends) = compared(level, spacing);
    assert!(found >= 10, "{found} ways");
    assert!(bends > 30, "{bends} bends");
}

/// Asserts that ways between random positions are free, at most 1.05 times as long as those on the
/// grid, and there wherever the grid finds one. Returns the numbers of ways and of their bends.
fn compared(level: &Level, spacing: f64) -> (usize, usize) {
    let (judge, field) = (level.judge(), level.field());
    let grid = level.grid(&judge, spacing);
    let places = level.places(44, 7);
    let (mut bends, mut found, mut worst, mut all) = (0, 0, 0.0_f64, (0.0, 0.0));
    for goal in &places[..4] {
        let (ways, shortest) = (Ways::new(&field, &[*goal]), grid.ways_to(*goal));
        for from in &places[4..] {
            let (way, shortest) = (ways.way_from(*from), shortest.length_from(*from));
            let Some(shortest) = shortest else { continue };
            let way = way.unwrap_or_else(|| panic!("no way from {from:?} to {goal:?}"));
            assert_fits(level, &judge, &way);
            let ends = (way.points.first(), way.points.last());
            assert_eq!(ends, (Some(from), Some(goal)));
            found += 1;
            bends += way.points.len() - 2;
            let ratio = f64::from(way.length) / shortest;
            worst = worst.max(ratio);
            all = (all.0 + f64::from(way.length), all.1 + shortest);
        }
    }
    println!(
        "worst {worst:.4}, all {:.4}, {bends} bends, {found} ways",
        all.0 / all.1
    );
    assert!(worst <= 1.05, "{worst}");
    (found, bends)
}

#[test]
fn ways_through_a_maze_are_short() {
    assert_short(&maze(), 0.09);
}

#[test]
fn ways_through_a_labyrinth_are_short() {
    assert_short(&labyrinth(), 0.08);
}

#[test]
fn ways_through_a_cave_are_short() {
    assert_short(&cave(), 0.13);
}

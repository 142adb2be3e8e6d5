//! The pictures of the tiles: lawn, paving, pond, hedges and walls from above, lit from the upper
//! left.

use super::{
    maze_paint,
    tile::{Tile, PERIOD},
};
use crate::base::{
    image::{Rgb, Rgba},
    pattern::{mix, ridge, smooth_step, Pattern, Random},
};
use fyrox::core::algebra::{Vector2, Vector3};

/// The noise and the stones of the pictures.
pub struct Painter {
    broad: Pattern,
    fine: Pattern,
    cobbles: Vec<Vector2<f32>>,
}

/// Number of cobbles along an edge of the repeating pattern.
const COBBLES: usize = 14;

fn opaque(color: Rgb) -> Rgba {
    color.push(1.0)
}

impl Painter {
    pub fn new() -> Self {
        let mut random = Random::new(612);
        let mut jitter = || random.between(0.18, 0.82);
        Self {
            broad: Pattern::new(610),
            fine: Pattern::new(611),
            cobbles: (0..COBBLES * COBBLES)
                .map(|_| Vector2::new(jitter(), jitter()))
                .collect(),
        }
    }

    /// Noise that repeats after `period` tiles.
    fn noise(&self, u: f32, v: f32, detail: f64) -> f32 {
        self.fine.tile(f64::from(u), f64::from(v), detail, 3)
    }

    pub fn paint(&self, tile: Tile, u: f32, v: f32) -> Rgba {
        let part = |x: u32, y: u32| {
            let period = PERIOD as f32;
            ((x as f32 + u) / period, (y as f32 + v) / period)
        };
        match tile {
            Tile::Grass(x, y) => {
                let (u, v) = part(x, y);
                opaque(self.grass(u, v))
            }
            Tile::Cobbles(x, y) => {
                let (u, v) = part(x, y);
                opaque(self.cobble(u, v))
            }
            Tile::Water(x, y) => {
                let (u, v) = part(x, y);
                opaque(self.water(u, v))
            }
            Tile::Tufts(mask) => self.tufts(mask, u, v),
            Tile::Stones(mask) => self.stones(mask, u, v),
            Tile::Flowers(kind) => flowers(kind, u, v),
            Tile::Shade(mask) => shade(mask, u, v),
            Tile::Hedge(mask) => self.hedge(mask, u, v),
            Tile::Wall(mask) => self.wall(mask, u, v),
            Tile::Sand(x, y) => {
                let (u, v) = part(x, y);
                opaque(maze_paint::sand(&self.broad, &self.fine, u, v))
            }
            Tile::Boulder(kind) => maze_paint::boulder(&self.fine, kind, u, v),
        }
    }

    fn grass(&self, u: f32, v: f32) -> Rgb {
        let patch = smooth_step(
            -0.5,
            0.6,
            self.broad.tile(f64::from(u), f64::from(v), 6.0, 3),
        );
        let blade = self.noise(u, 0.45 * v, 120.0);
        let base = Rgb::new(0.22, 0.34, 0.22).lerp(&Rgb::new(0.36, 0.46, 0.25), patch);
        base * (1.0 + 0.32 * blade)
    }

    /// Difference of the distances to the next and to the nearest cobble, as a fraction of a
    /// cobble; and the index of the nearest one.
    fn cobble_at(&self, u: f32, v: f32) -> (f32, usize) {
        let count = COBBLES as i32;
        let (x, y) = (u * count as f32, v * count as f32);
        let (mut first, mut second, mut nearest) = (f32::MAX, f32::MAX, 0);
        for (right, down) in (-1..2).flat_map(|down| (-1..2).map(move |right| (right, down))) {
            let (column, row) = (x.floor() as i32 + right, y.floor() as i32 + down);
            let index = row.rem_euclid(count) * count + column.rem_euclid(count);
            let jitter = self.cobbles[index as usize];
            let away = Vector2::new(column as f32 + jitter.x - x, row as f32 + jitter.y - y).norm();
            if away < first {
                (second, first, nearest) = (first, away, index as usize);
            } else {
                second = second.min(away);
            }
        }
        (second - first, nearest)
    }

    fn cobble(&self, u: f32, v: f32) -> Rgb {
        let (gap, index) = self.cobble_at(u, v);
        let stone = smooth_step(0.04, 0.30, gap);
        let tone = 0.78 + 0.44 * self.cobbles[index].x;
        let warm =
            Rgb::new(0.52, 0.47, 0.42).lerp(&Rgb::new(0.45, 0.47, 0.50), self.cobbles[index].y);
        let grain = 1.0 + 0.10 * self.noise(u, v, 90.0);
        // Light from the upper left, on the round edges of the stones.
        let step = 0.0035;
        let slope = self.cobble_at(u - step, v - step).0 - gap;
        let light = 1.0 - (slope * 4.0).clamp(-0.25, 0.25) * (1.0 - stone);
        Rgb::new(0.14, 0.16, 0.13).lerp(&(warm * tone * grain * light), stone)
    }

    fn water(&self, u: f32, v: f32) -> Rgb {
        let (u64, v64) = (f64::from(u), f64::from(v));
        let deep = smooth_step(-0.7, 0.7, self.broad.tile(v64, u64, 5.0, 2));
        let base = Rgb::new(0.07, 0.17, 0.27).lerp(&Rgb::new(0.11, 0.27, 0.36), deep);
        let glint = ridge(self.fine.tile(u64, v64, 9.0, 2) * 2.6).powi(14);
        base.lerp(&Rgb::new(0.55, 0.75, 0.86), 0.45 * glint)
    }

    /// Distance to the nearest side of a mask, in tiles, with ragged edges.
    fn ragged_distance(&self, mask: u32, u: f32, v: f32, raggedness: f32) -> f32 {
        let rough = raggedness * self.noise(u, v, 13.0);
        distance_to_sides(mask, u, v) + rough
    }

    fn tufts(&self, mask: u32, u: f32, v: f32) -> Rgba {
        let away = self.ragged_distance(mask, u, v, 0.24);
        let blade = self.noise(u, 0.45 * v, 32.0);
        let color = Rgb::new(0.27, 0.39, 0.23) * (1.0 + 0.35 * blade);
        color.push(1.0 - smooth_step(0.10, 0.19, away))
    }

    fn stones(&self, mask: u32, u: f32, v: f32) -> Rgba {
        let away = self.ragged_distance(mask, u, v, 0.05);
        let (_, index) = self.cobble_at(u, v);
        let stones =
            ridge((u * 3.0 * std::f32::consts::PI).sin() * (v * 3.0 * std::f32::consts::PI).sin());
        let tone = mix(0.75, 1.1, stones) * (0.9 + 0.2 * self.cobbles[index % 7].x);
        let rim = Rgb::new(0.47, 0.46, 0.43) * tone;
        let bank = Rgb::new(0.10, 0.16, 0.17);
        let color = rim.lerp(&bank, smooth_step(0.15, 0.22, away));
        color.push(1.0 - smooth_step(0.22, 0.36, away))
    }

    fn hedge(&self, mask: u32, u: f32, v: f32) -> Rgba {
        let open = 15 & !mask;
        let inside = self.ragged_distance(open, u, v, 0.07) - 0.05;
        let leaf = |u: f32, v: f32| self.noise(u, v, 11.0) + 0.5 * self.noise(v, u, 25.0);
        let step = 0.03;
        let light = leaf(u - step, v - step) - leaf(u + step, v + step);
        let dome = smooth_step(-0.02, 0.32, inside);
        let base = Rgb::new(0.06, 0.15, 0.10).lerp(&Rgb::new(0.20, 0.35, 0.18), dome);
        let edge_light = light_from_upper_left(open, u, v);
        let color = base * (1.0 + 0.55 * light + 0.35 * edge_light);
        color.push(smooth_step(-0.02, 0.02, inside))
    }

    fn wall(&self, mask: u32, u: f32, v: f32) -> Rgba {
        let open = 15 & !mask;
        let away = distance_to_sides(open, u, v);
        let row = (v * 2.0).floor();
        let along = (u * 1.0 + 0.5 * row).rem_euclid(1.0);
        let across = (v * 2.0).fract();
        let joint = (along.min(1.0 - along)).min(0.5 * across.min(1.0 - across));
        let block = smooth_step(0.012, 0.05, joint);
        let grain = 1.0 + 0.22 * self.noise(u, v, 14.0) + 0.06 * row;
        let stone = Rgb::new(0.43, 0.41, 0.44) * grain;
        let top = Rgb::new(0.17, 0.16, 0.19).lerp(&stone, block);
        let edge = smooth_step(0.02, 0.16, away);
        let moss = smooth_step(0.15, 0.7, self.noise(v, u, 5.0)) * 0.5;
        let color = top.lerp(&Rgb::new(0.22, 0.33, 0.18), moss);
        opaque(color * mix(0.62, 1.0, edge) * (1.0 + 0.45 * light_from_upper_left(open, u, v)))
    }
}

/// Distance to the nearest side of a mask, in tiles; 1 without any.
fn distance_to_sides(mask: u32, u: f32, v: f32) -> f32 {
    let distances = [v, 1.0 - u, 1.0 - v, u].into_iter().enumerate();
    let near = distances.filter(|(side, _)| mask >> side & 1 == 1);
    near.fold(1.0, |least, (_, distance)| least.min(distance))
}

/// Positive along the sides above and to the left, negative along the others.
fn light_from_upper_left(mask: u32, u: f32, v: f32) -> f32 {
    let near = |side: u32| 1.0 - smooth_step(0.03, 0.20, distance_to_sides(mask & side, u, v));
    near(1).max(near(8)) - near(2).max(near(4))
}

/// The shadows of blocks: to the lower right, softer with the distance.
fn shade(mask: u32, u: f32, v: f32) -> Rgba {
    const LENGTH: f32 = 0.62;
    let from_above = 1.0 - smooth_step(0.1, LENGTH, v);
    let from_left = 1.0 - smooth_step(0.1, LENGTH, u);
    let (above, left, corner) = (mask & 1 > 0, mask & 2 > 0, mask & 4 > 0);
    let mut dark = 0.0_f32;
    if above {
        // It starts a little later if the block has no neighbour on the left.
        let begin = if corner {
            1.0
        } else {
            smooth_step(0.0, LENGTH, u + 0.1)
        };
        dark = dark.max(from_above * begin);
    }
    if left {
        let begin = if corner {
            1.0
        } else {
            smooth_step(0.0, LENGTH, v + 0.1)
        };
        dark = dark.max(from_left * begin);
    }
    if corner && !above && !left {
        dark = from_above * from_left;
    }
    Rgba::new(0.01, 0.02, 0.06, 0.78 * dark)
}

fn flowers(kind: u32, u: f32, v: f32) -> Rgba {
    let mut random = Random::new(700 + u64::from(kind));
    let petals = [
        Rgb::new(0.95, 0.90, 0.98),
        Rgb::new(0.93, 0.45, 0.62),
        Rgb::new(0.98, 0.78, 0.30),
    ];
    let mut color = Rgba::zeros();
    for _ in 0..9 {
        let middle = Vector2::new(random.between(0.14, 0.86), random.between(0.14, 0.86));
        let (radius, turn) = (random.between(0.05, 0.085), random.between(0.0, 6.0));
        let petal = petals[(random.unit() * 3.0) as usize % 3];
        let offset = Vector2::new(u, v) - middle;
        let away = offset.norm() / radius;
        let lobes = 0.78 + 0.22 * (5.0 * (offset.y.atan2(offset.x) + turn)).cos();
        let leaf = Vector3::new(0.14, 0.30, 0.13);
        let leaves = 1.0
            - smooth_step(
                1.2,
                1.7,
                (offset - Vector2::new(0.3, 0.5) * radius).norm() / radius,
            );
        if leaves > color.w {
            color = leaf.push(leaves);
        }
        let cover = 1.0 - smooth_step(0.85, 1.05, away / lobes);
        if cover > 0.0 {
            let heart = 1.0 - smooth_step(0.2, 0.38, away);
            let painted = petal.lerp(&Rgb::new(0.75, 0.50, 0.12), heart);
            color = color.lerp(&painted.push(1.0), cover);
        }
    }
    color
}

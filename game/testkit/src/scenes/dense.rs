//! Levels in which the move of a large, fast body passes many triangles.

use super::{levels::Numbers, Triangles};
use flock_sim::Vec3;
use std::f32::consts::TAU;

/// The corners of a cube that span each of the six tetrahedra around its diagonal. Bit 0 of a
/// corner stands for X, bit 1 for Y, bit 2 for Z.
const TETRAHEDRA: [[usize; 4]; 6] = [
    [0, 1, 3, 7],
    [0, 3, 2, 7],
    [0, 2, 6, 7],
    [0, 6, 4, 7],
    [0, 4, 5, 7],
    [0, 5, 1, 7],
];

/// A smooth labyrinth around the origin: the Schwarz P surface with this period in metres, in a
/// cube of some periods, by marching tetrahedra with some cubes along a period.
pub fn labyrinth(period: f32, periods: usize, cubes: usize) -> Triangles {
    let value = |place: &Vec3| place.map(|x| (x * TAU / period).cos()).sum();
    zero_surface(period, periods, cubes, value)
}

/// A gyroid around the origin, made like a [`labyrinth`]. It divides its cube into two labyrinths.
pub fn gyroid(period: f32, periods: usize, cubes: usize) -> Triangles {
    zero_surface(period, periods, cubes, |place| gyroid_at(place, period))
}

/// A number that is 0 on the gyroid with this period in metres, and has one sign in each of its
/// labyrinths.
pub fn gyroid_at(place: &Vec3, period: f32) -> f32 {
    let [(sx, cx), (sy, cy), (sz, cz)] =
        [place.x, place.y, place.z].map(|x| (x * TAU / period).sin_cos());
    sx * cy + sy * cz + sz * cx
}

/// The surface on which a function is 0, in a cube of some periods.
fn zero_surface(
    period: f32,
    periods: usize,
    cubes: usize,
    value: impl Fn(&Vec3) -> f32,
) -> Triangles {
    let half = (periods * cubes) as f32 / 2.0;
    let size = period / cubes as f32;
    let corner = |at: [usize; 3]| Vec3::from(at.map(|k| (k as f32 - half) * size));
    let mut triangles = Triangles::new();
    let count = periods * cubes;
    for number in 0..count.pow(3) {
        let at = [
            number % count,
            number / count % count,
            number / (count * count),
        ];
        let corners: [Vec3; 8] =
            std::array::from_fn(|bits| corner([0, 1, 2].map(|axis| at[axis] + (bits >> axis & 1))));
        for tetrahedron in TETRAHEDRA {
            let corners = tetrahedron.map(|corner| corners[corner]);
            push_section(&mut triangles, corners, corners.each_ref().map(&value));
        }
    }
    triangles
}

/// The surface at value zero in a tetrahedron: nothing, a triangle or a square.
fn push_section(triangles: &mut Triangles, corners: [Vec3; 4], values: [f32; 4]) {
    let (low, high): (Vec<_>, Vec<_>) = (0..4).partition(|corner| values[*corner] < 0.0);
    // From the lower value, so that adjacent tetrahedra agree in every bit.
    let zero = |low: usize, high: usize| {
        let share = values[low] / (values[low] - values[high]);
        corners[low] + (corners[high] - corners[low]) * share
    };
    match (&low[..], &high[..]) {
        ([a], [b, c, d]) => triangles.push([zero(*a, *b), zero(*a, *c), zero(*a, *d)]),
        ([b, c, d], [a]) => triangles.push([zero(*b, *a), zero(*c, *a), zero(*d, *a)]),
        ([a, b], [c, d]) => {
            let square = [zero(*a, *c), zero(*a, *d), zero(*b, *d), zero(*b, *c)];
            triangles.push([square[0], square[1], square[2]]);
            triangles.push([square[0], square[2], square[3]]);
        }
        _ => {}
    }
}

/// Triangles of about this size at random, in a cube around the origin.
pub fn heap(count: usize, size: f32, half_size: f32) -> Triangles {
    heap_of(3, count, size, half_size)
}

/// The same of a seed.
pub fn heap_of(seed: u32, count: usize, size: f32, half_size: f32) -> Triangles {
    let mut numbers = Numbers::new(seed);
    let triangle = |_| {
        let middle = numbers.vector() * half_size;
        [0, 1, 2].map(|_| middle + numbers.vector() * (0.6 * size))
    };
    (0..count).map(triangle).collect()
}

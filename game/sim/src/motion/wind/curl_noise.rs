//! Curl noise: a random velocity field without divergence (Bridson, Hourihan and Nordenstam 2007).
//!
//! It is the curl of a vector potential. The potential has a random vector at each lattice point,
//! from a hash of the point's coordinates, and interpolates between them with a polynomial of fifth
//! degree. So the velocity is continuous and differentiable. The derivatives are exact, not finite
//! differences.

use crate::math::{
    lanes::{larger, smaller, Lanes},
    random::{mix, GOLDEN},
};

/// Largest coordinate, in lattice points. Positions farther away have the velocity at this
/// coordinate: there, single precision no longer resolves positions between lattice points.
pub(crate) const FARTHEST: f32 = 4_194_304.0;

/// Root mean square of the speed for a lattice with spacing 1.
///
/// It is the standard deviation of the components, √((1024² - 1) / 12), times √(10.5248), which is
/// 2 · 3 · 2 ∫s'² · (1 - 2 ∫s (1 - s))² for the polynomial s.
const MEAN_SPEED: f32 = 295.603 * 3.244_2;

/// One noise of a sequence that are blended over time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct CurlNoise {
    pub(crate) seed: u32,
    /// Number of lattice points per metre.
    pub(crate) per_metre: f32,
    /// Shift of the lattice along each axis, in lattice points.
    pub(crate) shift: f32,
    /// Factor from the curl of the potential, by lattice points, to a velocity in m/s.
    pub(crate) factor: f32,
}

/// Where positions lie between two lattice points along one axis, one in each lane.
struct Between<const LANES: usize> {
    /// Index of the lower lattice point.
    point: [u32; LANES],
    /// Weight of the upper lattice point.
    share: [f32; LANES],
    /// Derivative of this weight.
    slope: [f32; LANES],
}

impl CurlNoise {
    /// A noise with a root mean square speed, in m/s, and a lattice spacing, in metres.
    pub(super) fn new(seed: u32, speed: f32, pitch: f32, shift: f32) -> Self {
        Self {
            seed,
            per_metre: 1.0 / pitch,
            shift,
            factor: speed / MEAN_SPEED,
        }
    }

    /// Adds the velocities at these positions, in m/s.
    #[inline(always)]
    pub(super) fn add<const LANES: usize>(
        &self,
        places: &Lanes<LANES>,
        velocities: &mut Lanes<LANES>,
    ) {
        // Axis by axis, because array::map is not always inlined.
        let x = self.between(&places[0]);
        let y = self.between(&places[1]);
        let z = self.between(&places[2]);
        let mut hashes = [[0; LANES]; 8];
        for c in 0..2 {
            let plane = next(&[self.seed; LANES], &z.point, c);
            for b in 0..2 {
                let row = next(&plane, &y.point, b);
                for a in 0..2 {
                    hashes[4 * c + 2 * b + a] = next(&row, &x.point, a);
                }
            }
        }
        for lane in 0..LANES {
            let mut corners = [[0.0; 3]; 8];
            for corner in 0..8 {
                corners[corner] = vector(hashes[corner][lane]);
            }
            let [dx, dy, dz] = derivatives(&corners, [x.share[lane], y.share[lane], z.share[lane]]);
            let [sx, sy, sz] = [x.slope[lane], y.slope[lane], z.slope[lane]];
            velocities[0][lane] += (dy[2] * sy - dz[1] * sz) * self.factor;
            velocities[1][lane] += (dz[0] * sz - dx[2] * sx) * self.factor;
            velocities[2][lane] += (dx[1] * sx - dy[0] * sy) * self.factor;
        }
    }

    #[inline(always)]
    fn between<const LANES: usize>(&self, coordinates: &[f32; LANES]) -> Between<LANES> {
        let mut found = Between {
            point: [0; LANES],
            share: [0.0; LANES],
            slope: [0.0; LANES],
        };
        for lane in 0..LANES {
            let place = coordinates[lane] * self.per_metre + self.shift;
            let place = larger(smaller(place, FARTHEST), -FARTHEST);
            let whole = place as i32;
            let point = if (whole as f32) > place {
                whole - 1
            } else {
                whole
            };
            let t = place - point as f32;
            found.point[lane] = point as u32;
            found.share[lane] = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
            found.slope[lane] = 30.0 * (t * t) * ((t - 1.0) * (t - 1.0));
        }
        found
    }

    /// The velocity at one position, in m/s.
    #[cfg(test)]
    pub(crate) fn at(&self, place: [f32; 3]) -> [f32; 3] {
        let mut velocity = [[0.0; 1]; 3];
        self.add::<1>(&place.map(|x| [x]), &mut velocity);
        velocity.map(|[component]| component)
    }
}

/// The derivatives of the potential between eight lattice points with respect to the weight of the
/// upper points along each axis. The points are sorted by Z, then Y, then X.
#[inline(always)]
fn derivatives(corners: &[[f32; 3]; 8], [x, y, z]: [f32; 3]) -> [[f32; 3]; 3] {
    let mut derivatives = [[0.0; 3]; 3];
    for axis in 0..3 {
        let corner = |index: usize| corners[index][axis];
        let mix = |lower: f32, upper: f32, share: f32| lower + (upper - lower) * share;
        // Along the edges in X, on the faces across Z, and between these faces.
        let (mut edges, mut across_x) = ([0.0; 4], [0.0; 4]);
        for edge in 0..4 {
            across_x[edge] = corner(2 * edge + 1) - corner(2 * edge);
            edges[edge] = corner(2 * edge) + across_x[edge] * x;
        }
        let (low, high) = (mix(edges[0], edges[1], y), mix(edges[2], edges[3], y));
        let (low_x, high_x) = (
            mix(across_x[0], across_x[1], y),
            mix(across_x[2], across_x[3], y),
        );
        derivatives[0][axis] = mix(low_x, high_x, z);
        derivatives[1][axis] = mix(edges[1] - edges[0], edges[3] - edges[2], z);
        derivatives[2][axis] = high - low;
    }
    derivatives
}

/// Hashes combined with a coordinate: of the lower lattice point, or of the upper one.
#[inline(always)]
fn next<const LANES: usize>(
    hashes: &[u32; LANES],
    points: &[u32; LANES],
    upper: usize,
) -> [u32; LANES] {
    let mut all = [0; LANES];
    for lane in 0..LANES {
        let point = points[lane].wrapping_add(upper as u32);
        all[lane] = mix(hashes[lane].wrapping_add(GOLDEN) ^ point);
    }
    all
}

/// The random vector at the lattice point with this hash, up to a constant vector, which has no
/// curl.
#[inline(always)]
fn vector(hash: u32) -> [f32; 3] {
    // SIMD instructions convert signed integers only.
    let component = |bits: u32| (bits & 1023) as i32 as f32;
    [
        component(hash),
        component(hash >> 10),
        component(hash >> 20),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    type Vec64 = [f64; 3];

    /// Evenly spread numbers from 0 to 1.
    fn spread(index: u32, irrational: f64) -> f64 {
        (f64::from(index) * irrational).fract()
    }

    fn place(index: u32) -> [f32; 3] {
        [0.618_034, 0.754_878, 0.569_840].map(|it| (40.0 * spread(index, it) - 20.0) as f32)
    }

    /// The potential in double precision, by nested interpolation.
    fn potential(noise: &CurlNoise, place: Vec64) -> Vec64 {
        let place = place.map(|x| x * f64::from(noise.per_metre) + f64::from(noise.shift));
        let mut sum = [0.0; 3];
        for corner in 0..8u32 {
            let (mut weight, mut point) = (1.0, [0; 3]);
            for axis in 0..3 {
                let (t, upper) = (place[axis] - place[axis].floor(), corner >> axis & 1);
                let s = 6.0 * t.powi(5) - 15.0 * t.powi(4) + 10.0 * t.powi(3);
                weight *= if upper == 1 { s } else { 1.0 - s };
                point[axis] = (place[axis].floor() as i64 + i64::from(upper)) as u32;
            }
            let hash = |hash: u32, coordinate: u32| mix(hash.wrapping_add(GOLDEN) ^ coordinate);
            let random = vector(hash(hash(hash(noise.seed, point[2]), point[1]), point[0]));
            for axis in 0..3 {
                sum[axis] += weight * f64::from(random[axis]);
            }
        }
        sum.map(|x| x * f64::from(noise.factor) / f64::from(noise.per_metre))
    }

    /// The derivative of a vector field along an axis.
    fn derivative(field: impl Fn(Vec64) -> Vec64, place: Vec64, axis: usize, step: f64) -> Vec64 {
        let at = |share: f64| {
            let mut place = place;
            place[axis] += share * step;
            field(place)
        };
        let (far, near) = ([at(2.0), at(-2.0)], [at(1.0), at(-1.0)]);
        [0, 1, 2].map(|axis| {
            let (near, far) = (near[0][axis] - near[1][axis], far[0][axis] - far[1][axis]);
            (8.0 * near - far) / (12.0 * step)
        })
    }

    #[test]
    fn it_is_the_curl_of_the_potential() {
        let noise = CurlNoise::new(7, 1.5, 3.0, 0.5);
        for place in (0..500).map(place) {
            let wide = place.map(f64::from);
            let [dx, dy, dz] =
                [0, 1, 2].map(|axis| derivative(|at| potential(&noise, at), wide, axis, 1e-3));
            let expected = [dy[2] - dz[1], dz[0] - dx[2], dx[1] - dy[0]];
            for (found, expected) in noise.at(place).iter().zip(expected) {
                let error = (f64::from(*found) - expected).abs();
                assert!(error < 2e-5, "{found} instead of {expected} at {place:?}");
            }
        }
    }

    #[test]
    fn air_neither_gathers_nor_thins_out() {
        let noise = CurlNoise::new(3, 1.0, 2.0, 0.0);
        let field = |place: Vec64| noise.at(place.map(|x| x as f32)).map(f64::from);
        let (mut divergence, mut gradient) = (0.0f64, 0.0f64);
        for place in (0..500).map(place) {
            let place = place.map(f64::from);
            // Differences across a lattice plane would see the jump in the second derivative.
            let is_inner = place
                .iter()
                .all(|x| (0.1..0.9).contains(&(x / 2.0).rem_euclid(1.0)));
            if is_inner {
                let along = [0, 1, 2].map(|axis| derivative(field, place, axis, 0.03)[axis]);
                divergence = divergence.max(along.iter().sum::<f64>().abs());
                gradient = gradient.max(along[0].abs());
            }
        }
        assert!(gradient > 0.5, "{gradient}");
        assert!(divergence < 2e-3 * gradient, "{divergence} of {gradient}");
    }

    #[test]
    fn the_mean_speed_is_the_one_asked_for_and_no_direction_is_favoured() {
        let noise = CurlNoise::new(11, 2.0, 0.7, 0.5);
        let (mut sum, mut squares) = ([0.0; 3], [0.0; 3]);
        let count = 100_000;
        for index in 0..count {
            for (axis, component) in noise.at(place(index)).into_iter().enumerate() {
                sum[axis] += f64::from(component) / f64::from(count);
                squares[axis] += f64::from(component).powi(2) / f64::from(count);
            }
        }
        assert!(
            (squares.iter().sum::<f64>().sqrt() - 2.0).abs() < 0.03,
            "{squares:?}"
        );
        for axis in 0..3 {
            assert!(sum[axis].abs() < 0.03, "{sum:?}");
            assert!((squares[axis] - 4.0 / 3.0).abs() < 0.08, "{squares:?}");
        }
    }

    #[test]
    fn far_away_it_stays_finite() {
        let noise = CurlNoise::new(1, 1.0, 0.01, 0.0);
        for x in [
            1e5,
            1e12,
            f32::MAX,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ] {
            let velocity = noise.at([x, -x, 0.3]);
            assert!(
                velocity.iter().all(|v| v.abs() < 10.0),
                "{velocity:?} at {x}"
            );
        }
    }
}

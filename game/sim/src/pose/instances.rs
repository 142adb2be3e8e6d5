//! The instances that the renderer reads: two texels for each boid.

use super::{instance_bounds::InstanceBounds, interpolation::mix_phases, texels::Texels};
use crate::{
    boundary::Containment,
    math::{
        lanes::{load, load_all, map_lanes, store, vector_at, Lanes},
        orientation::mix,
        simd::{LaneWork, SimdWidth},
    },
    settings::{Backend, Body},
    state::{
        boids::Boids,
        threads::{run, Divide, Part},
    },
};

/// Instances of the boids. `blend` is the share of the way from the previous to the current state.
pub(crate) struct Drawn<'a> {
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) blend: f32,
    pub(crate) body: &'a Body,
    /// The boundary. A way that is shorter through a periodic boundary leads through it, and not
    /// back through the whole flock.
    pub(crate) containment: Option<&'a Containment>,
    pub(crate) vectors: SimdWidth,
}

/// A source of instances.
pub(crate) trait InstanceSource: Sync {
    /// Number of boids.
    fn len(&self) -> usize;

    /// Writes the texels of boids, starting with the boid of index `first`, until `out` is full.
    fn write(&self, first: usize, out: &mut [Texels]);
}

impl InstanceSource for Drawn<'_> {
    fn len(&self) -> usize {
        self.current.len()
    }

    fn write(&self, first: usize, out: &mut [Texels]) {
        self.vectors.run(WriteDrawn {
            drawn: self,
            first,
            out,
        });
    }
}

/// Texels that exist already.
impl InstanceSource for &[Texels] {
    fn len(&self) -> usize {
        <[Texels]>::len(self)
    }

    fn write(&self, first: usize, out: &mut [Texels]) {
        out.copy_from_slice(&self[first..first + out.len()]);
    }
}

/// Writes the texels of the boids until `out` is full.
pub(crate) fn write(source: &dyn InstanceSource, backend: Backend, out: &mut [[f32; 4]]) {
    let out = instances(source, out);
    run(backend, Part::whole(out), |part| {
        source.write(part.first, part.items);
    });
}

/// Writes the texels of the boids until `out` is full, and the bounds of each chunk of `size` boids
/// while its texels are in the cache.
///
/// `radius` is the largest distance of a body's point from its boid at size 1, in metres.
pub(crate) fn write_chunks(
    source: &dyn InstanceSource,
    backend: Backend,
    out: &mut [[f32; 4]],
    (size, radius): (usize, f32),
    bounds: &mut Vec<InstanceBounds>,
) {
    let (out, size) = (instances(source, out), size.max(1));
    bounds.resize(out.len().div_ceil(size), InstanceBounds::EMPTY);
    let chunks = Chunks {
        first: 0,
        size,
        instances: out,
        bounds,
    };
    run(backend, chunks, |part| {
        let chunks = part.instances.chunks_mut(size).zip(part.bounds);
        for (chunk, (instances, bounds)) in chunks.enumerate() {
            source.write(part.first + chunk * size, instances);
            *bounds = InstanceBounds::around(instances, radius);
        }
    });
}

/// The part of `out` that the boids fill.
fn instances<'a>(source: &dyn InstanceSource, out: &'a mut [[f32; 4]]) -> &'a mut [Texels] {
    let (instances, _) = out.as_chunks_mut();
    let count = source.len().min(instances.len());
    &mut instances[..count]
}

/// Instances, and the bounds of each chunk of `size` instances.
struct Chunks<'a> {
    /// Index of the first boid.
    first: usize,
    size: usize,
    instances: &'a mut [Texels],
    bounds: &'a mut [InstanceBounds],
}

impl Divide for Chunks<'_> {
    fn len(&self) -> usize {
        self.bounds.len()
    }

    fn smallest(&self) -> usize {
        (Self::SMALLEST / self.size).max(1)
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let (bounds, other_bounds) = self.bounds.split_at_mut(middle);
        let (instances, others) = self.instances.split_at_mut(middle * self.size);
        let start = Self {
            instances,
            bounds,
            ..self
        };
        let rest = Self {
            first: self.first + middle * self.size,
            size: self.size,
            instances: others,
            bounds: other_bounds,
        };
        (start, rest)
    }
}

/// A value aligned to a cache line.
///
/// It aligns the stack frame of the function to a cache line, wherever the function is called from.
/// Its temporary vectors then do not cross cache lines; crossing them would make the same
/// instructions take half as long again.
#[repr(align(64))]
struct Aligned<T>(T);

/// Writes the texels of boids, starting with the boid of index `first`.
struct WriteDrawn<'a> {
    drawn: &'a Drawn<'a>,
    first: usize,
    out: &'a mut [Texels],
}

impl LaneWork for WriteDrawn<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self { drawn, first, out } = self;
        let count = out.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let texels = drawn.texels::<LANES>(first + start, len);
            store(&texels, out, start, len);
        }
    }
}

impl Drawn<'_> {
    /// The texels of `len` boids, starting with the boid of index `start`.
    #[inline(always)]
    fn texels<const LANES: usize>(&self, start: usize, len: usize) -> [Texels; LANES] {
        let (previous, current, blend) = (self.previous, self.current, self.blend);
        let [x, y, z] = self.places::<LANES>(start, len);
        let before = load_all::<LANES, 4>(&previous.orientation, start, len);
        let after = load_all::<LANES, 4>(&current.orientation, start, len);
        let phase_before = load::<LANES, _>(&previous.phase, start, len);
        let phase_after = load::<LANES, _>(&current.phase, start, len);
        let variation = load::<LANES, _>(&current.variation, start, len);
        let (mut pose, mut size) = (Aligned([[0.0; LANES]; 4]), [0.0; LANES]);
        let pose = &mut pose.0;
        for lane in 0..LANES {
            let [a, b] =
                [&before, &after].map(|it| [it[0][lane], it[1][lane], it[2][lane], it[3][lane]]);
            let [i, j, k, w] = mix(a, b, blend);
            // The reader computes w as a root, which is never negative; q and -q are the same
            // orientation.
            let sign = if w < 0.0 { -1.0 } else { 1.0 };
            pose[0][lane] = sign * i;
            pose[1][lane] = sign * j;
            pose[2][lane] = sign * k;
            pose[3][lane] = mix_phases(phase_before[lane], phase_after[lane], blend);
            size[lane] = self.body.scale * (1.0 + self.body.scale_variation * variation[lane]);
        }
        std::array::from_fn(|lane| {
            [
                [x[lane], y[lane], z[lane], size[lane]],
                [pose[0][lane], pose[1][lane], pose[2][lane], pose[3][lane]],
            ]
        })
    }

    /// The positions of `len` boids, starting with the boid of index `start`.
    #[inline(always)]
    fn places<const LANES: usize>(&self, start: usize, len: usize) -> Lanes<LANES> {
        let before = load_all::<LANES, 3>(&self.previous.position, start, len);
        let after = load_all::<LANES, 3>(&self.current.position, start, len);
        let mut places = [[0.0; LANES]; 3];
        for axis in 0..3 {
            for lane in 0..LANES {
                places[axis][lane] =
                    before[axis][lane] * (1.0 - self.blend) + after[axis][lane] * self.blend;
            }
        }
        let containment = self.containment.filter(|it| it.wraps);
        if let Some(containment) =
            containment.filter(|it| it.is_any_wrapped(&before, &after, &places))
        {
            map_lanes(&mut places, |lane, _| {
                let [before, after] = [&before, &after].map(|it| vector_at(it, lane).into());
                containment.between(before, after, self.blend).into()
            });
        }
        places
    }
}

#[cfg(test)]
#[path = "instances_tests.rs"]
mod tests;

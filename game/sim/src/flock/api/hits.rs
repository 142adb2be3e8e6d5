//! Ray casts and sphere casts against boids as they are drawn.

use crate::{
    flock::Flock,
    math::{is_finite, Vec3, Vec3d},
    neighbours::boid_tree::{BoidTree, Bounds, FAN},
    pose::{
        capsule::{Capsule, CapsuleSize},
        instances::InstanceSource,
        texels::Texels,
    },
    state::boid_id::BoidId,
};

/// Number of boids whose texels are written together while the tree is built; a multiple of
/// [`FAN`].
const CHUNK: usize = 8 * FAN;

/// Share of the coordinates by which boxes are enlarged, to absorb rounding.
const SLACK: f64 = 1e-12;

/// A hit of a ray or a moving sphere on a boid. See
/// [`Flock::hit_by_ray`](crate::Flock::hit_by_ray).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoidHit {
    /// Id of the boid that is hit.
    pub id: BoidId,
    /// Distance from the start along the displacement, in metres; 0 if the body is hit at the
    /// start.
    pub distance: f32,
    /// The point of the body that is hit, in the world, in metres. If the ray starts inside the
    /// body, its start; if the centre of the sphere is inside the body at the hit, that centre.
    pub point: Vec3,
}

impl Flock {
    /// The first boid that a ray from `start` to `start + displacement` hits, in the world, in
    /// metres.
    ///
    /// Of several boids at the same distance, the one with the lowest slot. `None` if the ray hits
    /// none, or if an argument is not finite. Geometry does not stop the ray.
    ///
    /// The ray is tested against the bodies as [`write_instances`](Self::write_instances) draws
    /// them, also between two steps. A body is a capsule of `body.length` along the heading; by
    /// default it is a ball of `collision.body_radius`. On a GPU, the bodies are at most two frames
    /// old, and the call does not wait.
    ///
    /// Takes time in proportion to the boids close to the ray. The first call after a change, a
    /// step or a frame also iterates over all boids once.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 0;
    /// settings.body.length = 0.4;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let fish = flock.spawn_at(Vec3::new(5.0, 0.0, 0.0), Vec3::x())?;
    /// let hit = flock.hit_by_ray(Vec3::zeros(), Vec3::new(10.0, 0.0, 0.0)).unwrap();
    /// assert_eq!(hit.id, fish);
    /// assert!((hit.distance - 4.8).abs() < 1e-5);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn hit_by_ray(&self, start: Vec3, displacement: Vec3) -> Option<BoidHit> {
        self.hit_by_sphere(start, displacement, 0.0)
    }

    /// The first boid that a moving sphere of `radius` metres hits, for example a net or a ball, in
    /// the world.
    ///
    /// It follows the rules of [`hit_by_ray`](Self::hit_by_ray), like a ray with a thickness, which
    /// also makes aiming easier. A sphere that does not move hits what it overlaps. `None` also if
    /// the radius is negative or not finite.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let (start, way) = (Vec3::new(-5.0, 0.0, 0.0), Vec3::new(10.0, 0.0, 0.0));
    /// let hit = flock.hit_by_sphere(start, way, 0.3).unwrap();
    /// assert!(flock.boid(hit.id).unwrap().position.yz().norm() < 0.36);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn hit_by_sphere(&self, start: Vec3, displacement: Vec3, radius: f32) -> Option<BoidHit> {
        let frame = *self.frame();
        let start = frame.point_to_frame(start);
        let displacement = frame.vector_to_frame(displacement);
        let is_finite = is_finite(&start) && is_finite(&displacement) && radius.is_finite();
        if !is_finite || radius < 0.0 {
            return None;
        }
        let moving = MovingSphere {
            start: start.cast(),
            displacement: displacement.cast(),
            radius: radius.into(),
            size: CapsuleSize::new(&self.config.settings),
        };
        self.with_instances(|source| {
            let tree = self
                .population
                .boids
                .drawn_tree(|tree| rebuild(tree, source));
            let (time, slot, capsule) = self.first_hit(&moving, source, tree)?;
            let center = moving.start + moving.displacement * time;
            Some(BoidHit {
                id: self.population.boids.slot_map().id(slot),
                distance: (moving.displacement.norm() * time) as f32,
                point: frame.point_to_world(capsule.nearest(&center).cast()),
            })
        })
    }

    /// Time of the first impact as a share of the displacement, with the slot and the body of the
    /// boid.
    fn first_hit(
        &self,
        moving: &MovingSphere,
        source: &dyn InstanceSource,
        tree: &BoidTree,
    ) -> Option<(f64, u32, Capsule)> {
        let slots = &self.known().slot;
        let mut first: Option<(f64, u32, Capsule)> = None;
        tree.visit_near(
            |bounds| moving.entry(bounds),
            |run| {
                let mut texels = [Texels::default(); FAN];
                let texels = &mut texels[..run.len()];
                source.write(run.start, texels);
                for (texels, slot) in texels.iter().zip(&slots[run]) {
                    let capsule = Capsule::of(texels, moving.size);
                    let Some(time) = moving.time_of_impact(&capsule) else {
                        continue;
                    };
                    let is_first = |it: (f64, u32, Capsule)| (time, *slot) < (it.0, it.1);
                    if first.is_none_or(is_first) {
                        first = Some((time, *slot, capsule));
                    }
                }
                first.map_or(1.0, |(time, ..)| time)
            },
        );
        first
    }
}

/// A moving sphere in the flock's frame, and the size of the capsules that it may hit.
struct MovingSphere {
    start: Vec3d,
    displacement: Vec3d,
    radius: f64,
    size: CapsuleSize,
}

impl MovingSphere {
    fn time_of_impact(&self, capsule: &Capsule) -> Option<f64> {
        capsule.time_of_impact(&self.start, &self.displacement, self.radius)
    }

    /// Lower bound of the time, as a share of the displacement, at which the sphere meets a body
    /// whose boid is in the box; infinite if it meets none.
    fn entry(&self, bounds: &Bounds) -> f64 {
        let reach = self.radius + self.size.reach();
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            let (start, displacement) = (self.start[axis], self.displacement[axis]);
            let [min, max] = [bounds.min, bounds.max].map(|corner| f64::from(corner[axis]));
            let reach = reach + SLACK * (reach + start.abs() + min.abs().max(max.abs()));
            let (before, beyond) = (min - reach - start, max + reach - start);
            if displacement == 0.0 {
                if before > 0.0 || beyond < 0.0 {
                    return f64::INFINITY;
                }
                continue;
            }
            let (a, b) = (before / displacement, beyond / displacement);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        if enter <= leave {
            enter
        } else {
            f64::INFINITY
        }
    }
}

/// Rebuilds the tree over the drawn positions.
fn rebuild(tree: &mut BoidTree, source: &dyn InstanceSource) {
    let mut texels = [Texels::default(); CHUNK];
    tree.rebuild_from(source.len(), |run| {
        let first = run.start % CHUNK;
        if first == 0 {
            let count = CHUNK.min(source.len() - run.start);
            source.write(run.start, &mut texels[..count]);
        }
        let position = |[[x, y, z, _], _]: &Texels| Bounds::point([*x, *y, *z]);
        let mut points = [Bounds::point([0.0; 3]); FAN];
        let texels = &texels[first..first + run.len()];
        for (point, texels) in points.iter_mut().zip(texels) {
            *point = position(texels);
        }
        Bounds::around(&points[..run.len()])
    });
}

//! Rays and moving spheres that hit boids as they are drawn.

use super::queries::is_finite;
use crate::{
    flock::Flock,
    math::{Vec3, Vec3d},
    neighbours::boid_tree::{BoidTree, Bounds, FAN},
    pose::{
        capsule::{Capsule, CapsuleSize},
        instances::{InstanceSource, Texels},
    },
    state::boid_id::BoidId,
};

/// Boids whose texels are written together while the tree is built. A multiple of [`FAN`].
const CHUNK: usize = 8 * FAN;

/// Share of the coordinates by which boxes are enlarged, for rounding.
const SLACK: f64 = 1e-12;

/// A boid that a ray or a moving sphere hits. See
/// [`Flock::hit_by_ray`](crate::Flock::hit_by_ray).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoidHit {
    /// The boid.
    pub id: BoidId,
    /// Distance from the start along the displacement, in metres; 0 if the body is hit at the start.
    pub distance: f32,
    /// The point of the body that is hit, in the world, in metres. If the start of a ray or the
    /// centre of a sphere lies inside the body, that point.
    pub point: Vec3,
}

impl Flock {
    /// The first boid that a ray hits on its way from `start` to `start + displacement`, in the
    /// world, in metres; of several at the same distance, the one with the lowest slot. `None` if it
    /// hits none, or if an argument is not finite. Geometry is not in the way.
    ///
    /// It hits the bodies as [`write_instances`](Self::write_instances) draws them, also between
    /// two steps: capsules along the heading of `body.length`, by default the balls of
    /// `collision.body_radius`. On a GPU these are at most two frames old, and nothing waits for it.
    ///
    /// Takes time in proportion to the boids close to the ray, besides the first one after a change,
    /// a step or a frame, which goes through all boids once.
    ///
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

    /// The first boid that a sphere of `radius` metres hits on its way, as
    /// [`hit_by_ray`](Self::hit_by_ray) for a thin ray: a net, a ball, an aim that is easier to
    /// hit with. A sphere that does not move hits what it overlaps. `None` also if the radius is
    /// negative.
    ///
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
                point: capsule.nearest(&center).cast(),
            })
        })
    }

    /// The time of the first impact, with the slot and the body of the boid.
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

/// A sphere on its way, among bodies of one size.
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

    /// A lower bound of the share of the displacement after which a body in the box is met;
    /// infinite if none is.
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

/// Becomes the tree over the drawn positions.
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

//! What a renderer needs: positions, rotations, bounds and motions of the drawn boids.

use crate::{
    flock::Flock,
    math::frame::Placement,
    pose::{
        beside_bodies::BesideBodies,
        drawn_motions::DrawnMotions,
        instance_bounds::InstanceBounds,
        instances::{write, write_chunks, Drawn, InstanceSource},
        measure::Measure,
        motions::{MotionSource, Motions},
        texels::Texels,
    },
    state::{
        boid_id::BoidId,
        threads::{run, Part},
    },
};
use nalgebra::{Quaternion, UnitQuaternion};

impl Flock {
    /// Writes two texels for each drawn boid.
    ///
    /// First come the boids in the order of [`boids`](Self::boids), then the
    /// [`loose_boids`](Self::loose_boids), which are dead or held. [`drawn_len`](Self::drawn_len)
    /// is the number of drawn boids; if `out` is shorter, the last ones are left out. After
    /// [`advance`](Self::advance), the drawn state is interpolated between the last two steps.
    ///
    /// - texel 0: position in the flock's frame, in metres; size of the body
    /// - texel 1: x, y and z of the orientation, a unit quaternion whose w is not negative, so that
    ///   w = √max(0, 1 - x² - y² - z²); phase of the beat in [0, 1)
    ///
    /// The orientation rotates +Z to the direction, in the flock's frame, in which the body points,
    /// and +Y to the direction of its back.
    pub fn write_instances(&self, out: &mut [[f32; 4]]) {
        self.with_all_instances(|source| write(source, self.config.backend(), out));
    }

    /// Writes the texels of [`write_instances`](Self::write_instances), and bounding boxes for
    /// culling.
    ///
    /// There is one box for each chunk of `size` consecutive boids, in their order; the last chunk
    /// may have fewer boids. A `size` of 0 counts as 1. `radius` is the largest distance in metres
    /// from a boid to a point of its body, at size 1. `bounds` is resized to the number of chunks.
    ///
    /// Takes hardly longer than the texels alone, since the bounds are computed while the texels
    /// are in the cache.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let (mut texels, mut bounds) = (vec![[0.0; 4]; 2 * flock.len()], Vec::new());
    /// flock.write_instances_in_chunks(&mut texels, 256, 0.1, &mut bounds);
    /// assert_eq!(bounds.len(), 4);
    /// assert!(bounds[0].min.x < texels[0][0] && texels[0][0] < bounds[0].max.x);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn write_instances_in_chunks(
        &self,
        out: &mut [[f32; 4]],
        size: usize,
        radius: f32,
        bounds: &mut Vec<InstanceBounds>,
    ) {
        let backend = self.config.backend();
        self.with_all_instances(|source| {
            write_chunks(source, backend, out, (size, radius), bounds)
        });
    }

    /// Writes one texel for each drawn body that says how it moves, for the animation of fins,
    /// wings and legs.
    ///
    /// The order is that of [`write_instances`](Self::write_instances). If `out` is too short, the
    /// last bodies are left out.
    ///
    /// - x: turn rate in rad/s about the body's up axis, positive towards its +X, at most 20. It is
    ///   computed from the lag of the drawn body behind the velocity, so it is as smooth as the
    ///   body's own turn. It is 0 where bodies do not lag: with a `body.turn_time` of 0, or if they
    ///   face the way of their neighbours
    /// - y: effort: the speed as a share of `motion.max_speed`
    /// - z: activity: the integer part is the activity, the fraction is its progress. 0 flies or
    ///   swims, 1 lands, 2 stands on a perch, 3 takes off, 4 is dead
    /// - w: a number in [0, 1) that belongs to the boid for its life, for colours and patterns
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.step();
    /// let mut motions = vec![[0.0; 4]; flock.drawn_len()];
    /// flock.write_motions(&mut motions);
    /// assert!(motions.iter().all(|[_, effort, activity, _]| *effort > 0.0 && *activity == 0.0));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn write_motions(&self, out: &mut [[f32; 4]]) {
        self.with_motions(|boids| {
            let motions = Motions {
                boids,
                bodies: self.population.bodies.list(),
                blend: self.clock.blend,
                measure: Measure::new(&self.config.settings, &self.population.boids.memories.looks),
            };
            let count = motions.len().min(out.len());
            run(
                self.config.backend(),
                Part::whole(&mut out[..count]),
                |part| motions.write(part.first, part.items),
            );
        });
    }

    /// Position and rotation, in the world, at which a boid is drawn, also if it is dead or held.
    ///
    /// The rotation turns +Z to the direction in which the body points, and +Y to the direction of
    /// its back. `None` if the boid was removed or waits for a position. Takes constant time; on a
    /// GPU, the first call after a frame iterates over all boids once.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.spawn_at(Vec3::new(0.0, 0.0, 2.0), Vec3::x())?;
    /// let drawn = flock.drawn_at(fish).unwrap();
    /// assert_eq!(drawn.origin.z, 2.0);
    /// assert!((drawn.rotation * Vec3::z() - Vec3::x()).norm() < 1e-5);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn drawn_at(&self, id: BoidId) -> Option<Placement> {
        let boids = self.known();
        let slot_map = self.population.boids.slot_map();
        let loose = || slot_map.loose_index(id).map(|index| boids.len() + index);
        let index = slot_map.index(id, &boids.slot).or_else(loose)?;
        let mut texels = [Texels::default()];
        let is_drawn = self.with_all_instances(|source| {
            let is_drawn = index < source.len();
            if is_drawn {
                source.write(index, &mut texels);
            }
            is_drawn
        });
        let [[[x, y, z, _], [i, j, k, _]]] = texels;
        let w = (1.0 - i * i - j * j - k * k).max(0.0).sqrt();
        let drawn = Placement {
            origin: [x, y, z].into(),
            rotation: UnitQuaternion::new_normalize(Quaternion::new(w, i, j, k)),
        };
        is_drawn.then(|| self.frame().placement_to_world(&drawn))
    }

    /// Number of bodies that [`write_instances`](Self::write_instances) writes: the boids of the
    /// flock, and dead and held ones.
    pub fn drawn_len(&self) -> usize {
        self.len() + self.population.bodies.len()
    }

    /// Calls `read` with all drawn bodies, including loose ones.
    fn with_all_instances<R>(&self, read: impl FnOnce(&dyn InstanceSource) -> R) -> R {
        self.with_instances(|boids| match self.population.bodies.list() {
            [] => read(boids),
            bodies => read(&BesideBodies {
                boids,
                bodies,
                blend: self.clock.blend,
                body: &self.config.settings.body,
                obstacles: &self.inputs.obstacles,
            }),
        })
    }

    /// Calls `read` with the drawn boids: those read back from a GPU, or else those on the CPU.
    pub(crate) fn with_instances<R>(&self, read: impl FnOnce(&dyn InstanceSource) -> R) -> R {
        if let Some(texels) = self.texels() {
            return read(&texels);
        }
        let containment = self.config.containment();
        let (previous, current, blend) = self.drawn_states();
        read(&Drawn {
            previous,
            current,
            blend,
            body: &self.config.settings.body,
            containment: containment.as_ref(),
            vectors: self.config.vectors,
        })
    }

    /// Calls `read` with the motions of the drawn boids: of those read back from a GPU, or else of
    /// those on the CPU.
    fn with_motions<R>(&self, read: impl FnOnce(&dyn MotionSource) -> R) -> R {
        if let Some(motions) = self.motions_on_gpu() {
            return read(motions);
        }
        let (previous, current, blend) = self.drawn_states();
        read(&DrawnMotions {
            previous,
            current,
            blend,
            vectors: self.config.vectors,
        })
    }
}

//! Initial states of boids.

use super::spawn_random::Random;
use crate::{
    geometry::SidedGeometry,
    math::{
        frame::{Frame, Placement},
        orientation::MIN_SPEED,
        Vec3,
    },
    obstacles::ObstacleSet,
    settings::Settings,
    state::{
        boid_id::BoidId,
        boids::BoidState,
        threads::{run, Part},
    },
};

/// Number of places that are tried for each boid before the search fails. If a tenth of the region
/// is free, one boid in a thousand fails.
const ATTEMPTS: usize = 64;

/// A region is crowded if less than one in this number of places is free.
const CROWDED: usize = 16;

/// Number of places that are tried in a crowded region for all boids together. Each boid gets at
/// least one.
const ATTEMPTS_IN_CROWD: usize = 1 << 20;

/// Number of boids that are drawn before they are passed on. It is large enough for all threads,
/// and takes little memory compared with the flock.
const BLOCK: usize = 1 << 14;

/// Draws the initial states of boids.
///
/// Each boid has its own random generator, seeded by the flock's seed and the boid's id, so its
/// start does not depend on the other boids. The number of boids matters only in a region with
/// hardly any free place, because the search for all of them together is bounded.
pub(crate) struct Spawner<'a> {
    pub(super) settings: &'a Settings,
    frame: Frame,
    pub(super) geometry: &'a SidedGeometry,
    /// Moving obstacles; `None` if there are none.
    obstacles: Option<&'a ObstacleSet>,
}

impl<'a> Spawner<'a> {
    /// Number of places that are tested beforehand to estimate the free share of the region.
    pub(super) const PROBES: u32 = 4096;

    pub(crate) fn new(
        settings: &'a Settings,
        placement: &Placement,
        geometry: &'a SidedGeometry,
    ) -> Self {
        Self {
            settings,
            frame: Frame::new(placement),
            geometry,
            obstacles: None,
        }
    }

    /// The same with moving obstacles.
    pub(crate) fn among(self, obstacles: &'a ObstacleSet) -> Self {
        Self {
            obstacles: Some(obstacles).filter(|it| !it.is_empty()),
            ..self
        }
    }

    /// Draws the `count` boids with these ids at places clear of geometry, and passes them to
    /// `place`. Boids that find no place are left out.
    pub(crate) fn spawn(
        &self,
        mut ids: impl Iterator<Item = BoidId>,
        count: usize,
        mut place: impl FnMut(&BoidState),
    ) {
        let attempts = self.attempts(count);
        let size = count.min(BLOCK);
        let (mut block, mut drawn) = (Vec::with_capacity(size), vec![None; size]);
        loop {
            block.clear();
            block.extend(ids.by_ref().take(size));
            let drawn = &mut drawn[..block.len()];
            if drawn.is_empty() {
                break;
            }
            run(
                self.settings.simulation.backend,
                Part::whole(drawn),
                |part| {
                    for (offset, state) in part.items.iter_mut().enumerate() {
                        (*state, _) = self.draw(block[part.first + offset], attempts);
                    }
                },
            );
            drawn.iter().flatten().for_each(&mut place);
        }
    }

    /// Number of places to try for each of `boids` boids.
    fn attempts(&self, boids: usize) -> usize {
        if boids * ATTEMPTS <= Self::PROBES as usize {
            return ATTEMPTS;
        }
        match self.free_probes() {
            0 => 0,
            free if free * CROWDED < Self::PROBES as usize => {
                (ATTEMPTS_IN_CROWD / boids.max(1)).clamp(1, ATTEMPTS)
            }
            _ => ATTEMPTS,
        }
    }

    fn free_probes(&self) -> usize {
        let mut is_free = vec![false; Self::PROBES as usize];
        let backend = self.settings.simulation.backend;
        run(backend, Part::whole(&mut is_free), |part| {
            for (offset, is_free) in part.items.iter_mut().enumerate() {
                *is_free = self.is_free(self.probe((part.first + offset) as u32));
            }
        });
        is_free.iter().filter(|is_free| **is_free).count()
    }

    /// Draws the boid with this id at a place clear of geometry; `None` if it finds no place. Also
    /// returns the number of places that were tried.
    pub(crate) fn draw_one(&self, id: BoidId) -> (Option<BoidState>, usize) {
        self.draw(id, ATTEMPTS)
    }

    fn draw(&self, id: BoidId, attempts: usize) -> (Option<BoidState>, usize) {
        let spawn = &self.settings.spawn;
        let mut random = Random::new(spawn.seed, id);
        let heading = self.heading(&mut random);
        // Drawn before the place, so that a boid has the same phase and variation at any place.
        let pose = random.pose(heading);
        let place = |attempt| Some((attempt, self.free_place(&mut random)?));
        let Some((attempt, position)) = (1..=attempts).find_map(place) else {
            return (None, attempts);
        };
        let state = BoidState {
            position,
            velocity: heading * spawn.speed,
            slot: id.slot(),
            pose,
        };
        (Some(state), attempt)
    }

    /// State of the boid with this id at a given place. Phase and variation are the same at any
    /// place.
    pub(crate) fn start(&self, id: BoidId, position: Vec3, velocity: Vec3) -> BoidState {
        let mut random = Random::new(self.settings.spawn.seed, id);
        let drawn_heading = self.heading(&mut random);
        let heading = velocity.try_normalize(MIN_SPEED).unwrap_or(drawn_heading);
        BoidState {
            position,
            velocity,
            slot: id.slot(),
            pose: random.pose(heading),
        }
    }

    /// Random direction in the plane of the flock, made level by `motion.flattening`.
    fn heading(&self, random: &mut Random) -> Vec3 {
        let motion = &self.settings.motion;
        let heading = random.heading_in(motion.plane);
        self.frame
            .vector_to_world(flattened(heading, motion.flattening))
    }

    /// Random place in the region; `None` if it is not clear of geometry.
    fn free_place(&self, random: &mut Random) -> Option<Vec3> {
        let place = self.place(random);
        self.is_free(place).then_some(place)
    }

    fn is_free(&self, place: Vec3) -> bool {
        let collision = &self.settings.collision;
        !collision.enabled || self.is_clear(place, collision.body_radius)
    }

    /// True if a sphere at this place touches no geometry and no obstacle.
    pub(super) fn is_clear(&self, place: Vec3, radius: f32) -> bool {
        let is_clear = |obstacles: &ObstacleSet| obstacles.is_clear(place, radius);
        self.geometry.is_clear(place, radius) && self.obstacles.is_none_or(is_clear)
    }

    /// Random place in the region.
    fn place(&self, random: &mut Random) -> Vec3 {
        let place = random.point_in(&self.settings.spawn.region);
        self.frame.point_to_world(place)
    }

    /// Test place with this number, which must be below [`PROBES`](Self::PROBES).
    pub(super) fn probe(&self, number: u32) -> Vec3 {
        // Slots from the upper end, which no boid uses.
        let id = BoidId::new(u32::MAX - number, 0);
        self.place(&mut Random::new(self.settings.spawn.seed, id))
    }
}

/// A direction whose slope has its sine reduced by this share.
fn flattened(direction: Vec3, flattening: f32) -> Vec3 {
    if flattening == 0.0 {
        return direction;
    }
    let rise = direction.y * (1.0 - flattening);
    let level = Vec3::new(direction.x, 0.0, direction.z);
    match level.try_normalize(f32::EPSILON) {
        Some(level) => level * (1.0 - rise * rise).sqrt() + Vec3::y() * rise,
        // A vertical direction has no level direction to lean to.
        None => direction,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{geometry::Geometry, settings::Region};

    fn spawned(slots: &[u32], settings: &Settings, geometry: &Geometry) -> Vec<BoidState> {
        let mut placed = Vec::new();
        let placement = Placement::default();
        let geometry = SidedGeometry::from(geometry);
        let spawner = Spawner::new(settings, &placement, &geometry);
        let ids = slots.iter().map(|slot| BoidId::new(*slot, 0));
        spawner.spawn(ids.clone(), ids.len(), |state| placed.push(*state));
        placed
    }

    #[test]
    fn boids_do_not_depend_on_each_other() {
        let settings = Settings::default();
        let place = |ids: &[u32]| spawned(ids, &settings, &Geometry::empty());
        let ids: Vec<u32> = (0..100).collect();
        assert_eq!(place(&ids)[60..], place(&ids[60..]));
    }

    fn attempts(boids: usize, region: Region) -> usize {
        let mut settings = Settings::default();
        settings.spawn.region = region;
        // Solid block from -1 to 1.
        let block = Geometry::new(&crate::geometry::shapes::cuboid(Vec3::repeat(1.0))).0;
        Spawner::new(&settings, &Placement::default(), &(&block).into()).attempts(boids)
    }

    #[test]
    fn the_search_for_free_places_is_bounded() {
        assert_eq!(attempts(10_000_000, Region::cube(2.0)), ATTEMPTS);
        // 1.5% of this region is free.
        assert_eq!(attempts(1_000, Region::cube(1.055)), ATTEMPTS);
        assert_eq!(attempts(100_000, Region::cube(1.055)), 10);
        assert_eq!(attempts(10_000_000, Region::cube(1.055)), 1);
        assert_eq!(attempts(10_000_000, Region::cube(1.0)), 0);
        // As many places as the estimate beforehand would test.
        assert_eq!(attempts(64, Region::cube(1.0)), ATTEMPTS);
        assert_eq!(attempts(65, Region::cube(1.0)), 0);
    }

    #[test]
    fn a_crowded_region_fills_alike_every_time() {
        let mut settings = Settings::default();
        settings.spawn.region = Region::cube(1.055);
        let block = Geometry::new(&crate::geometry::shapes::cuboid(Vec3::repeat(1.0))).0;
        let ids: Vec<u32> = (0..40_000).collect();
        let mut place = |backend| {
            settings.simulation.backend = backend;
            spawned(&ids, &settings, &block)
        };
        let placed = place(crate::settings::Backend::SingleThread);
        assert!(
            placed.len() > 10_000 && placed.len() < 30_000,
            "{}",
            placed.len()
        );
        assert!(placed == place(crate::settings::Backend::AllThreads));
    }
}

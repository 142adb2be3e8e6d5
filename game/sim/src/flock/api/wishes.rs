//! The wishes of one boid, rule by rule, for debugging and display.

use super::surroundings::Surroundings;
use crate::{
    flock::Flock,
    geometry::GroundMap,
    math::Vec3,
    motion::wind::air::Air,
    neighbours::{criteria::Criteria, seekers::Seekers},
    state::{boid_id::BoidId, boids::Boid},
    steering::{
        avoidance::Escape,
        influences::{block::Influences, terms::InfluenceTerms},
        rules::Rules,
        wander::WanderParams,
    },
    step::neighbour_loop::{NeighbourLoop, Task, WishTask, Wishes},
};

/// The wish of each rule for one boid, in the world, as [`Flock::wishes`] returns it.
///
/// Wishes are accelerations in m/s², or velocities in m/s with velocity steering. Both are relative
/// to the flock's frame, with directions of the world. The wishes of
/// rules and wander include their weight and `motion.drive`; `motion.flattening` and the limits are
/// not yet applied.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RuleWishes {
    /// Wish of cohesion, including the factors of crowding and of geometry and obstacles ahead.
    pub cohesion: Vec3,
    /// Wish of separation.
    pub separation: Vec3,
    /// Wish of alignment.
    pub alignment: Vec3,
    /// Wish of wander.
    pub wander: Vec3,
    /// Sum of the wishes of all influences, without `motion.drive`. A strict formation takes away
    /// from the wishes of the rules here.
    pub influences: Vec3,
    /// Wish to avoid geometry, which overrides all others, without `motion.drive`.
    pub avoidance: Vec3,
}

impl RuleWishes {
    /// All wishes, each changed in the same way.
    fn map(self, change: impl Fn(Vec3) -> Vec3) -> Self {
        Self {
            cohesion: change(self.cohesion),
            separation: change(self.separation),
            alignment: change(self.alignment),
            wander: change(self.wander),
            influences: change(self.influences),
            avoidance: change(self.avoidance),
        }
    }
}

impl Flock {
    /// What each rule wishes of a boid in the next step, for drawing and debugging.
    ///
    /// It assumes that the boid looks around for geometry in that step. The sum differs from that
    /// of the step by rounding only. Custom rules, scares, predators, panic, relations and moving
    /// obstacles are not included. `None` if there is no such boid, or if it waits. Allocates.
    ///
    /// Takes time in proportion to the neighbours, or to all boids with a boundary that wraps. The
    /// first query after a change also iterates over all boids once.
    ///
    /// ```
    /// use flock_sim::{Flock, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 0;
    /// let mut flock = Flock::new(settings, Default::default(), Default::default())?;
    /// let fish = flock.spawn_at(Vec3::zeros(), Vec3::x())?;
    /// flock.spawn_at(Vec3::y() * 0.05, Vec3::x())?;
    ///
    /// let wishes = flock.wishes(fish).unwrap();
    /// assert!(wishes.cohesion.y > 0.0 && wishes.separation.y < 0.0);
    /// assert_eq!(wishes.avoidance, Vec3::zeros());
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn wishes(&self, id: BoidId) -> Option<RuleWishes> {
        let wishes = self.wishes_in_frame(id)?;
        Some(wishes.map(|wish| self.frame().vector_to_world(wish)))
    }

    fn wishes_in_frame(&self, id: BoidId) -> Option<RuleWishes> {
        let boid = self.boid_in_frame(id)?;
        let frame = self.config.frame();
        let criteria = Criteria::of_flock(
            &self.config.settings,
            frame,
            self.inputs.custom_rule.is_some(),
        );
        let around = Surroundings::new(self.candidates(&boid, &criteria), id, &criteria)?;
        let rules = Rules::new(&self.config.settings);
        let terms = self.influence_terms();
        let escape = self.escape(&boid, &terms);
        let wish = |rules: Rules, wander_params: Option<&WanderParams>| {
            let mut wishes = Wishes::<1>::new();
            NeighbourLoop {
                criteria: &criteria,
                grid: &around.grid,
                boids: &around.boids,
                inputs: &around.inputs,
                seekers: Seekers::Range {
                    first: around.index,
                    len: 1,
                },
                task: Task::Wish(WishTask {
                    rules: &rules,
                    fade: Some(&[escape.fade]),
                    wander_params,
                    custom: None,
                    others: None,
                    known: None,
                    wishes: wishes.range_mut(0..1),
                }),
            }
            .run(self.config.vectors);
            Vec3::from(wishes.wish(0..1).map(|values| values[0]))
        };
        let [cohesion, separation, alignment] = rules.each().map(|rules| wish(rules, None));
        let wander_params = WanderParams::new(&self.config.settings, frame, self.clock.time);
        let wander = wish(rules.none(), wander_params.as_ref());
        let of_rules = cohesion + separation + alignment + wander;
        Some(RuleWishes {
            cohesion,
            separation,
            alignment,
            wander,
            influences: self.wish_of_influences(&boid, &terms, of_rules),
            avoidance: escape.wish,
        })
    }

    /// The boid itself, and the boids that may be its neighbours, in the flock's frame.
    fn candidates<'a>(
        &'a self,
        boid: &Boid,
        criteria: &Criteria,
    ) -> Box<dyn Iterator<Item = Boid> + 'a> {
        let wraps = criteria.periodic_box.is_some() || criteria.sphere_images.is_some();
        if wraps {
            Box::new(self.boids_in_frame())
        } else {
            let reach = criteria.reach.unwrap_or(0.0);
            Box::new(self.in_sphere_of_frame(boid.position, reach))
        }
    }

    /// The influences of a step.
    fn influence_terms(&self) -> InfluenceTerms {
        let (motion, dt) = (&self.config.settings.motion, self.config.dt());
        let mut terms = InfluenceTerms::default();
        let ways = self.inputs.way_finder.acting();
        let places = self.inputs.formations.acting();
        terms.prepare(&self.inputs.influences, ways, places, motion, dt);
        terms
    }

    /// What the influences add to the wishes of the rules, from which a strict formation takes away.
    fn wish_of_influences(&self, boid: &Boid, terms: &InfluenceTerms, of_rules: Vec3) -> Vec3 {
        let motion = &self.config.settings.motion;
        let flat = motion.plane.normal(self.config.frame());
        let position = [0, 1, 2].map(|axis| [boid.position[axis]]);
        let wind = Air::new(&self.inputs.wind, flat, self.clock.time).map(|air| air.at(&position));
        let mut wish = [0, 1, 2].map(|axis| [of_rules[axis]]);
        self.config.vectors.run(Influences {
            terms,
            ground: self.ground_of(terms),
            position: [0, 1, 2].map(|axis| &boid.position.as_slice()[axis..=axis]),
            velocity: [0, 1, 2].map(|axis| &boid.velocity.as_slice()[axis..=axis]),
            wind: wind.as_ref().map(|it| it.each_ref().map(|axis| &axis[..])),
            slot: &[boid.id.slot()],
            wish: wish.each_mut().map(|axis| axis.as_mut_slice()),
        });
        Vec3::from(wish.map(|[component]| component)) - of_rules
    }

    fn ground_of(&self, terms: &InfluenceTerms) -> Option<&GroundMap> {
        let ground = terms.needs_ground.then(|| self.config.geometry.ground());
        ground.flatten().map(|it| &**it)
    }

    fn escape(&self, boid: &Boid, terms: &InfluenceTerms) -> Escape {
        match (self.avoidance_step(), self.sight_in_frame(boid.id)) {
            (Some(avoidance_step), Some(sight)) => {
                let avoidance_step = avoidance_step.among(terms);
                avoidance_step.escape(boid.id.slot(), &sight, boid.velocity)
            }
            _ => Escape::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::shapes,
        influences::{Influence, InfluenceKind},
        settings::{AlignTo, Boundary, BoundaryMode, Normalization, Region},
        Geometry, Placement, Settings,
    };
    use std::sync::Arc;

    /// Settings without limits, so that velocities change exactly by the wishes.
    fn unlimited() -> Settings {
        let mut settings = Settings::default();
        settings.spawn.count = 500;
        settings.boundary.enabled = false;
        settings.wander.enabled = true;
        settings.motion.max_acceleration = 1e4;
        settings.motion.max_speed = 100.0;
        settings.motion.min_speed = 0.0;
        settings.motion.flattening = 0.0;
        settings.motion.max_turn_rate = 36_000.0;
        settings
    }

    /// Asserts that the wishes of all boids add up to the change in a step. Returns their largest
    /// lengths, in the order of the struct's fields.
    fn assert_sums(settings: Settings, geometry: Geometry) -> [f32; 6] {
        let dt = settings.simulation.time_step;
        let drive = settings.motion.drive;
        let placement = Placement::default();
        let mut flock = Flock::new(settings, placement, Arc::new(geometry)).unwrap();
        let target = Influence::new(InfluenceKind::Target {
            point: Vec3::zeros(),
            slowing: 1.0,
        });
        flock.add_influence(target).unwrap();
        (0..20).for_each(|_| flock.step());
        let before: Vec<_> = flock.boids().collect();
        let wishes: Vec<_> = before.iter().map(|boid| flock.wishes(boid.id)).collect();
        flock.step();
        let mut largest = [0.0_f32; 6];
        let mut wrong = 0;
        for (before, wishes) in before.iter().zip(wishes) {
            let RuleWishes {
                cohesion,
                separation,
                alignment,
                wander,
                influences,
                avoidance,
            } = wishes.unwrap();
            let all = [
                cohesion, separation, alignment, wander, influences, avoidance,
            ];
            let expected: Vec3 = all.iter().sum();
            let change = (flock.boid(before.id).unwrap().velocity - before.velocity) / dt;
            let tolerance = 1e-4 * before.velocity.norm() / dt + 1e-3 * drive * expected.norm();
            wrong += usize::from((change - expected).norm() > tolerance + 1e-3);
            for (largest, wish) in largest.iter_mut().zip(all) {
                *largest = largest.max(wish.norm());
            }
        }
        assert!(wrong <= before.len() / 50, "{wrong} of {}", before.len());
        largest
    }

    #[test]
    fn wishes_add_up_to_the_step() {
        let largest = assert_sums(unlimited(), Geometry::default());
        assert!(
            largest[..5].iter().all(|length| *length > 0.1),
            "{largest:?}"
        );
        assert_eq!(largest[5], 0.0);
    }

    #[test]
    fn wishes_of_selective_flocks_that_wrap_add_up_too() {
        let cuboid = Region::Box {
            min: Vec3::repeat(-0.8),
            max: Vec3::repeat(0.8),
        };
        let sphere = Region::Sphere {
            center: Vec3::zeros(),
            radius: 1.0,
        };
        for region in [cuboid, sphere] {
            let mut settings = unlimited();
            settings.spawn.region = region;
            settings.boundary = Boundary {
                mode: BoundaryMode::Wrap,
                ..Boundary::new(region)
            };
            settings.cohesion.normalization = Normalization::Mean;
            settings.alignment.field_of_view = 200.0;
            settings.neighbours.align_to = AlignTo::Heading;
            settings.wander.only_alone = true;
            let largest = assert_sums(settings, Geometry::default());
            assert!(
                largest[..3].iter().all(|length| *length > 0.1),
                "{largest:?}"
            );
        }
    }

    #[test]
    fn boids_before_a_wall_wish_to_avoid_it() {
        let mut settings = unlimited();
        settings.avoidance.look_interval = settings.simulation.time_step;
        settings.spawn.region = Region::Box {
            min: Vec3::repeat(-0.9),
            max: Vec3::repeat(0.9),
        };
        let solid = shapes::cuboid(Vec3::repeat(1.2));
        let room: Vec<_> = solid.iter().map(|&[a, b, c]| [a, c, b]).collect();
        let room = Geometry::new(&room).0;
        let mut flock = Flock::new(settings, Placement::default(), Arc::new(room)).unwrap();
        (0..20).for_each(|_| flock.step());
        let avoiding = flock.boids().filter(|boid| {
            let wishes = flock.wishes(boid.id).unwrap();
            let sight = flock.sight(boid.id).unwrap();
            assert_eq!(sight.nearness > 0.0, wishes.avoidance != Vec3::zeros());
            wishes.avoidance != Vec3::zeros()
        });
        let count = avoiding.count();
        assert!(count > 10, "{count}");
    }

    #[test]
    fn a_boid_that_is_gone_wishes_nothing() {
        let flock = Flock::new(unlimited(), Placement::default(), Default::default());
        let mut flock = flock.unwrap();
        let id = flock.boids().next().unwrap().id;
        assert!(flock.wishes(id).is_some());
        flock.remove(id);
        assert_eq!(flock.wishes(id), None);
    }
}

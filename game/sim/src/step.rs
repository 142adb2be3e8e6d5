//! One step of the flock: from the previous state, sorted along the grid, to the next.

use crate::{
    avoidance::{step_number, Lookout, Queue, Sights, Spent, Views},
    boids::{borrow, Boids, BoidsMut},
    boundary::{Contain, Containment},
    custom::Custom,
    driver::{run, sum},
    flee::{Flee, Fright},
    follow::{Follow, Following},
    gather::{Gather, Wishes},
    grid::Grid,
    limits::{Limit, Limits},
    placement::Frame,
    roaming::Roaming,
    rules::Rules,
    search::Search,
    steering::{Steer, Steerage},
    tally::{StepPart, Stopwatch, Tally},
    travel::Travel,
    vectors::Vectors,
    Driver, Facing, Geometry, Placement, Settings,
};
use web_time::Instant;

/// Boids that pass through all parts of a step together: few enough for what is written by one part to be near at hand
/// for the next.
pub(crate) const BLOCK: usize = 512;

/// What a step depends on besides the settings and the boids.
pub(crate) struct Circumstances<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) sights: &'a Sights,
    pub(crate) frights: &'a [Fright],
    pub(crate) custom: Option<&'a Custom<'a>>,
    /// When it begins, in simulated seconds.
    pub(crate) time: f64,
    /// How many steps were made before it.
    pub(crate) steps: u64,
    pub(crate) vectors: Vectors,
}

/// What a step needs to know besides the boids.
pub(crate) struct Step<'a> {
    /// The geometry, if there is any that boids collide with.
    pub(crate) obstacles: Option<&'a Geometry>,
    pub(crate) lookout: Option<Lookout<'a>>,
    pub(crate) rules: Rules,
    pub(crate) roaming: Option<Roaming>,
    pub(crate) steerage: Steerage,
    pub(crate) frights: &'a [Fright],
    pub(crate) custom: Option<&'a Custom<'a>>,
    pub(crate) dt: f32,
    pub(crate) limits: Limits,
    pub(crate) containment: Option<Containment>,
    pub(crate) travel: Travel<'a>,
    pub(crate) following: Following,
    pub(crate) facing: Facing,
    pub(crate) driver: Driver,
    pub(crate) vectors: Vectors,
}

impl<'a> Step<'a> {
    pub(crate) fn new(
        settings: &Settings,
        placement: &Placement,
        circumstances: &Circumstances<'a>,
    ) -> Self {
        let Circumstances {
            geometry,
            sights,
            frights,
            custom,
            time,
            steps,
            vectors,
        } = *circumstances;
        let frame = Frame::new(placement);
        let dt = settings.simulation.time_step;
        let containment = Containment::new(settings, frame);
        let collides = settings.collision.enabled && geometry.triangle_count() > 0;
        Self {
            obstacles: collides.then_some(geometry),
            lookout: Lookout::new(
                settings,
                frame,
                geometry,
                sights,
                step_number(steps),
                vectors,
            ),
            rules: match custom {
                Some(_) => Rules::beside_custom(settings, frame),
                None => Rules::new(settings, frame),
            },
            roaming: Roaming::new(settings, frame, time),
            steerage: Steerage::new(&settings.motion, frame, dt),
            frights,
            custom,
            dt,
            limits: Limits::new(settings, frame),
            travel: Travel::new(settings, frame, containment, geometry, vectors),
            containment,
            following: Following::new(&settings.body, dt),
            facing: settings.body.facing,
            driver: settings.simulation.driver,
            vectors,
        }
    }

    /// Advances `current` by one step and leaves the state before it, in the same order, in `previous`. Returns
    /// what it counted.
    pub(crate) fn make(
        &self,
        grid: &mut Grid,
        search: &mut Search,
        queue: &mut Queue,
        previous: &mut Boids,
        current: &mut Boids,
    ) -> Tally {
        let start = Instant::now();
        sort(grid, previous, current, &self.rules, self.driver);
        search.prepare(previous, &self.rules, self.driver);
        let sorting = Tally::of(StepPart::Sorting, start, self.threads());
        let looking = self.share_out_rays(queue, previous);
        let (previous, grid, search) = (&*previous, &*grid, &*search);
        let moving = sum(self.driver, current.all_mut(), |part| {
            self.advance(previous, grid, search, part)
        });
        sorting + looking + moving
    }

    /// Lets boids look around if only so many rays may be cast.
    fn share_out_rays(&self, queue: &mut Queue, boids: &Boids) -> Tally {
        let start = Instant::now();
        let Some(lookout) = self.lookout.as_ref().filter(|it| it.has_budget()) else {
            return Tally::default();
        };
        let Spent { rays, delayed } = lookout.spend(queue, boids, self.driver);
        Tally {
            rays,
            delayed_looks: delayed,
            ..Tally::of(StepPart::Sight, start, self.threads())
        }
    }

    fn threads(&self) -> usize {
        match self.driver {
            Driver::SingleThread => 1,
            _ => rayon::current_num_threads(),
        }
    }

    /// Writes the next state of a part of the boids, and returns what it counted.
    fn advance(&self, previous: &Boids, grid: &Grid, search: &Search, part: BoidsMut) -> Tally {
        let (mut rest, mut watch) = (part, Stopwatch::start());
        while rest.len() > BLOCK {
            let (block, others) = rest.split_at(BLOCK);
            self.advance_block(previous, grid, search, block, &mut watch);
            rest = others;
        }
        self.advance_block(previous, grid, search, rest, &mut watch);
        watch.tally
    }

    fn advance_block(
        &self,
        previous: &Boids,
        grid: &Grid,
        search: &Search,
        mut next: BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let (len, block) = (next.len(), next.first..next.first + next.len());
        let before = previous.part(block.clone());
        let mut views = Views::<BLOCK>::new();
        if let Some(geometry) = self.obstacles {
            views.measure(geometry, &before, self.vectors);
        }
        if let Some(lookout) = &self.lookout {
            watch.tally.rays += lookout.watch(&before, &mut views);
        }
        let pushes = views.pushes(len);
        watch.end(StepPart::Sight);
        let mut wishes = Wishes::<BLOCK>::new();
        self.vectors.run(Gather {
            rules: &self.rules,
            fade: pushes.map(|pushes| pushes.fade),
            roaming: self.roaming.as_ref(),
            custom: self.custom,
            grid,
            boids: previous,
            search,
            first: next.first,
            wishes: wishes.first(len),
        });
        watch.end(StepPart::Neighbours);
        self.vectors.run(Steer {
            steerage: &self.steerage,
            before: before.velocity,
            wish: wishes.wish(len),
            push: pushes.map(|pushes| pushes.push),
            velocity: borrow(&mut next.velocity),
        });
        if !self.frights.is_empty() {
            self.vectors.run(Flee {
                frights: self.frights,
                dt: self.dt,
                position: before.position,
                before: before.velocity,
                velocity: borrow(&mut next.velocity),
            });
        }
        self.vectors.run(Limit {
            limits: &self.limits,
            before: before.velocity,
            slot: before.slot,
            velocity: borrow(&mut next.velocity),
        });
        if let Some(containment) = &self.containment {
            self.vectors.run(Contain {
                containment,
                position: before.position,
                velocity: borrow(&mut next.velocity),
            });
        }
        watch.end(StepPart::Motion);
        let clearances = views.clearances(len);
        self.travel
            .all(&before, clearances, &mut next, &mut watch.tally);
        watch.end(StepPart::Geometry);
        if let Some(containment) = &self.containment {
            let position = next.position.each_ref().map(|values| &**values);
            self.vectors.run(Contain {
                containment: &containment.after_move(),
                position,
                velocity: borrow(&mut next.velocity),
            });
        }
        watch.end(StepPart::Motion);
        next.copy_rest(previous);
        let velocity = next.velocity.each_ref().map(|values| &**values);
        self.vectors.run(Follow {
            following: &self.following,
            before: before.velocity,
            velocity,
            heading: match self.facing {
                Facing::Velocity => velocity,
                Facing::Alignment => wishes.facing(len),
            },
            orientation: borrow(&mut next.orientation),
            phase: next.phase,
        });
        watch.end(StepPart::Poses);
    }
}

/// Sorts `current` along the grid into `previous`; `current` is to be written anew.
pub(crate) fn sort(
    grid: &mut Grid,
    previous: &mut Boids,
    current: &mut Boids,
    rules: &Rules,
    driver: Driver,
) {
    grid.sort(current, rules.reach(), rules.seam(), driver);
    let (source, grid) = (&*current, &*grid);
    run(driver, previous.all_mut(), |mut part| {
        let order = grid.order(part.first..part.first + part.len());
        part.pick(source, order);
    });
}

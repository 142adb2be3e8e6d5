//! Headings that do not alternate from step to step.

use flock_sim::{Boid, BoidId, Flock, Preset, Vec3};
use flock_testkit::flocks::{in_the_open, texels};
use std::collections::HashMap;

/// Sine of the smallest turn in a step that can be seen, a degree.
const VISIBLE: f32 = 0.017_452;

/// Counts the turns of each boid that are visible and lead straight back.
#[derive(Default)]
struct Alternation {
    /// The heading and the last turn of each boid.
    last: HashMap<BoidId, (Vec3, Vec3)>,
    turns: usize,
    back: usize,
}

impl Alternation {
    fn add(&mut self, id: BoidId, heading: Vec3) {
        let Some((before, old)) = self.last.get(&id) else {
            self.last.insert(id, (heading, Vec3::zeros()));
            return;
        };
        let new = before.cross(&heading);
        let is_visible = old.norm().min(new.norm()) > VISIBLE;
        self.turns += 1;
        self.back += usize::from(is_visible && old.angle(&new) > 2.1);
        self.last.insert(id, (heading, new));
    }

    fn share(&self) -> f64 {
        self.back as f64 / self.turns as f64
    }
}

/// Where the bodies point, in the order of the boids.
fn drawn(flock: &Flock) -> Vec<Vec3> {
    let texels = texels(flock);
    let forward = texels.chunks(2).map(|texels| {
        let [x, y, z, _] = texels[1];
        let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
        let (x, y) = (2.0 * (x * z + w * y), 2.0 * (y * z - w * x));
        Vec3::new(
            x,
            y,
            1.0 - 2.0 * (texels[1][0].powi(2) + texels[1][1].powi(2)),
        )
    });
    forward.collect()
}

/// The shares of turns straight back of the velocities and of the bodies, after some seconds.
fn alternation(preset: Preset) -> [f64; 2] {
    let mut settings = preset.settings();
    settings.spawn.count = settings.spawn.count.min(1000);
    let mut flock = in_the_open(settings);
    (0..300).for_each(|_| flock.step());
    let [mut velocities, mut bodies] = [(); 2].map(|_| Alternation::default());
    for _ in 0..120 {
        flock.step();
        let boids: Vec<Boid> = flock.boids().collect();
        for (boid, body) in boids.iter().zip(drawn(&flock)) {
            velocities.add(boid.id, boid.velocity.normalize());
            bodies.add(boid.id, body);
        }
    }
    [velocities.share(), bodies.share()]
}

#[test]
fn headings_of_schools_do_not_alternate() {
    for preset in [Preset::Sardines, Preset::Swarm2d] {
        let [velocities, bodies] = alternation(preset);
        assert!(velocities < 0.02, "{preset}: {velocities}");
        assert!(bodies < 0.001, "{preset}: {bodies}");
    }
}

#[test]
fn bodies_of_the_published_composite_are_drawn_still() {
    let [velocities, bodies] = alternation(Preset::Composite);
    assert!(velocities > 0.3, "its formulas alternate: {velocities}");
    assert!(bodies < 0.02, "{bodies}");
}

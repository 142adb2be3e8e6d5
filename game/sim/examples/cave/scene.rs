//! The cave, and the two flocks.

use crate::Arguments;
use flock_sim::{
    settings::{Boundary, Collision, Motion, Region, Rule, Simulation, Spawn, Wander},
    Flock, Geometry, Placement, Settings, SettingsError, Vec3,
};
use flock_terrain::Terrain;
use std::{error::Error, f32::consts::PI, fmt, sync::Arc};

/// Radius of cohesion and alignment, in metres.
const RADIUS: f32 = 1.0;

/// Neighbours that a boid has on average within [`RADIUS`], if they are spread evenly.
const NEIGHBOURS: f32 = 30.0;

/// Width, height and depth of the cave in cells of its noise; a hall is about half a cell wide.
const CELLS: Vec3 = Vec3::new(1.6, 1.4, 1.6);

/// Cubes along a cell of the noise: so many that there are more than 200,000 triangles.
const CUBES: f32 = 130.0;

/// Size of a cell of the noise, in metres, below which halls would be too narrow for boids that see
/// a metre far.
const SMALLEST: f32 = 4.0;

/// The triangles of the box around the hollow, at the end of the list.
const HULL: usize = 12;

pub struct Scene {
    geometry: Arc<Geometry>,
    half_size: Vec3,
    /// Volume of the hollow in cubic metres.
    volume: f32,
    settings: Settings,
}

impl Scene {
    pub fn new(arguments: &Arguments) -> Result<Self, Box<dyn Error + Send + Sync>> {
        // A cave of another scale has the same shape, so that it is known how large it must be.
        let wanted = arguments.boids as f32 / density();
        let smallest = terrain(SMALLEST, arguments.seed);
        let scale = SMALLEST * (wanted / hollow(&smallest.triangles()?)).cbrt().max(1.0);
        let terrain = terrain(scale, arguments.seed);
        let triangles = terrain.triangles()?;
        let (geometry, _) = Geometry::new(&triangles);
        Ok(Self {
            geometry: Arc::new(geometry),
            half_size: terrain.size / 2.0,
            volume: hollow(&triangles),
            settings: settings(arguments),
        })
    }

    /// The flock in the hollow of the cave.
    pub fn flock_inside(&self) -> Result<Flock, SettingsError> {
        self.flock(self.half_size, self.geometry.clone())
    }

    /// The flock in a box, without geometry: as large as the hollow, or so many times denser.
    pub fn flock_in_the_open(&self, denser: f32) -> Result<Flock, SettingsError> {
        let half_size = Vec3::repeat((self.volume / denser).cbrt() / 2.0);
        self.flock(half_size, Arc::new(Geometry::empty()))
    }

    fn flock(&self, half_size: Vec3, geometry: Arc<Geometry>) -> Result<Flock, SettingsError> {
        let region = Region::cuboid(half_size);
        let mut settings = self.settings.clone();
        settings.spawn.region = region;
        settings.boundary = Boundary::new(region);
        Flock::new(settings, Placement::default(), geometry)
    }

    pub fn triangles(&self) -> usize {
        self.geometry.triangle_count()
    }
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let size = self.half_size * 2.0;
        write!(
            f,
            "a cave of {} triangles: a hollow of {:.0} m³ in a block of {:.1} x {:.1} x {:.1} m",
            self.triangles(),
            self.volume,
            size.x,
            size.y,
            size.z
        )
    }
}

fn terrain(scale: f32, seed: u32) -> Terrain {
    Terrain {
        size: CELLS * scale,
        cube: scale / CUBES,
        scale,
        threshold: 0.5,
        margin: 0.25 * scale,
        seed,
        ..Terrain::default()
    }
}

/// Boids in a cubic metre.
fn density() -> f32 {
    NEIGHBOURS / (4.0 / 3.0 * PI * RADIUS.powi(3))
}

/// The volume of the hollow: its surface faces inwards, so what it encloses counts negative.
fn hollow(triangles: &[[Vec3; 3]]) -> f32 {
    let surface = &triangles[..triangles.len() - HULL];
    let six_times = |[a, b, c]: &[Vec3; 3]| a.cast::<f64>().dot(&b.cast().cross(&c.cast()));
    -surface.iter().map(six_times).sum::<f64>() as f32 / 6.0
}

/// All but where the boids are. With these weights they stay about evenly spread, in the cave as in
/// the open, so that both flocks find as many neighbours; and they wander, or those in the open
/// would all go the same way in the end.
fn settings(arguments: &Arguments) -> Settings {
    Settings {
        spawn: Spawn {
            count: arguments.boids,
            speed: arguments.speed / 2.0,
            seed: arguments.seed,
            ..Spawn::default()
        },
        cohesion: Rule::new(0.5, RADIUS),
        separation: Rule::new(2.0, RADIUS / 2.0),
        alignment: Rule::new(0.4, RADIUS),
        wander: Wander {
            enabled: true,
            weight: 1.0,
            ..Wander::default()
        },
        motion: Motion {
            max_speed: arguments.speed,
            max_acceleration: 2.0 * arguments.speed.max(3.0),
            ..Motion::default()
        },
        collision: Collision {
            body_radius: 0.08,
            ..Collision::default()
        },
        simulation: Simulation {
            backend: arguments.processor.backend(arguments.threads),
            ..Simulation::default()
        },
        ..Settings::default()
    }
}

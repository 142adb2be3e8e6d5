//! Flies boids through a level that is read from an OBJ file: ways lead them from one end to the
//! other. The program fails if a boid crosses a triangle.
//!
//! ```text
//! cargo run --release -p flock-sim --example through -- dungeon.obj
//! ```

use clap::Parser;
use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    settings::Region,
    ways::{Navigation, NavigationField, Ways},
    Flock, Geometry, Placement, Settings, Vec3,
};
use flock_testkit::{figures::with_commas, flocks::by_id, judge::Judge};
use std::{error::Error, path::PathBuf, sync::Arc, time::Instant};

/// Flies boids through a level.
#[derive(Parser)]
struct Arguments {
    /// OBJ file of the level.
    level: PathBuf,
    /// Metres in a unit of the file.
    #[arg(long, default_value_t = 1.0, value_parser = in_range(1e-6, 1e6))]
    scale: f32,
    /// Number of boids.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    boids: u32,
    /// Radius of a body, in metres.
    #[arg(long, default_value_t = 0.15, value_parser = in_range(0.001, 1000.0))]
    radius: f32,
    /// Largest speed, in m/s.
    #[arg(long, default_value_t = 3.0, value_parser = in_range(0.01, 10_000.0))]
    speed: f32,
    /// Edge of the navigation cells, in metres.
    #[arg(long, default_value_t = 0.5, value_parser = in_range(0.001, 1000.0))]
    cell: f32,
    /// Time after which the flight ends, as a multiple of the time that a boid alone takes.
    #[arg(long, default_value_t = 3.0, value_parser = in_range(1.0, 1000.0))]
    patience: f32,
}

/// Parses a number between two others.
fn in_range(least: f32, most: f32) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let number: f32 = text.parse().map_err(|error| format!("{error}"))?;
        // False for NaN.
        let is_allowed = (least..=most).contains(&number);
        is_allowed
            .then_some(number)
            .ok_or_else(|| format!("allowed: {least} to {most}"))
    }
}

/// The ends of a long way through a level.
struct Ends {
    start: Vec3,
    goal: Vec3,
    /// Length of the way, in metres.
    length: f32,
}

/// Number of places between which a long way is chosen, along each horizontal axis.
const COLUMNS: u16 = 20;

/// Height of the places above the ground, in radii of the body.
const HEIGHT: f32 = 4.0;

/// Distance from the goal at which a boid has arrived, in metres.
const ARRIVED: f32 = 4.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let (geometry, _) = Geometry::new(&triangles(&arguments)?);
    let geometry = Arc::new(geometry);
    geometry.prepare();
    let start = Instant::now();
    let navigation = Navigation {
        cell: arguments.cell,
        ..Navigation::new(arguments.radius)
    };
    let field = Arc::new(NavigationField::new(&geometry, navigation)?);
    println!(
        "{} triangles; {} cells, the finest of {} m, found in {:.2} s",
        with_commas(geometry.triangle_count()),
        with_commas(field.cell_count()),
        field.finest_cell(),
        start.elapsed().as_secs_f32(),
    );
    let ends = ends(&geometry, &field).ok_or("no body fits above the ground")?;
    let text = |at: Vec3| format!("({:.1}, {:.1}, {:.1})", at.x, at.y, at.z);
    let [start, goal] = [ends.start, ends.goal].map(text);
    println!("a way of {:.1} m leads from {start} to {goal}", ends.length);
    if ends.length < 2.0 * ARRIVED {
        return Err("the way is too short: the level may be closed, or its unit no metre".into());
    }
    fly(&arguments, &geometry, &ends)
}

fn triangles(arguments: &Arguments) -> Result<Vec<[Vec3; 3]>, tobj::LoadError> {
    let (models, _) = tobj::load_obj(&arguments.level, &tobj::GPU_LOAD_OPTIONS)?;
    let corner = |mesh: &tobj::Mesh, index: u32| {
        let first = 3 * index as usize;
        Vec3::from_column_slice(&mesh.positions[first..first + 3]) * arguments.scale
    };
    let of_mesh = |model: tobj::Model| -> Vec<_> {
        let triangles = model.mesh.indices.as_chunks::<3>().0;
        let corners = triangles
            .iter()
            .map(|it| it.map(|it| corner(&model.mesh, it)));
        corners.collect()
    };
    Ok(models.into_iter().flat_map(of_mesh).collect())
}

/// The ends of a long way between places above the ground.
fn ends(geometry: &Geometry, field: &Arc<NavigationField>) -> Option<Ends> {
    let places = places(geometry, field.navigation().radius);
    let farthest = |from: Vec3| {
        let ways = Ways::new(field, &[from]);
        let lengths = places
            .iter()
            .map(|at| (*at, ways.length_from(*at).unwrap_or(0.0)));
        lengths.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let (start, _) = farthest(*places.first()?)?;
    let (goal, length) = farthest(start)?;
    Some(Ends {
        start,
        goal,
        length,
    })
}

/// Places above the topmost ground where a body fits.
fn places(geometry: &Geometry, radius: f32) -> Vec<Vec3> {
    let Some((low, high)) = geometry.bounds() else {
        return Vec::new();
    };
    let part = |number: u16| (f32::from(number) + 0.5) / f32::from(COLUMNS);
    let above_ground = |x: u16, z: u16| {
        let share = Vec3::new(part(x), 1.0, part(z));
        let top = low + (high - low).component_mul(&share) + Vec3::y();
        let way = Vec3::y() * (low.y - top.y);
        let contact = geometry.sweep(top, way, radius)?;
        let at = top + way * contact.fraction + Vec3::y() * (HEIGHT * radius);
        geometry.is_clear(at, 2.0 * radius).then_some(at)
    };
    let columns = (0..COLUMNS).flat_map(|x| (0..COLUMNS).map(move |z| (x, z)));
    columns.filter_map(|(x, z)| above_ground(x, z)).collect()
}

fn fly(arguments: &Arguments, geometry: &Arc<Geometry>, ends: &Ends) -> Result<(), Box<dyn Error>> {
    let mut flock = Flock::new(
        settings(arguments, ends.start),
        Placement::default(),
        geometry.clone(),
    )?;
    flock.add_influence(Influence {
        finds_way: true,
        reach: 1000.0,
        fall_off: FallOff::Constant,
        weight: 2.0 * flock.settings().motion.max_acceleration,
        ..Influence::new(InfluenceKind::Target {
            point: ends.goal,
            slowing: 1.0,
        })
    })?;
    let judge = Judge::new(geometry.triangles(), 0.5);
    let alone = ends.length / arguments.speed;
    let dt = flock.settings().simulation.time_step;
    let mut has_arrived = vec![false; flock.len()];
    let mut crossings = 0;
    for step in 1..=(arguments.patience * alone / dt) as u64 {
        let before = by_id(&flock);
        flock.step();
        let after = by_id(&flock);
        let moves = before.iter().zip(&after);
        crossings += moves
            .filter(|(a, b)| judge.crossed(a.position, b.position).is_some())
            .count();
        for (has_arrived, boid) in has_arrived.iter_mut().zip(&after) {
            *has_arrived |= (boid.position - ends.goal).norm() < ARRIVED;
        }
        let arrived = has_arrived.iter().filter(|it| **it).count();
        if step % (5.0 / dt) as u64 == 0 || arrived == has_arrived.len() {
            let seconds = step as f32 * dt;
            println!(
                "{seconds:.0} s of {alone:.0} s: {arrived} of {} boids arrived",
                flock.len()
            );
        }
        if arrived == has_arrived.len() {
            break;
        }
    }
    let missing = has_arrived.iter().filter(|it| !**it).count();
    match crossings {
        0 if missing > 0 => Err(format!("{missing} boids did not arrive").into()),
        0 => {
            println!("no boid crossed a triangle");
            Ok(())
        }
        _ => Err(format!("{crossings} moves crossed the level").into()),
    }
}

fn settings(arguments: &Arguments, start: Vec3) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = arguments.boids;
    settings.spawn.region = Region::Sphere {
        center: start,
        radius: ARRIVED,
    };
    settings.boundary.enabled = false;
    settings.motion.max_speed = arguments.speed;
    settings.motion.min_speed = settings.motion.min_speed.min(arguments.speed);
    settings.collision.body_radius = arguments.radius;
    settings.way_finding.cell = arguments.cell;
    settings
}

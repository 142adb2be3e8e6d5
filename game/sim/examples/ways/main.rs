//! Measures how long a navigation field and the ways in it take: in a cave of more than 200,000 triangles,
//! 60 m wide, with cells of half a metre.
//!
//! ```text
//! cargo run --release -p flock-sim --example ways -- --radius 0.25
//! cargo run --release -p flock-sim --example ways -- --height 0
//! ```
//!
//! With a height, ways lead in a horizontal plane, and boids move in it.

mod flocks;

use clap::Parser;
use flock_sim::{
    ways::{Navigation, NavigationField, NavigationPlane, Ways},
    Geometry, Vec3,
};
use flock_terrain::Terrain;
use flock_testkit::figures::{digits, machine, page, with_commas};
use flocks::Crowd;
use std::{error::Error, hint::black_box, sync::Arc, time::Instant};

/// Measures navigation fields and ways.
#[derive(Parser)]
struct Arguments {
    /// Radius of the body, in metres.
    #[arg(long, default_value_t = 0.45)]
    radius: f32,
    /// Edge of the cells, in metres.
    #[arg(long, default_value_t = 0.5)]
    cell: f32,
    /// Height of the plane in which ways lead, in metres; without it, they lead in three dimensions.
    #[arg(long, allow_negative_numbers = true, conflicts_with = "report")]
    height: Option<f32>,
    /// Number of ways that are measured.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    ways: u32,
    /// Number of boids whose steps are measured.
    #[arg(long, default_value_t = 100_000)]
    boids: u32,
    /// Number of steps that are measured.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Writes a table into the handbook's page of figures.
    #[arg(long)]
    report: bool,
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments = Arguments::parse();
    let terrain = Terrain {
        size: Vec3::new(60.0, 30.0, 60.0),
        cube: 0.36,
        scale: 9.0,
        ..Terrain::default()
    };
    let (geometry, _) = Geometry::new(&terrain.triangles()?);
    let geometry = Arc::new(geometry);
    geometry.prepare();
    let places = places(&geometry, &terrain, &arguments);
    let mut table = measure(&arguments, &geometry, &places)?;
    let crowd = Crowd {
        boids: arguments.boids,
        steps: arguments.steps,
        radius: arguments.radius,
        cell: arguments.cell,
        half: terrain.size * 0.45,
        height: arguments.height,
        goal: places[0],
    };
    table += &crowd.measure(&geometry)?;
    println!("{table}");
    if arguments.report {
        let block = format!("{}\n\n{table}", machine::heading(&threads()));
        page::FIGURES.write("ways --report", &block)?;
    }
    Ok(())
}

fn threads() -> String {
    format!("{} threads", rayon::current_num_threads())
}

/// Measures the field, the ways to a goal and single ways, as a table.
fn measure(
    arguments: &Arguments,
    geometry: &Arc<Geometry>,
    places: &[Vec3],
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let navigation = Navigation {
        cell: arguments.cell,
        plane: { arguments.height }.map(|height| NavigationPlane::new(Vec3::y(), height)),
        ..Navigation::new(arguments.radius)
    };
    let (field, field_time) = timed(|| NavigationField::new(geometry, navigation));
    let field = Arc::new(field?);
    if places.len() < 2 {
        return Err(format!("no place for a body of {} m", arguments.radius).into());
    }
    let (ways, ways_time) = timed(|| Ways::new(&field, &places[..1]));
    let away = |reach: f32| timed(|| Ways::away_from(&field, &places[..1], reach)).1;
    let [away_time, near_time] = [1000.0, 10.0].map(away);
    let starts = || places[1..].iter();
    let (found, way_time) = timed(|| starts().filter_map(|from| ways.way_from(*from)).count());
    let (_, corner_time) = timed(|| {
        let corners = starts().map(|from| ways.corner_from(*from));
        corners.for_each(|corner| _ = black_box(corner));
    });
    let each = |time: f64| 1e6 * time / starts().len() as f64;
    let megabytes = |bytes: usize| digits(bytes as f64 / 1e6);
    Ok(format!(
        "| {} triangles | time | size |\n|---|---|---|\n\
         | the field | {} s | {} cells of {} m and more, {} MB |\n\
         | the ways to a goal | {} s | {} MB |\n\
         | the ways away from a threat | {} s; {} s with a reach of 10 m | the same |\n\
         | the corners of a way | {} µs | {found} of {} places have one |\n\
         | the next corner | {} µs | |\n",
        with_commas(geometry.triangle_count()),
        digits(field_time),
        with_commas(field.cell_count()),
        field.finest_cell(),
        megabytes(field.bytes()),
        digits(ways_time),
        megabytes(ways.bytes()),
        digits(away_time),
        digits(near_time),
        digits(each(way_time)),
        starts().len(),
        digits(each(corner_time)),
    ))
}

/// A result, and the seconds until it was there.
fn timed<R>(run: impl FnOnce() -> R) -> (R, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

/// Positions where the body fits, along a sequence that covers the level evenly: a goal, and as many
/// others as ways are wanted, if there are as many.
fn places(geometry: &Geometry, terrain: &Terrain, arguments: &Arguments) -> Vec<Vec3> {
    const STEPS: Vec3 = Vec3::new(0.754_877_7, 0.569_840_3, 0.819_172_5);
    let wanted = arguments.ways as usize + 1;
    let all = (1..100 * wanted).map(|number| {
        let along = (STEPS * number as f32).map(f32::fract);
        let at = along.add_scalar(-0.5).component_mul(&terrain.size);
        Vec3::new(at.x, arguments.height.unwrap_or(at.y), at.z)
    });
    let free = all.filter(|at| geometry.is_clear(*at, arguments.radius));
    free.take(wanted).collect()
}

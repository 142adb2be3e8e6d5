//! Prints how long a large reef takes to build: `cargo run --release -p fyrox-flock --example
//! reef_time`.

use fyrox_flock::{reef::textured_surface, scripts::FlockReef, sim::Vec3};
use std::time::Instant;

/// Number of builds for the fastest and the median time.
const BUILDS: usize = 5;

fn main() {
    let reef = FlockReef {
        size: Vec3::new(60.0, 30.0, 60.0).into(),
        cube: 0.5.into(),
        ..FlockReef::default()
    };
    let mut times = Vec::new();
    let mut vertices = 0;
    for _ in 0..BUILDS {
        let begin = Instant::now();
        let triangles = reef.terrain().triangles().expect("the values are good");
        let surface = textured_surface(&triangles, *reef.texture_size);
        times.push(begin.elapsed().as_secs_f32());
        vertices = surface.expect("it fits").vertex_buffer.vertex_count();
    }
    times.sort_by(f32::total_cmp);
    let (fastest, median) = (times[0], times[BUILDS / 2]);
    println!("{vertices} vertices: {fastest:.2} s at best, {median:.2} s in the median");
}

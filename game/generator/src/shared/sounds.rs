//! The sounds: chirps, wings, water and gnats, synthesised, as short mono files.

use crate::base::{
    output::{resource_uuid, Output},
    pattern::{smooth_step, Random},
};
use fyrox::scene::sound::SoundBufferResource;
use std::{error::Error, f32::consts::TAU};

/// Paths below the data folder.
pub const STARLING: &str = "sounds/starling.wav";
pub const SWALLOW: &str = "sounds/swallow.wav";
pub const WINGS: &str = "sounds/wings.wav";
pub const GNAT: &str = "sounds/gnat.wav";
pub const SWISH: &str = "sounds/swish.wav";

/// Samples per second.
const RATE: f32 = 22_050.0;
/// Largest amplitude of each file, from 0 to 1.
const PEAK: f32 = 0.8;

/// Writes all sounds.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (path, samples) in [
        (STARLING, starling()),
        (SWALLOW, swallow()),
        (WINGS, wings()),
        (GNAT, gnat()),
        (SWISH, swish()),
    ] {
        output.write_resource(path, &wav(&samples))?;
    }
    Ok(())
}

/// A reference to a sound for a script.
pub fn reference(path: &str) -> SoundBufferResource {
    SoundBufferResource::from(resource_uuid(path))
}

/// A whistle that falls, a rattle and a rising whistle.
fn starling() -> Vec<f32> {
    let mut samples = silence(0.42);
    whistle(&mut samples, 0.0, 0.15, [4600.0, 2700.0], 0.9, 0.0);
    whistle(&mut samples, 0.17, 0.11, [3300.0, 3500.0], 0.7, 46.0);
    whistle(&mut samples, 0.29, 0.12, [2500.0, 4100.0], 1.0, 0.0);
    samples
}

/// A twitter of short notes.
fn swallow() -> Vec<f32> {
    let mut samples = silence(0.5);
    for (start, low, high) in [
        (0.0, 3400.0, 4800.0),
        (0.09, 4100.0, 5300.0),
        (0.19, 3000.0, 4500.0),
        (0.27, 4400.0, 3600.0),
        (0.36, 3800.0, 5600.0),
    ] {
        whistle(&mut samples, start, 0.08, [low, high], 0.8, 0.0);
    }
    samples
}

/// The wings of a group that takes off: soft beats that become faster and fade.
fn wings() -> Vec<f32> {
    let mut samples = silence(0.8);
    let mut random = Random::new(71);
    let (mut start, mut number) = (0.0, 0);
    while start < 0.62 {
        let strength = smooth_step(0.75, 0.1, start) * random.between(0.5, 1.0);
        puff(&mut samples, start, 0.085, 1100.0, strength, 900 + number);
        start += random.between(0.018, 0.05);
        number += 1;
    }
    samples
}

/// A hum of two slightly detuned gnats that swells and fades.
fn gnat() -> Vec<f32> {
    let mut samples = silence(1.0);
    let length = samples.len();
    for (number, sample) in samples.iter_mut().enumerate() {
        let t = number as f32 / RATE;
        let share = number as f32 / length as f32;
        let swell = (share * TAU / 2.0).sin().powi(2);
        let voice = |frequency: f32, waver: f32| {
            let phase = TAU * frequency * t + 1.6 * (TAU * waver * t).sin();
            phase.sin() + 0.45 * (2.0 * phase).sin() + 0.2 * (3.0 * phase).sin()
        };
        *sample = swell * (voice(466.0, 5.3) + 0.7 * voice(508.0, 4.1));
    }
    samples
}

/// The water moved by a tail.
fn swish() -> Vec<f32> {
    let mut samples = silence(0.55);
    puff(&mut samples, 0.0, 0.5, 420.0, 1.0, 31);
    puff(&mut samples, 0.06, 0.3, 900.0, 0.35, 37);
    samples
}

fn silence(seconds: f32) -> Vec<f32> {
    vec![0.0; (seconds * RATE) as usize]
}

/// An envelope over a fraction from 0 to 1, with 0 at both ends.
fn envelope(share: f32) -> f32 {
    smooth_step(0.0, 0.12, share) * smooth_step(1.0, 0.45, share)
}

/// Adds a tone that glides from one frequency to another, in Hz; `rattle`: number of interruptions
/// per second.
fn whistle(samples: &mut [f32], start: f32, length: f32, glide: [f32; 2], gain: f32, rattle: f32) {
    let (first, count) = ((start * RATE) as usize, (length * RATE) as usize);
    let mut phase = 0.0_f32;
    for (number, sample) in samples.iter_mut().skip(first).take(count).enumerate() {
        let share = number as f32 / count as f32;
        let frequency = glide[0] * (glide[1] / glide[0]).powf(share);
        phase = (phase + TAU * frequency / RATE) % TAU;
        let beat = 0.5 + 0.5 * (TAU * rattle * number as f32 / RATE).cos();
        *sample += gain * envelope(share) * beat * (phase.sin() + 0.15 * (2.0 * phase).sin());
    }
}

/// Adds a burst of noise around a frequency, in Hz.
fn puff(samples: &mut [f32], start: f32, length: f32, frequency: f32, gain: f32, seed: u64) {
    let (first, count) = ((start * RATE) as usize, (length * RATE) as usize);
    let mut random = Random::new(seed);
    // A resonator with two poles; its bandwidth is about its frequency.
    let radius = 1.0 - TAU * 0.25 * frequency / RATE;
    let [near, far] = [
        2.0 * radius * (TAU * frequency / RATE).cos(),
        -radius * radius,
    ];
    let mut last = [0.0_f32; 2];
    for (number, sample) in samples.iter_mut().skip(first).take(count).enumerate() {
        let noise = random.between(-1.0, 1.0);
        let next = (1.0 - radius) * noise + near * last[0] + far * last[1];
        last = [next, last[0]];
        *sample += gain * envelope(number as f32 / count as f32) * next;
    }
}

/// A mono WAV file with 16 bits per sample, normalized to `PEAK`.
fn wav(samples: &[f32]) -> Vec<u8> {
    let loudest = samples.iter().fold(1e-9, |max: f32, it| max.max(it.abs()));
    let data: Vec<u8> = samples
        .iter()
        .flat_map(|it| ((it / loudest * PEAK * f32::from(i16::MAX)) as i16).to_le_bytes())
        .collect();
    let rate = RATE as u32;
    let mut file = Vec::with_capacity(44 + data.len());
    file.extend(b"RIFF");
    file.extend((36 + data.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    file.extend([1_u16, 1].iter().flat_map(|it| it.to_le_bytes()));
    file.extend([rate, 2 * rate].iter().flat_map(|it| it.to_le_bytes()));
    file.extend([2_u16, 16].iter().flat_map(|it| it.to_le_bytes()));
    file.extend(b"data");
    file.extend((data.len() as u32).to_le_bytes());
    file.extend(data);
    file
}

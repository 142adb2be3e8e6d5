//! Random changes of binary data that consists mostly of numbers of four bytes.

use super::choice::Choice;

/// Numbers that are special as whole numbers or in single precision.
const WORDS: &[u32] = &[
    0,
    1,
    2,
    0xff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    f32::MIN_POSITIVE.to_bits(),
    f32::EPSILON.to_bits(),
    1e-7_f32.to_bits(),
    1.0_f32.to_bits(),
    (-1.0_f32).to_bits(),
    1.000_000_1_f32.to_bits(),
    1e6_f32.to_bits(),
    1e9_f32.to_bits(),
    1.1e9_f32.to_bits(),
    1e20_f32.to_bits(),
    f32::MAX.to_bits(),
    f32::INFINITY.to_bits(),
    f32::NEG_INFINITY.to_bits(),
    f32::NAN.to_bits(),
];

const WORD: usize = 4;

/// Longest data that a change makes, in bytes.
const LONGEST: usize = 1 << 16;

/// The data with one change. Parts of `donor` may be put into it.
pub fn changed(data: &[u8], donor: &[u8], record: usize, choice: &mut Choice) -> Vec<u8> {
    let mut changed = data.to_vec();
    let size = record * WORD;
    match choice.below(100) {
        0..35 => put(&mut changed, place(data, WORD, choice), &special(choice)),
        35..50 => {
            let from = place(donor, WORD, choice);
            put(
                &mut changed,
                place(data, WORD, choice),
                part(donor, from, WORD),
            );
        }
        50..60 => nudge(&mut changed, choice),
        60..70 => insert(
            &mut changed,
            place(data, size, choice),
            part(data, place(data, size, choice), size),
        ),
        70..80 => insert(
            &mut changed,
            place(data, size, choice),
            part(donor, place(donor, size, choice), size),
        ),
        80..88 => remove(&mut changed, place(data, size, choice), size),
        88..92 => changed.truncate(choice.place(data.len())),
        92..96 => insert(
            &mut changed,
            choice.place(data.len()),
            &[choice.below(256) as u8],
        ),
        _ => remove(&mut changed, choice.place(data.len()), 1),
    }
    changed.truncate(LONGEST);
    changed
}

/// The begin of a word or record, seldom of neither.
fn place(data: &[u8], size: usize, choice: &mut Choice) -> usize {
    if choice.percent(10) {
        choice.place(data.len())
    } else {
        choice.below(data.len() / size + 1) * size
    }
}

fn special(choice: &mut Choice) -> [u8; WORD] {
    WORDS[choice.below(WORDS.len())].to_le_bytes()
}

fn part(data: &[u8], at: usize, length: usize) -> &[u8] {
    &data[at.min(data.len())..(at + length).min(data.len())]
}

fn put(data: &mut [u8], at: usize, word: &[u8]) {
    let targets = data.iter_mut().skip(at);
    targets.zip(word).for_each(|(to, from)| *to = *from);
}

/// Changes a word a little: another bit of a number, or its sign.
fn nudge(data: &mut [u8], choice: &mut Choice) {
    let bit = choice.below(8 * data.len());
    if let Some(byte) = data.get_mut(bit / 8) {
        *byte ^= 1 << (bit % 8);
    }
}

fn insert(data: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    let at = at.min(data.len());
    data.splice(at..at, bytes.iter().copied());
}

fn remove(data: &mut Vec<u8>, at: usize, length: usize) {
    let end = (at + length).min(data.len());
    data.drain(at.min(end)..end);
}

//! The plan of the labyrinth: rooms on three terraces, doorways, and shafts between the terraces.

use fyrox::core::algebra::Vector3;

type Vec3 = Vector3<f32>;

/// Walls and rooms in turn, from the back to the front: `#` is a wall, `.` a wall with a doorway, a
/// blank no wall. In a room, `o` is a shaft to the room in front of it, a terrace below.
const PLAN: [&str; 13] = [
    "###############",
    "#     . . #   #",
    "###.#####.###.#",
    "#o. # . . #o. #",
    "###############",
    "# . #   . # . #",
    "###.###.#####.#",
    "# . .o. . . .o#",
    "###############",
    "#   # . . # . #",
    "#.###.###.#.###",
    "#   . # . .   #",
    "###############",
];

/// Number of rooms along each axis.
pub const COLUMNS: usize = 7;
pub const ROWS: usize = 6;

/// Rows of a terrace, and the number of terraces.
const ROWS_OF_TERRACE: usize = 2;
const TERRACES: usize = ROWS / ROWS_OF_TERRACE;

/// Sizes of the four parts of a room: its wall, and the parts beside, in and beyond the doorways, in
/// metres.
const PARTS: usize = 4;
const WIDTHS: [f32; PARTS] = [0.5, 1.7, 1.6, 1.7];
const DEPTHS: [f32; PARTS] = [0.5, 1.3, 1.6, 1.3];

/// Heights of the four layers of a terrace: parapet, the rest of the rooms, roof, and what carries
/// the next terrace.
const LAYERS: usize = 4;
const HEIGHTS: [f32; LAYERS] = [0.5, 1.5, 0.2, 1.0];

/// Depth of the foundation, in metres.
const FOUNDATION: f32 = 0.8;

/// What fills a part of the labyrinth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Matter {
    Air,
    Stone,
    Glass,
    /// Glass that is not drawn, because the view from above should be clear.
    Roof,
}

/// Number of parts along each axis.
pub const SIZE: [usize; 3] = [COLUMNS * PARTS + 1, TERRACES * LAYERS, ROWS * PARTS + 1];

/// Positions of the faces between the parts along each axis, in metres. The middle of the lowest
/// floor is the origin; the first part along Z is the frontmost one.
pub fn lines() -> [Vec<f32>; 3] {
    let walls = |sizes: [f32; PARTS], count: usize| {
        let all = sizes.into_iter().cycle().take(count * PARTS);
        steps(0.0, all.chain([sizes[0]]))
    };
    let center = |lines: Vec<f32>| -> Vec<f32> {
        let half = lines.last().unwrap_or(&0.0) / 2.0;
        lines.into_iter().map(|line| line - half).collect()
    };
    let (across, along) = (walls(WIDTHS, COLUMNS), walls(DEPTHS, ROWS));
    let layers = HEIGHTS.into_iter().cycle().take(TERRACES * LAYERS - 1);
    let heights = steps(-FOUNDATION, [FOUNDATION].into_iter().chain(layers));
    let along = center(along).into_iter().map(|line| -line).collect();
    [center(across), heights, along]
}

fn steps(from: f32, sizes: impl Iterator<Item = f32>) -> Vec<f32> {
    let ends = sizes.scan(from, |end, size| {
        *end += size;
        Some(*end)
    });
    [from].into_iter().chain(ends).collect()
}

/// The middle of the floor of a room. Rows count from the front.
pub fn room(column: usize, row: usize) -> Vec3 {
    let [across, heights, along] = lines();
    let middle = |lines: &[f32], number: usize| {
        let first = number * PARTS + 1;
        (lines[first] + lines[first + PARTS - 1]) / 2.0
    };
    Vec3::new(
        middle(&across, column),
        heights[row / ROWS_OF_TERRACE * LAYERS + 1],
        middle(&along, row),
    )
}

/// The top of the post at the left front corner of a room.
pub fn post(column: usize, row: usize) -> Vec3 {
    let [across, heights, along] = lines();
    let terrace = (row / ROWS_OF_TERRACE).min(TERRACES - 1);
    let middle = |lines: &[f32], number: usize| {
        let first = number * PARTS;
        (lines[first] + lines[first + 1]) / 2.0
    };
    Vec3::new(
        middle(&across, column),
        heights[terrace * LAYERS + 3],
        middle(&along, row),
    )
}

/// The content of a part, numbered along each axis.
pub fn matter([x, y, z]: [usize; 3]) -> Matter {
    let terrace = (z / (ROWS_OF_TERRACE * PARTS)).min(TERRACES - 1);
    if let Some(matter) = shaft([x, y, z], terrace) {
        return matter;
    }
    let Some(layer) = y.checked_sub(terrace * LAYERS + 1) else {
        return Matter::Stone;
    };
    let is_front = z.is_multiple_of(ROWS_OF_TERRACE * PARTS) && z + 1 < SIZE[2];
    match (layer, is_open(x, z)) {
        (0 | 1, true) => Matter::Air,
        // The view into the front rooms is free.
        (1, false) if is_front => Matter::Glass,
        (0 | 1, false) => Matter::Stone,
        (2, _) => Matter::Roof,
        _ => Matter::Air,
    }
}

/// What a shaft to the terrace in front has there. It leads from the lower room through the wall,
/// and up through the floor behind a pane.
fn shaft([x, y, z]: [usize; 3], terrace: usize) -> Option<Matter> {
    let row = z / PARTS;
    let is_room = terrace > 0 && row < ROWS && x % PARTS == 2;
    if !is_room || letter(2 * (x / PARTS) + 1, 2 * row + 1) != b'o' {
        return None;
    }
    let above_lower_floor = y.checked_sub((terrace - 1) * LAYERS + 1)?;
    match z % PARTS {
        0 if above_lower_floor < 2 => Some(Matter::Air),
        0 if above_lower_floor < LAYERS + 2 => Some(Matter::Glass),
        1 if above_lower_floor < LAYERS => Some(Matter::Air),
        _ => None,
    }
}

/// True if there is no wall between floor and roof.
fn is_open(x: usize, z: usize) -> bool {
    let number = |part: usize| 2 * (part / PARTS) + usize::from(!part.is_multiple_of(PARTS));
    let [across, along] = [x % PARTS, z % PARTS];
    match letter(number(x), number(z)) {
        b'#' => false,
        b'.' => across == 2 && along == 0 || across == 0 && along == 2,
        _ => true,
    }
}

/// A letter of the plan; lines count from the front.
fn letter(column: usize, line: usize) -> u8 {
    PLAN[PLAN.len() - 1 - line].as_bytes()[column]
}

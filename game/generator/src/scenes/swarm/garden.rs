//! The plan of the garden: one letter for each square metre.

/// The meaning of a letter of the plan.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Grass,
    Flowers,
    Path,
    Water,
    Sand,
    Hedge,
    Wall,
    Column,
    Bush,
    Lamp,
}

const PLAN: [&str; 24] = [
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "W..............T....,,,.................TW",
    "W.*...####..####....,,,....##########....W",
    "W.....#........#...L,,,L...#........#..*.W",
    "W..*..#..*..*..#....,,,....#.o*..*o.#....W",
    "W..T..#...L....#.T..,,,.......L.....#.T..W",
    "W.....####..####....,,,..*.#.o*..*o.#..*.W",
    "W...................,,,....#........#....W",
    "W......L......*.....,,,....####..####....W",
    "W,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,W",
    "W,,,,,,,,,,,,,,,,,o,,,o,,,,,,,,,,,,,,,,,,W",
    "W,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,W",
    "W......*......L...o,,,o....*.......L..*..W",
    "W.:::::::::::::::::.,,,..................W",
    "W.:::::::::::::::::.,,,..T.............T.W",
    "W.:::::::::::::::::.,,,....~~~~~~~~~.....W",
    "W.:::::::::::::::::.,,,..*.~~~~~~~~~.*...W",
    "W.:::::::::::::::::.,,,....~~~~~~~~~.....W",
    "W.:::::::::::::::::.,,,....~~~~~~~~~.....W",
    "W.:::::::::::::::::L,,,L...~~~~~~~~~..*..W",
    "W.:::::::::::::::::.,,,..................W",
    "W.:::::::::::::::::.,,,..T.*......L....T.W",
    "W..**....*...*...*..,,,..................W",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
];

/// Size of the plan, in metres.
pub const WIDTH: i32 = PLAN[0].len() as i32;
pub const HEIGHT: i32 = PLAN.len() as i32;

/// The content of a place of the plan, counted from its upper left; wall outside its edges.
pub fn at(column: i32, row: i32) -> Place {
    let row = usize::try_from(row).ok().and_then(|row| PLAN.get(row));
    let letter = usize::try_from(column)
        .ok()
        .and_then(|column| row?.as_bytes().get(column));
    match letter {
        Some(b'.') => Place::Grass,
        Some(b'*') => Place::Flowers,
        Some(b',') => Place::Path,
        Some(b'~') => Place::Water,
        Some(b':') => Place::Sand,
        Some(b'#') => Place::Hedge,
        Some(b'o') => Place::Column,
        Some(b'T') => Place::Bush,
        Some(b'L') => Place::Lamp,
        _ => Place::Wall,
    }
}

/// All places with their columns and rows.
pub fn places() -> impl Iterator<Item = (i32, i32, Place)> {
    let rows = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (column, row)));
    rows.map(|(column, row)| (column, row, at(column, row)))
}

impl Place {
    /// True if the place is filled by a tile.
    pub fn is_block(self) -> bool {
        matches!(self, Self::Hedge | Self::Wall)
    }

    /// Radius of the object in the middle of the place, in metres.
    pub fn round(self) -> Option<f32> {
        match self {
            Self::Column => Some(0.36),
            Self::Bush => Some(0.72),
            Self::Lamp => Some(0.16),
            _ => None,
        }
    }
}

/// Mask of the neighbours for which `is` is true: 1 above, 2 to the right, 4 below, 8 to the left.
pub fn sides(column: i32, row: i32, is: impl Fn(Place) -> bool) -> u32 {
    let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().enumerate();
    let found = sides.filter(|(_, (x, y))| is(at(column + x, row + y)));
    found.map(|(side, _)| 1 << side).sum()
}

//! The kinds of tiles of the garden, and their cells in the image.

use fyrox::scene::tilemap::TileDefinitionHandle;

/// Number of tiles side by side in the image.
pub const COLUMNS: u32 = 11;

/// Number of tiles after which the patterns of the ground repeat.
pub const PERIOD: u32 = 4;

/// A tile. Masks are defined by [`sides`](super::garden::sides).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tile {
    /// A part of the lawn, of the paving and of the pond, by its column and row.
    Grass(u32, u32),
    Cobbles(u32, u32),
    Water(u32, u32),
    /// Tufts along the sides of a path, and stones along the sides of a pond.
    Tufts(u32),
    Stones(u32),
    Flowers(u32),
    /// The shadow on a place from blocks above (1), to the left (2) and above to the left (4).
    Shade(u32),
    /// With neighbours of the same kind on these sides.
    Hedge(u32),
    Wall(u32),
    /// A part of the sand, by its column and row.
    Sand(u32, u32),
    /// A stone of the maze, of one of several kinds.
    Boulder(u32),
}

impl Tile {
    /// Number of kinds of stones of the maze.
    pub const BOULDERS: u32 = 6;

    /// All tiles, in the order of the image.
    pub fn all() -> Vec<Self> {
        let ground = |tile: fn(u32, u32) -> Self| {
            let rows = (0..PERIOD).flat_map(|y| (0..PERIOD).map(move |x| (x, y)));
            rows.map(move |(x, y)| tile(x, y))
        };
        let mut tiles: Vec<Self> = ground(Self::Grass).collect();
        tiles.extend(ground(Self::Cobbles));
        tiles.extend(ground(Self::Water));
        tiles.extend((1..16).map(Self::Tufts));
        tiles.extend((1..16).map(Self::Stones));
        tiles.extend((0..3).map(Self::Flowers));
        tiles.extend((1..8).map(Self::Shade));
        tiles.extend((0..16).map(Self::Hedge));
        tiles.extend((0..16).map(Self::Wall));
        tiles.extend(ground(Self::Sand));
        tiles.extend((0..Self::BOULDERS).map(Self::Boulder));
        tiles
    }

    /// The handle of the tile in the tile set.
    pub fn handle(self) -> TileDefinitionHandle {
        let index = Self::all().iter().position(|tile| *tile == self);
        let [column, row] = cell(index.unwrap_or_default() as u32);
        TileDefinitionHandle::new(0, 0, column as i16, -(row as i16))
    }
}

/// Column and row of a tile in the image.
pub fn cell(index: u32) -> [u32; 2] {
    [index % COLUMNS, index / COLUMNS]
}

/// Number of rows of the image.
pub fn rows() -> u32 {
    (Tile::all().len() as u32).div_ceil(COLUMNS)
}

//! The files of the garden, and the planes of its animals.

/// Paths below the data folder.
pub const SWARM: &str = "swarm.rgs";
pub const TILES: &str = "swarm.tileset";
pub const TILE_MATERIAL: &str = "materials/garden_tiles.material";
pub const GLOW_MATERIAL: &str = "materials/lantern_glow.material";
pub const LAMP_MATERIAL: &str = "materials/lantern.material";
pub const BUSH_MATERIAL: &str = "materials/bush.material";
pub const COLUMN_MATERIAL: &str = "materials/column.material";
pub const FRUIT_MATERIAL: &str = "materials/melon.material";
pub const TILE_PICTURE: &str = "textures/garden_tiles.png";
pub const BAT_PICTURE: &str = "textures/bat.png";
pub const FIREFLY_PICTURE: &str = "textures/firefly.png";
pub const ANT_PICTURE: &str = "textures/ant.png";
pub const FRUIT_PICTURE: &str = "textures/melon.png";
pub const GLOW_PICTURE: &str = "textures/glow.png";
pub const LAMP_PICTURE: &str = "textures/lantern.png";
pub const BUSH_PICTURE: &str = "textures/bush.png";
pub const COLUMN_PICTURE: &str = "textures/column.png";

/// Z of the plane of flight, in metres: nearer to the camera than the tiles.
pub const FLIGHT: f32 = -1.0;

/// Z of the plane of the ants, in metres: above the ground, below everything that stands on it.
pub const WALK: f32 = -0.15;

//! The plan of the maze of stones on the sand of the garden.

use fyrox::{
    core::algebra::Vector3,
    scene::collider::{BitMask, InteractionGroups},
};

type Vec3 = Vector3<f32>;

/// Walls, passages, and the places of the fruit by their numbers. Walls and the crossings of walls
/// are in even columns and rows, passages in the odd ones, which are twice as wide.
const PLAN: [&str; 15] = [
    "############# ###############",
    "#     # #   #   # #   #   # #",
    "# ### # ### ### # # # # 2 # #",
    "# #       #   #   #   #   # #",
    "# # 1 ### # ##### # # # # # #",
    "# #   #     #       # # #   #",
    "######### # #     ##### # ###",
    "#   #     # #  3    #       #",
    "# ### ### ###     ### ### # #",
    "#     #     #         #     #",
    "##### ### # ######### # 5 # #",
    "#     # #       #     #   # #",
    "#  4  # ### ### # # #########",
    "#         # #     #         #",
    "#############################",
];

/// Edge of a stone, in metres.
pub const STONE: f32 = 0.38;

/// The middle of the maze, on the ground, in metres.
pub const MIDDLE: Vec3 = Vec3::new(10.5, -5.5, 0.0);

/// The collision group of the stones, which do not hold what flies above them.
const GROUP: BitMask = BitMask(1 << 1);

/// Number of columns and of rows of stones.
fn columns() -> i32 {
    stones_before(PLAN[0].len())
}

pub fn rows() -> i32 {
    stones_before(PLAN.len())
}

/// Number of stones that fit along the first columns or rows of the plan.
fn stones_before(count: usize) -> i32 {
    (count / 2 * 3 + count % 2) as i32
}

/// The column or row of the plan to which one of stones belongs.
fn in_plan(stone: i32) -> usize {
    (stone / 3 * 2 + i32::from(stone % 3 > 0)) as usize
}

/// Columns and rows of the stones.
pub fn stones() -> impl Iterator<Item = [i32; 2]> {
    let all = (0..rows()).flat_map(|row| (0..columns()).map(move |column| [column, row]));
    all.filter(|[column, row]| PLAN[in_plan(*row)].as_bytes()[in_plan(*column)] == b'#')
}

/// Half of the size of the maze, in metres.
pub fn half() -> Vec3 {
    Vec3::new(columns() as f32, rows() as f32, 0.0) * (STONE / 2.0)
}

/// The lower left corner. The camera looks along +Z, so +X is to its left.
pub fn lower_left() -> Vec3 {
    MIDDLE + half().component_mul(&Vec3::new(1.0, -1.0, 0.0))
}

/// The places of the fruit, on the ground, in the order in which it appears there.
pub fn places() -> Vec<Vec3> {
    (b'1'..=b'9').map_while(place_of).collect()
}

fn place_of(number: u8) -> Option<Vec3> {
    let mut rows = PLAN.iter().enumerate();
    let (row, column) = rows.find_map(|(row, letters)| {
        let column = letters.bytes().position(|letter| letter == number)?;
        Some((row, column))
    })?;
    let middle = |at: usize| (stones_before(at) + stones_before(at + 1)) as f32 / 2.0;
    let upper_left = MIDDLE + half();
    Some(upper_left - Vec3::new(middle(column), middle(row), 0.0) * STONE)
}

/// The collision groups of the stones.
pub fn groups() -> InteractionGroups {
    InteractionGroups::new(GROUP, BitMask::all())
}

/// The collision groups of flocks that fly above the stones.
pub fn groups_of_flyers() -> InteractionGroups {
    InteractionGroups::new(BitMask::all(), BitMask(!GROUP.0))
}

//! A labyrinth: rooms beside and above each other, joined by doors and shafts.

pub mod crowd;

use crate::{
    joined::Joined,
    random::Random,
    triangles::{cuboid, geometry, turned},
};
use flock_sim::{Geometry, Vec3};
use std::{array::from_fn, sync::Arc};

/// Width, height and depth of a room, in metres.
pub const ROOM: Vec3 = Vec3::new(3.6, 2.6, 3.6);

/// Thickness of walls and floors, in metres.
const WALL: f32 = 0.3;

/// Width and height of a door, in metres.
pub const DOOR: f32 = 1.0;

/// Distance between a door and the corners of its wall, in metres.
const BESIDE_DOOR: f32 = 0.3;

/// How far parts of walls reach into each other, in metres.
const OVERLAP: f32 = 0.05;

/// Rooms in a grid. Each is reached from each other one.
pub struct Labyrinth {
    /// Number of rooms along each axis.
    counts: [usize; 3],
    pub doors: Vec<Door>,
}

/// A hole in the wall or the floor between two rooms.
#[derive(Clone, Copy, Debug)]
pub struct Door {
    /// Numbers of the rooms.
    pub rooms: [usize; 2],
    /// Axis from the first room to the second one.
    pub axis: usize,
    pub center: Vec3,
}

impl Labyrinth {
    /// Joins the rooms by a random tree of doors, and by `loops` doors more.
    pub fn new(counts: [usize; 3], loops: usize, seed: u64) -> Self {
        let mut labyrinth = Self {
            counts,
            doors: Vec::new(),
        };
        let mut random = Random(seed);
        let walls = labyrinth.walls().map(|wall| (random.in_cube().x, wall));
        let mut walls: Vec<_> = walls.collect();
        walls.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut joined = Joined::none_of(labyrinth.len());
        let mut loops = loops;
        for (_, (room, axis)) in walls {
            if !joined.join(room, labyrinth.beside(room, axis)) {
                if loops == 0 {
                    continue;
                }
                loops -= 1;
            }
            let door = labyrinth.door(room, axis, random.in_cube());
            labyrinth.doors.push(door);
        }
        labyrinth
    }

    /// Number of rooms.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.counts.iter().product()
    }

    /// Center of a room.
    pub fn center(&self, room: usize) -> Vec3 {
        let place = self.place(room);
        let along = |axis: usize| place[axis] as f32 - 0.5 * (self.counts[axis] as f32 - 1.0);
        Vec3::from_fn(|axis, _| along(axis) * (ROOM[axis] + WALL))
    }

    /// The number of the room that contains a position.
    pub fn room_of(&self, at: Vec3) -> Option<usize> {
        let is_in = |room: &usize| {
            let offset = at - self.center(*room);
            (0..3).all(|axis| offset[axis].abs() <= 0.5 * ROOM[axis])
        };
        (0..self.len()).find(is_in)
    }

    /// Half of the edges of the box around all rooms.
    pub fn half_extents(&self) -> Vec3 {
        Vec3::from_fn(|axis, _| {
            let count = self.counts[axis] as f32;
            0.5 * (count * (ROOM[axis] + WALL) - WALL)
        })
    }

    pub fn geometry(&self) -> Arc<Geometry> {
        let mut triangles = turned(&cuboid(self.half_extents(), Vec3::zeros()));
        for (room, axis) in self.walls() {
            let other = self.beside(room, axis);
            let door = self.doors.iter().find(|door| door.rooms == [room, other]);
            for (low, high) in self.wall_parts(room, axis, door) {
                triangles.extend(cuboid(0.5 * (high - low), 0.5 * (high + low)));
            }
        }
        geometry(&triangles)
    }

    /// The walls between rooms: the room on the lower side, and the axis to the other one.
    fn walls(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pairs = (0..self.len()).flat_map(|room| [0, 1, 2].map(|axis| (room, axis)));
        pairs.filter(|(room, axis)| self.place(*room)[*axis] + 1 < self.counts[*axis])
    }

    /// The smallest and the largest corner of each cuboid of a wall.
    fn wall_parts(&self, room: usize, axis: usize, door: Option<&Door>) -> Vec<(Vec3, Vec3)> {
        let mut half = 0.5 * (ROOM.add_scalar(WALL)).add_scalar(2.0 * OVERLAP);
        half[axis] = 0.5 * WALL;
        let middle = self.wall_center(room, axis);
        let (low, high) = (middle - half, middle + half);
        let Some(door) = door else {
            return vec![(low, high)];
        };
        let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        let mut parts = vec![(low, high); 4];
        parts[0].1[u] = door.center[u] - 0.5 * DOOR;
        parts[1].0[u] = door.center[u] + 0.5 * DOOR;
        for part in &mut parts[2..] {
            part.0[u] = door.center[u] - 0.5 * DOOR - OVERLAP;
            part.1[u] = door.center[u] + 0.5 * DOOR + OVERLAP;
        }
        parts[2].1[v] = door.center[v] - 0.5 * DOOR;
        parts[3].0[v] = door.center[v] + 0.5 * DOOR;
        parts
    }

    /// A door at a random place of a wall. `random`: three numbers between -1 and 1.
    fn door(&self, room: usize, axis: usize, random: Vec3) -> Door {
        let mut center = self.wall_center(room, axis);
        for across in [(axis + 1) % 3, (axis + 2) % 3] {
            center[across] += random[across] * (0.5 * (ROOM[across] - DOOR) - BESIDE_DOOR);
        }
        Door {
            rooms: [room, self.beside(room, axis)],
            axis,
            center,
        }
    }

    fn wall_center(&self, room: usize, axis: usize) -> Vec3 {
        self.center(room) + Vec3::ith(axis, 0.5 * (ROOM[axis] + WALL))
    }

    /// Place of a room in the grid.
    fn place(&self, room: usize) -> [usize; 3] {
        let [width, height, _] = self.counts;
        [room % width, room / width % height, room / (width * height)]
    }

    /// The room behind a room along an axis.
    fn beside(&self, room: usize, axis: usize) -> usize {
        let strides: [usize; 3] = from_fn(|axis| self.counts[..axis].iter().product());
        room + strides[axis]
    }
}

//! The stations of the playground: the texts of their signs, and their places.

use super::shapes;
use fyrox::core::algebra::Vector3;

/// One influence, with a sign.
pub struct Station {
    /// Prefix of the names of its nodes.
    pub name: &'static str,
    pub title: &'static str,
    pub does: &'static str,
    pub try_it: &'static str,
    pub color: [u8; 3],
    circle: Circle,
}

/// The circle of a station, with the index on it.
enum Circle {
    Inner(i32),
    Outer(i32),
}

impl Station {
    /// The position of the station, and its yaw in degrees: it faces the plaza.
    pub fn place(&self) -> (Vector3<f32>, f32) {
        let (radius, angle) = match self.circle {
            Circle::Inner(number) => (11.2, -100.0 + 40.0 * number as f32),
            Circle::Outer(number) => (21.5, -115.0 + 23.0 * number as f32),
        };
        let (sin, cos) = f32::to_radians(angle).sin_cos();
        let height = shapes::height(radius);
        (Vector3::new(sin * radius, height, -cos * radius), -angle)
    }
}

use Circle::{Inner, Outer};

/// All stations. The index plus 1 is the number on the sign.
pub const STATIONS: [Station; 20] = [
    Station {
        name: "Target",
        title: "1  Target",
        does: "A point that boids go to: these chase the lamp on its round.",
        try_it: "Try: stand in their way.",
        color: [255, 190, 60],
        circle: Inner(0),
    },
    Station {
        name: "Leader",
        title: "2  Leader",
        does: "Boids follow a leader: these butterflies follow you.",
        try_it: "Try: run, then stop. Press Q and fly.",
        color: [255, 120, 70],
        circle: Inner(1),
    },
    Station {
        name: "Attract",
        title: "3  Attracting Volume",
        does: "Draws boids to it from outside. Inside they are free.",
        try_it: "Try: clap (F). They scatter and come back.",
        color: [250, 90, 130],
        circle: Inner(2),
    },
    Station {
        name: "Repel",
        title: "4  Repelling Volume",
        does: "Keeps boids away: a capsule that none may enter.",
        try_it: "Try: shoot one. Its body does fall through.",
        color: [226, 70, 70],
        circle: Inner(3),
    },
    Station {
        name: "Pen",
        title: "5  Pen",
        does: "Keeps boids inside of a box without walls.",
        try_it: "Try: walk in. They make room but stay.",
        color: [190, 90, 230],
        circle: Inner(4),
    },
    Station {
        name: "Ring Pen",
        title: "6  Pen from a Mesh",
        does: "Any closed mesh can be a pen, such as this ring.",
        try_it: "Try: throw a stone through it (right click).",
        color: [120, 110, 250],
        circle: Inner(5),
    },
    Station {
        name: "Guide",
        title: "7  Guide Arrow",
        does: "Boids near the arrow go along it. The gates lead from one end to the other.",
        try_it: "Try: stand before the point.",
        color: [80, 150, 255],
        circle: Outer(0),
    },
    Station {
        name: "Band",
        title: "8  Altitude Band",
        does: "Boids stay between two heights, the two frames.",
        try_it: "Try: fly up to them (Q, Space).",
        color: [60, 190, 250],
        circle: Outer(1),
    },
    Station {
        name: "Path",
        title: "9  Path",
        does: "Boids go along a smooth curve, inside of a tube around it: through the rings.",
        try_it: "Try: stop them with a stone.",
        color: [50, 210, 210],
        circle: Outer(2),
    },
    Station {
        name: "Wind",
        title: "10  Wind",
        does: "The air moves, and the boids in it: all drift as the sock shows.",
        try_it: "Try: find one that flies against it.",
        color: [60, 210, 150],
        circle: Outer(3),
    },
    Station {
        name: "Doors",
        title: "11  Sliding Doors",
        does: "What moves is an obstacle that no boid passes. The school follows its lamp.",
        try_it: "Try: open and close the doors (E).",
        color: [90, 200, 80],
        circle: Outer(5),
    },
    Station {
        name: "Predator",
        title: "12  Predator",
        does: "Boids flee from a predator, and panic runs through them.",
        try_it: "Try: clap (F): you frighten them, too.",
        color: [170, 200, 60],
        circle: Outer(4),
    },
    Station {
        name: "Perches",
        title: "13  Perches",
        does: "Boids land on what is flat enough, rest, and take off.",
        try_it: "Try: clap (F). All take off at once.",
        color: [230, 200, 60],
        circle: Outer(6),
    },
    Station {
        name: "Roost",
        title: "14  Roost",
        does: "Gathers a flock when it gets dark: in this tree.",
        try_it: "Try: make it night, and day again (E).",
        color: [255, 160, 90],
        circle: Outer(7),
    },
    Station {
        name: "Emitter",
        title: "15  Emitter",
        does: "A stream of boids from one den to another, in which they vanish.",
        try_it: "Try: shoot some. Others come.",
        color: [255, 110, 100],
        circle: Outer(8),
    },
    Station {
        name: "Obstacle",
        title: "16  Moving Obstacle",
        does: "Boids see a body that moves, and it pushes those that do not.",
        try_it: "Try: walk through them. You are one, too.",
        color: [240, 100, 190],
        circle: Outer(9),
    },
    Station {
        name: "Lift",
        title: "17  Lift",
        does: "A platform of the physics, up and down through a swarm.",
        try_it: "Try: step on it and ride.",
        color: [170, 130, 250],
        circle: Outer(10),
    },
    Station {
        name: "Follower",
        title: "18  Follower",
        does: "A node that a boid carries: this lantern, and a camera.",
        try_it: "Try: ride on the bird (E).",
        color: [110, 140, 255],
        circle: Outer(11),
    },
    Station {
        name: "Sound",
        title: "19  Sound",
        does: "The flock is heard: the calls of the nearest, and wings that take off.",
        try_it: "Try: go near, and clap (F). N: silence.",
        color: [70, 180, 220],
        circle: Outer(12),
    },
    Station {
        name: "Reef",
        title: "20  Reef",
        does: "Rock from noise, made of a few numbers. No fish crosses it.",
        try_it: "Try: grow another one (E).",
        color: [255, 140, 110],
        circle: Outer(-1),
    },
];

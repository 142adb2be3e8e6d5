//! Houses with pitched roofs: walls, roof, and fittings from an image.

use super::paint::{self, PLASTER_SPAN, TILES_SPAN};
use crate::base::{mesh::Mesh, pattern::Random, solid::Cell};
use fyrox::core::algebra::Vector3;

type Vec3 = Vector3<f32>;

/// How far the roof extends beyond the walls, in metres.
const EAVES: f32 = 0.45;
/// Thickness of a roof, in metres.
const SLAB: f32 = 0.16;
/// Height of a storey, in metres.
const STOREY: f32 = 2.8;
/// Size of a window, in metres.
const WINDOW: [f32; 2] = [0.95, 1.45];

/// The meshes of a building, one for each material.
#[derive(Default)]
pub struct Building {
    pub walls: Mesh,
    pub roof: Mesh,
    /// Windows, doors and shutters.
    pub fittings: Mesh,
}

/// A house at the origin. Its front looks along +Z, its ridge runs along X.
pub struct House {
    pub width: f32,
    pub depth: f32,
    pub storeys: u32,
    /// Height of the ridge over the walls, in metres.
    pub rise: f32,
    /// Number of windows of the front in each storey.
    pub windows: u32,
    /// Number of dormers on the front of the roof.
    pub dormers: u32,
    pub seed: u64,
}

impl House {
    pub fn build(&self) -> Building {
        let mut building = Building::default();
        let mut random = Random::new(self.seed);
        let height = self.height();
        let half = Vec3::new(self.width * 0.5, height, self.depth * 0.5);
        shell(&mut building.walls, half, self.rise);
        let roof = Pitched {
            base: Vec3::y() * height,
            along: Vec3::x(),
            out: Vec3::z(),
            half_length: half.x,
            half_span: half.z,
            rise: self.rise,
        };
        roof.add(&mut building.roof, EAVES);
        self.add_chimney(&mut building.walls, half);
        for (side, right) in [(Vec3::z(), Vec3::x()), (-Vec3::z(), -Vec3::x())] {
            let is_front = side.z > 0.0;
            let facade = Facade {
                middle: side * half.z,
                right,
                out: side,
            };
            self.add_windows(&mut building, &facade, is_front, &mut random);
        }
        for dormer in 0..self.dormers {
            let along = (dormer as f32 + 0.5) / self.dormers as f32 * 2.0 - 1.0;
            self.add_dormer(&mut building, along * half.x * 0.8, half);
        }
        building
    }

    /// Height of the walls, in metres.
    fn height(&self) -> f32 {
        self.storeys as f32 * STOREY + 0.3
    }

    fn add_chimney(&self, walls: &mut Mesh, half: Vec3) {
        let (x, z, top) = (half.x * 0.55, -half.z * 0.25, half.y + self.rise + 0.8);
        let (low, high) = (Vec3::new(x, half.y, z), Vec3::new(x, top, z));
        let size = Vec3::new(0.4, 0.0, 0.3);
        walls.cuboid(low - size, high + size, PLASTER_SPAN);
        let cap = Vec3::new(0.5, 0.06, 0.4);
        walls.cuboid(high - cap, high + cap, PLASTER_SPAN);
    }

    fn add_windows(
        &self,
        building: &mut Building,
        facade: &Facade,
        is_front: bool,
        random: &mut Random,
    ) {
        let middle = self.windows / 2;
        for storey in 0..self.storeys {
            for window in 0..self.windows {
                let along = (window as f32 + 0.5) / self.windows as f32 - 0.5;
                let x = along * self.width * 0.9;
                let y = storey as f32 * STOREY + 1.0;
                if is_front && storey == 0 && window == middle {
                    let door = [x, 0.0, 1.15, 2.3];
                    facade.panel(&mut building.fittings, door, 0.05, paint::DOOR);
                    facade.ledge(&mut building.walls, [x, 2.36, 1.6], 0.5);
                    continue;
                }
                let [width, height] = WINDOW;
                let is_lit = random.unit() < 0.4;
                let glass = if is_lit { paint::LIT } else { paint::DARK };
                let panel = [x, y, width, height];
                facade.panel(&mut building.fittings, panel, 0.03, glass);
                for side in [-0.76, 0.76] {
                    let shutter = [x + side, y, 0.5, height];
                    facade.panel(&mut building.fittings, shutter, 0.06, paint::SHUTTER);
                }
                facade.ledge(&mut building.walls, [x, y - 0.1, width + 0.2], 0.14);
            }
        }
    }

    fn add_dormer(&self, building: &mut Building, x: f32, half: Vec3) {
        let (width, low) = (0.75, half.y + 0.25);
        let front = half.z * 0.78;
        let top = low + 1.25;
        let back = half.z * 0.1;
        building.walls.cuboid(
            Vec3::new(x - width, low, back),
            Vec3::new(x + width, top, front),
            PLASTER_SPAN,
        );
        let ends = [
            Vec3::new(x - width, top, front),
            Vec3::new(x + width, top, front),
        ];
        let ridge = Vec3::new(x, top + 0.6, front);
        building
            .walls
            .gable([ends[0], ends[1], ridge], PLASTER_SPAN);
        let length = 0.5 * (front - back);
        Pitched {
            base: Vec3::new(x, top, back + length),
            along: Vec3::z(),
            out: -Vec3::x(),
            half_length: length,
            half_span: width,
            rise: 0.6,
        }
        .add(&mut building.roof, 0.18);
        let facade = Facade {
            middle: Vec3::new(x, 0.0, front),
            right: Vec3::x(),
            out: Vec3::z(),
        };
        let panel = [0.0, low + 0.15, 0.85, 1.0];
        facade.panel(&mut building.fittings, panel, 0.03, paint::DARK);
    }
}

/// Four walls and two gables; `half` is half the width, the height, and half the depth.
pub fn shell(walls: &mut Mesh, half: Vec3, rise: f32) {
    let ring = |y: f32| {
        [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
            .map(|(x, z): (f32, f32)| Vec3::new(x * half.x, y, z * half.z))
    };
    // Extended into the ground, so that there is no gap on a slope.
    let (low, high) = (ring(-1.0), ring(half.y));
    for side in 0..4 {
        let next = (side + 1) % 4;
        walls.face([low[side], low[next], high[next], high[side]], PLASTER_SPAN);
    }
    for (from, to) in [(1, 2), (3, 0)] {
        let mut top = (high[from] + high[to]) * 0.5;
        top.y += rise;
        walls.gable([high[from], high[to], top], PLASTER_SPAN);
    }
}

/// A roof of two slabs.
pub struct Pitched {
    /// Middle between the upper ends of the walls.
    pub base: Vec3,
    /// Direction of the ridge.
    pub along: Vec3,
    /// Horizontal direction in which the first slab falls: to the right of the ridge's direction,
    /// as seen from above.
    pub out: Vec3,
    pub half_length: f32,
    pub half_span: f32,
    pub rise: f32,
}

impl Pitched {
    pub fn add(&self, roof: &mut Mesh, eaves: f32) {
        for sign in [1.0, -1.0] {
            let (along, out) = (self.along * sign, self.out * sign);
            let half = along * (self.half_length + eaves);
            let slope = self.rise / self.half_span;
            let low = self.base + out * (self.half_span + eaves) - Vec3::y() * (eaves * slope);
            let ridge = self.base + Vec3::y() * self.rise;
            let ring = [low - half, low + half, ridge + half, ridge - half];
            let normal = (out * self.rise + Vec3::y() * self.half_span).normalize();
            roof.block(ring, ring.map(|corner| corner + normal * SLAB), TILES_SPAN);
        }
    }
}

/// A wall with panels and ledges. Positions are in metres to the right of its middle and above the
/// ground.
pub struct Facade {
    pub middle: Vec3,
    pub right: Vec3,
    pub out: Vec3,
}

impl Facade {
    /// Adds a part of the image with a width and a height, by the middle of its lower edge.
    pub fn panel(&self, mesh: &mut Mesh, [x, y, width, height]: [f32; 4], off: f32, cell: Cell) {
        let corner = |side: f32, up: f32| {
            self.middle + self.right * (x + side * width) + self.out * off + Vec3::y() * (y + up)
        };
        let corners = [
            corner(-0.5, 0.0),
            corner(0.5, 0.0),
            corner(0.5, height),
            corner(-0.5, height),
        ];
        mesh.picture(corners, cell);
    }

    /// Adds a sill with a width.
    pub fn ledge(&self, mesh: &mut Mesh, [x, y, width]: [f32; 3], depth: f32) {
        let ring = |y: f32| {
            [(-0.5, depth), (0.5, depth), (0.5, 0.0), (-0.5, 0.0)].map(|(side, out)| {
                self.middle + self.right * (x + side * width) + self.out * out + Vec3::y() * y
            })
        };
        mesh.block(ring(y), ring(y + 0.09), PLASTER_SPAN);
    }
}

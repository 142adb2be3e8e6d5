//! The church: a nave, and a tower with a spire.

use super::{
    house::{shell, Building, Facade, Pitched},
    paint::{self, PLASTER_SPAN, TILES_SPAN},
};
use crate::base::mesh::Mesh;
use fyrox::core::algebra::Vector3;

type Vec3 = Vector3<f32>;

/// Half the width of the tower, its height, and the height of the spire, in metres.
const TOWER: [f32; 3] = [3.0, 21.0, 15.0];
/// Half the width, the height and half the length of the nave, in metres.
const NAVE: Vec3 = Vec3::new(9.5, 8.0, 5.0);

/// The church. The tower is its front, which looks along +Z; the nave runs along X behind it.
pub fn build() -> Building {
    let mut church = Building::default();
    let mut nave = Building::default();
    shell(&mut nave.walls, NAVE, 5.5);
    Pitched {
        base: Vec3::y() * NAVE.y,
        along: Vec3::x(),
        out: Vec3::z(),
        half_length: NAVE.x,
        half_span: NAVE.z,
        rise: 5.5,
    }
    .add(&mut nave.roof, 0.5);
    for side in [1.0, -1.0] {
        let facade = Facade {
            middle: Vec3::z() * (NAVE.z * side),
            right: Vec3::x() * side,
            out: Vec3::z() * side,
        };
        for window in -2..=2 {
            let panel = [window as f32 * 3.6, 2.2, 1.5, 4.2];
            facade.panel(&mut nave.fittings, panel, 0.04, paint::ARCH);
            facade.ledge(&mut nave.walls, [panel[0], 2.0, 1.9], 0.25);
        }
        for buttress in [-3.0_f32, -1.8, -0.6, 0.6, 1.8, 3.0] {
            let z = [NAVE.z * side, (NAVE.z + 0.7) * side];
            let x = buttress * 3.0;
            nave.walls.cuboid(
                Vec3::new(x - 0.3, -1.0, z[0].min(z[1])),
                Vec3::new(x + 0.3, 5.6, z[0].max(z[1])),
                PLASTER_SPAN,
            );
        }
    }
    church.walls.append(nave.walls);
    church.roof.append(nave.roof);
    church.fittings.append(nave.fittings);
    add_tower(&mut church, Vec3::new(-NAVE.x - TOWER[0] + 0.2, 0.0, 0.0));
    church
}

fn add_tower(church: &mut Building, foot: Vec3) {
    let [half, height, spire] = TOWER;
    let size = Vec3::new(half, 0.0, half);
    let top = foot + Vec3::y() * height;
    church
        .walls
        .cuboid(foot - size - Vec3::y(), top + size, PLASTER_SPAN);
    for level in [9.0, 15.0, height - 0.35] {
        let low = foot + Vec3::y() * level;
        let wide = Vec3::new(half + 0.22, 0.0, half + 0.22);
        church
            .walls
            .cuboid(low - wide, low + wide + Vec3::y() * 0.35, PLASTER_SPAN);
    }
    for (out, right) in [
        (Vec3::z(), Vec3::x()),
        (Vec3::x(), -Vec3::z()),
        (-Vec3::z(), -Vec3::x()),
        (-Vec3::x(), Vec3::z()),
    ] {
        let facade = Facade {
            middle: foot + out * half,
            right,
            out,
        };
        for (panel, cell) in [
            ([0.0, 11.2, 2.6, 2.6], paint::CLOCK),
            ([-1.1, 16.0, 1.1, 3.6], paint::BELFRY),
            ([1.1, 16.0, 1.1, 3.6], paint::BELFRY),
            ([0.0, 4.2, 1.1, 3.2], paint::ARCH),
        ] {
            facade.panel(&mut church.fittings, panel, 0.05, cell);
        }
    }
    add_spire(&mut church.roof, top, half + 0.45, spire);
    let tip = top + Vec3::y() * (spire - 0.1);
    let cross = tip + Vec3::y() * 1.2;
    church
        .walls
        .pole(tip, tip + Vec3::y() * 1.9, [0.07, 0.05], 4);
    let arm = Vec3::z() * 0.5;
    church.walls.pole(cross - arm, cross + arm, [0.05, 0.05], 4);
}

/// A pyramid of four sides, with eaves.
fn add_spire(roof: &mut Mesh, base: Vec3, half: f32, height: f32) {
    let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
        .map(|(x, z): (f32, f32)| base + Vec3::new(x * half, 0.0, z * half));
    let tip = base + Vec3::y() * height;
    for side in 0..4 {
        roof.gable([corners[side], corners[(side + 1) % 4], tip], TILES_SPAN);
    }
    roof.face([corners[3], corners[2], corners[1], corners[0]], TILES_SPAN);
}

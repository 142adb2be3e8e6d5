//! The position of a new flock: in view of the camera, clear of geometry.

use super::fit::axes;
use fyrox_flock::sim::{Geometry, Vec3};

/// Positions that are tried in order, as fractions of the distance from the camera.
const SHARES: [f32; 6] = [1.0, 0.8, 0.6, 0.4, 0.2, 0.1];

/// Distance in metres within which a room in front of the camera is searched, and the number of
/// steps.
const VIEW: f32 = 30.0;
const STEP: f32 = 0.1;

/// Fraction of the distance to a surface at which a flock is placed that would lie behind the
/// surface.
const BEFORE_SURFACE: f32 = 0.6;

/// A position in front of a camera, clear of geometry by `radius`: at `distance` metres, or nearer
/// if a surface is in the way. At `distance` if no position is clear. For a camera that looks into
/// a room from outside, for example through the glass of a tank, the position is in the middle of
/// the room.
pub(super) fn clear_position(
    geometry: &Geometry,
    camera: Vec3,
    look: Vec3,
    distance: f32,
    radius: f32,
) -> Vec3 {
    if let Some(position) = in_room_ahead(geometry, camera, look, radius) {
        return position;
    }
    let reach = match geometry.sweep(camera, look * distance, radius) {
        Some(contact) => BEFORE_SURFACE * contact.fraction * distance,
        None => distance,
    };
    let positions = SHARES.map(|share| camera + look * (share * reach));
    let clear = positions
        .into_iter()
        .find(|at| geometry.is_clear(*at, radius));
    clear.unwrap_or(camera + look * distance)
}

/// The middle of the part of the view that lies in a room, for a camera outside of the level, such
/// as in front of an aquarium. `None` if the camera is inside, or sees no room.
fn in_room_ahead(geometry: &Geometry, camera: Vec3, look: Vec3, radius: f32) -> Option<Vec3> {
    let in_room = |at: Vec3| is_surrounded(geometry, at, radius) && geometry.is_clear(at, radius);
    let (min, max) = geometry.bounds()?;
    if (0..3).all(|axis| (min[axis]..=max[axis]).contains(&camera[axis])) {
        return None;
    }
    let ahead = (1..=(VIEW / STEP) as usize).map(|step| camera + look * (step as f32 * STEP));
    let outside = ahead.skip_while(|at| !in_room(*at));
    let inside: Vec<_> = outside.take_while(|at| in_room(*at)).collect();
    inside.get(inside.len() / 2).copied()
}

/// True if there is a surface in the direction of each axis.
fn is_surrounded(geometry: &Geometry, at: Vec3, radius: f32) -> bool {
    let Some((min, max)) = geometry.bounds() else {
        return false;
    };
    let reach = (max - min).norm();
    let is_closed = |direction| geometry.sweep(at, direction * reach, radius).is_some();
    axes().all(is_closed)
}

#[cfg(test)]
mod tests {
    use super::{super::fit::tests::room, *};
    use fyrox_flock::sim::geometry::shapes;

    #[test]
    fn without_geometry_flocks_are_placed_at_the_distance() {
        let (eye, ahead) = (Vec3::zeros(), Vec3::z());
        let position = clear_position(&Geometry::empty(), eye, ahead, 5.0, 0.1);
        assert_eq!(position, Vec3::new(0.0, 0.0, 5.0));
    }

    #[test]
    fn flocks_are_placed_before_walls_and_not_in_solids() {
        let room = room(Vec3::repeat(2.0));
        let position = clear_position(&room, Vec3::zeros(), Vec3::x(), 5.0, 0.1);
        assert!(position.x > 1.0 && position.x < 1.5, "{position}");
        // From outside, through a wall.
        let eye = Vec3::new(-6.0, 0.5, 0.0);
        let position = clear_position(&room, eye, Vec3::x(), 5.0, 0.1);
        assert!(position.x.abs() < 0.1, "{position}");
        // From inside a solid of 4 m, which is 10 m wide, through its end.
        let solid = Geometry::new(&shapes::cuboid(Vec3::new(4.0, 5.0, 5.0))).0;
        let position = clear_position(&solid, Vec3::zeros(), Vec3::x(), 5.0, 0.1);
        assert_eq!(position.x, 5.0);
    }
}

//! The way from a position.

use super::{pull::pulled, search::Corner, Ways};
use crate::math::Vec3;

/// The way from a position to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The start, the corners of the way, and the goal. A body moves straight from each to the
    /// next.
    ///
    /// The body fits along the whole way, unless it does not fit at the start or at the goal: then
    /// the first or the last move leads away from, or to, a surface that the body overlaps.
    pub points: Vec<Vec3>,
    /// Length, in metres.
    pub length: f32,
}

impl Ways {
    /// Length of the way from a position, in metres; `None` if no way leads from there to a goal.
    pub fn length_from(&self, at: Vec3) -> Option<f32> {
        self.way_from(at).map(|way| way.length)
    }

    /// The way from a position; `None` if no way leads from there to a goal. In a plane, it begins at the
    /// nearest point of the plane.
    pub fn way_from(&self, at: Vec3) -> Option<Way> {
        let at = self.field.in_space(at);
        let mut points = vec![at];
        let first = self.first_corner(at)?;
        // Each way ends: the search gives a cell only corners whose ways were final before, or itself.
        let next = |corner: &Corner| match *corner {
            Corner::Goal(_) => None,
            Corner::Cell(cell) => {
                Some(self.corners[cell as usize]).filter(|next| *next != Corner::Cell(cell))
            }
        };
        let corners = std::iter::successors(Some(first), next);
        points.extend(corners.map(|corner| self.position(corner)));
        if self.away.is_none() {
            // In three dimensions, ways lead around edges more directly, and each sweep takes longer.
            let cuts_corners = self.field.navigation.plane.is_some();
            points = pulled(points, &self.sight(), cuts_corners);
        }
        let length = points.windows(2).map(|ends| (ends[1] - ends[0]).norm());
        Some(Way {
            length: length.sum(),
            points,
        })
    }

    /// The first corner of the shortest way from a position; of a flight, the nearest one.
    fn first_corner(&self, at: Vec3) -> Option<Corner> {
        let sight = self.sight();
        let is_flight = self.away.is_some();
        let by = |cell: u32| {
            let beyond = if is_flight { 0.0 } else { self.length_of(cell) };
            (self.field.place(cell) - at).norm() + beyond
        };
        let entries = { self.field.entries(at, &sight).into_iter() }
            .map(|cell| (by(cell), Corner::Cell(cell)));
        let known = entries.filter(|(length, _)| length.is_finite());
        let best = known.min_by(|a, b| a.0.total_cmp(&b.0));
        if is_flight {
            return best.map(|(_, corner)| corner);
        }
        let mut straight: Vec<_> = { self.ends.iter().enumerate() }
            .map(|(number, goal)| ((goal - at).norm(), number))
            .filter(|(length, _)| best.is_none_or(|(known, _)| *length <= known))
            .collect();
        straight.sort_by(|a, b| a.0.total_cmp(&b.0));
        let seen = straight
            .into_iter()
            .find(|(_, number)| sight.sees(at, self.ends[*number]));
        let seen = seen.map(|(length, number)| (length, Corner::Goal(number as u32)));
        let best = seen.or(best);
        best.map(|(_, corner)| corner)
    }
}

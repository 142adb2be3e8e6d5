//! The ways from everywhere to some goals.

use super::{
    field::NavigationField,
    flight::Flight,
    next::{cell_beside, Next},
    search::{Corner, Search},
    sight::{Obstruction, Sight},
};
use crate::math::{
    lanes::{vector_at, Lanes},
    Vec3,
};
use std::{fmt, sync::Arc};

/// Short ways from everywhere in a [`NavigationField`] to the nearest of some goals.
///
/// One computation serves any number of bodies. In the tests, no way is more than 1.05 times as long
/// as the one on a dense grid.
#[derive(Clone)]
pub struct Ways {
    pub(super) field: Arc<NavigationField>,
    goals: Vec<Vec3>,
    /// Where the ways to the goals end: there, or at the nearest points of the field's plane.
    pub(super) ends: Vec<Vec3>,
    /// Bodies that rest, around which the ways lead.
    obstruction: Option<Arc<dyn Obstruction>>,
    /// Numbers of the goals to which nothing leads, in ascending order.
    unreachable: Vec<usize>,
    /// The next corner of each cell's way, if it has one. The way of a flight ends at a cell that is
    /// its own next corner.
    pub(super) corners: Vec<Corner>,
    nexts: Vec<Next>,
    /// Reach of the threats, in metres, from which the ways lead away; `None` for ways to the goals.
    pub(super) away: Option<f32>,
}

impl Ways {
    /// Finds the ways to the nearest of some goals, on the calling thread.
    ///
    /// A goal to which nothing leads is left out.
    pub fn new(field: &Arc<NavigationField>, goals: &[Vec3]) -> Self {
        Self::around(field, goals, None, &|| true)
    }

    /// The same, around bodies that rest. What it returns soon after `is_wanted` has returned false is
    /// incomplete.
    pub(crate) fn around(
        field: &Arc<NavigationField>,
        goals: &[Vec3],
        obstruction: Option<Arc<dyn Obstruction>>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Self {
        let ends = ends(field, goals);
        let sight = field.sight_around(obstruction.as_deref());
        let search = Search::run(field, sight, &ends, is_wanted);
        let next = |cell: usize| {
            let (corner, length) = (search.corners[cell], search.lengths[cell]);
            if length.is_infinite() {
                return Next::NOWHERE;
            }
            let (point, place) = (corner.position(field, &ends), field.place(cell as u32));
            Next::new(corner, point, place, length)
        };
        Self {
            field: field.clone(),
            goals: goals.to_vec(),
            unreachable: search.unreachable(),
            nexts: (0..search.corners.len()).map(next).collect(),
            corners: search.corners,
            away: None,
            ends,
            obstruction,
        }
    }

    /// Finds ways away from some threats, along the level, on the calling thread: out of their reach, or
    /// to where a body is far from them. The ways lead out of dead ends and around the threats, and
    /// hardly ever past one.
    ///
    /// `reach`: length of the way from a threat, in metres, from which on a body is safe. There are no
    /// ways from there on. A way ends in the cell where it is best to stay. A threat that no body can
    /// enter is left out.
    ///
    /// ```
    /// use flock_sim::{ways::{Navigation, NavigationField, Ways}, geometry::shapes, Geometry, Vec3};
    /// use std::sync::Arc;
    ///
    /// let (geometry, _) = Geometry::new(&shapes::ball(3.0, 3));
    /// let field = NavigationField::new(&Arc::new(geometry), Navigation::new(0.3))?;
    /// let threat = Vec3::new(-5.0, 0.0, 0.0);
    /// let ways = Ways::away_from(&Arc::new(field), &[threat], 6.0);
    /// let start = threat + Vec3::y();
    /// let safe = *ways.way_from(start).unwrap().points.last().unwrap();
    /// assert!((safe - threat).norm() > 4.0);
    /// # Ok::<(), flock_sim::ways::NavigationError>(())
    /// ```
    pub fn away_from(field: &Arc<NavigationField>, threats: &[Vec3], reach: f32) -> Self {
        Self::away_around(field, threats, reach, None, &|| true)
    }

    /// The same, around bodies that rest. What it returns soon after `is_wanted` has returned false is
    /// incomplete.
    pub(crate) fn away_around(
        field: &Arc<NavigationField>,
        threats: &[Vec3],
        reach: f32,
        obstruction: Option<Arc<dyn Obstruction>>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Self {
        let ends = ends(field, threats);
        let sight = field.sight_around(obstruction.as_deref());
        let found = Flight::find(field, sight, &ends, reach, is_wanted);
        Self {
            field: field.clone(),
            goals: threats.to_vec(),
            unreachable: found.unreachable,
            nexts: found.nexts,
            corners: found.corners,
            away: Some(reach),
            ends,
            obstruction,
        }
    }

    /// The reach of the threats, in metres, for ways away from them; `None` for ways to goals.
    pub fn reach_of_threats(&self) -> Option<f32> {
        self.away
    }

    /// The field in which the ways lead.
    pub fn field(&self) -> &Arc<NavigationField> {
        &self.field
    }

    /// The goals or threats, as they were given. In a plane, ways lead to the nearest points of the plane.
    pub fn goals(&self) -> &[Vec3] {
        &self.goals
    }

    /// Numbers of the goals that nothing can enter, in ascending order. These goals are in a solid, or
    /// so near to a surface that the body does not fit.
    ///
    /// Whether a way leads to a goal from some position is told by
    /// [`length_from`](Self::length_from).
    pub fn unreachable(&self) -> &[usize] {
        &self.unreachable
    }

    /// Memory, in bytes, without the field.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nexts[..]) + size_of_val(&self.corners[..])
    }

    /// The next corner of the way from a position, or the goal: the point for which a body heads.
    ///
    /// This is the corner of the cell that contains the position. It costs no sweep, so every boid can
    /// ask in every step. A body in another part of the cell may have to pass a surface on its way to
    /// this corner. Next to a surface, where the body does not fit, it is the corner of a cell beside
    /// the position. `None` without such a cell, as outside of
    /// [`Navigation::bounds`](super::Navigation::bounds), and if no way leads from the cell to a
    /// goal.
    ///
    /// ```
    /// use flock_sim::{ways::{Navigation, NavigationField, Ways}, geometry::shapes, Geometry, Vec3};
    /// use std::sync::Arc;
    ///
    /// let (geometry, _) = Geometry::new(&shapes::ball(3.0, 3));
    /// let field = NavigationField::new(&Arc::new(geometry), Navigation::new(0.3))?;
    /// let (before, behind) = (Vec3::new(-5.0, 0.1, 0.2), Vec3::new(5.0, 0.0, 0.0));
    /// let ways = Ways::new(&Arc::new(field), &[behind]);
    /// let corner = ways.corner_from(before).unwrap();
    /// assert!(corner != behind, "the ball is in the way");
    /// assert!((10.1..13.0).contains(&ways.length_from(before).unwrap()));
    /// # Ok::<(), flock_sim::ways::NavigationError>(())
    /// ```
    pub fn corner_from(&self, at: Vec3) -> Option<Vec3> {
        self.next_from(&at).map(|next| next.point.into())
    }

    /// Length of the way from a position along the corners of its cell, in metres: longer than
    /// [`length_from`](Self::length_from), which pulls the way tight. It costs no sweep. `None` where
    /// [`corner_from`](Self::corner_from) is `None`. Of ways away from threats, the length of the way
    /// from a threat to the cell.
    pub fn estimated_length(&self, at: Vec3) -> Option<f32> {
        let next = self.next_from(&at)?;
        if self.away.is_some() {
            return Some(next.beyond);
        }
        Some((Vec3::from(next.point) - at).norm() + next.length_beyond())
    }

    /// True if a position is in a cell from which no way leads to a goal, such as behind a closed
    /// door. False where no body fits, and outside of the bounds. It costs no sweep.
    pub fn is_cut_off(&self, at: Vec3) -> bool {
        let cell = self.field.octree.cell_at(&at);
        cell.is_some_and(|cell| !self.nexts[cell as usize].leads())
    }

    /// Where the way from a position leads next.
    fn next_from(&self, at: &Vec3) -> Option<Next> {
        let [next] = self.nexts_near(&[[at.x], [at.y], [at.z]]);
        (next.leads() && !next.is_out_of_reach()).then_some(next)
    }

    /// Where the ways from some positions lead next.
    #[inline(always)]
    pub(crate) fn nexts_near<const LANES: usize>(&self, position: &Lanes<LANES>) -> [Next; LANES] {
        let octree = &self.field.octree;
        let nodes = octree.nodes_at(position);
        let mut nexts = [Next::NOWHERE; LANES];
        for lane in 0..LANES {
            let beside = || cell_beside(octree, &vector_at(position, lane).into());
            if let Some(cell) = nodes[lane].cell_number().or_else(beside) {
                nexts[lane] = self.nexts[cell as usize];
            }
        }
        nexts
    }

    /// Where the way of each cell leads next.
    #[cfg(feature = "gpu")]
    pub(super) fn nexts(&self) -> &[Next] {
        &self.nexts
    }

    /// Length of the way from a cell, in metres; infinite without one.
    pub(super) fn length_of(&self, cell: u32) -> f32 {
        let next = &self.nexts[cell as usize];
        (self.field.place(cell) - Vec3::from(next.point)).norm() + next.length_beyond()
    }

    /// How the body moves straight, around the bodies that rest.
    pub(super) fn sight(&self) -> Sight<'_> {
        self.field.sight_around(self.obstruction.as_deref())
    }

    /// Position of a corner, in metres.
    pub(super) fn position(&self, corner: Corner) -> Vec3 {
        corner.position(&self.field, &self.ends)
    }
}

/// Where the ways to some goals end: there, or at the nearest points of the field's plane.
fn ends(field: &NavigationField, goals: &[Vec3]) -> Vec<Vec3> {
    goals.iter().map(|goal| field.in_space(*goal)).collect()
}

impl fmt::Debug for Ways {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Ways")
            .field("goals", &self.goals)
            .field("field", &self.field)
            .finish_non_exhaustive()
    }
}

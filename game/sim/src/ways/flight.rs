//! Ways away from threats.
//!
//! The cost of a way is the integral of 1 / d along it, where d is the distance from the threats along the
//! level, and staying somewhere costs [`CAUTION`] times the logarithm of reach / d. So ways lead out of
//! dead ends, but passing a threat costs the more the nearer it is. Neither depends on the scale. Grid
//! games find flights alike, with the distance in place of its logarithm.

use super::{
    field::NavigationField,
    next::Next,
    pull::nearest_on_segment,
    search::{Corner, Search},
    sight::Sight,
};
use crate::math::Vec3;
use std::{cmp::Reverse, collections::BinaryHeap};

/// What staying costs, against moving. With 1, no body would leave a dead end.
const CAUTION: f32 = 2.5;

/// Least distance from a threat in a straight move, as a share of the distance at its nearer end.
const LEAST_NEARING: f32 = 0.9;

/// Ways away from threats.
pub(super) struct Flight {
    pub(super) nexts: Vec<Next>,
    pub(super) corners: Vec<Corner>,
    /// Numbers of the threats that no body can enter.
    pub(super) unreachable: Vec<usize>,
}

impl Flight {
    /// Finds the ways away from some threats, which are in the space of the field.
    pub(super) fn find(
        field: &NavigationField,
        sight: Sight,
        threats: &[Vec3],
        reach: f32,
        is_wanted: &dyn Fn() -> bool,
    ) -> Self {
        let towards = Search::within(reach, field, sight, threats, is_wanted);
        let unreachable = towards.unreachable();
        let mut spread = Spread::new(field, sight, threats, towards.lengths, reach);
        spread.run(is_wanted);
        let next = |cell: usize| {
            let place = field.place(cell as u32);
            let distance = spread.distances[cell];
            match spread.corners[cell] {
                _ if unreachable.len() == threats.len() => Next::NOWHERE,
                _ if distance >= reach => Next::out_of_reach(place),
                corner => Next {
                    point: corner.position(field, threats).into(),
                    beyond: distance,
                },
            }
        };
        Self {
            nexts: (0..field.cells.len()).map(next).collect(),
            corners: spread.corners,
            unreachable,
        }
    }
}

/// Spreads the costs of flights from where staying is best.
struct Spread<'a> {
    field: &'a NavigationField,
    sight: Sight<'a>,
    threats: &'a [Vec3],
    /// Length of the way from a threat to each cell, in metres; infinite out of reach.
    distances: Vec<f32>,
    /// Cost of the flight from each cell.
    costs: Vec<f32>,
    /// The next cell of the flight from each cell, or itself.
    following: Vec<u32>,
    /// The next corner of the flight from each cell, or itself.
    corners: Vec<Corner>,
    /// Cells by cost; those of equal cost by their number.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl<'a> Spread<'a> {
    fn new(
        field: &'a NavigationField,
        sight: Sight<'a>,
        threats: &'a [Vec3],
        distances: Vec<f32>,
        reach: f32,
    ) -> Self {
        let least = field.finest_cell();
        let cost = |distance: &f32| match distance.is_finite() {
            true => CAUTION * libm::logf(reach / distance.max(least)).max(0.0),
            false => f32::INFINITY,
        };
        let costs: Vec<f32> = distances.iter().map(cost).collect();
        let cells = 0..costs.len() as u32;
        let known = cells
            .clone()
            .filter(|cell| costs[*cell as usize].is_finite());
        Self {
            open: known
                .map(|cell| Reverse((costs[cell as usize].to_bits(), cell)))
                .collect(),
            corners: cells.clone().map(Corner::Cell).collect(),
            following: cells.collect(),
            field,
            sight,
            threats,
            distances,
            costs,
        }
    }

    /// Finds the flights of all cells; of some, if `is_wanted` has returned false.
    fn run(&mut self, is_wanted: &dyn Fn() -> bool) {
        while let Some(Reverse((bits, cell))) = self.open.pop() {
            if !is_wanted() {
                return;
            }
            // A flight that has become cheaper since is in the queue again.
            if bits == self.costs[cell as usize].to_bits() {
                self.corners[cell as usize] = self.corner(cell);
                self.offer_to_neighbours(cell);
            }
        }
    }

    /// Gives the neighbours of a cell whose flight is final a flight by it, if that is cheaper.
    fn offer_to_neighbours(&mut self, cell: u32) {
        let (field, least) = (self.field, self.field.finest_cell());
        let distance = |cell: u32| self.distances[cell as usize].max(least);
        for other in field.links.of(cell) {
            let way = (field.place(cell) - field.place(*other)).norm();
            let cost = self.costs[cell as usize] + 2.0 * way / (distance(cell) + distance(*other));
            // False if the neighbour is out of reach.
            let is_cheaper =
                cost < self.costs[*other as usize] && self.distances[*other as usize].is_finite();
            if is_cheaper
                && self
                    .sight
                    .is_free_of_bodies(field.place(*other), field.place(cell))
            {
                self.costs[*other as usize] = cost;
                self.following[*other as usize] = cell;
                self.open.push(Reverse((cost.to_bits(), *other)));
            }
        }
    }

    /// The corner of a cell: that of the next cell if it is in sight, and the straight move there does
    /// not pass a threat.
    fn corner(&self, cell: u32) -> Corner {
        let next = self.following[cell as usize];
        let Corner::Cell(beyond) = self.corners[next as usize] else {
            return Corner::Cell(next);
        };
        let [from, to] = [cell, beyond].map(|it| self.field.place(it));
        let is_straight =
            beyond == next || (self.keeps_away(from, to) && self.sight.leads(from, to));
        Corner::Cell(if is_straight { beyond } else { next })
    }

    /// True if a straight move passes no threat nearer than its ends are.
    fn keeps_away(&self, from: Vec3, to: Vec3) -> bool {
        self.threats.iter().all(|threat| {
            let nearest = (nearest_on_segment(&from, &to, threat) - threat).norm();
            let ends = (from - threat).norm().min((to - threat).norm());
            nearest >= LEAST_NEARING * ends
        })
    }
}

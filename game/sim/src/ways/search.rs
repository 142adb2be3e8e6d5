//! Lengths of the shortest ways to some goals: Lazy Theta* (Nash and others, 2010) from the goals
//! over all cells.
//!
//! Each cell gets a parent: the next corner of its way, which a body reaches from the cell in a
//! straight move. Ways so are not bound to the directions of the grid.

use super::{field::NavigationField, sight::Sight};
use crate::math::Vec3;
use std::{cmp::Reverse, collections::BinaryHeap};

/// The next corner of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corner {
    /// The goal with this number.
    Goal(u32),
    /// The place of a cell.
    Cell(u32),
}

impl Corner {
    /// Its position, in metres.
    pub(super) fn position(self, field: &NavigationField, goals: &[Vec3]) -> Vec3 {
        match self {
            Self::Goal(goal) => goals[goal as usize],
            Self::Cell(cell) => field.place(cell),
        }
    }
}

/// The search for the ways of all cells.
pub(super) struct Search<'a> {
    field: &'a NavigationField,
    sight: Sight<'a>,
    goals: &'a [Vec3],
    /// For each goal, true if the body fits there.
    fits: Vec<bool>,
    /// The cells that reach a goal in a straight move, in ascending order, and the goal.
    entries: Vec<(u32, u32)>,
    /// Length of the way from each cell, in metres; infinite without one.
    pub(super) lengths: Vec<f32>,
    /// The next corner of the way from each cell, if it has one.
    pub(super) corners: Vec<Corner>,
    state: Vec<State>,
    /// Cells by the length of their ways; those of equal length by their number.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

/// How far the way of a cell is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its corner may not be in sight.
    Guessed,
    /// Its corner is in sight.
    Proven,
    /// It is final.
    Closed,
}

impl<'a> Search<'a> {
    /// The ways of all cells; of some, if `is_wanted` has returned false. `sight` is that of the
    /// field, with what is in the way besides.
    pub(super) fn run(
        field: &'a NavigationField,
        sight: Sight<'a>,
        goals: &'a [Vec3],
        is_wanted: &dyn Fn() -> bool,
    ) -> Self {
        Self::within(f32::INFINITY, field, sight, goals, is_wanted)
    }

    /// The same for the cells whose ways are not longer than `reach`, in metres. The ways of the cells
    /// linked to these may not be the shortest ones.
    pub(super) fn within(
        reach: f32,
        field: &'a NavigationField,
        sight: Sight<'a>,
        goals: &'a [Vec3],
        is_wanted: &dyn Fn() -> bool,
    ) -> Self {
        let cells = field.cells.len();
        let mut search = Self {
            fits: goals.iter().map(|goal| sight.fits(*goal)).collect(),
            field,
            sight,
            goals,
            entries: Vec::new(),
            lengths: vec![f32::INFINITY; cells],
            corners: vec![Corner::Goal(0); cells],
            state: vec![State::Guessed; cells],
            open: BinaryHeap::new(),
        };
        for (number, goal) in goals.iter().enumerate() {
            let cells = field.entries(*goal, &search.sight).into_iter();
            search
                .entries
                .extend(cells.map(|cell| (cell, number as u32)));
        }
        search.entries.sort_unstable();
        for (cell, goal) in search.entries.clone() {
            search.offer(cell, Corner::Goal(goal), State::Proven);
        }
        search.close_all(reach, is_wanted);
        search
    }

    /// Makes the ways final that are not longer than `reach`, the shortest first.
    fn close_all(&mut self, reach: f32, is_wanted: &dyn Fn() -> bool) {
        while let Some(Reverse((bits, cell))) = self.open.pop() {
            let length = f32::from_bits(bits);
            if length > reach || !is_wanted() {
                break;
            }
            // A way that has become shorter since is in the queue again.
            if length == self.lengths[cell as usize] {
                self.close(cell);
            }
        }
    }

    /// Numbers of the goals that no cell reaches in a straight move.
    pub(super) fn unreachable(&self) -> Vec<usize> {
        let is_entered = |number: &usize| self.entries.iter().any(|it| it.1 as usize == *number);
        let numbers = 0..self.goals.len();
        numbers.filter(|number| !is_entered(number)).collect()
    }

    /// Position of a corner.
    fn place(&self, corner: Corner) -> Vec3 {
        corner.position(self.field, self.goals)
    }

    /// Length of the way from a position by a corner.
    fn length_by(&self, corner: Corner, from: Vec3) -> f32 {
        let beyond = match corner {
            Corner::Goal(_) => 0.0,
            Corner::Cell(cell) => self.lengths[cell as usize],
        };
        (from - self.place(corner)).norm() + beyond
    }

    /// Gives a cell a way by a corner, if that is shorter than its way.
    fn offer(&mut self, cell: u32, corner: Corner, state: State) {
        let length = self.length_by(corner, self.field.place(cell));
        let index = cell as usize;
        if self.state[index] != State::Closed && length < self.lengths[index] {
            self.lengths[index] = length;
            self.corners[index] = corner;
            self.state[index] = state;
            // Lengths are positive, so their bits have the same order.
            self.open.push(Reverse((length.to_bits(), cell)));
        }
    }

    /// Makes the way of the nearest open cell final and offers it to its neighbours; or, if its
    /// corner is not in sight, gives it the best way by a neighbour and queues it again.
    fn close(&mut self, cell: u32) {
        let index = cell as usize;
        match self.state[index] {
            State::Closed => return,
            State::Proven => {}
            State::Guessed => {
                let corner = self.place(self.corners[index]);
                if !self.sight.leads(self.field.place(cell), corner) {
                    return self.fall_back(cell);
                }
            }
        }
        self.state[index] = State::Closed;
        // Only from its entries, a goal where the body does not fit is reached in a straight move.
        let (corner, state) = match self.corners[index] {
            Corner::Goal(goal) if !self.fits[goal as usize] => (Corner::Cell(cell), self.linked()),
            corner => (corner, State::Guessed),
        };
        let field = self.field;
        for other in field.links.of(cell) {
            self.offer(*other, corner, state);
        }
    }

    /// How far a way to the place of a linked cell is known: links are proven in the level, but a body
    /// may rest there.
    fn linked(&self) -> State {
        match self.sight.obstruction {
            None => State::Proven,
            Some(_) => State::Guessed,
        }
    }

    /// Gives a cell the best way by a neighbour whose way is final, or straight to a goal.
    fn fall_back(&mut self, cell: u32) {
        let field = self.field;
        let from = field.place(cell);
        let closed = { field.links.of(cell).iter() }
            .filter(|other| self.state[**other as usize] == State::Closed)
            .filter(|other| self.sight.is_free_of_bodies(from, field.place(**other)));
        let ways = closed.map(|other| {
            let corner = Corner::Cell(*other);
            (self.length_by(corner, from), corner)
        });
        let first = self.entries.partition_point(|entry| entry.0 < cell);
        let entries = self.entries[first..]
            .iter()
            .take_while(|entry| entry.0 == cell);
        let straight = entries.map(|(_, goal)| {
            let corner = Corner::Goal(*goal);
            (self.length_by(corner, from), corner)
        });
        let best = ways.chain(straight).min_by(|a, b| a.0.total_cmp(&b.0));
        self.lengths[cell as usize] = f32::INFINITY;
        if let Some((_, corner)) = best {
            self.offer(cell, corner, State::Proven);
        }
    }
}

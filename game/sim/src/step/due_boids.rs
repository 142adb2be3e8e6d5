//! The boids of a block that steer in a step, while others only coast.
//!
//! They are gathered into contiguous arrays, so that all stages process full groups, however the
//! steering boids are spread over the block.

use super::{pace::Pace, steering_boids::Steering};
use crate::{
    neighbours::seekers::Seekers,
    state::{
        boids::{BoidsMut, BoidsPart},
        threads::BLOCK,
    },
};

/// The steering boids of a block, gathered into contiguous arrays.
pub(super) struct DueBoids {
    count: usize,
    /// For each boid, in ascending order: its place in the block, and its index among all boids.
    places: [u16; BLOCK],
    indices: [u32; BLOCK],
    paces: [Pace; BLOCK],
    slot: [u32; BLOCK],
    position: Columns,
    before: Columns,
    wind: Columns,
    clearances: [f32; BLOCK],
    /// Velocities after the step.
    velocity: Columns,
}

type Columns = [[f32; BLOCK]; 3];

impl DueBoids {
    pub(super) fn new() -> Self {
        Self {
            count: 0,
            places: [0; BLOCK],
            indices: [0; BLOCK],
            paces: [Pace::COAST; BLOCK],
            slot: [0; BLOCK],
            position: [[0.0; BLOCK]; 3],
            before: [[0.0; BLOCK]; 3],
            wind: [[0.0; BLOCK]; 3],
            clearances: [0.0; BLOCK],
            velocity: [[0.0; BLOCK]; 3],
        }
    }

    /// Finds the steering boids of a block, and returns their number.
    pub(super) fn find(&mut self, paces: &[Pace]) -> usize {
        let mut count = 0;
        // A branchless loop, since the branches would be unpredictable.
        for (place, pace) in paces.iter().enumerate() {
            self.places[count] = place as u16;
            count += usize::from(pace.steers());
        }
        self.count = count;
        count
    }

    /// Places of the steering boids in the block, in ascending order.
    pub(super) fn places(&self) -> &[u16] {
        &self.places[..self.count]
    }

    /// Gathers the data of the steering boids from those of the whole block, which begins at the
    /// boid `first`.
    pub(super) fn gather(
        &mut self,
        before: &BoidsPart,
        first: usize,
        paces_of_all: &[Pace],
        wind: Option<[&[f32]; 3]>,
        clearances: &[f32],
    ) -> Steering<'_> {
        let Self {
            count,
            places,
            indices,
            paces,
            ..
        } = self;
        let (count, places) = (*count, &places[..*count]);
        let air = wind.unwrap_or_default();
        gather(paces, paces_of_all, places);
        for (index, place) in indices.iter_mut().zip(places) {
            *index = first as u32 + u32::from(*place);
        }
        for axis in 0..3 {
            gather(&mut self.position[axis], before.position[axis], places);
            gather(&mut self.before[axis], before.velocity[axis], places);
            if wind.is_some() {
                gather(&mut self.wind[axis], air[axis], places);
            }
        }
        gather(&mut self.slot, before.slot, places);
        gather(&mut self.clearances, clearances, places);
        Steering {
            seekers: Seekers::List(&indices[..count]),
            paces: &paces[..count],
            before: BoidsPart {
                position: begin(&self.position, count),
                velocity: begin(&self.before, count),
                slot: &self.slot[..count],
            },
            wind: wind.map(|_| begin(&self.wind, count)),
            clearances: &mut self.clearances[..count],
            velocity: self.velocity.each_mut().map(|values| &mut values[..count]),
        }
    }

    /// Scatters the new velocities to the places in the block.
    pub(super) fn scatter(&self, next: &mut BoidsMut) {
        for (to, from) in next.velocity.iter_mut().zip(&self.velocity) {
            for (place, velocity) in self.places().iter().zip(from) {
                to[usize::from(*place)] = *velocity;
            }
        }
    }
}

fn gather<T: Copy>(to: &mut [T], from: &[T], places: &[u16]) {
    for (to, place) in to.iter_mut().zip(places) {
        *to = from[usize::from(*place)];
    }
}

/// The first `count` numbers of each column.
fn begin(columns: &Columns, count: usize) -> [&[f32]; 3] {
    columns.each_ref().map(|values| &values[..count])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{simd::SimdWidth, Vec3},
        neighbours::grid::{Extent, Grid, Pieces, Rows},
        settings::{Backend, Detail},
        state::{
            boids::{BoidState, Boids},
            pose::Pose,
            viewer::Viewer,
        },
        step::{
            level::LevelChoice,
            pace::{Levels, Paces},
        },
    };

    const COUNT: usize = 30_000;

    /// Edge in metres of a cube in which boids have 30 neighbours within a metre.
    const EDGE: f32 = 16.12;

    const LANES: usize = 16;

    /// Boids spread evenly over the cube, sorted along a grid.
    fn sorted() -> (Boids, Grid) {
        let mut unsorted = Boids::default();
        for slot in 0..COUNT {
            let part = |irrational: f64| ((slot as f64 * irrational).fract() as f32 - 0.5) * EDGE;
            unsorted.push(&BoidState {
                position: Vec3::new(part(0.819_173), part(0.671_044), part(0.549_701)),
                velocity: Vec3::zeros(),
                slot: slot as u32,
                pose: Pose::default(),
            });
        }
        let mut grid = Grid::default();
        grid.sort(&unsorted, Some(1.0), None, Backend::SingleThread);
        let mut boids = Boids::default();
        for index in grid.order(0..COUNT) {
            boids.push(&unsorted.state(*index as usize));
        }
        (boids, grid)
    }

    /// Number of groups of some seekers, and number of candidates that these groups test.
    fn work(boids: &Boids, grid: &Grid, seekers: &Seekers) -> [usize; 2] {
        let (mut done, mut groups, mut looked_at) = (0, 0, 0);
        let (mut rows, mut pieces) = (Rows::new(grid), Pieces::new());
        while done < seekers.len() {
            let len = grid.group_len(seekers, done, LANES.min(seekers.len() - done));
            let places = || (done..done + len).map(|at| boids.position(seekers.index(at)));
            let extent = Extent {
                low: places().reduce(|a, b| a.inf(&b)).unwrap().into(),
                high: places().reduce(|a, b| a.sup(&b)).unwrap().into(),
            };
            rows.find(
                seekers.index(done)..seekers.index(done + len - 1) + 1,
                &extent,
            );
            rows.find_pieces(1.0, &mut pieces);
            looked_at += pieces.iter().map(|it| it.range().len()).sum::<usize>();
            groups += 1;
            done += len;
        }
        [groups, looked_at]
    }

    /// The work of eight steps with paces, as shares of the work without them.
    fn shares(boids: &Boids, grid: &Grid, paces: impl Fn(u32, usize, &mut [Pace])) -> [f32; 2] {
        let (mut all, mut due) = ([0; 2], [0; 2]);
        let add = |sum: &mut [usize; 2], work: [usize; 2]| {
            (0..2).for_each(|kind| sum[kind] += work[kind]);
        };
        let mut due_boids = DueBoids::new();
        for step in 0..8 {
            for first in (0..COUNT).step_by(BLOCK) {
                let len = BLOCK.min(COUNT - first);
                add(&mut all, work(boids, grid, &Seekers::Range { first, len }));
                let mut found = [Pace::COAST; BLOCK];
                paces(step, first, &mut found[..len]);
                due_boids.find(&found[..len]);
                let before = boids.part(first..first + len);
                let steering = due_boids.gather(&before, first, &found, None, &[0.0; BLOCK]);
                add(&mut due, work(boids, grid, &steering.seekers));
            }
        }
        [0, 1].map(|kind| due[kind] as f32 / all[kind] as f32)
    }

    #[test]
    fn with_three_quarters_far_away_the_search_does_less_than_half_the_work() {
        let (boids, grid) = sorted();
        let viewers = [Viewer::all_around(Vec3::x() * EDGE / 2.0)];
        let mut distances: Vec<f32> = (0..COUNT)
            .map(|index| (boids.position(index) - viewers[0].point).norm())
            .collect();
        distances.sort_by(f32::total_cmp);
        let quarter = distances[COUNT / 4] / 1.1;
        let detail = Detail {
            enabled: true,
            sleep: false,
            second: quarter,
            fourth: quarter,
            eighth: quarter,
        };
        let choice = LevelChoice::new(&detail, 1.0, &viewers);
        let mut levels = vec![0; COUNT];
        for index in 0..COUNT {
            levels[boids.slot[index] as usize] = choice.level(boids.position(index), 0);
        }
        let far = levels.iter().filter(|level| **level == 3).count();
        // The count deviates a little, since the distance is rounded.
        assert!(far.abs_diff(COUNT - COUNT / 4) < 4, "{far}");
        let levels = Levels {
            by_slot: &levels,
            choice,
        };
        let [groups, looked_at] = shares(&boids, &grid, |step, first, paces| {
            Paces::new(levels, Some(1.0), step).find(&boids, first, SimdWidth::BASELINE, paces);
        });
        // 0.34 of the boids steer.
        assert!(groups < 0.42 && looked_at < 0.42, "{groups} {looked_at}");
    }

    #[test]
    fn boids_that_steer_here_and_there_are_searched_in_whole_groups() {
        let (boids, grid) = sorted();
        let [groups, _] = shares(&boids, &grid, |step, first, paces| {
            for (place, pace) in paces.iter_mut().enumerate() {
                let is_due = (first + place) as u32 % 8 == step;
                *pace = if is_due { Pace(8) } else { Pace::COAST };
            }
        });
        assert!(groups < 0.25, "{groups}");
    }
}

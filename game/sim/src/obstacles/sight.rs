//! How boids see a moving obstacle.

use super::{bounds::Bounds, obstacle_in_step::ObstacleInStep};
use crate::math::{
    lanes::{larger, load_all, smaller, vector_at, Lanes},
    simd::LaneWork,
    vector::{cross, dot, scaled, transformed},
    Vec3, Vec3d,
};
use nalgebra::Matrix3;

/// Bound of the rounding error of positions and of values derived from them, as a share of a
/// coordinate.
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// How far boids look for obstacles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// Largest speed of a boid, in m/s.
    pub(crate) speed: f32,
    /// Time that boids look ahead, in seconds.
    pub(crate) seconds: f32,
    /// Distance from an obstacle at which boids want to pass, in metres.
    pub(crate) radius: f32,
}

/// The encounter of a boid and an obstacle if both keep their velocities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    /// Time until the encounter, as a share of the time that the boid looks ahead: 0 to 1.
    pub(crate) time: f64,
    /// Unit vector from the obstacle to the boid at the encounter.
    pub(crate) normal: Vec3d,
    /// Velocity of the boid relative to the obstacle, in m/s.
    pub(crate) relative_velocity: Vec3d,
}

impl ObstacleInStep {
    /// The box outside of which no boid sees the obstacle.
    pub(crate) fn seen_bounds(&self, sight: &Sight) -> Bounds {
        // A boid that keeps its place in the world moves along a tangent of a circle around the
        // obstacle's origin, so that the rotation brings it no nearer to the bounding sphere.
        let speed = self.way.velocity.norm() as f32 + sight.speed;
        let origin = self.way.begin.origin.cast();
        Bounds::of_path(origin, origin)
            .enlarged(self.reach as f32 + speed * sight.seconds + sight.radius)
    }

    /// The encounter of a boid with the obstacle. `None` if they do not meet within the time that
    /// the boid looks ahead, or if they move apart.
    pub(crate) fn approach(&self, place: Vec3, velocity: Vec3, sight: &Sight) -> Option<Approach> {
        let place: Vec3d = place.cast();
        let begin = &self.way.begin;
        let relative_velocity = velocity.cast() - self.way.velocity_at(&place);
        let start = begin.point_to_local(&place);
        let displacement = begin.vector_to_local(&(relative_velocity * f64::from(sight.seconds)));
        let radius = f64::from(sight.radius);
        let meeting = self.body.meeting(&start, &displacement, radius)?;
        Some(Approach {
            time: meeting.time,
            normal: begin.vector_to_world(&meeting.outward),
            relative_velocity,
        })
    }

    /// Work that finds the boids that may meet the obstacle. `bounds` are its
    /// [`seen_bounds`](Self::seen_bounds).
    pub(crate) fn find_meetings<'a, const N: usize>(
        &self,
        sight: &Sight,
        bounds: Bounds,
        (position, velocity): ([&'a [f32]; 3], [&'a [f32]; 3]),
        found: &'a mut FoundBoids<N>,
    ) -> FindMeetings<'a, N> {
        let begin = &self.way.begin;
        let to_local = begin.rotation.inverse().to_rotation_matrix();
        FindMeetings {
            bounds,
            origin: begin.origin.cast().into(),
            obstacle_velocity: self.way.velocity.cast().into(),
            spin: self.way.spin.cast().into(),
            radius: self.reach as f32 + sight.radius,
            has_tight_box: self.is_mesh(),
            to_local: to_local.into_inner().cast(),
            center: self.local_box.center.cast().into(),
            half: (self.local_box.half.cast().add_scalar(sight.radius)).into(),
            seconds: sight.seconds,
            position,
            velocity,
            found,
        }
    }
}

/// Some boids of a block, by their indices in the block, which ascend.
pub(crate) struct FoundBoids<const N: usize> {
    indices: [u16; N],
    count: usize,
}

impl<const N: usize> FoundBoids<N> {
    pub(crate) fn new() -> Self {
        const { assert!(N <= 1 << u16::BITS) };
        Self {
            indices: [0; N],
            count: 0,
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let indices = self.indices[..self.count].iter();
        indices.map(|index| usize::from(*index))
    }
}

/// Finds the boids that may meet an obstacle: each boid that sees it and will touch its bounding
/// sphere. For a mesh, of which the exact test takes long, the bounding box excludes more.
pub(crate) struct FindMeetings<'a, const N: usize> {
    bounds: Bounds,
    origin: [f32; 3],
    obstacle_velocity: [f32; 3],
    spin: [f32; 3],
    /// Radius of the obstacle's bounding sphere plus the distance at which boids want to pass, in
    /// metres.
    radius: f32,
    /// True if the bounding box decides instead of the bounding sphere.
    has_tight_box: bool,
    /// Rotation from the world to the obstacle's frame.
    to_local: Matrix3<f32>,
    /// Bounding box in the obstacle's frame, enlarged by the distance at which boids want to pass.
    center: [f32; 3],
    half: [f32; 3],
    seconds: f32,
    position: [&'a [f32]; 3],
    velocity: [&'a [f32]; 3],
    found: &'a mut FoundBoids<N>,
}

impl<const N: usize> LaneWork for FindMeetings<'_, N> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        self.found.count = 0;
        let count = self.position[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let position = load_all::<LANES, 3>(&self.position, start, len);
            let (mut may_meet, mut may_any) = ([false; LANES], false);
            for lane in 0..LANES {
                may_meet[lane] = self.bounds.contains(vector_at(&position, lane));
                may_any |= may_meet[lane];
            }
            if !may_any {
                continue;
            }
            let velocity = load_all::<LANES, 3>(&self.velocity, start, len);
            if self.has_tight_box {
                self.exclude(&position, &velocity, &mut may_meet, Self::meets_box);
            } else {
                self.exclude(&position, &velocity, &mut may_meet, Self::meets_ball);
            }
            may_any = may_meet.contains(&true);
            if may_any {
                // Without a branch that the processor would often predict wrongly.
                for lane in 0..len {
                    self.found.indices[self.found.count] = (start + lane) as u16;
                    self.found.count += usize::from(may_meet[lane]);
                }
            }
        }
    }
}

impl<const N: usize> FindMeetings<'_, N> {
    /// Unmarks the lanes that a test excludes.
    #[inline(always)]
    fn exclude<const LANES: usize>(
        &self,
        position: &Lanes<LANES>,
        velocity: &Lanes<LANES>,
        may_meet: &mut [bool; LANES],
        test: impl Fn(&Self, [f32; 3], [f32; 3]) -> bool,
    ) {
        for lane in 0..LANES {
            let (place, velocity) = (vector_at(position, lane), vector_at(velocity, lane));
            may_meet[lane] &= test(self, place, velocity);
        }
    }

    /// Offset from the obstacle's origin, and velocity relative to the obstacle.
    #[inline(always)]
    fn relative(&self, place: [f32; 3], velocity: [f32; 3]) -> [[f32; 3]; 2] {
        let offset = minus(place, self.origin);
        let turning = cross(self.spin, offset);
        [
            offset,
            minus(minus(velocity, self.obstacle_velocity), turning),
        ]
    }

    #[inline(always)]
    fn meets_ball(&self, place: [f32; 3], velocity: [f32; 3]) -> bool {
        let [offset, relative] = self.relative(place, velocity);
        let squared = larger(dot(relative, relative), f32::MIN_POSITIVE);
        let time = larger(smaller(-dot(offset, relative) / squared, self.seconds), 0.0);
        let at = |axis: usize| offset[axis] + relative[axis] * time;
        let nearest = [at(0), at(1), at(2)];
        let radius = self.radius * (1.0 + 1e-4) + ROUNDING * (size(place) + size(offset));
        dot(nearest, nearest) <= radius * radius
    }

    /// True if the path in the obstacle's frame, which is a segment, touches the box: no axis of the
    /// box, and no direction across such an axis and the segment, separates the two.
    #[inline(always)]
    fn meets_box(&self, place: [f32; 3], velocity: [f32; 3]) -> bool {
        let [offset, relative] = self.relative(place, velocity);
        let start = minus(transformed(&self.to_local, offset), self.center);
        let reach = scaled(transformed(&self.to_local, relative), 0.5 * self.seconds);
        let rounding = ROUNDING * (size(place) + size(offset) + size(self.center) + size(reach));
        let mut is_near = true;
        for axis in 0..3 {
            let [y, z] = [(axis + 1) % 3, (axis + 2) % 3];
            let half = |axis: usize| self.half[axis] * (1.0 + 1e-4) + rounding;
            let middle = |axis: usize| start[axis] + reach[axis];
            is_near &= middle(axis).abs() <= half(axis) + reach[axis].abs();
            let across = middle(y) * reach[z] - middle(z) * reach[y];
            is_near &= across.abs() <= half(y) * reach[z].abs() + half(z) * reach[y].abs();
        }
        is_near
    }
}

#[inline(always)]
fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn size(vector: [f32; 3]) -> f32 {
    vector[0].abs() + vector[1].abs() + vector[2].abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, simd::SimdWidth},
        obstacles::{
            set::ObstacleSet,
            shape::{MovingObstacle, ObstacleShape},
        },
        state::threads::BLOCK,
    };
    use nalgebra::UnitQuaternion;

    /// The search in SIMD lanes finds every boid that meets the obstacle.
    #[test]
    fn whoever_meets_the_obstacle_is_found() {
        let mut set = ObstacleSet::default();
        let half_extents = Vec3::new(1.0, 0.1, 0.3);
        let obstacle = MovingObstacle {
            shape: ObstacleShape::Box { half_extents },
            placement: Placement::default(),
        };
        let id = set.add(obstacle).unwrap();
        let to = Placement {
            origin: Vec3::new(0.05, 0.02, 0.0),
            rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.0, 0.04, 0.01)),
        };
        set.set_target(id, to).unwrap();
        set.begin_step(1.0 / 60.0, |_, _| ());
        let obstacle = &set.in_step()[0];
        let sight = Sight {
            speed: 6.0,
            seconds: 1.0,
            radius: 0.1,
        };
        let spread = |size: f32, irrational: f64| -> Vec<f32> {
            let share = |index: u32| (f64::from(index) * irrational).fract() as f32;
            (0..1999)
                .map(|index| size * (2.0 * share(index) - 1.0))
                .collect()
        };
        let places = [
            spread(1.5, 0.618_034),
            spread(1.5, 0.414_214),
            spread(1.5, 0.324_718),
        ];
        let speeds = [
            spread(3.0, 0.754_878),
            spread(3.0, 0.732_051),
            spread(3.0, 0.236_068),
        ];
        let at =
            |arrays: &[Vec<f32>; 3], index: usize| Vec3::from_fn(|axis, _| arrays[axis][index]);
        let (mut found, mut block) = (Vec::new(), FoundBoids::<BLOCK>::new());
        let bounds = obstacle.seen_bounds(&sight);
        for first in (0..1999).step_by(BLOCK) {
            let range = first..1999.min(first + BLOCK);
            let [positions, velocities] =
                [&places, &speeds].map(|it| it.each_ref().map(|it| &it[range.clone()]));
            let boids = (positions, velocities);
            let search = obstacle.find_meetings(&sight, bounds, boids, &mut block);
            SimdWidth::widest().run(search);
            found.extend(block.iter().map(|index| first + index));
        }
        let meets = |index: &usize| {
            let approach = obstacle.approach(at(&places, *index), at(&speeds, *index), &sight);
            approach.is_some()
        };
        let meeting: Vec<usize> = (0..1999).filter(meets).collect();
        assert!(meeting.len() > 50, "{} prove little", meeting.len());
        assert!(meeting.iter().all(|index| found.contains(index)));
        assert!(found.is_sorted() && found.len() < 1999);
    }
}

//! Sampling of perch spots on a body that moves.

use super::{
    body_part::BodyPart,
    candidates::Candidate,
    perch::PerchSpot,
    sampling::{PerchSampling, PerchSurvey},
};
use crate::{math::Vec3, obstacles::MovingObstacle, settings::validation::SettingsError};

/// Largest number of obstacles of a body: a flock has no more.
const MOST_PARTS: usize = 256;

impl PerchSampling {
    /// Finds spots on a body that moves, such as a ship, for standing bodies with this radius in
    /// metres. The result has a survey for each obstacle.
    ///
    /// The body consists of `obstacles`, of which at most the first 256 count. Their placements, and
    /// the box in which the spots are, are in the coordinates of the body: +Y is up, as it is while
    /// the body floats or stands upright. Positions and normals of a survey are in the coordinates
    /// of its obstacle, as [`Perch::carrier`](super::Perch::carrier) needs them. All obstacles
    /// together have at most `most` spots, and every obstacle leaves the room above the spots of the
    /// others free.
    ///
    /// The same arguments give the same spots. The time is that of [`find`](Self::find), times the
    /// number of obstacles near the spots.
    ///
    /// # Errors
    /// Names every value that is out of range.
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     perches::{Perch, PerchSampling},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let shape = ObstacleShape::Box { half_extents: Vec3::new(4.0, 1.0, 2.0) };
    /// let ship = MovingObstacle { shape, placement: Placement::default() };
    /// let all = [Vec3::repeat(-10.0), Vec3::repeat(10.0)];
    /// let surveys = PerchSampling::default().find_on_body(std::slice::from_ref(&ship), all, 0.05)?;
    /// let spots = surveys[0].spots.clone();
    /// assert!(spots.len() > 100);
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let ship = flock.add_obstacle(ship)?;
    /// flock.add_perch(Perch { carrier: Some(ship), ..Perch::new(spots) })?;
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn find_on_body(
        &self,
        obstacles: &[MovingObstacle],
        bounds: [Vec3; 2],
        body_radius: f32,
    ) -> Result<Vec<PerchSurvey>, SettingsError> {
        self.check(&bounds, body_radius)?;
        obstacles.iter().try_for_each(MovingObstacle::validate)?;
        let parts = obstacles.iter().take(MOST_PARTS);
        let parts: Vec<BodyPart> = parts.map(BodyPart::new).collect();
        let mut surveys = vec![PerchSurvey::default(); obstacles.len()];
        let mut candidates = Vec::new();
        for (number, (part, survey)) in (0..).zip(parts.iter().zip(&mut surveys)) {
            let surface = part.surface(number);
            let of_part = self.candidates(&surface, bounds, parts.len(), survey);
            candidates.extend(of_part.into_iter().map(|it| part.on_surface(it)));
        }
        let out = |candidate: &Candidate| parts[candidate.surface as usize].out(&candidate.spot);
        let place = |candidate: &Candidate| out(candidate).position;
        let has_room = |candidate: &Candidate| {
            let spot = out(candidate);
            parts
                .iter()
                .all(|part| self.fits_beside(part, &spot, body_radius))
        };
        self.choose(candidates, place, has_room, |candidate, is_spot| {
            surveys[candidate.surface as usize].add(candidate, is_spot);
        });
        Ok(surveys)
    }

    /// True if a part of the body leaves the room at a spot free. The spot is in the coordinates of
    /// the body.
    fn fits_beside(&self, part: &BodyPart, spot: &PerchSpot, body_radius: f32) -> bool {
        let room = self.head_room + 3.0 * (body_radius + self.wing_room) + 0.01;
        if part.is_far(spot.position, room) {
            return true;
        }
        let is_clear = |center, radius| part.is_clear(center, radius);
        let is_way_clear = |start, way, radius| part.is_way_clear(start, way, radius);
        self.has_room(spot, body_radius, is_clear, is_way_clear)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::shapes::{ball, cuboid},
        math::frame::Placement,
        obstacles::{ObstacleMesh, ObstacleShape},
    };
    use nalgebra::UnitQuaternion;

    const ALL: [Vec3; 2] = [Vec3::new(-50.0, -50.0, -50.0), Vec3::new(50.0, 50.0, 50.0)];

    fn boxed(half: [f32; 3], at: [f32; 3]) -> MovingObstacle {
        MovingObstacle {
            shape: ObstacleShape::Box {
                half_extents: half.into(),
            },
            placement: Placement::at(at.into()),
        }
    }

    fn find(obstacles: &[MovingObstacle]) -> Vec<PerchSurvey> {
        let found = PerchSampling::default().find_on_body(obstacles, ALL, 0.05);
        found.unwrap()
    }

    #[test]
    fn spots_are_on_the_upper_sides_of_all_shapes() {
        let corners = cuboid(Vec3::new(2.0, 1.0, 2.0));
        let shapes = [
            ObstacleShape::Sphere { radius: 2.0 },
            ObstacleShape::Capsule {
                start: Vec3::x() * -2.0,
                end: Vec3::x() * 2.0,
                radius: 1.0,
            },
            ObstacleShape::Box {
                half_extents: Vec3::new(2.0, 1.0, 2.0),
            },
            ObstacleShape::ConvexHull {
                points: corners.concat(),
            },
            ObstacleShape::Mesh(ObstacleMesh::new(&ball(2.0, 3)).unwrap()),
        ];
        for shape in shapes {
            let part = MovingObstacle {
                shape,
                placement: Placement::default(),
            };
            let spots = &find(std::slice::from_ref(&part))[0].spots;
            assert!(spots.len() > 20, "{} on {:?}", spots.len(), part.shape);
            let body = BodyPart::new(&part);
            for spot in spots {
                assert!(spot.normal.y > 0.81 && spot.position.y > 0.8);
                let off = body.distance(spot.position);
                assert!(off.abs() < 1e-4, "{off} off {:?}", part.shape);
            }
        }
    }

    #[test]
    fn steepness_is_that_on_the_body_and_spots_are_in_the_coordinates_of_the_obstacle() {
        // A board that stands on its edge in its own coordinates, and lies on the body.
        let mut board = boxed([2.0, 2.0, 0.1], [0.0, 3.0, 0.0]);
        let lying = Vec3::x() * std::f32::consts::FRAC_PI_2;
        board.placement.rotation = UnitQuaternion::from_scaled_axis(lying);
        let spots = &find(&[board])[0].spots;
        assert!(spots.len() > 50);
        assert!(spots
            .iter()
            .all(|spot| (spot.position.z + 0.1).abs() < 1e-5));
        assert!(spots
            .iter()
            .all(|spot| (spot.normal + Vec3::z()).norm() < 1e-5));
    }

    #[test]
    fn obstacles_of_a_body_leave_room_above_the_spots_of_each_other() {
        let deck = boxed([4.0, 0.5, 4.0], [0.0, -0.5, 0.0]);
        let cabin = boxed([1.0, 1.0, 1.0], [0.0, 1.0, 0.0]);
        // Too low for a head.
        let awning = boxed([1.0, 0.05, 4.0], [3.0, 0.4, 0.0]);
        let surveys = find(&[deck, cabin, awning]);
        let [deck, cabin, awning] = &surveys[..] else {
            panic!("{} surveys", surveys.len())
        };
        assert!([deck, cabin, awning].iter().all(|it| it.spots.len() > 10));
        for spot in &deck.spots {
            let [x, y, z] = spot.position.into();
            assert!((y - 0.5).abs() < 1e-5);
            assert!(x.abs() > 1.04 || z.abs() > 1.04, "in the cabin: {x} {z}");
            assert!(x < 2.0, "below the awning: {x}");
        }
        let far = |a: &Vec3, b: &Vec3| (a - b).norm() >= 0.3;
        let tops = cabin.spots.iter().map(|it| it.position + Vec3::y());
        let places = deck.spots.iter().map(|it| it.position - Vec3::y() * 0.5);
        let all: Vec<Vec3> = tops.chain(places).collect();
        for (index, a) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|b| far(a, b)));
        }
    }

    #[test]
    fn all_obstacles_together_have_at_most_so_many_spots_within_the_box() {
        let sampling = PerchSampling {
            most: 50,
            ..PerchSampling::default()
        };
        let parts = [-3.0, 3.0].map(|x| boxed([2.0, 0.5, 4.0], [x, 0.0, 0.0]));
        let within = [Vec3::new(-4.0, 0.0, -4.0), Vec3::new(4.0, 1.0, 1.0)];
        let surveys = sampling.find_on_body(&parts, within, 0.05).unwrap();
        let counts: Vec<usize> = surveys.iter().map(|it| it.spots.len()).collect();
        assert_eq!(counts.iter().sum::<usize>(), 50);
        assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
        let on_body = |part: usize, spot: &PerchSpot| spot.position + parts[part].placement.origin;
        for (part, survey) in surveys.iter().enumerate() {
            let inside = |spot: &PerchSpot| {
                let at = on_body(part, spot);
                at.x.abs() <= 4.0 && at.z <= 1.0
            };
            assert!(survey.spots.iter().all(inside));
        }
    }

    #[test]
    fn bad_values_are_refused() {
        let error = |part: MovingObstacle, radius: f32| {
            let found = PerchSampling::default().find_on_body(&[part], ALL, radius);
            found.unwrap_err().to_string()
        };
        let good = boxed([1.0; 3], [0.0; 3]);
        assert!(error(good, f32::NAN).starts_with("body_radius is NaN"));
        let bad = boxed([f32::NAN; 3], [0.0; 3]);
        assert!(error(bad, 0.1).starts_with("obstacle.half_extents.x is NaN"));
        let none = PerchSampling::default().find_on_body(&[], ALL, 0.1);
        assert_eq!(none.unwrap(), []);
    }
}

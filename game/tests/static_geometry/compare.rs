//! Casts the same rays in physics and on the collected triangles.

use crate::scenes::{collect_as, settle, BODY};
use fyrox::{
    core::algebra::Point3,
    scene::{collider::InteractionGroups, dim2, graph::physics::RayCastOptions, Scene},
};
use fyrox_flock::{geometry::SolidQuery, sim::Vec3};
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    SplitMix64,
};

/// Number of rays.
const RAYS: usize = 2000;

/// Parameters of a comparison.
pub struct Comparison<'a> {
    /// Centre and radius of the ball that the rays pass through.
    pub around: Vec3,
    pub reach: Vec3,
    /// Largest difference of the distances, in metres.
    pub tolerance: f64,
    pub query: SolidQuery<'a>,
}

impl Comparison<'_> {
    pub fn new(tolerance: f64) -> Self {
        Self {
            around: BODY,
            reach: Vec3::repeat(1.5),
            tolerance,
            query: SolidQuery::default(),
        }
    }

    /// Compares rays with 3D physics and returns the number of hits.
    #[track_caller]
    pub fn count_same_hits(&self, scene: &mut Scene) -> usize {
        settle(scene);
        let mut found = Vec::new();
        self.count(scene, |scene, origin, direction| {
            let options = RayCastOptions {
                ray_origin: Point3::from(origin),
                ray_direction: direction,
                max_len: 100.0,
                groups: InteractionGroups::default(),
                sort_results: true,
            };
            scene.graph.physics.cast_ray(options, &mut found);
            let hit = found.first()?;
            Some((hit.toi, hit.normal))
        })
    }

    /// Compares rays in the plane with 2D physics.
    #[track_caller]
    pub fn count_same_flat_hits(&self, scene: &mut Scene) -> usize {
        settle(scene);
        let mut found = Vec::new();
        self.count(scene, |scene, origin, direction| {
            let options = dim2::physics::RayCastOptions {
                ray_origin: origin.xy().into(),
                ray_direction: direction.xy(),
                max_len: 100.0,
                groups: InteractionGroups::default(),
                sort_results: true,
            };
            scene.graph.physics2d.cast_ray(options, &mut found);
            let hit = found.first()?;
            Some((hit.toi, hit.normal.push(0.0)))
        })
    }

    #[track_caller]
    fn count(
        &self,
        scene: &mut Scene,
        mut cast_theirs: impl FnMut(&Scene, Vec3, Vec3) -> Option<(f32, Vec3)>,
    ) -> usize {
        let found = collect_as(scene, &self.query);
        assert_eq!((found.nodes, found.skipped), (1, vec![]));
        let mut random = SplitMix64::seed_from_u64(7);
        let mut coordinate = || random.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0;
        let (mut hits, mut misses) = (0, 0);
        for _ in 0..RAYS {
            let mut vector = || Vec3::new(coordinate(), coordinate(), coordinate());
            // With no Z component, the rays stay in the plane.
            let flat = self.reach.map(|reach| f32::from(u8::from(reach > 0.0)));
            let away = vector().component_mul(&flat).normalize();
            let origin = self.around + 5.5 * self.reach.amax() * away;
            let target = self.around + vector().component_mul(&self.reach);
            let direction = (target - origin).normalize();
            let ours = cast(&found.triangles, origin, direction);
            match (cast_theirs(scene, origin, direction), ours) {
                // If a ray grazes a round shape, the distance to its polyhedron may differ much.
                (Some((_, normal)), _) if normal.dot(&direction).abs() < 0.3 => (),
                (Some((theirs, _)), Some(ours)) => {
                    let gap = (ours - f64::from(theirs)).abs();
                    assert!(gap < self.tolerance, "ours {ours}, theirs {theirs}");
                    hits += 1;
                }
                (Some((theirs, _)), None) => panic!("theirs hits at {theirs}, ours does not"),
                (None, Some(ours)) => {
                    // A height field sometimes misses rays from its side.
                    let near = origin + direction * (ours as f32 - 0.3);
                    misses += usize::from(cast_theirs(scene, near, direction).is_none());
                }
                (None, None) => (),
            }
        }
        // The hit may be a little outside of the shape: polyhedra enclose round shapes, and rays
        // pass near edges.
        assert!(
            misses <= RAYS / 50,
            "{misses} rays hit what is nothing to physics"
        );
        hits
    }
}

/// Distance at which a ray first meets a triangle from either side, by Cramer's rule in float64.
fn cast(triangles: &[[Vec3; 3]], origin: Vec3, direction: Vec3) -> Option<f64> {
    let double = |v: Vec3| v.cast::<f64>();
    let (origin, direction) = (double(origin), double(direction));
    let hit = |[a, b, c]: &[Vec3; 3]| {
        let (a, ab, ac) = (double(*a), double(*b - *a), double(*c - *a));
        let normal = ab.cross(&ac);
        let slope = -direction.dot(&normal);
        let from_a = origin - a;
        let turn = from_a.cross(&direction);
        let (u, v) = (ac.dot(&turn) / slope, -ab.dot(&turn) / slope);
        let t = from_a.dot(&normal) / slope;
        // A ray through an edge must not slip between two triangles.
        let edge = -1e-9;
        (slope != 0.0 && u >= edge && v >= edge && u + v <= 1.0 - edge && t > 0.0).then_some(t)
    };
    triangles.iter().filter_map(hit).min_by(f64::total_cmp)
}

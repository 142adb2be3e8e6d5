use super::*;
use crate::math::Vec3;

pub(super) fn around(points: &[[f32; 3]]) -> Aabb {
    Aabb::around(&points.iter().copied().map(Vec3::from).collect::<Vec<_>>())
}

pub(super) fn unit() -> Aabb {
    around(&[[0.0; 3], [1.0; 3]])
}

/// True if a query touches a box, given in one lane; the other lanes are empty.
pub(super) fn touches(query: &impl BoxQuery, bounds: &Aabb) -> bool {
    let lane = 5;
    let mut boxes = Boxes::EMPTY;
    boxes.set(lane, bounds);
    let mut touched = query.touches(&boxes);
    // The lanes of empty boxes do not count.
    touched.any(|touched| touched == lane)
}

/// Pseudorandom numbers from -1 to 1, by a linear congruential generator.
fn numbers() -> impl Iterator<Item = f32> {
    let mut state = 1_u32;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    })
}

fn scene(count: usize) -> Vec<[Vec3; 3]> {
    let mut numbers = numbers();
    let mut next = || Vec3::from_fn(|_, _| numbers.next().unwrap_or_default());
    (0..count)
        .map(|_| {
            let at = 10.0 * next();
            [at, at + next(), at + next()]
        })
        .collect()
}

fn found(bvh: &Bvh, query: &impl BoxQuery) -> Vec<u32> {
    let mut found = Vec::new();
    bvh.for_each(query, |triangle| {
        found.push(bvh.order()[triangle as usize]);
        ControlFlow::Continue(())
    });
    found.sort();
    found
}

fn everything() -> Aabb {
    Aabb::around(&[Vec3::repeat(-f32::MAX), Vec3::repeat(f32::MAX)])
}

/// Asserts that exactly the triangles whose own boxes pass the test are found.
#[track_caller]
fn assert_complete(triangles: &[[Vec3; 3]], query: &impl BoxQuery) {
    let touches = |vertices: &[Vec3; 3]| {
        let mut boxes = Boxes::EMPTY;
        boxes.set(0, &Aabb::around(vertices));
        query.touches(&boxes).next() == Some(0)
    };
    let all = (0..).zip(triangles);
    let expected: Vec<u32> = all
        .filter_map(|(index, it)| touches(it).then_some(index))
        .collect();
    assert_eq!(found(&Bvh::new(triangles), query), expected);
}

#[test]
fn every_triangle_is_found_once() {
    for count in [0, 1, 2, 8, 9, 10, 64, 65, 100, 20_000] {
        let all: Vec<_> = (0..count as u32).collect();
        assert_eq!(found(&Bvh::new(&scene(count)), &everything()), all);
    }
}

#[test]
fn no_triangle_that_touches_a_box_a_ray_a_segment_or_a_ball_is_missed() {
    let triangles = scene(3_000);
    for [a, b, c] in scene(50) {
        assert_complete(&triangles, &Aabb::around(&[a, b, c]));
        assert_complete(&triangles, &RayQuery::new(&a.cast(), &(b - c).cast()));
        assert_complete(&triangles, &SegmentQuery::new(a, 10.0 * (b - c), 0.1));
        assert_complete(&triangles, &SphereQuery::new(a, (b - c).norm()));
    }
}

/// Counts the visited nodes.
struct Counting(Aabb, std::cell::Cell<usize>);

impl BoxQuery for Counting {
    fn touches(&self, boxes: &Boxes) -> boxes::LaneMask {
        self.1.set(self.1.get() + 1);
        self.0.touches(boxes)
    }
}

#[test]
fn a_query_reaches_a_small_part_of_the_tree() {
    let bvh = Bvh::new(&scene(20_000));
    let around = Aabb::around(&[Vec3::zeros(), Vec3::repeat(0.1)]);
    let query = Counting(around, Default::default());
    let touched = found(&bvh, &query).len();
    let looked_at = query.1.get();
    let all = bvh.nodes.len();
    assert!(
        looked_at < 60,
        "{looked_at} of {all} nodes, {touched} triangles"
    );
}

/// Number of nodes on the longest path to a leaf.
fn depth(bvh: &Bvh, node: usize) -> usize {
    let below = bvh.nodes[node]
        .children
        .iter()
        .filter_map(|it| it.as_node());
    1 + below.map(|node| depth(bvh, node)).max().unwrap_or(0)
}

#[test]
fn no_scene_makes_the_tree_large_or_deep() {
    let good = [Vec3::zeros(), Vec3::x(), Vec3::y()];
    let count = 20_000;
    let equal = vec![good; count];
    let row: Vec<_> = (0..count)
        .map(|i| good.map(|v| v + Vec3::x() * (0.5 * i as f32)))
        .collect();
    let nested: Vec<_> = (0..count)
        .map(|i| good.map(|v| v * 2.0_f32.powi((i % 90) as i32 - 60)))
        .collect();
    for triangles in [equal, row, nested, scene(count)] {
        let bvh = Bvh::new(&triangles);
        assert!(bvh.nodes.len() < count / 2, "{} nodes", bvh.nodes.len());
        assert!(depth(&bvh, 0) < MAX_DEPTH, "{} deep", depth(&bvh, 0));
    }
}

#[test]
fn a_query_can_be_stopped() {
    let mut visits = 0;
    Bvh::new(&scene(100)).for_each(&everything(), |_| {
        visits += 1;
        ControlFlow::Break(())
    });
    assert_eq!(visits, 1);
}

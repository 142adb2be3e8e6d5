//! Geometry of terrain made of noise: no triangle is dropped, hollows are clear and rock is not.

use flock_sim::Geometry;
use flock_terrain::{Terrain, TerrainForm, Vec3};
use flock_testkit::judge::winding_number;

fn terrains() -> impl Iterator<Item = Terrain> {
    let forms = [TerrainForm::Rocks, TerrainForm::Cave];
    let kinds = [(1, 0.0, false), (1, 2.0, true), (4, 3.0, false)];
    forms.into_iter().flat_map(move |form| {
        kinds.map(|(octaves, margin, largest_only)| Terrain {
            form,
            size: Vec3::new(17.0, 13.0, 15.0),
            octaves,
            margin,
            largest_only,
            ..Terrain::default()
        })
    })
}

/// Points all over a terrain, evenly spread.
fn points(terrain: &Terrain) -> impl Iterator<Item = Vec3> + '_ {
    let ratios = [0.819_172_5, 0.671_043_6, 0.549_700_5];
    (1..500).map(move |index| {
        Vec3::from_fn(|axis, _| {
            let share = (f64::from(index) * ratios[axis]).fract() as f32 - 0.5;
            share * terrain.size[axis]
        })
    })
}

#[test]
fn no_triangle_is_dropped() {
    for terrain in terrains() {
        let (_, report) = Geometry::new(&terrain.triangles().unwrap());
        assert_eq!(report.dropped(), 0, "{terrain:?}");
    }
}

#[test]
fn hollows_are_clear_and_rock_is_not() {
    for terrain in terrains() {
        let triangles = terrain.triangles().unwrap();
        let (geometry, _) = Geometry::new(&triangles);
        let (mut free, mut solid) = (0, 0);
        for point in points(&terrain) {
            let is_free = winding_number(&triangles, point).abs() < 0.5;
            assert_eq!(geometry.is_clear(point, 0.0), is_free, "{point}");
            *if is_free { &mut free } else { &mut solid } += 1;
        }
        assert!(free > 10 && solid > 10, "{terrain:?}: {free} {solid}");
    }
}

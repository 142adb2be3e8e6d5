//! Ways to goals that move, and formations, in a random scene.

use super::{
    draw::Draw,
    feature::{Feature, Features},
    inputs::{motion, volume},
};
use flock_sim::{
    formations::{Form, FormMesh},
    geometry::shapes,
    influences::{FallOff, Influence, InfluenceKind},
    Flock, Vec3,
};

/// Adds what the features need.
pub fn add(flock: &mut Flock, draw: &mut Draw, features: Features, half_size: Vec3) {
    let mut influences = Vec::new();
    if features.has(Feature::Formations) {
        influences.push((formation(draw, half_size), false));
    }
    if features.has(Feature::Ways) {
        let kinds = (0..draw.whole(1, 3)).map(|_| goal(draw, half_size));
        influences.extend(kinds.map(|kind| (kind, true)));
    }
    for (kind, finds_way) in influences {
        let influence = Influence {
            // Strong enough to let boids avoid no surfaces, or not.
            weight: flock.settings().motion.max_acceleration * draw.between(0.1, 1.0),
            reach: 100.0,
            fall_off: draw.of(&[FallOff::Constant, FallOff::Linear]),
            share: draw.of(&[1.0, 1.0, 0.3]),
            motion: motion(draw),
            finds_way,
            ..Influence::new(kind)
        };
        let id = flock.add_influence(influence);
        id.expect("its values are in range");
    }
}

/// What has a way.
fn goal(draw: &mut Draw, half_size: Vec3) -> InfluenceKind {
    let point = draw.in_cube().component_mul(&half_size);
    match draw.whole(0, 3) {
        0 => InfluenceKind::Target {
            point,
            slowing: draw.between(0.0, 1.0),
        },
        1 => InfluenceKind::Leader {
            point,
            velocity: draw.in_cube(),
            follow: 0.5,
            lane_length: 2.0,
            lane_radius: 0.5,
        },
        2 => InfluenceKind::Roost {
            volumes: (0..draw.whole(1, 3))
                .map(|_| volume(draw, half_size))
                .collect(),
            slowing: 0.3,
            dusk: 1.0,
        },
        _ => formation(draw, half_size),
    }
}

fn formation(draw: &mut Draw, half_size: Vec3) -> InfluenceKind {
    InfluenceKind::Formation {
        form: form(draw),
        spacing: draw.of_any_size(0.02, 1.0),
        position: draw.in_cube().component_mul(&half_size),
        rotation: draw.rotation(),
        slowing: draw.between(0.0, 1.0),
        strictness: draw.between(0.0, 1.0),
        change: draw.between(0.0, 1.0),
        lead: draw.of(&[0.0, 0.5]),
        shrinks: draw.percent(50),
    }
}

fn form(draw: &mut Draw) -> Form {
    let points = (0..5).map(|index| draw.in_cube() + Vec3::x() * index as f32);
    let points: Vec<Vec3> = points.collect();
    let mesh = || FormMesh::new(&shapes::ball(1.0, 2)).expect("a ball is a mesh");
    match draw.whole(0, 9) {
        0 => Form::Vee { angle: 70.0 },
        1 => Form::Wedge,
        2 => Form::Column { abreast: 3 },
        3 => Form::Circle,
        4 => Form::Sphere,
        5 => Form::Grid,
        6 => Form::Points { points },
        7 => Form::Curve {
            points,
            is_loop: draw.percent(50),
        },
        8 => Form::Surface(mesh()),
        _ => Form::Volume(mesh()),
    }
}

/// Moves what finds ways and formations to another place, and gives formations another form.
pub fn change(flock: &mut Flock, draw: &mut Draw, half_size: Vec3) {
    let steered = flock.influences().filter(|(_, influence)| {
        influence.finds_way || matches!(influence.kind, InfluenceKind::Formation { .. })
    });
    let steered: Vec<_> = steered.map(|(id, it)| (id, it.clone())).collect();
    for (id, mut influence) in steered {
        let place = draw.in_cube().component_mul(&half_size);
        match &mut influence.kind {
            InfluenceKind::Target { point, .. } | InfluenceKind::Leader { point, .. } => {
                *point = place;
            }
            InfluenceKind::Formation {
                form: to, position, ..
            } => {
                *position = place;
                if draw.percent(30) {
                    *to = form(draw);
                }
            }
            _ => influence.enabled = draw.percent(70),
        }
        let set = flock.set_influence(id, influence);
        assert!(set.expect("its values are in range"));
    }
}

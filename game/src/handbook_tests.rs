//! The code of the README and of the handbook, compiled as doc tests. The code of whole games is
//! tested by the test `user_game` and by `executor/stranger.sh`.

#[doc = include_str!("../README.md")]
mod readme {}

macro_rules! pages {
    ($($page:ident $file:literal)*) => {
        $(
            #[doc = include_str!(concat!("../docs/src/", $file))]
            mod $page {}
        )*
    };
}

pages! {
    boids "code/boids.md"
    bodies "code/bodies.md"
    budget "code/budget.md"
    custom_rule "code/custom-rule.md"
    flocks "code/flocks.md"
    formations "code/formations.md"
    gpu "code/gpu.md"
    influences "code/influences.md"
    level "design/level.md"
    replay "code/replay.md"
    saving "code/saving.md"
    ways "code/ways.md"
}

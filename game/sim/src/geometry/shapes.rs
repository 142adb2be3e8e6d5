//! placeholder
use crate::Vec3;
/// c
pub fn cuboid(_h: Vec3) -> Vec<[Vec3; 3]> {
    vec![]
}
/// c
pub fn ball(_r: f32, _s: usize) -> Vec<[Vec3; 3]> {
    vec![]
}
/// c
pub fn capsule(_b: Vec3, _e: Vec3, _r: f32, _s: usize) -> Vec<[Vec3; 3]> {
    vec![]
}

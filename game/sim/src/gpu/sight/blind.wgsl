// Where the clearances do not let a body go on, there is an obstacle.
fn cast_sphere(start: vec3<f32>, direction: vec3<f32>, most: f32, radius: f32) -> f32 {
    return 0.0;
}

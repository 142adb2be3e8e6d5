// The vertex of a sprite, after boid.glsl and looks.glsl: a rectangle that faces the viewer.

// Kinds of rotation, see SpriteTurn.
const int TURN = 0;
const int TURN_UPRIGHT = 1;
const int MIRROR = 2;

// Below this length in the picture, a unit heading points at the viewer and has no side.
const float NO_SIDE = 1e-4;

// Offset of the vertex from the middle of the image, to the right and up as drawn, in metres at
// size 1.
vec2 turned_corner(vec2 heading)
{
    int turn = int(sprite.turn + 0.5);
    vec2 corner = vertex_position.xy;
    bool goes_left = heading.x < -NO_SIDE;
    if (turn == MIRROR && goes_left) {
        corner.x = -corner.x;
    }
    if (turn == TURN_UPRIGHT && goes_left) {
        corner.y = -corner.y;
    }
    float speed = length(heading);
    if ((turn == TURN || turn == TURN_UPRIGHT) && speed > NO_SIDE) {
        vec2 ahead = heading / speed;
        corner = corner.x * ahead + corner.y * vec2(-ahead.y, ahead.x);
    }
    return corner;
}

// The vertex in the frame of the flock.
vec3 sprite_position(Boid boid)
{
    vec3 right = frame_vector(normalize(fyrox_cameraData.sideVector));
    vec3 up = frame_vector(normalize(fyrox_cameraData.upVector));
    vec3 ahead = rotate(boid.orientation, vec3(0.0, 0.0, 1.0));
    vec2 corner = turned_corner(vec2(dot(ahead, right), dot(ahead, up)));
    return boid.position + boid.size * (corner.x * right + corner.y * up);
}

// The current frame of the boid.
int sprite_frame(Boid boid)
{
    float round = boid.phase;
    if (sprite.isTimed > 0.5) {
        round = sprite.round + draw_lot(boid, 3.0);
    }
    return int(sprite.first + min(floor(fract(round) * sprite.frames), sprite.frames - 1.0) + 0.5);
}

// The texture coordinate of the vertex in that frame, half a pixel inside it, so that neighbouring
// frames are not visible at its edges.
vec2 sprite_coord(Boid boid)
{
    // In integers: a GPU may divide by a rounded reciprocal.
    int frame = sprite_frame(boid);
    int columns = int(sprite.grid.x + 0.5);
    vec2 cell = vec2(frame % columns, frame / columns);
    vec2 grid = sprite.grid * vec2(1.0, variety.rows);
    vec2 inset = min(vec2(0.5), 0.5 * grid / vec2(textureSize(diffuseTexture, 0)));
    vec2 at = clamp(vertex_tex_coord, inset, 1.0 - inset);
    return in_pattern(boid, (cell + at) / sprite.grid);
}

// Shared by the fragment shaders of all passes: a body that fades leaves out pixels in a fine pattern (interleaved
// gradient noise, Jimenez, 2014), and the level that replaces it fills just these.

float noise_at(vec2 pixel)
{
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

void discard_uncovered(vec2 cover)
{
    float noise = noise_at(gl_FragCoord.xy);
    if (noise < cover.x || noise >= cover.y) {
        discard;
    }
}

// Leaves so many pixels as are opaque, by a pattern that does not depend on that of the cover.
void discard_transparent(float opacity)
{
    if (noise_at(gl_FragCoord.yx + 37.0) >= opacity) {
        discard;
    }
}

// Shared by the fragment shaders of all passes: a fading body discards pixels in a fine pattern
// (interleaved gradient noise, Jimenez, 2014), and the level that replaces it fills exactly these.

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

// Keeps the fraction `opacity` of the pixels, by a pattern that is independent of the cover's
// pattern.
void discard_transparent(float opacity)
{
    if (noise_at(gl_FragCoord.yx + 37.0) >= opacity) {
        discard;
    }
}

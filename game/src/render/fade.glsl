// Shared by the fragment shaders of all passes: a body that fades leaves out pixels in a fine pattern (interleaved
// gradient noise, Jimenez, 2014), and the level that replaces it fills just these.

void discard_uncovered(vec2 cover)
{
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (noise < cover.x || noise >= cover.y) {
        discard;
    }
}

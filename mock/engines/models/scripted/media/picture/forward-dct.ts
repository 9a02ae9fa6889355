/**
 * What the transform below leaves too large, by row and column: the scale factors of the Arai-Agui-Nakajima form.
 */
export const dctScales: readonly number[] = [
  1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379,
];

/**
 * Cosine transform of 8 by 8 numbers in place, each result `8 * dctScales[row] * dctScales[column]` times too large.
 * Additions and products only, in a fixed order, so every runtime gets the same numbers.
 */
export function forwardDct(block: Float64Array): void {
  for (let row = 0; row < 64; row += 8) transformLine(block, row, 1);
  for (let column = 0; column < 8; column++) transformLine(block, column, 8);
}

function transformLine(block: Float64Array, start: number, step: number): void {
  const v0 = block[start] ?? 0;
  const v1 = block[start + step] ?? 0;
  const v2 = block[start + 2 * step] ?? 0;
  const v3 = block[start + 3 * step] ?? 0;
  const v4 = block[start + 4 * step] ?? 0;
  const v5 = block[start + 5 * step] ?? 0;
  const v6 = block[start + 6 * step] ?? 0;
  const v7 = block[start + 7 * step] ?? 0;
  const s0 = v0 + v7;
  const d0 = v0 - v7;
  const s1 = v1 + v6;
  const d1 = v1 - v6;
  const s2 = v2 + v5;
  const d2 = v2 - v5;
  const s3 = v3 + v4;
  const d3 = v3 - v4;

  const even0 = s0 + s3;
  const even3 = s0 - s3;
  const even1 = s1 + s2;
  const even2 = s1 - s2;
  const turned = (even2 + even3) * Math.SQRT1_2;
  block[start] = even0 + even1;
  block[start + 4 * step] = even0 - even1;
  block[start + 2 * step] = even3 + turned;
  block[start + 6 * step] = even3 - turned;

  const odd0 = d3 + d2;
  const odd1 = d2 + d1;
  const odd2 = d1 + d0;
  const common = (odd0 - odd2) * 0.382683433;
  const low = 0.5411961 * odd0 + common;
  const high = 1.306562965 * odd2 + common;
  const middle = odd1 * Math.SQRT1_2;
  const up = d0 + middle;
  const down = d0 - middle;
  block[start + 5 * step] = down + low;
  block[start + 3 * step] = down - low;
  block[start + step] = up + high;
  block[start + 7 * step] = up - high;
}

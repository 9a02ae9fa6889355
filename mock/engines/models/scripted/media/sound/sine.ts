/** Steps of a full turn. */
const steps = 4096;
const turn = 2 ** 32;

/**
 * One period of a sine, made of additions and products alone: `Math.sin` may differ in the last bit from runtime to
 * runtime, and sound has to be the same on all.
 */
const table = Float64Array.from({ length: steps }, (_, i) => {
  const quarter = i % (steps / 2);
  const folded = quarter > steps / 4 ? steps / 2 - quarter : quarter;
  const value = taylor((folded / steps) * 2 * Math.PI);
  return i < steps / 2 ? value : -value;
});

/** Sine of an angle up to a quarter turn, in radians, to more digits than a sample has. */
function taylor(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 2; n < 16; n += 2) {
    term *= -(x * x) / (n * (n + 1));
    sum += term;
  }
  return sum;
}

/** What a tone turns by from sample to sample, in 2^32nds of a full turn. */
export function phaseStep(frequency: number, sampleRate: number): number {
  return Math.floor((frequency / sampleRate) * turn) >>> 0;
}

/** Sine of a phase in 2^32nds of a full turn. */
export function sine(phase: number): number {
  return table[(phase >>> 20) & (steps - 1)] ?? 0;
}

/** Cosine of what a tone turns by from sample to sample; at least two samples a period. */
export function turnCosine(frequency: number, sampleRate: number): number {
  const half = taylor((frequency / sampleRate) * Math.PI);
  return 1 - 2 * half * half;
}

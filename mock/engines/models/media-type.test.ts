import { expect, it } from 'vitest';
import { wavDuration } from './media-type.ts';

/** A mono WAV file with 8,000 samples per second of one byte each. */
function wav(samples: number): Uint8Array {
  const bytes = new Uint8Array(44 + samples);
  const view = new DataView(bytes.buffer);
  for (const [at, tag] of [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ] as const)
    bytes.set(new TextEncoder().encode(tag), at);
  view.setUint32(16, 16, true);
  view.setUint32(28, 8000, true);
  view.setUint32(40, samples, true);
  return bytes;
}

it.each([
  [8000, 1],
  [4000, 0.5],
  [0, 0],
])('a WAV file of %i samples lasts %d seconds', (samples, seconds) => {
  expect(wavDuration(wav(samples))).toBe(seconds);
});

it('returns no duration for a WAV file that ends before its samples', () => {
  expect(wavDuration(wav(0).subarray(0, 40))).toBeUndefined();
});

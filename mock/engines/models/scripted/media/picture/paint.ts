import { createRandom } from '../hash.ts';
import { type Rgb, rgbOf } from './colours.ts';
import { layOut, type Placed } from './lay-out.ts';
import type { Pixels } from './pixels.ts';
import type { Scene } from './scene.ts';
import { spansAt } from './shapes.ts';

/** Parts of the width that the band at the foot has. */
const bandCells = 16;

/**
 * Paints a scene: the background as a faint gradient, the figures, and at the foot a band of sixteen fields that
 * differ a little from the background, by which pictures of one scene and different seeds differ.
 */
export function paint(scene: Scene, width: number, height: number, seed: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  const random = createRandom(seed);
  const background = rgbOf(scene.background);
  // A figure in the background's own colour needs a lighter or darker ground to be seen.
  const clash = scene.figures.some(({ colour }) => colour === scene.background);
  const ground = clash ? shade(background, brightness(background) > 100 ? 45 : 190) : background;
  const slope = 6 + random.below(9);
  const downwards = random.below(2) === 0;
  for (let y = 0; y < height; y++) {
    const step = height === 1 ? 0 : Math.floor((2 * slope * y) / (height - 1)) - slope;
    fillRow(data, y * width, width, shift(ground, downwards ? step : -step));
  }
  const band = Math.max(1, Math.floor(height / 32));
  for (const placed of layOut(scene, width, Math.max(1, height - band), random.next())) {
    drawFigure(data, width, height, placed);
  }
  drawBand({ width, height, data }, band, ground, createRandom(seed ^ 0x5bd1e995));
  return { width, height, data };
}

function drawFigure(data: Uint8Array, width: number, height: number, placed: Placed): void {
  const { figure, left, top } = placed;
  const colour = rgbOf(figure.colour);
  for (let y = Math.max(0, top); y < Math.min(height, top + placed.height); y++) {
    for (const [from, to] of spansAt(figure.shape, (y - top + 0.5) / placed.height)) {
      const start = Math.max(0, left + Math.floor(from * placed.width + 0.5));
      const end = Math.min(width, left + Math.floor(to * placed.width + 0.5));
      if (end > start) fillRow(data, y * width + start, end - start, colour);
    }
  }
}

function drawBand(
  { width, height, data }: Pixels,
  band: number,
  ground: Rgb,
  random: { next(): number },
): void {
  for (let cell = 0; cell < bandCells; cell++) {
    const bits = random.next();
    const start = Math.floor((cell * width) / bandCells);
    const end = Math.floor(((cell + 1) * width) / bandCells);
    const [r, g, b] = ground;
    // Towards the middle of the scale, so that nothing is cut off at its ends.
    const near = (value: number, n: number): number => (value > 127 ? value - (n & 15) : value + (n & 15));
    const colour: Rgb = [near(r, bits), near(g, bits >>> 4), near(b, bits >>> 8)];
    for (let y = height - band; y < height && end > start; y++)
      fillRow(data, y * width + start, end - start, colour);
  }
}

/** Fills pixels that follow each other. */
function fillRow(data: Uint8Array, from: number, count: number, [r, g, b]: Rgb): void {
  const start = from * 3;
  const end = start + count * 3;
  data[start] = r;
  data[start + 1] = g;
  data[start + 2] = b;
  // Doubling what is there is much faster than writing each pixel.
  for (let done = 3; done < end - start; done *= 2) {
    data.copyWithin(start + done, start, Math.min(start + done, end - done));
  }
}

function brightness([r, g, b]: Rgb): number {
  return (r * 3 + g * 6 + b) / 10;
}

/** A colour, some percent of itself: the rest is black, or white above 100. */
function shade(rgb: Rgb, percent: number): Rgb {
  const scale = (value: number): number =>
    percent <= 100
      ? Math.floor((value * percent) / 100)
      : value + Math.floor(((255 - value) * (percent - 100)) / 100);
  const [r, g, b] = rgb;
  return [scale(r), scale(g), scale(b)];
}

function shift([r, g, b]: Rgb, by: number): Rgb {
  const clamp = (value: number): number => Math.min(255, Math.max(0, value + by));
  return [clamp(r), clamp(g), clamp(b)];
}

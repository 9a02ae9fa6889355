import type { Region } from './regions.ts';
import { aspectOf, type Shape, shapeNames, spansAt } from './shapes.ts';

/** Points of a side at which a region and a shape are compared. */
const side = 32;
/** A worse fit is no fit. */
const worst = 0.72;

/** The shape that covers most of what a region covers and least else, each stretched to the other's box. */
export function matchShape(region: Region): { readonly shape: Shape | undefined; readonly score: number } {
  const width = region.right - region.left + 1;
  const height = region.bottom - region.top + 1;
  let best: Shape | undefined;
  let score = 0;
  for (const shape of shapeNames) {
    const fit = overlap(region, shape, width, height) * aspectFit(shape, width / height);
    if (fit > score) [best, score] = [shape, fit];
  }
  return score < worst ? { shape: undefined, score: 1 - score } : { shape: best, score };
}

/** What both cover as a part of what either covers. */
function overlap(region: Region, shape: Shape, width: number, height: number): number {
  let [both, either] = [0, 0];
  for (let row = 0; row < side; row++) {
    const v = (row + 0.5) / side;
    const y = region.top + Math.floor(v * height);
    const spans = spansAt(shape, v);
    for (let column = 0; column < side; column++) {
      const u = (column + 0.5) / side;
      const inShape = spans.some(([from, to]) => u >= from && u < to);
      const inRegion = region.has(region.left + Math.floor(u * width), y);
      if (inShape && inRegion) both++;
      if (inShape || inRegion) either++;
    }
  }
  return either === 0 ? 0 : both / either;
}

/** 1 for the shape's own width by height, less the further it is from it; long shapes may be longer or upright. */
function aspectFit(shape: Shape, aspect: number): number {
  const own = aspectOf(shape);
  const long = Math.max(aspect, 1 / aspect);
  if (own === 2) return long >= 1.4 ? 1 : long / 1.6;
  const ratio = aspect > own ? own / aspect : aspect / own;
  return ratio > 0.85 ? 1 : 0.5 + ratio / 2;
}

import { type Colour, nearestColour } from './colours.ts';
import { matchShape } from './match-shape.ts';
import type { Pixels } from './pixels.ts';
import { findRegions, type Grid, type Region } from './regions.ts';
import type { Shape } from './shapes.ts';

/** Cells of the longer side of what is looked at: enough to tell shapes, few enough to be fast. */
const gridSide = 160;
/** Cells of the longer side of a figure that is looked at by itself. */
const closerSide = 96;
/** Regions of less than this part of the picture are not looked at. */
const smallest = 0.003;
const maxSeen = 24;

/** A figure in a picture. */
export interface Seen {
  /** `undefined` for what looks like none of them. */
  readonly shape: Shape | undefined;
  readonly colour: Colour;
  /** How well it fits the shape, from 0 to 1. */
  readonly score: number;
  /** In pixels, the far edges not included. */
  readonly box: {
    readonly xmin: number;
    readonly ymin: number;
    readonly xmax: number;
    readonly ymax: number;
  };
}

/** What is in a picture. */
export interface View {
  readonly background: Colour;
  /** Largest first. */
  readonly seen: readonly Seen[];
  /** Colours and the part of the picture that each has, most first. */
  readonly colours: readonly { readonly colour: Colour; readonly part: number }[];
}

/** Looks at a picture: which colour is around it, and which figures of other colours are on it. */
export function see(pixels: Pixels): View {
  const { width, height } = pixels;
  const { grid, step } = toGrid(pixels, { left: 0, top: 0, right: width, bottom: height }, gridSide);
  const counts = new Map<Colour, number>();
  for (const colour of grid.cells) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts]
    .map(([colour, count]) => ({ colour, part: count / grid.cells.length }))
    .sort((a, b) => b.part - a.part);
  const background = borderColour(grid);
  const seen = findRegions(grid)
    .filter(({ colour, area }) => colour !== background && area >= Math.max(9, smallest * grid.cells.length))
    .toSorted((a, b) => b.area - a.area)
    .slice(0, maxSeen)
    .map((region) => recognise(region, pixels, step));
  return { background, seen, colours };
}

/** Looks closer at a region: at its own part of the picture, in as many cells as the whole had. */
function recognise(region: Region, pixels: Pixels, step: number): Seen {
  const room: Crop = {
    left: Math.max(0, Math.floor((region.left - 1) * step)),
    top: Math.max(0, Math.floor((region.top - 1) * step)),
    right: Math.min(pixels.width, Math.ceil((region.right + 2) * step)),
    bottom: Math.min(pixels.height, Math.ceil((region.bottom + 2) * step)),
  };
  const closer = toGrid(pixels, room, closerSide);
  const same = findRegions(closer.grid).filter(({ colour }) => colour === region.colour);
  const found = same.toSorted((a, b) => b.area - a.area)[0];
  const { shape, score } = matchShape(found ?? region);
  const { left, top, right, bottom } = found ?? region;
  const [x, y, scale] = found === undefined ? [0, 0, step] : [room.left, room.top, closer.step];
  return {
    shape,
    score,
    colour: region.colour,
    box: {
      xmin: x + Math.floor(left * scale),
      ymin: y + Math.floor(top * scale),
      xmax: Math.min(pixels.width, x + Math.ceil((right + 1) * scale)),
      ymax: Math.min(pixels.height, y + Math.ceil((bottom + 1) * scale)),
    },
  };
}

/** Part of a picture, in pixels; the far edges are not part of it. */
interface Crop {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A part of a picture as names of colours, one for each so many pixels. */
function toGrid(
  { width, data }: Pixels,
  { left, top, right, bottom }: Crop,
  side: number,
): { readonly grid: Grid; readonly step: number } {
  const step = Math.max(1, Math.max(right - left, bottom - top) / side);
  const columns = Math.max(1, Math.floor((right - left) / step));
  const rows = Math.max(1, Math.floor((bottom - top) / step));
  const cells: Colour[] = [];
  let colour: Colour = 'black';
  let [red, green, blue] = [-1, -1, -1];
  for (let row = 0; row < rows; row++) {
    const y = Math.min(bottom - 1, top + Math.floor((row + 0.5) * step));
    for (let column = 0; column < columns; column++) {
      const x = Math.min(right - 1, left + Math.floor((column + 0.5) * step));
      const at = (y * width + x) * 3;
      // Most pixels are like the one before.
      if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) {
        red = data[at] ?? 0;
        green = data[at + 1] ?? 0;
        blue = data[at + 2] ?? 0;
        colour = nearestColour(red, green, blue);
      }
      cells.push(colour);
    }
  }
  return { grid: { columns, rows, cells }, step };
}

/** The colour that most of the picture's edge has. */
function borderColour({ columns, rows, cells }: Grid): Colour {
  const counts = new Map<Colour, number>();
  for (let y = 0; y < rows; y++) {
    // Between the first row and the last one, only the cells at both ends are at the edge.
    const step = y === 0 || y === rows - 1 ? 1 : Math.max(1, columns - 1);
    for (let x = 0; x < columns; x += step) {
      const colour = cells[y * columns + x] ?? 'black';
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  let [best, most]: [Colour, number] = ['black', 0];
  for (const [colour, count] of counts) if (count > most) [best, most] = [colour, count];
  return best;
}

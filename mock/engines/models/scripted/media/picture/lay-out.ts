import { createRandom } from '../hash.ts';
import type { Figure, Place, Scene } from './scene.ts';
import { aspectOf } from './shapes.ts';

/** A figure and where it goes, in pixels. */
export interface Placed {
  readonly figure: Figure;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Gives each figure a cell of its own, so that none covers another: where it wants to be, or the next free one. */
export function layOut({ figures }: Scene, width: number, height: number, seed: number): readonly Placed[] {
  const { columns, rows } = gridFor(figures, width, height);
  const random = createRandom(seed);
  const taken = new Set<number>();
  const cells = new Map<Figure, number>();
  const hasPlace = ({ column, row }: Figure): boolean => column !== undefined || row !== undefined;
  for (const figure of [...figures].sort((a, b) => Number(hasPlace(b)) - Number(hasPlace(a)))) {
    const cell = findCell(figure, columns, rows, taken);
    taken.add(cell);
    cells.set(figure, cell);
  }
  return figures.map((figure) => {
    const cell = cells.get(figure) ?? 0;
    const [cellWidth, cellHeight] = [width / columns, height / rows];
    const aspect = aspectOf(figure.shape);
    const size = Math.min(cellWidth / aspect, cellHeight) * figure.size;
    const [w, h] = [Math.max(1, Math.floor(size * aspect)), Math.max(1, Math.floor(size))];
    // Up to half of what is left beside it, to either side.
    const shift = (room: number): number => room / 2 + ((random.below(101) - 50) / 200) * room;
    return {
      figure,
      left: Math.floor((cell % columns) * cellWidth + shift(cellWidth - w)),
      top: Math.floor(Math.floor(cell / columns) * cellHeight + shift(cellHeight - h)),
      width: w,
      height: h,
    };
  });
}

/** As many cells as figures, about square; three by three at least where places matter. */
function gridFor(
  figures: readonly Figure[],
  width: number,
  height: number,
): { readonly columns: number; readonly rows: number } {
  const placed = figures.some(({ column, row }) => column !== undefined || row !== undefined);
  let [columns, rows] = placed ? [3, 3] : [1, 1];
  while (columns * rows < figures.length) {
    if (width / columns >= height / rows) columns++;
    else rows++;
  }
  return { columns, rows };
}

/** The free cell that is nearest to where a figure wants to be. */
function findCell(figure: Figure, columns: number, rows: number, taken: ReadonlySet<number>): number {
  const aim = (place: Place | undefined, count: number): number =>
    place === 'start' ? 0 : place === 'end' ? count - 1 : (count - 1) / 2;
  const [x, y] = [aim(figure.column, columns), aim(figure.row, rows)];
  const order = (figure.column === undefined ? 1 : 4) / (figure.row === undefined ? 1 : 4);
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let cell = 0; cell < columns * rows; cell++) {
    if (taken.has(cell)) continue;
    const [dx, dy] = [(cell % columns) - x, Math.floor(cell / columns) - y];
    const distance = dx * dx * order + dy * dy;
    if (distance < least) [best, least] = [cell, distance];
  }
  return best;
}

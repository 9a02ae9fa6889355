import type { Colour } from './colours.ts';

/** Names of colours, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly Colour[];
}

/** Cells of one colour that touch each other. */
export interface Region {
  readonly colour: Colour;
  /** In cells, as the others. */
  readonly area: number;
  readonly left: number;
  readonly top: number;
  /** The last column that is part of it. */
  readonly right: number;
  readonly bottom: number;
  /** Whether a cell of the grid is part of it. */
  has(x: number, y: number): boolean;
}

/** Finds the regions of a grid that are more than a line: blurred edges, as JPEG makes them, are lines. */
export function findRegions({ columns, rows, cells }: Grid): readonly Region[] {
  const owner = new Int32Array(cells.length).fill(-1);
  const regions: Region[] = [];
  for (let start = 0; start < cells.length; start++) {
    const colour = cells[start];
    if (colour === undefined || owner[start] !== -1) continue;
    const id = start;
    const members = [start];
    owner[start] = id;
    let [left, top, right, bottom, inner] = [columns, rows, 0, 0, 0];
    const takeIn = (cell: number): boolean => {
      if (cells[cell] !== colour) return false;
      if (owner[cell] === -1) {
        owner[cell] = id;
        members.push(cell);
      }
      return true;
    };
    // The list grows while it is walked.
    for (const cell of members) {
      const x = cell % columns;
      const y = (cell - x) / columns;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      let alike = 0;
      if (x > 0 && takeIn(cell - 1)) alike++;
      if (x < columns - 1 && takeIn(cell + 1)) alike++;
      if (y > 0 && takeIn(cell - columns)) alike++;
      if (y < rows - 1 && takeIn(cell + columns)) alike++;
      if (alike === 4) inner++;
    }
    if (inner * 4 < members.length) continue;
    const has = (x: number, y: number): boolean => owner[y * columns + x] === id;
    regions.push({ colour, area: members.length, left, top, right, bottom, has });
  }
  return regions;
}

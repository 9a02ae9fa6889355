import type { Pixels } from './pixels.ts';

/** What the header of a PNG file says. */
export interface PngForm {
  readonly width: number;
  readonly height: number;
  /** Bits of a channel. */
  readonly depth: number;
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  readonly type: number;
  readonly channels: number;
  /** The pictures it is stored as: one, or seven when it is interlaced. */
  readonly passes: readonly {
    readonly x: number;
    readonly y: number;
    readonly dx: number;
    readonly dy: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** Of all rows with their filter bytes, in bytes. */
  readonly size: number;
}

/**
 * Turns rows as they are stored into red, green and blue.
 *
 * @returns `undefined` when a row names a filter that there is not
 */
export function expandRows(
  form: PngForm,
  rows: Uint8Array,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Pixels | undefined {
  const { width, height, depth, channels } = form;
  const data = new Uint8Array(width * height * 3);
  const toRgb = converter(form, palette, transparency);
  const step = Math.max(1, (channels * depth) >> 3);
  let at = 0;
  for (const pass of form.passes) {
    const stride = Math.ceil((pass.width * channels * depth) / 8);
    let above: Uint8Array = new Uint8Array(stride);
    for (let y = 0; y < pass.height; y++) {
      const row = rows.subarray(at + 1, at + 1 + stride);
      if (!unfilter(rows[at] ?? 0, row, above, step)) return undefined;
      for (let x = 0; x < pass.width; x++) {
        const to = ((pass.y + y * pass.dy) * width + pass.x + x * pass.dx) * 3;
        toRgb(row, x, data, to);
      }
      above = row;
      at += stride + 1;
    }
  }
  return { width, height, data };
}

/** Undoes the filter of a row in place (PNG, section 9.2); whether there is such a filter. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let i = 0; i < row.length; i++) {
    const left = i < step ? 0 : (row[i - step] ?? 0);
    const up = above[i] ?? 0;
    let guess = left;
    if (filter === 2) guess = up;
    else if (filter === 3) guess = (left + up) >> 1;
    else if (filter === 4) guess = paeth(left, up, i < step ? 0 : (above[i - step] ?? 0));
    row[i] = (row[i] ?? 0) + guess;
  }
  return true;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

type Converter = (row: Uint8Array, x: number, data: Uint8Array, to: number) => void;

/** Reads a pixel of a row. Of 16 bits the upper 8 are enough to look at a picture. */
function converter(
  { depth, type, channels }: PngForm,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Converter {
  const most = 2 ** Math.min(depth, 8) - 1;
  const sample = (row: Uint8Array, n: number): number => {
    if (depth === 8) return row[n] ?? 0;
    if (depth === 16) return row[n * 2] ?? 0;
    const bit = n * depth;
    return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
  };
  const onWhite = (value: number, alpha: number): number => Math.floor((value * alpha) / 255) + 255 - alpha;
  return (row, x, data, to) => {
    const first = sample(row, x * channels);
    const isColour = type === 2 || type === 6;
    let alpha = 255;
    if (type === 3) alpha = transparency?.[first] ?? 255;
    else if (channels === 2 || channels === 4) alpha = sample(row, x * channels + channels - 1);
    for (let c = 0; c < 3; c++) {
      let value = Math.floor((first * 255) / most);
      if (type === 3) value = palette?.[first * 3 + c] ?? 0;
      else if (isColour && c > 0) value = sample(row, x * channels + c);
      data[to + c] = onWhite(value, alpha);
    }
  };
}

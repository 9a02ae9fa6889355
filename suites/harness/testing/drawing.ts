import type { Picture } from '../picture.ts';

export type Colour = readonly [red: number, green: number, blue: number, alpha?: number];

/** A picture that tests draw on. */
export interface Drawing extends Picture {
  /** Fills a rectangle. */
  box(x: number, y: number, width: number, height: number, colour: Colour): Drawing;
  /** Changes every channel but alpha in a rectangle, by a number or a function of the place. */
  shift(x: number, y: number, width: number, height: number, by: (x: number, y: number) => number): Drawing;
  copy(): Drawing;
}

/** Creates a drawing of one colour. */
export function drawing(width: number, height: number, colour: Colour = [255, 255, 255]): Drawing {
  return toDrawing({ width, height, pixels: new Uint8Array(width * height * 4) }).box(
    0,
    0,
    width,
    height,
    colour,
  );
}

function toDrawing({ width, height, pixels }: Picture): Drawing {
  const each = (
    [x, y, w, h]: readonly number[],
    visit: (at: number, px: number, py: number) => void,
  ): Drawing => {
    for (let py = y ?? 0; py < (y ?? 0) + (h ?? 0); py++) {
      for (let px = x ?? 0; px < (x ?? 0) + (w ?? 0); px++) visit((py * width + px) * 4, px, py);
    }
    return self;
  };
  const self: Drawing = {
    width,
    height,
    pixels,
    box: (x, y, w, h, [red, green, blue, alpha = 255]) =>
      each([x, y, w, h], (at) => pixels.set([red, green, blue, alpha], at)),
    shift: (x, y, w, h, by) =>
      each([x, y, w, h], (at, px, py) => {
        for (let channel = 0; channel < 3; channel++) {
          pixels[at + channel] = Math.min(255, Math.max(0, (pixels[at + channel] ?? 0) + by(px, py)));
        }
      }),
    copy: () => toDrawing({ width, height, pixels: pixels.slice() }),
  };
  return self;
}

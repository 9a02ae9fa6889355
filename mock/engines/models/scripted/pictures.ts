import { createRandom, hashText } from '../../seeded/random.ts';
import type { Detection, Label, Model, Picture } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { encodePicture, type Pixels, type ReadPicture } from '../picture-codec.ts';
import { firstTokens } from './tokens.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const colours: Readonly<Record<string, Rgb>> = {
  red: [214, 40, 40],
  orange: [245, 140, 30],
  yellow: [250, 215, 60],
  green: [50, 160, 70],
  blue: [40, 90, 200],
  purple: [130, 60, 170],
  pink: [240, 130, 170],
  brown: [120, 80, 50],
  black: [20, 20, 20],
  white: [250, 250, 250],
  grey: [140, 140, 140],
};
const names = Object.keys(colours);

/** Default width and height in pixels. */
const longestSide = 2048;
/** Number of fields of a pattern in each direction. */
const fields = 8;

/**
 * Draws a symmetric pattern of fields, in the colors that a prompt names, or in colors derived from the prompt. It
 * depends on the prompt, the negative prompt, the seeds and the model.
 *
 * @returns a PNG or JPEG file of exactly the requested size
 * @throws ModelError (bad-input) for a side that is not a whole number from 1 to 2048
 */
export async function drawPicture(seed: number, model: Model, request: Picture): Promise<Uint8Array> {
  const { prompt, negativePrompt, width, height, mediaType } = request;
  for (const [name, side] of Object.entries({ width, height }))
    if (!Number.isInteger(side) || side < 1 || side > longestSide)
      throw new ModelError(
        'bad-input',
        `${name} is ${side}: pictures have sides of 1 to ${longestSide} whole pixels.`,
      );
  const random = createRandom(
    hashText(JSON.stringify([model.id, prompt, negativePrompt, request.seed]), seed),
  );
  const wanted = (prompt.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => Object.hasOwn(colours, word));
  const [figure = random.pick(names), ground = random.pick(names.filter((name) => name !== figure))] =
    new Set(wanted);
  // A separate shade distinguishes patterns that happen to be equal.
  const shaded = (name: string): Rgb => {
    const [red, green, blue] = colours[name] ?? [0, 0, 0];
    return [red - random.whole(0, 15), green - random.whole(0, 15), blue - random.whole(0, 15)];
  };
  const pixels = pattern(width, height, [shaded(ground), shaded(figure)], random.next());
  return encodePicture(pixels, mediaType);
}

/** @param bits the colored fields of the left half: 32 of them */
function pattern(width: number, height: number, shades: readonly [Rgb, Rgb], bits: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  const stride = width * 3;
  let drawn = -1;
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * fields) / height);
    if (row === drawn) {
      data.copyWithin(y * stride, (y - 1) * stride, y * stride);
      continue;
    }
    drawn = row;
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x * fields) / width);
      const half = Math.min(column, fields - 1 - column);
      data.set(shades[(bits >>> (row * 4 + half)) & 1] ?? shades[0], y * stride + x * 3);
    }
  }
  return { width, height, data };
}

/** A color of a picture: its share, and its bounding box. */
interface Area {
  readonly colour: string;
  readonly part: number;
  readonly box: Detection['box'];
}

/** Colors by area, from evenly spaced pixels. */
function getAreas({ width, height, data }: Pixels): readonly Area[] {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 10_000)));
  const found = new Map<
    string,
    { count: number; box: { xmin: number; xmax: number; ymin: number; ymax: number } }
  >();
  let all = 0;
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < width; x += step, all++) {
      const at = (y * width + x) * 3;
      const colour = nearest([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
      const area = found.get(colour) ?? { count: 0, box: { xmin: x, xmax: x, ymin: y, ymax: y } };
      area.count++;
      const { xmin, xmax, ymin, ymax } = area.box;
      area.box = {
        xmin: Math.min(xmin, x),
        xmax: Math.max(xmax, x),
        ymin: Math.min(ymin, y),
        ymax: Math.max(ymax, y),
      };
      found.set(colour, area);
    }
  return [...found]
    .map(([colour, { count, box }]) => ({ colour, part: count / all, box }))
    .filter(({ part }) => part >= 0.01)
    .toSorted((one, other) => other.part - one.part);
}

function nearest(pixel: Rgb): string {
  const distance = (name: string) =>
    (colours[name] ?? pixel).reduce((sum, value, part) => sum + (value - (pixel[part] ?? 0)) ** 2, 0);
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

/** Describes the colors and the size of a picture. */
export function describePicture(
  picture: ReadPicture,
  { prompt, maxTokens = Number.POSITIVE_INFINITY }: { readonly prompt?: string; readonly maxTokens?: number },
): string {
  const [main, ...others] = getAreas(picture).map(({ colour }) => colour);
  const with_ = others.length === 0 ? '' : ` with ${others.join(', ')}`;
  const asked = prompt === undefined || prompt.trim() === '' ? '' : `You asked: “${prompt.trim()}” `;
  const text = `The picture is ${main}${with_}. ${asked}It is a ${picture.format} file, ${picture.width} pixels wide and ${picture.height} high.`;
  return firstTokens(text, maxTokens).trimEnd();
}

/** Labels of a picture: its colors by area, with scores that add up to 1, best first. */
export function labelPicture(picture: ReadPicture): readonly Label[] {
  const areas = getAreas(picture);
  const all = areas.reduce((sum, { part }) => sum + part, 0);
  return areas.slice(0, 5).map(({ colour, part }) => ({ label: colour, score: part / all }));
}

/** Areas of a picture that differ in color from its background, in pixels, the largest first. */
export function detectObjects(picture: ReadPicture): readonly Detection[] {
  const [, ...areas] = getAreas(picture);
  return areas.map(({ colour, part, box }) => ({ label: `${colour} area`, score: 0.5 + part / 2, box }));
}

import type { Detection, Label, Model } from '../../backend.ts';
import { type MediaOptions, tokensOf } from './options.ts';
import { readImage } from './picture/read-image.ts';
import { type Seen, see, type View } from './picture/see.ts';
import { capital, groupsOf, listOf, nameOf, numberOf, sentenceOf } from './picture/sentences.ts';

/** Labels of a picture: what classifiers of pictures give. */
const labelCount = 5;

/**
 * Says what a picture shows: shapes, colours, numbers and places, and the answer to a question about them.
 *
 * @throws {ModelError} `bad-input` for what is no readable PNG or JPEG file.
 * @example
 * await describeImage({ seed: 0 }, model, { image: png }); // A red circle on a blue background. ...
 */
export async function describeImage(
  options: MediaOptions,
  _model: Model,
  request: { readonly image: Uint8Array; readonly prompt?: string; readonly maxTokens?: number },
): Promise<string> {
  const image = await readImage(request.image);
  const view = see(image);
  const sentences = [
    ...answersTo(request.prompt ?? '', view),
    sentenceOf(view),
    ...view.seen.slice(0, 3).map((seen) => placeOf(seen, image)),
    `The ${image.format} picture is ${image.width} pixels wide and ${image.height} high.`,
  ];
  const words = sentences.join(' ').split(' ');
  const most = request.maxTokens ?? Number.POSITIVE_INFINITY;
  while (words.length > 1 && tokensOf(options, words.join(' ')) > most) words.pop();
  return words.join(' ');
}

/**
 * Says which figures a picture shows, best first, with scores that add up to 1: figures by the room they take, then
 * the background and the colours.
 *
 * @throws {ModelError} `bad-input` for what is no readable PNG or JPEG file.
 * @example
 * await labelImage({ seed: 0 }, model, { image: png }); // [{ label: 'red circle', score: 0.61 }, ...]
 */
export async function labelImage(
  _options: MediaOptions,
  _model: Model,
  request: { readonly image: Uint8Array },
): Promise<readonly Label[]> {
  const { background, seen, colours } = see(await readImage(request.image));
  const names = [
    ...seen.map(nameOf),
    ...(seen.length === 0 ? [`plain ${background}`] : []),
    `${background} background`,
    ...seen.flatMap(({ shape }) => (shape === undefined ? [] : [shape])),
    ...colours.map(({ colour }) => colour),
    'drawing',
    'flat colour',
    'pattern',
    'picture',
  ];
  const labels = [...new Set(names)].slice(0, labelCount);
  // Each has three eighths of what the one before has.
  const weights = labels.reduce<number[]>((list) => [...list, (list.at(-1) ?? 8 / 3) * (3 / 8)], []);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return labels.map((label, i) => ({ label, score: (weights[i] ?? 0) / sum }));
}

/**
 * Finds figures in a picture: where each is, in pixels, and how well it fits the shape it is called, best first.
 *
 * @throws {ModelError} `bad-input` for what is no readable PNG or JPEG file.
 * @example
 * await detectObjects({ seed: 0 }, model, { image: png });
 * // [{ label: 'red circle', score: 0.97, box: { xmin: 40, ymin: 40, xmax: 216, ymax: 216 } }]
 */
export async function detectObjects(
  _options: MediaOptions,
  _model: Model,
  request: { readonly image: Uint8Array },
): Promise<readonly Detection[]> {
  const { seen } = see(await readImage(request.image));
  return seen
    .map((figure) => ({ label: nameOf(figure), score: figure.score, box: figure.box }))
    .toSorted((a, b) => b.score - a.score);
}

/** What a question about a picture asks for in particular. */
function answersTo(prompt: string, { seen, colours, background }: View): readonly string[] {
  const answers: string[] = [];
  if (/\bhow many\b|\bcount\b|\bnumber of\b/i.test(prompt)) {
    const what = seen.length === 1 ? 'figure' : 'figures';
    answers.push(
      `${capital(numberOf(seen.length))} ${what}: ${listOf(groupsOf(seen)) || 'nothing to count'}.`,
    );
  }
  if (/\bbackground\b/i.test(prompt)) answers.push(`The background is ${background}.`);
  if (/\bcolou?rs?\b/i.test(prompt)) {
    const main = colours.filter(({ part }) => part >= 0.01).map(({ colour }) => colour);
    answers.push(`The colours are ${listOf(main)}.`);
  }
  return answers;
}

function placeOf(seen: Seen, { width, height }: { readonly width: number; readonly height: number }): string {
  const third = (from: number, to: number, size: number): 0 | 1 | 2 => {
    const middle = (from + to) / 2 / size;
    return middle < 0.36 ? 0 : middle > 0.64 ? 2 : 1;
  };
  const row = ['top', '', 'bottom'][third(seen.box.ymin, seen.box.ymax, height)] ?? '';
  const column = ['left', '', 'right'][third(seen.box.xmin, seen.box.xmax, width)] ?? '';
  const place = [row, column].filter((word) => word !== '').join(' ');
  return `The ${nameOf(seen)} is ${place === '' ? 'in the middle' : `at the ${place}`}.`;
}

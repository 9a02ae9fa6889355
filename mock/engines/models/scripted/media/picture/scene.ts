import type { Picture } from '../../../backend.ts';
import { createRandom, hashText, type Random } from '../hash.ts';
import { isStopWord, splitTerms } from '../text/words.ts';
import { type Colour, colourNames, colourOf } from './colours.ts';
import { type Shape, shapeNames, shapeOf } from './shapes.ts';

export type Place = 'start' | 'middle' | 'end';

/** One figure of a picture. */
export interface Figure {
  readonly shape: Shape;
  readonly colour: Colour;
  /** Of the room it has, from 0 to 1. */
  readonly size: number;
  readonly column?: Place;
  readonly row?: Place;
}

/** What a prompt asks to be drawn. */
export interface Scene {
  readonly background: Colour;
  readonly figures: readonly Figure[];
}

interface Draft {
  shape?: Shape;
  colour?: Colour;
  size?: number;
  column?: Place;
  row?: Place;
}

const maxFigures = 12;

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const sizes = new Map<string, number>([
  ...['tiny', 'little', 'small', 'mini'].map((word) => [word, 0.4] as const),
  ...['big', 'large', 'huge', 'giant', 'great'].map((word) => [word, 0.95] as const),
]);
const normalSize = 0.7;
const columns = new Map<string, Place>([
  ['left', 'start'],
  ['right', 'end'],
]);
const rows = new Map<string, Place>([
  ['top', 'start'],
  ['upper', 'start'],
  ['bottom', 'end'],
  ['lower', 'end'],
]);
/** Where what comes before such a word is, and with it where what comes after is not. */
const relations = new Map<string, Place>([
  ['above', 'start'],
  ['below', 'end'],
  ['under', 'end'],
  ['beneath', 'end'],
  ['underneath', 'end'],
]);
const surfaces = new Set(['on', 'against', 'over', 'onto', 'before']);
const backgrounds = new Set(['background', 'backdrop', 'backgrounds', 'canvas', 'sky', 'field', 'wall']);
/** Words about pictures, not about what is on them. */
const pictureWords = new Set(
  'picture image photo photograph drawing painting illustration icon logo draw show paint render simple flat style'.split(
    ' ',
  ),
);

/** Things that everyone draws alike. */
const things = new Map<string, { readonly shape: Shape; readonly colour: Colour }>([
  ['sun', { shape: 'circle', colour: 'yellow' }],
  ['moon', { shape: 'crescent', colour: 'yellow' }],
  ['apple', { shape: 'circle', colour: 'red' }],
  ['tree', { shape: 'triangle', colour: 'green' }],
  ['house', { shape: 'square', colour: 'brown' }],
  ['planet', { shape: 'circle', colour: 'blue' }],
  ['flower', { shape: 'star', colour: 'pink' }],
]);

/**
 * Reads what a prompt asks for: colours, shapes, sizes, numbers, places and the background, such as `two small red
 * circles above a star on blue`. Of a prompt without shapes, each word that matters is drawn as a figure that always
 * stands for this word. What the negative prompt names is not drawn; the seed decides the rest.
 */
export function readScene({ prompt, negativePrompt = '' }: Picture, seed: number): Scene {
  const random = createRandom(seed);
  const unwanted = new Set<string>(
    splitTerms(negativePrompt).words.flatMap((word) => [colourOf(word) ?? word, shapeOf(word) ?? word]),
  );
  const { drafts, background, left } = readPrompt(prompt);
  if (drafts.length === 0) {
    const words = [...new Set(left)].slice(0, 4);
    drafts.push(
      ...(words.length === 0 ? [''] : words).map((word) =>
        standIn(word, left.length > 0 ? undefined : random),
      ),
    );
  }
  const wanted = (name: string): boolean => !unwanted.has(name);
  const apart = (name: string): boolean => wanted(name) && name !== background;
  const figures = drafts.slice(0, maxFigures).map((draft): Figure => {
    const { shape, colour, size = normalSize, ...place } = draft;
    return {
      ...place,
      size,
      shape: choose(shapeNames, shape, wanted, random),
      colour: choose(colourNames, colour, colour === undefined ? apart : wanted, random),
    };
  });
  const used = new Set<string>(figures.map(({ colour }) => colour));
  const free = (name: string): boolean => wanted(name) && !used.has(name);
  return {
    figures,
    background: choose(colourNames, background, background === undefined ? free : wanted, random),
  };
}

/** What was asked for if it is wanted, else one of those that are. */
function choose<Name extends string>(
  all: readonly Name[],
  asked: Name | undefined,
  wanted: (name: Name) => boolean,
  random: Random,
): Name {
  const drawn = random.next();
  if (asked !== undefined && wanted(asked)) return asked;
  const left = all.filter(wanted);
  const from = left.length === 0 ? all : left;
  const found = from[drawn % from.length];
  if (found === undefined) throw new RangeError('There is nothing to choose from.');
  return found;
}

/** The figure for a word that has no shape of its own. */
function standIn(word: string, random?: Random): Draft {
  const own = things.get(word);
  if (own !== undefined) return { ...own };
  const hash = random?.next() ?? hashText(word);
  const shape = shapeNames[hash % shapeNames.length];
  const colour = colourNames[(hash >>> 8) % colourNames.length];
  return { ...(shape === undefined ? {} : { shape }), ...(colour === undefined ? {} : { colour }) };
}

interface Reading {
  readonly drafts: Draft[];
  readonly background: Colour | undefined;
  /** Words that matter and say neither colour nor shape. */
  readonly left: readonly string[];
}

function readPrompt(prompt: string): Reading {
  const { words: all, runs } = splitTerms(prompt);
  const words = all.filter((word) => !['a', 'an', 'the', 'of', 'very', 'to'].includes(word));
  const drafts: Draft[] = [];
  const left: string[] = [...runs];
  let background: Colour | undefined;
  /** What was named last, which the words for places mean. */
  let group: Draft[] = [];
  let next: Draft = {};
  let count = 1;
  for (const [i, word] of words.entries()) {
    const colour = colourOf(word);
    const shape = shapeOf(word) ?? (things.has(word) ? things.get(word)?.shape : undefined);
    const following = words[i + 1];
    if (colour !== undefined) {
      const before = words[i - 1];
      const isSurface = before !== undefined && surfaces.has(before) && !describesFigure(words, i + 1);
      if (isSurface || (following !== undefined && backgrounds.has(following))) background ??= colour;
      else next.colour = colour;
    } else if (shape !== undefined) {
      const own = things.get(word);
      group = Array.from({ length: Math.min(count, maxFigures - drafts.length) }, () => ({
        ...own,
        ...next,
        shape,
      }));
      drafts.push(...group);
      next = relationOf(words[i + 1], words[i + 2]);
      count = 1;
    } else if (sizes.has(word)) next.size = sizes.get(word) ?? normalSize;
    else if (columns.has(word)) place(group, next, 'column', columns.get(word));
    else if (rows.has(word)) place(group, next, 'row', rows.get(word));
    else if (relations.has(word)) place(group, next, 'row', relations.get(word));
    else if (countOf(word) !== undefined) count = countOf(word) ?? 1;
    else if (!isStopWord(word) && !backgrounds.has(word) && !pictureWords.has(word)) {
      left.push(word);
      // `a red car and`: what has a colour of its own is drawn beside the shapes, too.
      if (next.colour !== undefined && endsPhrase(following)) {
        group = Array.from({ length: Math.min(count, maxFigures - drafts.length) }, () => ({
          ...standIn(word),
          ...next,
        }));
        drafts.push(...group);
        [next, count] = [{}, 1];
      }
    }
  }
  const [first] = drafts;
  if (first === undefined && Object.keys(next).length > 0) {
    const [word = ''] = left;
    drafts.push({ ...standIn(word), ...next });
  }
  return { drafts, background, left };
}

/** Whether a word cannot be part of the name that the word before it belongs to. */
function endsPhrase(word: string | undefined): boolean {
  if (word === undefined || isStopWord(word) || colourOf(word) !== undefined) return true;
  return [sizes, columns, rows, relations].some((words) => words.has(word)) || countOf(word) !== undefined;
}

/** Whether a shape comes soon, so that the words before it are the shape's. */
function describesFigure(words: readonly string[], from: number): boolean {
  for (const word of words.slice(from, from + 3)) {
    if (shapeOf(word) !== undefined || things.has(word)) return true;
    if (colourOf(word) === undefined && !sizes.has(word)) return false;
  }
  return false;
}

/** Where the figure after `above`, `left of` and the like is, by what comes between. */
function relationOf(word: string | undefined, following: string | undefined): Draft {
  const row = word === undefined ? undefined : relations.get(word);
  if (row !== undefined) return { row: opposite(row) };
  // `left of`: `of` is dropped, so a place word in front of what is no other place word.
  const column = word === undefined ? undefined : columns.get(word);
  if (column === undefined || following === undefined) return {};
  const goesOn = colourOf(following) ?? shapeOf(following) ?? sizes.get(following);
  return goesOn === undefined ? {} : { column: opposite(column) };
}

function opposite(where: Place): Place {
  return where === 'start' ? 'end' : 'start';
}

/** Says where the last figures are; before there are any, where the next one is. */
function place(group: readonly Draft[], next: Draft, axis: 'column' | 'row', where: Place | undefined): void {
  if (where === undefined) return;
  for (const draft of group.length === 0 ? [next] : group) draft[axis] = where;
}

function countOf(word: string): number | undefined {
  const spelled = numbers.indexOf(word);
  const number = spelled === -1 && /^\d+$/.test(word) ? Number(word) : spelled;
  return number > 0 && number <= maxFigures ? number : undefined;
}

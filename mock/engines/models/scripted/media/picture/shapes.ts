/** From and to, on a line from 0 to 1. */
export type Span = readonly [from: number, to: number];

/** The figures that pictures are made of, as they are drawn and as they are recognised. */
const figures = {
  circle: { spans: disc, aspect: 1 },
  ellipse: { spans: disc, aspect: 2 },
  square: { spans: (): readonly Span[] => [[0, 1]], aspect: 1 },
  rectangle: { spans: (): readonly Span[] => [[0, 1]], aspect: 2 },
  triangle: { spans: polygon([500, 0, 1000, 1000, 0, 1000]), aspect: 1 },
  diamond: { spans: polygon([500, 0, 1000, 500, 500, 1000, 0, 500]), aspect: 1 },
  hexagon: { spans: polygon([250, 0, 750, 0, 1000, 500, 750, 1000, 250, 1000, 0, 500]), aspect: 1.15 },
  star: {
    spans: polygon([
      500, 0, 618, 382, 1000, 382, 691, 618, 809, 1000, 500, 764, 191, 1000, 309, 618, 0, 382, 382, 382,
    ]),
    aspect: 1,
  },
  heart: {
    spans: polygon([
      500, 220, 580, 80, 680, 15, 760, 0, 870, 40, 950, 120, 1000, 260, 980, 400, 900, 560, 500, 1000, 100,
      560, 20, 400, 0, 260, 50, 120, 130, 40, 240, 0, 320, 15, 420, 80,
    ]),
    aspect: 1,
  },
  cross: {
    spans: polygon([
      340, 0, 660, 0, 660, 340, 1000, 340, 1000, 660, 660, 660, 660, 1000, 340, 1000, 340, 660, 0, 660, 0,
      340, 340, 340,
    ]),
    aspect: 1,
  },
  ring: { spans: (y: number) => without(disc(y), disc((y - 0.5) / 0.56 + 0.5, 0.56, 0.5)), aspect: 1 },
  crescent: { spans: crescent, aspect: 0.72 },
} as const;

export type Shape = keyof typeof figures;

const isShape = (name: string): name is Shape => Object.hasOwn(figures, name);

export const shapeNames: readonly Shape[] = Object.keys(figures).filter(isShape);

/** Width of a shape for a height of 1. */
export function aspectOf(shape: Shape): number {
  return figures[shape].aspect;
}

/**
 * Where a shape is on a line across its box, from left to right.
 *
 * @param y of the line, from 0 (top of the box) to 1
 */
export function spansAt(shape: Shape, y: number): readonly Span[] {
  return figures[shape].spans(y);
}

/** A circle of a width in a box of 1 by 1, `y` counted in its own box. */
function disc(y: number, width = 1, centre = 0.5): readonly Span[] {
  const square = 0.25 - (y - 0.5) * (y - 0.5);
  if (square < 0) return [];
  const half = Math.sqrt(square) * width;
  return [[centre - half, centre + half]];
}

/** Open to the right, where it is as wide as its box at its tips. */
function crescent(y: number): readonly Span[] {
  const tips = 0.7179;
  const spans = without(disc(y), disc((y - 0.5) / 0.9 + 0.5, 0.9, 0.95));
  return spans.map(([from, to]) => [from / tips, Math.min(1, to / tips)]);
}

/** One span without another. */
function without([from]: readonly Span[], [cut]: readonly Span[]): readonly Span[] {
  if (from === undefined) return [];
  if (cut === undefined) return [from];
  const left: Span = [from[0], Math.min(from[1], cut[0])];
  const right: Span = [Math.max(from[0], cut[1]), from[1]];
  return [left, right].filter(([start, end]) => end > start);
}

/** Spans of a polygon of x, y, x, y ... in thousandths of its box. */
function polygon(points: readonly number[]): (y: number) => readonly Span[] {
  const at = (i: number): number => points[i % points.length] ?? 0;
  return (y) => {
    const crossings: number[] = [];
    for (let i = 0; i < points.length; i += 2) {
      const [x1, y1, x2, y2] = [at(i), at(i + 1) / 1000, at(i + 2), at(i + 3) / 1000];
      if (y1 <= y !== y2 <= y) crossings.push((x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) / 1000);
    }
    crossings.sort((a, b) => a - b);
    const spans: Span[] = [];
    for (let i = 0; i + 1 < crossings.length; i += 2) spans.push([crossings[i] ?? 0, crossings[i + 1] ?? 0]);
    return spans;
  };
}

const otherNames = new Map<string, Shape>([
  ...['disc', 'disk', 'dot', 'ball', 'sphere', 'bubble', 'globe', 'round'].map((n) => [n, 'circle'] as const),
  ...['oval', 'egg'].map((n) => [n, 'ellipse'] as const),
  ...['cube', 'tile'].map((n) => [n, 'square'] as const),
  ...['box', 'block', 'brick', 'bar', 'door', 'banner'].map((n) => [n, 'rectangle'] as const),
  ...['pyramid', 'cone', 'arrowhead', 'mountain', 'tent'].map((n) => [n, 'triangle'] as const),
  ...['rhombus', 'lozenge', 'kite', 'gem'].map((n) => [n, 'diamond'] as const),
  ...['honeycomb', 'nut'].map((n) => [n, 'hexagon'] as const),
  ...['starfish', 'asterisk'].map((n) => [n, 'star'] as const),
  ...['crucifix'].map((n) => [n, 'cross'] as const),
  ...['donut', 'doughnut', 'torus', 'hoop', 'wheel', 'tyre', 'tire'].map((n) => [n, 'ring'] as const),
  ...['crescents'].map((n) => [n, 'crescent'] as const),
]);

/** The shape that a word names, in small letters, one or many. */
export function shapeOf(word: string): Shape | undefined {
  const singular = word.replace(/(?<=ss|x)es$|(?<=.{3})s$/u, '');
  for (const name of [word, singular, word.replace(/xes$/u, 'x')]) {
    if (isShape(name)) return name;
    const other = otherNames.get(name);
    if (other !== undefined) return other;
  }
  return undefined;
}

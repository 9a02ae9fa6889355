export type Rgb = readonly [red: number, green: number, blue: number];

/** The colours that pictures are drawn in and described with. */
const colours = {
  red: [220, 40, 40],
  orange: [245, 140, 20],
  yellow: [250, 220, 50],
  green: [40, 160, 60],
  cyan: [40, 195, 200],
  blue: [40, 80, 215],
  purple: [130, 50, 170],
  pink: [250, 150, 190],
  brown: [130, 80, 40],
  black: [20, 20, 20],
  grey: [128, 128, 128],
  white: [245, 245, 245],
} as const satisfies Record<string, Rgb>;

export type Colour = keyof typeof colours;

const isColour = (name: string): name is Colour => Object.hasOwn(colours, name);

export const colourNames: readonly Colour[] = Object.keys(colours).filter(isColour);

const otherNames = new Map<string, Colour>([
  ...['crimson', 'scarlet', 'maroon', 'ruby', 'reddish', 'rote', 'rouge', 'rojo'].map(
    (n) => [n, 'red'] as const,
  ),
  ...['amber', 'apricot', 'tangerine'].map((n) => [n, 'orange'] as const),
  ...['gold', 'golden', 'yellowish', 'lemon'].map((n) => [n, 'yellow'] as const),
  ...['lime', 'olive', 'emerald', 'greenish', 'mint'].map((n) => [n, 'green'] as const),
  ...['turquoise', 'teal', 'aqua'].map((n) => [n, 'cyan'] as const),
  ...['navy', 'azure', 'indigo', 'bluish', 'cobalt'].map((n) => [n, 'blue'] as const),
  ...['violet', 'lilac', 'lavender', 'mauve'].map((n) => [n, 'purple'] as const),
  ...['magenta', 'rose', 'rosy', 'fuchsia', 'salmon'].map((n) => [n, 'pink'] as const),
  ...['tan', 'chocolate', 'wooden', 'bronze'].map((n) => [n, 'brown'] as const),
  ...['ebony', 'blackish'].map((n) => [n, 'black'] as const),
  ...['gray', 'silver', 'greyish'].map((n) => [n, 'grey'] as const),
  ...['ivory', 'snowy', 'whitish'].map((n) => [n, 'white'] as const),
]);

/** The colour that a word names, in small letters. */
export function colourOf(word: string): Colour | undefined {
  return isColour(word) ? word : otherNames.get(word);
}

export function rgbOf(colour: Colour): Rgb {
  return colours[colour];
}

const table = colourNames.map((name) => {
  const [red, green, blue] = rgbOf(name);
  return { name, red, green, blue };
});

/** The colour that pixels of these values (0 to 255) are nearest to. */
export function nearestColour(red: number, green: number, blue: number): Colour {
  let best: Colour = 'black';
  let least = Number.POSITIVE_INFINITY;
  for (const colour of table) {
    const r = red - colour.red;
    const g = green - colour.green;
    const b = blue - colour.blue;
    // Eyes tell greens apart best and blues worst.
    const distance = 3 * r * r + 4 * g * g + 2 * b * b;
    if (distance >= least) continue;
    best = colour.name;
    least = distance;
  }
  return best;
}

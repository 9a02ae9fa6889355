const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const month = `(${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const year = '(\\d{4})';

interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: readonly string[]) => readonly [string, number, string];
}

const monthOf = (name: string) => months.findIndex((each) => each.startsWith(name.slice(0, 3))) + 1;

const forms: readonly Form[] = [
  {
    pattern: /(?<![\d-])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d|-\d)/,
    read: ([y = '', m = '', d = '']) => [y, Number(m), d],
  },
  {
    pattern: new RegExp(`\\b${month}\\s+(?:the\\s+)?${day},?\\s+${year}\\b`),
    read: ([m = '', d = '', y = '']) => [y, monthOf(m), d],
  },
  {
    pattern: new RegExp(`\\b${day}\\s+(?:of\\s+)?${month},?\\s+(?:of\\s+)?${year}\\b`),
    read: ([d = '', m = '', y = '']) => [y, monthOf(m), d],
  },
  {
    pattern: /(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/,
    read: ([d = '', m = '', y = '']) => [y, Number(m), d],
  },
  {
    pattern: /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/,
    // Month first, as in the United States, unless that can't be.
    read: ([a = '', b = '', y = '']) => (Number(a) > 12 ? [y, Number(b), a] : [y, Number(a), b]),
  },
  {
    pattern: new RegExp(`\\bchristmas(?: day)?,?\\s+(?:of |in |day )?${year}\\b`),
    read: ([y = '']) => [y, 12, '25'],
  },
  {
    pattern: new RegExp(`\\bnew year(?:'s|s)? eve,?\\s+(?:of |in )?${year}\\b`),
    read: ([y = '']) => [y, 12, '31'],
  },
  {
    pattern: new RegExp(`\\bnew year(?:'s|s)?(?: day)?,?\\s+(?:of |in )?${year}\\b`),
    read: ([y = '']) => [y, 1, '1'],
  },
];

/** A date that stands in a text. */
export interface FoundDate {
  /** Where it begins. */
  readonly at: number;
  /** As Python writes it. */
  readonly python: string;
  /** Its own words. */
  readonly words: string;
}

/**
 * Dates of a text in lower case, in their order, as Python writes them; `today` and `now` are what the clock says.
 *
 * @example
 * datesIn('from march 3, 2024 to 2024-05-01'); // datetime.date(2024, 3, 3), datetime.date(2024, 5, 1)
 */
export function datesIn(text: string): readonly FoundDate[] {
  const found: FoundDate[] = [];
  for (const { pattern, read } of forms)
    for (const match of text.matchAll(new RegExp(pattern, 'g'))) {
      const [words, ...groups] = match;
      const [y, m, d] = read(groups);
      found.push({ at: match.index, python: `datetime.date(${Number(y)}, ${m}, ${Number(d)})`, words });
    }
  // `If today is 2024-01-31` names a date once.
  const told = found.length > 0 && /\btoday is\b/.test(text);
  for (const { index, 0: words } of told ? [] : text.matchAll(/\b(?:today|now)\b/g))
    found.push({ at: index, python: 'datetime.date.today()', words });
  // A date is found once, by the first form that has it.
  return found
    .filter((one, place) => !found.slice(0, place).some((other) => overlap(one, other)))
    .toSorted((one, other) => one.at - other.at);
}

function overlap(one: FoundDate, other: FoundDate): boolean {
  return one.at < other.at + other.words.length && other.at < one.at + one.words.length;
}

/** A month with its year, without a day: `february 2024`. */
export function monthIn(text: string): { readonly year: number; readonly month: number } | undefined {
  const [, name, digits] = new RegExp(`\\b${month},?\\s+(?:of |in )?${year}\\b`).exec(text) ?? [];
  return name === undefined ? undefined : { year: Number(digits), month: monthOf(name) };
}

import { listedNumbers, pythonNumber, whole } from './numbers.ts';
import { program, pythonList } from './source.ts';

interface Measure {
  readonly name: string;
  readonly pattern: RegExp;
  /** Of a list `data`. */
  readonly value: string;
  readonly imports?: 'statistics' | 'math';
}

const measures: readonly Measure[] = [
  {
    name: 'mean',
    pattern: /\b(?:arithmetic )?mean\b(?! absolute)|\baverage\b|\bavg\b|\bmittelwert\b|\bdurchschnitt/,
    value: 'statistics.mean(data)',
    imports: 'statistics',
  },
  {
    name: 'median',
    pattern: /\bmedian\b|\bmiddle value\b/,
    value: 'statistics.median(data)',
    imports: 'statistics',
  },
  {
    name: 'mode',
    pattern: /\bmodes?\b|\bmost (?:common|frequent|often)\b|\bmodal\b/,
    value: '*statistics.multimode(data)',
    imports: 'statistics',
  },
  {
    name: 'variance',
    pattern: /\bvariance\b|\bvarianz\b/,
    value: 'statistics.variance(data)',
    imports: 'statistics',
  },
  {
    name: 'standard deviation',
    pattern:
      /\bstandard deviations?\b|\bstd\.?(?: ?dev\w*)?\b|\bst(?:d|andard) ?dev\b|\bstdev\b|\bstandardabweichung\b/,
    value: 'statistics.stdev(data)',
    imports: 'statistics',
  },
  {
    name: 'sum',
    pattern: /\bsum(?:med)?\b|\btotals?\b|\badd(?:ed)?(?: up| together)?\b|\bsumme\b/,
    value: 'sum(data)',
  },
  { name: 'product', pattern: /\bproduct\b|\bmultipl(?:y|ied)\b/, value: 'math.prod(data)', imports: 'math' },
  {
    name: 'minimum',
    pattern: /\bmin(?:imum|imal)?\b|\b(?:smallest|lowest|least)\b(?! common)|\bkleinste/,
    value: 'min(data)',
  },
  {
    name: 'maximum',
    pattern: /\bmax(?:imum|imal)?\b|\b(?:largest|biggest|highest|greatest)\b(?! common)|\bgrößte/,
    value: 'max(data)',
  },
  { name: 'range', pattern: /\brange of\b|\b(?:the|and) range\b|^range\b/, value: 'max(data) - min(data)' },
  {
    name: 'count',
    pattern: /\bhow many (?:numbers|values|elements|items)\b|\bcount of\b|\bthe count\b/,
    value: 'len(data)',
  },
];

const stretch = new RegExp(
  `\\b(?:from|between)\\s+(${whole})\\s+(?:to|and|through|until)\\s+(${whole})|\\b(?:numbers|integers|values)\\s+(${whole})\\s+(?:to|through|-)\\s+(${whole})|\\b(?:sum|mean|average|product|total)\\b[^\\d]{0,30}\\b(${whole})\\s+(?:to|through)\\s+(${whole})`,
);
const firstOnes = new RegExp(
  `\\b(?:first|1st)\\s+(${whole})\\s+(?:positive\\s+|natural\\s+)?(odd|even|square|cube)?\\s*(?:natural\\s+|positive\\s+|whole\\s+|counting\\s+)?(?:numbers|integers|squares|cubes)`,
);

const furtherWork =
  /\b(?:multipl\w+|divided?|subtract)\b.*\bby\b|\b(?:times|plus|minus|divided|squared|multiplied by)\b|\bdouble\b/;

/** Mean, median, mode, variance, standard deviation, sum, product, smallest, largest and range of listed numbers. */
export function statistics(text: string): string | undefined {
  const asked = measures.filter(({ pattern }) => pattern.test(text));
  if (asked.length === 0) return undefined;
  // `Multiply the sum of 3 and 4 by 5` is an expression.
  if (asked.every(({ name }) => name === 'sum' || name === 'product') && furtherWork.test(text))
    return undefined;
  const data = dataOf(text, asked);
  if (data === undefined) return undefined;
  const population = /\bpopulation\b|\bpstdev\b|\bpvariance\b/.test(text) && !/\bsample\b/.test(text);
  const told = ({ value }: Measure) => (population ? value.replace(/\.(variance|stdev)\(/, '.p$1(') : value);
  const imports = [...new Set(asked.flatMap((measure) => measure.imports ?? []))].map(
    (name) => `import ${name}`,
  );
  const [only] = asked;
  if (only !== undefined && asked.length === 1)
    return program(...imports, `data = ${data}`, `print(${told(only)})`);
  return program(
    ...imports,
    `data = ${data}`,
    ...asked.map((measure) => `print("${measure.name}:", ${told(measure)})`),
  );
}

function dataOf(text: string, asked: readonly Measure[]): string | undefined {
  const [, ...ends] = stretch.exec(text) ?? [];
  const [from, to] = ends.filter((end) => end !== undefined);
  // `the difference between 3 and 5` is none of these, but `the mean of 3 to 5` is.
  if (from !== undefined && to !== undefined && !/\brandom\b/.test(text)) {
    const [low, high] = [pythonNumber(from), pythonNumber(to)];
    const filter = /\beven\b/.test(text)
      ? ' if n % 2 == 0'
      : /\bodd\b/.test(text)
        ? ' if n % 2 == 1'
        : undefined;
    const value = /\bsquares?\b/.test(text) ? 'n ** 2' : /\bcubes?\b/.test(text) ? 'n ** 3' : 'n';
    return filter === undefined && value === 'n'
      ? `range(${low}, ${high} + 1)`
      : `[${value} for n in range(${low}, ${high} + 1)${filter ?? ''}]`;
  }
  const [, count, kind] = firstOnes.exec(text) ?? [];
  if (count !== undefined)
    return `[${termOf(kind ?? kindIn(text))} for n in range(1, ${pythonNumber(count)} + 1)]`;
  const numbers = listedNumbers(text);
  // Sums, products and the like of two are for the family of arithmetic, which writes them as one would.
  const least = asked.some(({ name }) => name === 'sum' || name === 'product') && asked.length === 1 ? 3 : 2;
  return numbers.length < least ? undefined : pythonList(numbers);
}

function kindIn(text: string): string | undefined {
  return /\bsquares\b/.test(text) ? 'square' : /\bcubes\b/.test(text) ? 'cube' : undefined;
}

function termOf(kind: string | undefined): string {
  switch (kind) {
    case 'odd':
      return '2 * n - 1';
    case 'even':
      return '2 * n';
    case 'square':
      return 'n ** 2';
    case 'cube':
      return 'n ** 3';
    default:
      return 'n';
  }
}

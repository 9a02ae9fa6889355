import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** One time limit of a run. */
interface TimeLimit {
  readonly milliseconds: number;
  /** What it limits, as the rest of a sentence. */
  readonly meaning: string;
}

const table = {
  request: { milliseconds: 10_000, meaning: 'until the whole answer of API or edge must have arrived' },
  remote: { milliseconds: 120_000, meaning: 'the same for a Git remote or an application' },
  browser: { milliseconds: 60_000, meaning: 'until a first screenshot shows that the target has a browser' },
  probe: { milliseconds: 5_000, meaning: 'until the target must answer a probe during a run' },
  events: { milliseconds: 60_000, meaning: 'until security events must show up in the analytics' },
  batch: { milliseconds: 60_000, meaning: 'until a batch must end' },
  background: { milliseconds: 20_000, meaning: 'until a background run or its webhook must end' },
  silence: { milliseconds: 300_000, meaning: 'that answers which do not come whole may take together' },
  test: { milliseconds: 300_000, meaning: 'until a test must end' },
} as const satisfies Readonly<Record<string, TimeLimit>>;

export type TimeLimitName = keyof typeof table;

/** Milliseconds by the name of the limit. */
export type TimeLimits = Readonly<Record<TimeLimitName, number>>;

/** Every time limit of a run: its name, its default in milliseconds, and what it limits. */
export const timeLimitTable: readonly (TimeLimit & { readonly name: TimeLimitName })[] = Object.entries(
  table,
).map(
  // The keys of this constant are its own names.
  ([name, limit]) => ({ name: name as TimeLimitName, ...limit }),
);

/** The end of a message about what took longer than a limit: how to allow more. */
export const allowMore = (name: TimeLimitName): string => `--limit ${name}=MILLISECONDS allows more`;

/** The limits of a run: the defaults, with overrides. */
export function timeLimits(given: Partial<TimeLimits> = {}): TimeLimits {
  const defaults = timeLimitTable.map(({ name, milliseconds }) => [name, given[name] ?? milliseconds]);
  return Object.fromEntries(defaults) as TimeLimits; // made of the whole table
}

/**
 * Reads `name=milliseconds` pairs.
 *
 * @throws TouchstoneError with the list of names when a name does not exist, or when a value is not a whole number
 * above 0.
 *
 * @example
 * parseTimeLimits(['request=30000']) // { request: 30000 }
 */
export function parseTimeLimits(pairs: readonly string[]): Partial<TimeLimits> {
  const given: Partial<Record<TimeLimitName, number>> = {};
  for (const pair of pairs) {
    const [name = '', value = ''] = pair.split('=');
    const limit = timeLimitTable.find((one) => one.name === name);
    if (!limit) {
      const names = timeLimitTable.map((one) => one.name).join(', ');
      throw new TouchstoneError('option', `--limit ${pair}: there is no limit ${name}; there are ${names}`);
    }
    if (!/^[1-9]\d{0,8}$/.test(value)) {
      throw new TouchstoneError('option', `--limit ${pair}: expected ${name}=MILLISECONDS, a whole number`);
    }
    given[limit.name] = Number(value);
  }
  return given;
}

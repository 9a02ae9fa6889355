import type { Fingerprint } from './fingerprint.ts';

/** Numbers that look random and are the same for the same fingerprint on every runtime. */
export interface Random {
  /** From 0 up to and without 1, in steps of 2^-32. */
  fraction(): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item;
  /** As many hexadecimal digits as asked for. */
  hex(digits: number): string;
}

/**
 * The small fast counting generator (sfc32) started from a fingerprint.
 *
 * @example
 * createRandom({ high: 1, low: 2 }).whole(1, 6); // the same number each time
 */
export function createRandom({ high, low }: Fingerprint): Random {
  let a = high | 0;
  let b = low | 0;
  let c = (high ^ 0x6a09e667) | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // The first numbers of near starts are alike.
  for (let round = 0; round < 12; round++) next();
  const whole = (from: number, to: number): number =>
    from + Math.floor((next() / 0x1_0000_0000) * (to - from + 1));
  return {
    fraction: () => next() / 0x1_0000_0000,
    whole,
    pick: (items) => {
      const index = whole(0, items.length - 1);
      if (index < 0 || index >= items.length) throw new RangeError('Nothing to pick from.');
      // The index was just seen to be inside; an item may be undefined itself.
      return items[index] as (typeof items)[number];
    },
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += next().toString(16).padStart(8, '0');
      return text.slice(0, digits);
    },
  };
}

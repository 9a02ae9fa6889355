import type { Random } from '../random.ts';
import { asNumber, type SchemaObject } from './schema-node.ts';

/**
 * Numbers that keywords may allow, best first; whoever asks checks each.
 *
 * @param hinted numbers to try before any other
 */
export function* writeNumbers(
  type: 'integer' | 'number',
  base: SchemaObject,
  hinted: readonly number[],
  random: Random,
): Iterable<number> {
  yield* hinted;
  const step = positive(base['multipleOf']) ?? (type === 'integer' ? 1 : undefined);
  const above =
    base['exclusiveMinimum'] === true ? asNumber(base['minimum']) : asNumber(base['exclusiveMinimum']);
  const below =
    base['exclusiveMaximum'] === true ? asNumber(base['maximum']) : asNumber(base['exclusiveMaximum']);
  const least = larger(asNumber(base['minimum']), above);
  const most = smaller(asNumber(base['maximum']), below);
  const from = least ?? (most === undefined ? 1 : Math.min(1, most - 100));
  const to = most ?? Math.max(100, from + 100);
  if (step !== undefined) {
    yield* steps(type, step, from, to, random);
    return;
  }
  // One place behind the point reads best; halves of what is between are always there.
  const tenth = Math.floor((from + (to - from) * random.fraction()) * 10) / 10;
  yield* [tenth, Math.ceil(from * 10) / 10, from, to];
  let middle = from + (to - from) / 2;
  for (let round = 0; round < 8; round++) {
    yield middle;
    middle = from + (middle - from) / 2;
  }
}

function* steps(
  type: 'integer' | 'number',
  step: number,
  from: number,
  to: number,
  random: Random,
): Iterable<number> {
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  if (first > last) return;
  const count = Math.min(last - first + 1, 1000);
  const start = random.whole(0, Math.min(last - first, 0xffff_ffff));
  for (let tried = 0; tried < count; tried++) {
    const factor = first + ((start + tried) % (last - first + 1));
    const value = Number((factor * step).toPrecision(15));
    for (const each of [value, factor * step])
      if (type === 'number' || Number.isInteger(each)) yield each === 0 ? 0 : each;
  }
  yield first * step;
  yield last * step;
}

function positive(value: unknown): number | undefined {
  const number = asNumber(value);
  return number !== undefined && number > 0 ? number : undefined;
}

function larger(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : other === undefined ? one : Math.max(one, other);
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : other === undefined ? one : Math.min(one, other);
}

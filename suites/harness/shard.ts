import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { SelectedTest } from './select.ts';
import { testId } from './suite.ts';

/** One of several parts of a run, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Reads `2/3`.
 *
 * @throws TouchstoneError for anything else.
 */
export function parseShard(text: string): Shard {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) > Number(of)) {
    throw new TouchstoneError('option', `--shard is ${text}, expected i/n with i from 1 to n, such as 2/3`);
  }
  return { index: Number(index), of: Number(of) };
}

/**
 * The tests of one part, in their order. Tests whose duration is known go one by one, the longest first, to the part
 * that has the least to do; the others go where a hash of their id says. So every machine with the same files
 * comes to the same parts, and a new test moves no other.
 *
 * @param durations milliseconds by test id
 */
export function takeShard(
  chosen: readonly SelectedTest[],
  shard: Shard,
  durations: ReadonlyMap<string, number> = new Map(),
): SelectedTest[] {
  const loads = Array.from({ length: shard.of }, () => 0);
  const parts = new Map<string, number>();
  const ids = chosen.map(({ suite, test }) => testId(suite, test));
  const known = ids.flatMap((id) => {
    const duration = durations.get(id);
    return duration === undefined ? [] : [{ id, duration }];
  });
  known.sort((a, b) => b.duration - a.duration || (a.id < b.id ? -1 : 1));
  for (const { id, duration } of known) {
    const least = loads.indexOf(Math.min(...loads));
    // One millisecond at least, so that tests that take none are spread too.
    loads[least] = (loads[least] ?? 0) + Math.max(duration, 1);
    parts.set(id, least);
  }
  return chosen.filter((_, at) => {
    const id = ids[at] ?? '';
    return (parts.get(id) ?? hash(id) % shard.of) === shard.index - 1;
  });
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { SelectedTest } from './select.ts';

/** One of several parts of a run, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * Parses `2/3`.
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

/** The tests of one part: every n-th one, in order. Machines with the same files get the same parts. */
export function takeShard(chosen: readonly SelectedTest[], { index, of }: Shard): SelectedTest[] {
  return chosen.filter((_, at) => at % of === index - 1);
}

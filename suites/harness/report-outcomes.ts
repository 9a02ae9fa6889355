import { showEntry } from './baseline.ts';
import type { BaselineResult, StabilityResult } from './results.ts';

/** Entries that are written out in full; the rest are in `results.json`. */
const mostEntries = 50;

/** How a run compares with its baseline, as lines of text: what to add, and what to remove. */
export function describeBaseline(baseline: BaselineResult | null): string[] {
  if (!baseline) return [];
  const { expected, unexpected_failures, unexpected_passes, stale } = baseline;
  const file = baseline.file ?? 'the baseline';
  const wrong = (what: string, how: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${what}; ${how} ${file}:`, ...capped(lines)];
  return [
    '',
    `Baseline ${file}: ${expected.length} failed as expected, ${unexpected_failures.length} unexpected failures, ${unexpected_passes.length} unexpected passes, ${stale.length} stale entries`,
    ...wrong(
      'Failures that no entry expects',
      'mend them, or add to',
      unexpected_failures.map(({ entry }) => `  ${showEntry(entry)},`),
    ),
    ...wrong(
      'Entries whose failure did not come',
      'remove from',
      unexpected_passes.map(({ entry, message }) => `  ${showEntry(entry)}  (${message})`),
    ),
    ...wrong(
      'Entries that name nothing',
      'remove from',
      stale.map(({ entry, message }) => `  ${showEntry(entry)}  (${message})`),
    ),
  ];
}

/** Which tests are unstable, as lines of text. */
export function describeStability(stability: StabilityResult | null): string[] {
  if (!stability) return [];
  const { times, seed, completed, unstable } = stability;
  const cut = completed < times ? `, of ${times}: the time limit verify was reached` : '';
  const lines = unstable.flatMap(({ test, outcomes }) => [
    `  ${test}`,
    ...outcomes.map((one) => `    ${one.times} times ${one.outcome}`),
  ]);
  const found = unstable.length === 0 ? 'no test is unstable' : `${unstable.length} unstable tests`;
  return ['', `Each test ran ${completed} times (--seed ${seed})${cut}: ${found}`, ...lines];
}

function capped(lines: readonly string[]): string[] {
  const more = lines.length - mostEntries;
  return [...lines.slice(0, mostEntries), ...(more > 0 ? [`  ... and ${more} more`] : [])];
}

import type { EdgeStep } from '../../../spec/services/touchstone/journal.ts';

export type Line = EdgeStep['lines'][number];

/** A line of a step, by its outcome. */
export const passed = (text: string): Line => ({ outcome: 'passed', text });
export const failed = (text: string): Line => ({ outcome: 'failed', text });
export const noted = (text: string): Line => ({ outcome: 'noted', text });
export const skipped = (text: string): Line => ({ outcome: 'skipped', text });

/** A step of one line, with the outcome of that line. */
export const oneLine = (title: string, line: Line): EdgeStep => ({
  title,
  outcome: line.outcome,
  lines: [line],
});

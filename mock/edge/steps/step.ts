import type { EdgeStep } from '../../../spec/services/touchstone/journal.ts';

export type Line = EdgeStep['lines'][number];

/** A step of a zone with a request. */
export interface ZoneStep extends EdgeStep {
  /** The step in the explanation of the request; empty if it says nothing about the answer. */
  readonly reasons: readonly string[];
}

/** A line of a step, by its outcome. */
export const passed = (text: string): Line => ({ outcome: 'passed', text });
export const failed = (text: string): Line => ({ outcome: 'failed', text });
export const noted = (text: string): Line => ({ outcome: 'noted', text });
export const skipped = (text: string): Line => ({ outcome: 'skipped', text });

/** A step of one line, with the outcome of that line. */
export const oneLine = (title: string, line: Line, ...reasons: readonly string[]): ZoneStep => ({
  title,
  outcome: line.outcome,
  lines: [line],
  reasons,
});

/** A title inside a line: `custom rule "a"`. */
export const inLine = (title: string) => title.charAt(0).toLowerCase() + title.slice(1);

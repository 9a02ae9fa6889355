import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Fault, operators } from './find-faults.ts';

/** Why no suite has to catch a fault. */
export const reasons = {
  unnoticeable: 'every request gets the same answer',
  effort: 'the same answer, after more or less work',
  wording: 'wording or sample data without a promise',
  impossible: 'no input can reach it',
  open: 'another equally valid answer',
  inside: 'not visible over the API: a unit test catches it',
} as const;

// Judged by hand, one by one. A fault is found by its text, so lines may move.
const equivalentSchema = z.strictObject({
  file: z.string(),
  line: z.string().describe('The whole line on which it begins, without indentation.'),
  column: z.int().describe('Column on that line at which it begins.'),
  operator: z.enum(operators),
  before: z.string(),
  after: z.string(),
  why: z.enum(Object.keys(reasons) as (keyof typeof reasons)[]), // its own keys
});

export type Equivalent = z.infer<typeof equivalentSchema>;

/** Reads the faults that were judged equivalent. */
export function readEquivalents(): readonly Equivalent[] {
  const text = readFileSync(join(import.meta.dirname, 'equivalents.json'), 'utf8');
  return z.array(equivalentSchema).parse(JSON.parse(text));
}

/** Whether a fault is the judged one. */
export const isEquivalent = (known: Equivalent, fault: Fault): boolean =>
  known.file === fault.file &&
  known.line === fault.context &&
  known.column === fault.column &&
  known.operator === fault.operator &&
  known.before === fault.before &&
  known.after === fault.after;

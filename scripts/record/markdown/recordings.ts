import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { fileOf, type NamedCase, readGolden, readPage } from '../../../suites/markdown/cases.ts';

/** How a golden came about. */
const recordingSchema = z.strictObject({
  /** Day on which it was recorded. */
  on: z.iso.date(),
  /** What answered. */
  by: z.string(),
  /** What page, request, origin and golden were then. */
  of: z.string(),
});

export const recordingsSchema = z.strictObject({
  about: z.string(),
  cases: z.record(z.string(), recordingSchema),
});

export type Recordings = z.output<typeof recordingsSchema>;

/** Where the recordings of all cases are kept. */
export const recordingsFile = fileOf('.', 'recorded.json');

export const readRecordings = (): Recordings =>
  recordingsSchema.parse(JSON.parse(readFileSync(recordingsFile, 'utf8')));

/** What a case asks for, as text: two cases that have the same test the same. */
export function subjectOf(item: NamedCase): string {
  const { request, origin, fill } = item;
  const page = createHash('sha256').update(readPage(item)).digest('hex');
  return JSON.stringify({ request, origin: { ...origin, page }, fill });
}

/** What changes when a page, its request, its origin or its golden does. */
export function fingerprintOf(item: NamedCase): string {
  const golden = readGolden(item, { filled: false }) ?? '';
  return createHash('sha256').update(subjectOf(item)).update(golden).digest('hex').slice(0, 16);
}

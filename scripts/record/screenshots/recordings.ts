import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { fileOf, type NamedCase, readGolden } from '../../../suites/browser-rendering/screenshots/cases.ts';

/** How a golden came about. */
const recordingSchema = z.strictObject({
  /** Day on which it was recorded. */
  on: z.iso.date(),
  /** What answered. */
  by: z.string(),
  /** Name and version of the browser that drew it. */
  browser: z.string(),
  /** What pages, request, answers and golden were then. */
  of: z.string(),
});

export const recordingsSchema = z.strictObject({
  about: z.string(),
  cases: z.record(z.string(), recordingSchema),
});

export type Recordings = z.output<typeof recordingsSchema>;

/** Where the recordings of all cases are kept. */
export const recordingsFile = fileOf('.', 'recorded.json');

/** The recordings of all cases, none of them where there is no file yet. */
export const readRecordings = (): Recordings['cases'] =>
  existsSync(recordingsFile)
    ? recordingsSchema.parse(JSON.parse(readFileSync(recordingsFile, 'utf8'))).cases
    : {};

/** What a case asks for, as text: two cases that have the same test the same. */
export function subjectOf(item: NamedCase): string {
  const { name, title, requirements, expects, tolerance, ...asked } = item;
  const others = readdirSync(fileOf(name, '.')).filter((file) => !/^(?:case\.json|golden\.\w+)$/.test(file));
  const files = others.sort().map((file) => [file, hashOf(readFileSync(fileOf(name, file)))]);
  return JSON.stringify({ ...asked, type: expects.type, files });
}

/** What changes when the pages of a case, its request, its answers or its golden do. */
export function fingerprintOf(item: NamedCase): string {
  return createHash('sha256')
    .update(subjectOf(item))
    .update(readGolden(item) ?? '')
    .digest('hex')
    .slice(0, 16);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

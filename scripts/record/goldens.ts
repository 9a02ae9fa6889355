import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { version } from '../../mock/assembly/version.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** The result of recording goldens. */
export interface RecordedGoldens {
  readonly recorded: number;
  /** Cases with a new or changed golden. */
  readonly changed: readonly string[];
}

/** Thrown when goldens must not be recorded. */
export class RecordGoldensError extends TouchstoneError {
  /** One line per fault. */
  readonly faults: readonly string[];

  constructor(code: string, faults: readonly string[]) {
    super(code, `These goldens can't be recorded:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** The origin of each golden in a folder: `recorded.json`. */
const recordingsSchema = z.strictObject({
  about: z.string(),
  cases: z.record(
    z.string(),
    z.strictObject({
      /** Date of the recording. */
      on: z.iso.date(),
      /** Name and version of what answered. */
      by: z.string(),
      /** Name and version of the browser that drew it. */
      browser: z.string().optional(),
      /** Hash of the request and the golden. */
      of: z.string(),
    }),
  ),
});

type Recordings = z.output<typeof recordingsSchema>['cases'];

/** Reads the origins of goldens; empty without a file. */
export const readRecordings = (file: string): Recordings =>
  existsSync(file) ? recordingsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).cases : {};

/**
 * Writes the origins of goldens. An entry with an unchanged hash stays as it is.
 *
 * @param names all existing cases; other entries are removed
 * @param fresh hashes of the recorded cases, by name
 */
export async function writeRecordings(
  file: string,
  about: string,
  names: readonly string[],
  fresh: ReadonlyMap<string, string>,
  browser?: string,
): Promise<void> {
  const before = readRecordings(file);
  const on = new Date().toISOString().slice(0, 10);
  const by = `touchstone ${version}`;
  const cases = names.flatMap((name): [string, Recordings[string]][] => {
    const old = before[name];
    const of = fresh.get(name);
    if (of === undefined || old?.of === of) return old ? [[name, old]] : [];
    return [[name, { on, by, ...(browser === undefined ? {} : { browser }), of }]];
  });
  await writeFile(file, `${JSON.stringify({ about, cases: Object.fromEntries(cases) }, null, 2)}\n`);
}

/**
 * Runs the recording of goldens as a command, and prints how many changed.
 *
 * @returns the exit code: 0 recorded, 1 when a golden is unfit or `check` found a difference, 2 when a case can't be
 * read or run
 */
export async function printRecording(
  record: () => Promise<RecordedGoldens>,
  check: boolean,
): Promise<0 | 1 | 2> {
  try {
    const { recorded, changed } = await record();
    console.log(`\n${recorded} recorded, ${changed.length} of them new or changed`);
    return check && changed.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return error instanceof RecordGoldensError ? 1 : 2;
  }
}

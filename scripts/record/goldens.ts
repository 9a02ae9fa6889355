import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { version } from '../../mock/assembly/version.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** What a recording of goldens did. */
export interface RecordedGoldens {
  readonly recorded: number;
  /** Cases whose golden is new or different. */
  readonly changed: readonly string[];
}

/** Thrown when goldens are not fit to be recorded. */
export class RecordGoldensError extends TouchstoneError {
  /** One line per fault. */
  readonly faults: readonly string[];

  constructor(code: string, faults: readonly string[]) {
    super(
      code,
      `These goldens are not fit to be recorded:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** How each golden of a folder came about: `recorded.json`. */
const recordingsSchema = z.strictObject({
  about: z.string(),
  cases: z.record(
    z.string(),
    z.strictObject({
      /** Day on which it was recorded. */
      on: z.iso.date(),
      /** What answered. */
      by: z.string(),
      /** Name and version of the browser that drew it. */
      browser: z.string().optional(),
      /** Hash of what was asked and of the golden. */
      of: z.string(),
    }),
  ),
});

type Recordings = z.output<typeof recordingsSchema>['cases'];

/** Reads how goldens came about; empty when there is no such file yet. */
export const readRecordings = (file: string): Recordings =>
  existsSync(file) ? recordingsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).cases : {};

/**
 * Writes how goldens came about. An entry whose hash is still right stays as it is.
 *
 * @param names all cases that there are; entries of others go
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
 * Records goldens as a command, and prints how many changed.
 *
 * @returns the exit code: 0 recorded, 1 when a golden is not fit or `check` found one that is different, 2 when a case
 *   cannot be read or asked
 */
export async function printRecording(
  record: () => Promise<RecordedGoldens>,
  check: boolean,
): Promise<0 | 1 | 2> {
  try {
    const { recorded, changed } = await record();
    console.log(`\n${recorded} recorded, ${changed.length} of them new or different`);
    return check && changed.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return error instanceof RecordGoldensError ? 1 : 2;
  }
}

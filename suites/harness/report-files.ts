import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessError } from './errors.ts';
import { junitReport } from './report-junit.ts';
import type { Reporter } from './reporter.ts';
import { runResultSchema } from './results.ts';

/**
 * Writes `junit.xml` and `results.json` into a folder when the run is over.
 *
 * @throws HarnessError (from the run) when the folder can't be written.
 */
export function fileReporter(folder: string): Reporter {
  return {
    ended(result) {
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'results.json'), `${JSON.stringify(runResultSchema.parse(result))}\n`);
        writeFileSync(join(folder, 'junit.xml'), junitReport(result));
      } catch (cause) {
        throw new HarnessError('reports', `The reports can't be written to ${folder}`, { cause });
      }
    },
  };
}

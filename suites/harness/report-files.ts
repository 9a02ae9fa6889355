import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue as allRequirements, type Catalogue } from './catalogue.ts';
import { HarnessError } from './errors.ts';
import { githubSummary } from './report/github-summary.ts';
import { type KeptExchanges, keptResults, picturesFrom, reportLimits } from './report/kept-results.ts';

import { htmlReport } from './report/page.ts';
import type { PictureSource } from './report/tests-view.ts';
import { junitReport } from './report-junit.ts';
import { type Reporter, runResultSchema } from './results.ts';

export interface FileOptions {
  /** Tests whose exchanges are written; by default those that failed. */
  readonly exchanges?: KeptExchanges;
  readonly catalogue?: Catalogue;
}

/**
 * Writes `report.html`, `results.json` and `junit.xml` into a folder after the run.
 *
 * @throws HarnessError (from the run) when it can't write to the folder.
 */
export function fileReporter(folder: string, options: FileOptions = {}): Reporter {
  const { exchanges = 'failures', catalogue = allRequirements } = options;
  return {
    ended(whole) {
      const result = picturesFrom(folder, keptResults(whole, exchanges));
      try {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, 'results.json'), `${JSON.stringify(runResultSchema.parse(result))}\n`);
        writeFileSync(join(folder, 'junit.xml'), junitReport(result));
        const pictures = pictureFiles(folder);
        writeFileSync(join(folder, 'report.html'), htmlReport(result, { catalogue, pictures }));
      } catch (cause) {
        throw new HarnessError('reports', `The reports can't be written to ${folder}`, { cause });
      }
    },
  };
}

/** Appends the run to a file of step summaries; on GitHub, `GITHUB_STEP_SUMMARY` is its path. */
export function summaryReporter(file: string, catalogue: Catalogue = allRequirements): Reporter {
  return {
    ended(result) {
      try {
        writeFileSync(file, `${githubSummary(result, catalogue)}\n`, { flag: 'a' });
      } catch (cause) {
        throw new HarnessError('reports', `The summary can't be written to ${file}`, { cause });
      }
    },
  };
}

/** Reads pictures below a folder, up to the number that a report may contain. */
function pictureFiles(folder: string): PictureSource {
  let room: number = reportLimits.pictureBytes;
  return (path) => {
    try {
      const bytes = readFileSync(join(folder, path));
      if (bytes.length > room) return undefined;
      room -= bytes.length;
      return bytes;
    } catch {
      return undefined; // the report names the file then
    }
  };
}

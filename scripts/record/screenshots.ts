import { writeFile } from 'node:fs/promises';
import { version } from '../../mock/version.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { goldenName } from '../../spec/vectors/screenshots.ts';
import {
  caseNames,
  fileOf,
  type NamedCase,
  readCase,
  readGolden,
} from '../../suites/browser-rendering/screenshots/cases.ts';
import { judgeShown } from '../../suites/browser-rendering/screenshots/judge.ts';
import { ConformanceFailure } from '../../suites/harness/errors.ts';
import { createPictureFiles, judgePicture, type PictureFiles } from '../../suites/harness/picture-judge.ts';

import { openPhotographer } from './screenshots/photographer.ts';
import { fingerprintOf, type Recordings, readRecordings, recordingsFile } from './screenshots/recordings.ts';

export interface RecordScreenshotsOptions {
  /** Cases to record; all of them unless some are named. */
  readonly names?: readonly string[];
  /** Compares with the goldens instead of writing them. */
  readonly check?: boolean;
  /** Folder for pictures that are not as they should be, or no longer as they were. */
  readonly out?: string | null;
  /** Told what is new or different, for a person to read. */
  readonly print?: (text: string) => void;
}

export interface RecordScreenshotsResult {
  readonly recorded: number;
  /** Cases whose golden is new or different. */
  readonly changed: readonly string[];
}

/** Thrown when pictures are not fit to be goldens. */
export class RecordScreenshotsError extends TouchstoneError {
  /** One line per fault. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      'record-screenshots',
      `These pictures are not fit to be goldens:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

const ABOUT =
  'How each golden came about: when, by what, by which browser, and of which pages, request and answers. Written by `touchstone record screenshots`; not for editing.';

/**
 * Records the goldens of `fixtures/screenshots`: asks our own mock for the picture of each case, judges it by what
 * the case says without any golden, and writes what is new or different.
 *
 * Recording again changes nothing while the pictures are the same, byte for byte.
 *
 * @throws RecordScreenshotsError when a picture is refused or is not what its case says; those are not written, the
 *   others are
 *
 * @example
 * await recordScreenshots({ names: ['box-solid'], print: console.log });
 */
export async function recordScreenshots({
  names,
  check = false,
  out = null,
  print = () => {},
}: RecordScreenshotsOptions = {}): Promise<RecordScreenshotsResult> {
  const items = (names && names.length > 0 ? names : caseNames()).map(readCase);
  const files = createPictureFiles(out);
  const faults: string[] = [];
  const changed: string[] = [];
  const recorded: NamedCase[] = [];
  const photographer = await openPhotographer();
  try {
    for (const item of items) {
      try {
        const taken = await photographer.take(item);
        await judgeShown(item, taken, undefined, files);
        const news = await newsOf(item, taken.own, files);
        if (news !== undefined) {
          changed.push(item.name);
          print(`${item.name}: ${item.title}: ${news}`);
          if (!check) await writeFile(fileOf(item.name, goldenName(item)), taken.own);
        }
        recorded.push(item);
      } catch (error) {
        if (!(error instanceof ConformanceFailure)) throw error;
        faults.push(`${item.name}: ${error.message}`);
      }
    }
  } finally {
    await photographer.close();
  }
  if (!check) await noteRecordings(recorded, photographer.product);
  if (faults.length > 0) throw new RecordScreenshotsError(faults);
  return { recorded: recorded.length, changed };
}

/**
 * The command `record screenshots`: records, and prints what is to be looked at.
 *
 * @returns the exit code: 0 recorded, 1 when a picture is not fit or `check` found one that is different, 2 when
 *   there is no browser or a case can't be read
 */
export async function printScreenshotRecording(names: readonly string[], check: boolean): Promise<0 | 1 | 2> {
  try {
    const print = (text: string) => console.log(text);
    const { recorded, changed } = await recordScreenshots({ names, check, print, out: 'reports/pictures' });
    console.log(`\n${recorded} recorded, ${changed.length} of them new or different`);
    return check && changed.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return error instanceof RecordScreenshotsError ? 1 : 2;
  }
}

/** What is new about a picture; undefined where it is its golden, byte for byte. */
async function newsOf(item: NamedCase, own: Uint8Array, files: PictureFiles): Promise<string | undefined> {
  const golden = readGolden(item);
  if (!golden) return `new, ${own.length} bytes`;
  if (Buffer.from(own).equals(golden)) return undefined;
  const verdict = await judgePicture(own, golden, { maxDifference: 0, differentPixels: 0 });
  if (verdict.fault === undefined) return 'the same pixels in other bytes';
  return `${verdict.fault} (${await files.keep(item.name, own, golden, verdict)})`;
}

/** Keeps the entries that still hold, writes those that don't anew, and drops those of cases that are gone. */
async function noteRecordings(recorded: readonly NamedCase[], browser: string): Promise<void> {
  const before = readRecordings();
  const fresh = new Map(recorded.map((item) => [item.name, fingerprintOf(item)]));
  const on = new Date().toISOString().slice(0, 10);
  const by = `touchstone ${version}`;
  const cases = caseNames().flatMap((name): [string, Recordings['cases'][string]][] => {
    const old = before[name];
    const of = fresh.get(name);
    if (of === undefined || old?.of === of) return old ? [[name, old]] : [];
    return [[name, { on, by, browser, of }]];
  });
  const file: Recordings = { about: ABOUT, cases: Object.fromEntries(cases) };
  await writeFile(recordingsFile, `${JSON.stringify(file, null, 2)}\n`);
}

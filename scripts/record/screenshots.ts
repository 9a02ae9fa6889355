import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { goldenName } from '../../spec/vectors/screenshots.ts';
import {
  caseNames,
  type NamedCase,
  readCase,
  readGolden,
  toFile,
} from '../../suites/browser-rendering/screenshots/cases.ts';
import { judgeShown } from '../../suites/browser-rendering/screenshots/judge.ts';
import { ConformanceFailure } from '../../suites/harness/errors.ts';
import { createPictureFiles, judgePicture, type PictureFiles } from '../../suites/harness/picture-judge.ts';
import { printRecording, type RecordedGoldens, RecordGoldensError, writeRecordings } from './goldens.ts';
import { openPhotographer } from './screenshots/photographer.ts';

export interface RecordScreenshotsOptions {
  /** Cases to record; by default all. */
  readonly names?: readonly string[];
  /** Compares with the goldens instead of writing them. */
  readonly check?: boolean;
  /** Folder for pictures that are wrong or have changed. */
  readonly out?: string | null;
  /** Called with each difference, as readable text. */
  readonly print?: (text: string) => void;
}

const ABOUT =
  'How each golden came about: when, by what, by which browser, and of which pages, request and answers. Written by `touchstone record screenshots`; not for editing.';

/**
 * Records the goldens of `fixtures/screenshots`: renders each case with our own mock, checks the picture against the
 * case without any golden, and writes what is new or changed.
 *
 * Recording again changes nothing while the pictures are the same, byte for byte.
 *
 * @throws RecordGoldensError when a picture is refused or does not match its case; those are not written, the others
 * are
 *
 * @example
 * await recordScreenshots({ names: ['box-solid'], print: console.log });
 */
export async function recordScreenshots({
  names,
  check = false,
  out = null,
  print = () => {},
}: RecordScreenshotsOptions = {}): Promise<RecordedGoldens> {
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
        const news = await describeChange(item, taken.own, files);
        if (news !== undefined) {
          changed.push(item.name);
          print(`${item.name}: ${item.title}: ${news}`);
          if (!check) await writeFile(toFile(item.name, goldenName(item)), taken.own);
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
  const fresh = new Map(recorded.map((item) => [item.name, getFingerprint(item)]));
  if (!check) await writeRecordings(screenshotRecordings, ABOUT, caseNames(), fresh, photographer.product);
  if (faults.length > 0) throw new RecordGoldensError('record-screenshots', faults);
  return { recorded: recorded.length, changed };
}

/** Describes how a picture differs from its golden; undefined if it is the same, byte for byte. */
async function describeChange(
  item: NamedCase,
  own: Uint8Array,
  files: PictureFiles,
): Promise<string | undefined> {
  const golden = readGolden(item);
  if (!golden) return `new, ${own.length} bytes`;
  if (Buffer.from(own).equals(golden)) return undefined;
  const verdict = await judgePicture(own, golden, { maxDifference: 0, differentPixels: 0 });
  if (verdict.fault === undefined) return 'the same pixels in other bytes';
  return `${verdict.fault} (${await files.keep(item.name, own, golden, verdict)})`;
}

/** File with the recordings of all cases. */
export const screenshotRecordings = toFile('.', 'recorded.json');

/** The command `record screenshots`. */
export const printScreenshotRecording = (names: readonly string[], check: boolean): Promise<0 | 1 | 2> => {
  const print = (text: string) => console.log(text);
  return printRecording(() => recordScreenshots({ names, check, print, out: 'reports/pictures' }), check);
};

/** The content of a case as text: two cases with the same text test the same. */
export function getSubject(item: NamedCase): string {
  const { name, title, requirements, expects, tolerance, ...asked } = item;
  const others = readdirSync(toFile(name, '.')).filter((file) => !/^(?:case\.json|golden\.\w+)$/.test(file));
  const files = others.sort().map((file) => [file, getHash(readFileSync(toFile(name, file)))]);
  return JSON.stringify({ ...asked, type: expects.type, files });
}

/** A hash of the pages of a case, its request, its answers and its golden. */
export function getFingerprint(item: NamedCase): string {
  return createHash('sha256')
    .update(getSubject(item))
    .update(readGolden(item) ?? '')
    .digest('hex')
    .slice(0, 16);
}

const getHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

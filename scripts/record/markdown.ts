import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { version } from '../../mock/version.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { fillingOf } from '../../spec/vectors/markdown.ts';
import { differenceOf } from '../../suites/harness/text-difference.ts';
import {
  caseNames,
  fileOf,
  type NamedCase,
  readCase,
  readGolden,
  readPage,
} from '../../suites/markdown/cases.ts';
import { asInGoldens } from '../../suites/markdown/document.ts';
import { openAsker } from './markdown/asker.ts';
import { fingerprintOf, type Recordings, readRecordings, recordingsFile } from './markdown/recordings.ts';
import { witnessFaults } from './markdown/witness.ts';

export interface RecordMarkdownOptions {
  /** Cases to record; all of them unless some are named. */
  readonly names?: readonly string[];
  /** Compares with the goldens instead of writing them. */
  readonly check?: boolean;
  /** Told what is new or different, for a person to read. */
  readonly print?: (text: string) => void;
}

export interface RecordMarkdownResult {
  readonly recorded: number;
  /** Cases whose golden is new or different. */
  readonly changed: readonly string[];
}

/** Thrown when goldens are not fit to be recorded. */
export class RecordMarkdownError extends TouchstoneError {
  /** One line per fault. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      'record-markdown',
      `These goldens are not fit to be recorded:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

const ABOUT =
  'How each golden came about: when, by what, and of which page, request and answer. Written by `touchstone record markdown`; not for editing.';

/**
 * Records the goldens of `fixtures/markdown`: asks our own server for each case, in front of the fixture
 * site, lets turndown witness the words, and writes what is new or different.
 *
 * Recording again changes nothing while the answers are the same.
 *
 * @throws RecordMarkdownError when a page was not converted, or the witness keeps words that a golden has
 *   not and nobody explains; those goldens are not written, the others are
 *
 * @example
 * await recordMarkdown({ names: ['meta-all'], print: console.log });
 */
export async function recordMarkdown({
  names,
  check = false,
  print = () => {},
}: RecordMarkdownOptions = {}): Promise<RecordMarkdownResult> {
  const items = (names && names.length > 0 ? names : caseNames()).map(readCase).filter(hasGolden);
  const faults: string[] = [];
  const changed: string[] = [];
  const recorded: NamedCase[] = [];
  const asker = await openAsker();
  try {
    for (const item of items) {
      const { host, text } = await asker.ask(item);
      if (text === undefined) {
        if (item.expects.body === 'markdown') faults.push(`${item.name}: the page was not converted`);
        continue;
      }
      const golden = emptied(item, asInGoldens(text, host));
      const wrong = witnessFaults(item, golden);
      faults.push(...wrong);
      const before = readGolden(item, { filled: false });
      if (before !== golden) {
        changed.push(item.name);
        print(shown(item, before, golden));
      }
      if (wrong.length > 0) continue;
      if (!check && before !== golden) await writeFile(fileOf(item.name, 'expected.md'), golden);
      recorded.push(item);
    }
  } finally {
    await asker.close();
  }
  if (!check) await noteRecordings(recorded);
  if (faults.length > 0) throw new RecordMarkdownError(faults);
  return { recorded: recorded.length, changed };
}

/**
 * The command `record markdown`: records, and prints what is to be read.
 *
 * @returns the exit code: 0 recorded, 1 when a golden is not fit, 2 when a case can't be read
 */
export async function printMarkdownRecording(names: readonly string[]): Promise<0 | 1 | 2> {
  try {
    const { recorded, changed } = await recordMarkdown({ names, print: (text) => console.log(text) });
    console.log(`\n${recorded} recorded, ${changed.length} of them new or different`);
    return 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return error instanceof RecordMarkdownError ? 1 : 2;
  }
}

const hasGolden = ({ expects }: NamedCase): boolean =>
  expects.body === 'markdown' || expects.body === 'either';

/** A golden does not repeat what its case can describe. */
function emptied(item: NamedCase, text: string): string {
  return item.fill ? text.replaceAll(fillingOf(item.fill, readPage(item)), '{{fill}}') : text;
}

function shown({ name, title }: NamedCase, before: string | undefined, golden: string): string {
  const text = before === undefined ? golden : differenceOf(golden, before);
  return `\n=== ${name}: ${title}${before === undefined ? ' (new)' : ' (- before, + now)'}\n${text}`;
}

/** Keeps the entries that still hold, writes those that don't anew, and drops those of cases that are gone. */
async function noteRecordings(recorded: readonly NamedCase[]): Promise<void> {
  const before: Recordings['cases'] = existsSync(recordingsFile) ? readRecordings().cases : {};
  const fresh = new Map(recorded.map((item) => [item.name, fingerprintOf(item)]));
  const on = new Date().toISOString().slice(0, 10);
  const by = `touchstone ${version}`;
  const cases = caseNames().flatMap((name): [string, Recordings['cases'][string]][] => {
    const old = before[name];
    const of = fresh.get(name);
    if (of === undefined || old?.of === of) return old ? [[name, old]] : [];
    return [[name, { on, by, of }]];
  });
  const file: Recordings = { about: ABOUT, cases: Object.fromEntries(cases) };
  await writeFile(recordingsFile, `${JSON.stringify(file, null, 2)}\n`);
}

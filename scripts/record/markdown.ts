import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { getFilling } from '../../spec/vectors/markdown.ts';
import { getDifference } from '../../suites/harness/text-difference.ts';
import {
  caseNames,
  type NamedCase,
  readCase,
  readGolden,
  readPage,
  toFile,
} from '../../suites/markdown/cases.ts';
import { toGoldenForm } from '../../suites/markdown/document.ts';
import { printRecording, type RecordedGoldens, RecordGoldensError, writeRecordings } from './goldens.ts';
import { openAsker } from './markdown/asker.ts';
import { witnessFaults } from './markdown/witness.ts';

export interface RecordMarkdownOptions {
  /** Cases to record; by default all. */
  readonly names?: readonly string[];
  /** Compares with the goldens instead of writing them. */
  readonly check?: boolean;
  /** Called with each difference, as readable text. */
  readonly print?: (text: string) => void;
}

const ABOUT =
  'How each golden came about: when, by what, and of which page, request and answer. Written by `touchstone record markdown`; not for editing.';

/**
 * Records the goldens of `fixtures/markdown`: requests each case from our own server in front of the fixture site,
 * checks the words with turndown, and writes what is new or changed.
 *
 * Recording again changes nothing while the answers are the same.
 *
 * @throws RecordGoldensError when a page was not converted, or turndown keeps words that a golden lacks without an
 * explanation; those goldens are not written, the others are
 *
 * @example
 * await recordMarkdown({ names: ['meta-all'], print: console.log });
 */
export async function recordMarkdown({
  names,
  check = false,
  print = () => {},
}: RecordMarkdownOptions = {}): Promise<RecordedGoldens> {
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
      const golden = emptied(item, toGoldenForm(text, host));
      const wrong = witnessFaults(item, golden);
      faults.push(...wrong);
      const before = readGolden(item, { filled: false });
      if (before !== golden) {
        changed.push(item.name);
        print(shown(item, before, golden));
      }
      if (wrong.length > 0) continue;
      if (!check && before !== golden) await writeFile(toFile(item.name, 'expected.md'), golden);
      recorded.push(item);
    }
  } finally {
    await asker.close();
  }
  const fresh = new Map(recorded.map((item) => [item.name, getFingerprint(item)]));
  if (!check) await writeRecordings(markdownRecordings, ABOUT, caseNames(), fresh);
  if (faults.length > 0) throw new RecordGoldensError('record-markdown', faults);
  return { recorded: recorded.length, changed };
}

const hasGolden = ({ expects }: NamedCase): boolean =>
  expects.body === 'markdown' || expects.body === 'either';

/** A golden does not repeat what its case describes. */
function emptied(item: NamedCase, text: string): string {
  return item.fill ? text.replaceAll(getFilling(item.fill, readPage(item)), '{{fill}}') : text;
}

function shown({ name, title }: NamedCase, before: string | undefined, golden: string): string {
  const text = before === undefined ? golden : getDifference(golden, before);
  return `\n=== ${name}: ${title}${before === undefined ? ' (new)' : ' (- before, + now)'}\n${text}`;
}

/** File with the recordings of all cases. */
export const markdownRecordings = toFile('.', 'recorded.json');

/** The command `record markdown`. */
export const printMarkdownRecording = (names: readonly string[]): Promise<0 | 1 | 2> =>
  printRecording(() => recordMarkdown({ names, print: (text) => console.log(text) }), false);

/** The content of a case as text: two cases with the same text test the same. */
export function getSubject(item: NamedCase): string {
  const { request, origin, fill } = item;
  const page = createHash('sha256').update(readPage(item)).digest('hex');
  return JSON.stringify({ request, origin: { ...origin, page }, fill });
}

/** A hash of the page of a case, its request, its origin and its golden. */
export function getFingerprint(item: NamedCase): string {
  const golden = readGolden(item, { filled: false }) ?? '';
  return createHash('sha256').update(getSubject(item)).update(golden).digest('hex').slice(0, 16);
}

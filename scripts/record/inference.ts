import { writeFile } from 'node:fs/promises';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { getDifference } from '../../suites/harness/text-difference.ts';
import { caseNames, readCase, readTranscript, toFile } from '../../suites/inference/transcripts/cases.ts';
import { getTranscript } from './inference/ask.ts';

export interface RecordInferenceOptions {
  /** Cases to record; by default all. */
  readonly names?: readonly string[];
  /** Compares with the transcripts instead of writing them. */
  readonly check?: boolean;
  /** Called with each difference, as readable text. */
  readonly print?: (text: string) => void;
}

export interface RecordInferenceResult {
  readonly recorded: number;
  /** Cases with a new or changed transcript. */
  readonly changed: readonly string[];
}

/**
 * Records the transcripts of `fixtures/inference`: runs each case against a fresh mock, and writes what is new or
 * changed. Recording again changes nothing while the answers are the same.
 *
 * @throws HarnessError for an unreadable case
 *
 * @example
 * await recordInference({ names: ['chat-stream'], print: console.log });
 */
export async function recordInference({
  names,
  check = false,
  print = () => {},
}: RecordInferenceOptions = {}): Promise<RecordInferenceResult> {
  const items = (names && names.length > 0 ? names : caseNames()).map(readCase);
  const changed: string[] = [];
  for (const item of items) {
    const golden = readTranscript(item.name);
    const before = golden && written(golden);
    const now = written(await getTranscript(item));
    if (before === now) continue;
    changed.push(item.name);
    const mark = before === undefined ? ' (new)' : ' (- before, + now)';
    print(
      `\n=== ${item.name}: ${item.title}${mark}\n${before === undefined ? now : getDifference(now, before)}`,
    );
    if (!check) await writeFile(toFile(item.name, 'transcript.json'), now);
  }
  return { recorded: items.length, changed };
}

const written = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * The command `record inference`: records, and prints the differences.
 *
 * @returns the exit code: 0 recorded, 2 when a case can't be read
 */
export async function printInferenceRecording(names: readonly string[]): Promise<0 | 2> {
  try {
    const { recorded, changed } = await recordInference({ names, print: (text) => console.log(text) });
    console.log(`\n${recorded} recorded, ${changed.length} of them new or changed`);
    return 0;
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return 2;
  }
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { contract } from '../../../spec/contract.ts';
import { fillPath } from '../../../spec/endpoint.ts';
import {
  type InferenceCase,
  inferenceCaseSchema,
  type Transcript,
  transcriptSchema,
} from '../../../spec/vectors/inference.ts';
import { HarnessError } from '../../harness/errors.ts';

const home = new URL('../../../fixtures/inference/', import.meta.url);

/** A case of `fixtures/inference` with its name, which is its folder's. */
export type NamedCase = InferenceCase & { readonly name: string };

/** Path of a file of a case. */
export const toFile = (name: string, file: string): string => fileURLToPath(new URL(`${name}/${file}`, home));

/** The names of all cases, sorted. */
export function caseNames(): string[] {
  return readdirSync(home, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(toFile(entry.name, 'case.json')))
    .map(({ name }) => name)
    .sort();
}

/**
 * Reads `case.json` of a case.
 *
 * @throws HarnessError if it doesn't follow `fixtures/inference/README.md`.
 *
 * @example
 * readCase('chat-stream').operation // 'inference.chat-completions'
 */
export const readCase = (name: string): NamedCase => ({
  name,
  ...readJson(inferenceCaseSchema, name, 'case.json'),
});

/**
 * The transcript of a case; undefined if it has none yet.
 *
 * @throws HarnessError if it is invalid.
 */
export const readTranscript = (name: string): Transcript | undefined =>
  existsSync(toFile(name, 'transcript.json'))
    ? readJson(transcriptSchema, name, 'transcript.json')
    : undefined;

function readJson<Schema extends z.ZodType>(schema: Schema, name: string, file: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(toFile(name, file), 'utf8')));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new HarnessError('inference-case', `fixtures/inference/${name}/${file}: ${reason}`, { cause });
  }
}

/**
 * The path of a case's request, below the base URL.
 *
 * @example
 * pathOfCase(readCase('chat-stream'), 'a7…') // '/accounts/a7…/ai/v1/chat/completions'
 */
export const pathOfCase = ({ operation, model = '' }: InferenceCase, account_id: string): string =>
  fillPath(contract[operation].path, { account_id, model });

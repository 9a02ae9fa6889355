import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { type JwtVectors, jwtVectorKeysSchema, jwtVectorsSchema } from '../../spec/vectors/jwt.ts';
import { buildVectors } from './jwt/build-vectors.ts';
import { buildConfigurations } from './jwt/configurations.ts';
import { completeKeys } from './jwt/keys.ts';
import { lintVectors } from './jwt/lint.ts';

export interface RecordJwtOptions {
  /** Folder of `vectors.json` and `keys.json`. Default: `fixtures/jwt` of this package. */
  readonly directory?: string;
  /** Compares with the files instead of writing them. */
  readonly check?: boolean;
}

export interface RecordJwtResult {
  readonly vectors: number;
  readonly configurations: number;
  /** Files that changed. */
  readonly changed: readonly string[];
}

/** Thrown when vectors contradict each other, a library, or the limits of the file. */
export class RecordJwtError extends TouchstoneError {
  /** One line per fault. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super('record-jwt', `The vectors can't be recorded:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const ABOUT_VECTORS =
  'JWT vectors: configuration, request and verdict. Written by `touchstone record jwt`; see README.md. Not for editing.';
const ABOUT_KEYS =
  'TEST KEYS. Published with the vectors, so they protect nothing and must never be used for anything else.';

const HOME = fileURLToPath(new URL('../../fixtures/jwt', import.meta.url));

/**
 * Records the JWT vectors: makes every token from the fixed keys, checks each with two independent libraries, looks for
 * contradictions, and writes `vectors.json` and `keys.json`.
 *
 * Recording again gives the same bytes: signatures use no randomness, and only missing keys are generated.
 *
 * @throws RecordJwtError when a vector is contradicted; nothing is written then
 *
 * @example
 * const { vectors, changed } = await recordJwt();
 */
export async function recordJwt({
  directory = HOME,
  check = false,
}: RecordJwtOptions = {}): Promise<RecordJwtResult> {
  const path = { keys: join(directory, 'keys.json'), vectors: join(directory, 'vectors.json') };
  const before = { keys: await readText(path.keys), vectors: await readText(path.vectors) };
  const keys = completeKeys(before.keys ? jwtVectorKeysSchema.parse(JSON.parse(before.keys)).keys : {});
  const configurations = buildConfigurations(keys);
  const file: JwtVectors = {
    about: ABOUT_VECTORS,
    configurations,
    vectors: await buildVectors(keys, configurations),
  };
  const faults = lintVectors(jwtVectorsSchema.parse(file));
  if (faults.length > 0) throw new RecordJwtError(faults);

  const after = { keys: toText({ about: ABOUT_KEYS, keys }), vectors: toText(file) };
  const changed = (['keys', 'vectors'] as const).filter((name) => before[name] !== after[name]);
  if (!check) {
    await mkdir(directory, { recursive: true });
    for (const name of changed) await writeFile(path[name], after[name]);
  }
  return {
    vectors: file.vectors.length,
    configurations: Object.keys(configurations).length,
    changed: changed.map((name) => `${name}.json`),
  };
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

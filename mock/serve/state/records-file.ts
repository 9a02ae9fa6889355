import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jurisdictions, repoStatuses, tokenScopes } from '../../../spec/services/artifacts/schemas.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { ArtifactsRecords } from '../../services/artifacts/repository-registry.ts';
import { writeDurably } from '../git/durable-file.ts';

/** Thrown when a folder contains no readable state. */
export class StateFolderError extends TouchstoneError {}

/** Name of the file of records. */
export const RECORDS = 'artifacts.json';
/** Version of the file format; a change that earlier versions can't read increases it. */
const VERSION = 1;

const time = z.number();
/** Members that later versions add are kept. */
const namespaceSchema = z.looseObject({
  key: z.string(),
  name: z.string(),
  jurisdiction: z.enum(jurisdictions),
  createdAt: time,
  updatedAt: time,
  sequence: z.number(),
});
const repositorySchema = z.looseObject({
  // Identifies a folder.
  id: z.string().regex(/^[0-9a-z]+$/),
  namespace: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  defaultBranch: z.string(),
  readOnly: z.boolean(),
  source: z.string().nullable(),
  status: z.enum(repoStatuses),
  createdAt: time,
  updatedAt: time,
  sequence: z.number(),
});
const tokenSchema = z.looseObject({
  id: z.string(),
  repositoryId: z.string(),
  hash: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: time,
  expiresAt: time,
  revoked: z.boolean(),
});
const recordsSchema: z.ZodType<ArtifactsRecords> = z.object({
  accounts: z.array(
    z.object({
      account: z.string(),
      namespaces: z.array(namespaceSchema),
      repositories: z.array(repositorySchema),
      tokens: z.array(tokenSchema),
    }),
  ),
});
const fileSchema = z.object({
  version: z.literal(VERSION),
  /** How often servers have started on the folder. */
  starts: z.int().min(0),
  records: recordsSchema,
});

/** The saved records of a server's repositories. */
export type RecordsFile = Omit<z.output<typeof fileSchema>, 'version'>;

/**
 * Reads the records of a folder.
 *
 * @returns nothing if the file does not exist
 * @throws StateFolderError in one line
 */
export async function readRecords(folder: string): Promise<RecordsFile | undefined> {
  const path = join(folder, RECORDS);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT') return undefined;
    throw new StateFolderError('state-folder', `${path} can't be read: ${code}.`, { cause });
  }
  const data = parsed(text);
  const version = z.object({ version: z.number() }).safeParse(data).data?.version;
  if (version !== undefined && version > VERSION) {
    const reason = `${path} was written by a later version of touchstone (format ${version}; this version reads ${VERSION}).`;
    throw new StateFolderError('state-folder', reason);
  }
  const outcome = fileSchema.safeParse(data);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const where = issue?.path.join('.') || 'it is not JSON';
  throw new StateFolderError('state-folder', `${path} is damaged: ${where}.`);
}

/** Saves the records of a folder durably. */
export function writeRecords(folder: string, { starts, records }: RecordsFile): Promise<void> {
  return writeDurably(folder, RECORDS, `${JSON.stringify({ version: VERSION, starts, records }, null, 1)}\n`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { join } from 'node:path';
import { z } from 'zod';
import { jurisdictions, repoStatuses, tokenScopes } from '../../../spec/services/artifacts/schemas.ts';
import { KeptNode } from '../../world/state/kept-node.ts';
import { fromLater, OLD_RECORDS, parse, type ReadState, readBytes, StateFolderError } from './state-file.ts';

const VERSION = 1;

const time = z.number();
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
const fileSchema = z.object({
  version: z.literal(VERSION),
  starts: z.int().min(0),
  records: z.object({
    accounts: z.array(
      z.object({
        account: z.string(),
        namespaces: z.array(namespaceSchema),
        repositories: z.array(repositorySchema),
        tokens: z.array(tokenSchema),
      }),
    ),
  }),
});

/**
 * Reads the records of a folder of an earlier version.
 *
 * @returns nothing if the file does not exist
 * @throws StateFolderError in one line
 */
export async function readOldRecords(folder: string): Promise<ReadState | undefined> {
  const path = join(folder, OLD_RECORDS);
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  const data = parse(bytes);
  const version = z.object({ version: z.number() }).safeParse(data).data?.version;
  if (version !== undefined && version > VERSION) {
    throw new StateFolderError('state-folder', fromLater(path, version, VERSION));
  }
  const { data: file, error } = fileSchema.safeParse(data);
  if (!file) {
    const where = error.issues[0]?.path.join('.') || 'it is not JSON';
    throw new StateFolderError('state-folder', `${path} is damaged: ${where}.`);
  }
  const kept = new KeptNode(path);
  for (const { account, namespaces, repositories, tokens } of file.records.accounts) {
    const at = (name: string) => `accounts/${account}/artifacts/${name}`;
    for (const record of namespaces) kept.apply([at('namespaces'), record.key, record]);
    for (const record of repositories) kept.apply([at('repositories'), record.id, record]);
    for (const record of tokens) kept.apply([at('tokens'), record.id, record]);
  }
  return { starts: file.starts, kept };
}

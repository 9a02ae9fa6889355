import { join } from 'node:path';
import { z } from 'zod';
import { KeptNode } from '../../world/state/kept-node.ts';
import { namespaceRecord, repositoryRecord, repositoryTokenRecord } from './record-shapes.ts';
import { fromLater, OLD_RECORDS, parse, type ReadState, readBytes, StateFolderError } from './state-file.ts';

const VERSION = 1;

const fileSchema = z.object({
  version: z.literal(VERSION),
  starts: z.int().min(0),
  records: z.object({
    accounts: z.array(
      z.object({
        account: z.string(),
        namespaces: z.array(namespaceRecord),
        repositories: z.array(repositoryRecord),
        tokens: z.array(repositoryTokenRecord),
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Secrets } from '../../world/defaults.ts';
import { writeDurably } from '../git/durable-file.ts';
import { StateFolderError } from './state-file.ts';

const SECRETS = 'secrets.json';
const secretsSchema: z.ZodType<Secrets> = z.object({
  apiToken: z.string(),
  readToken: z.string(),
  gatewayToken: z.string(),
  apiKey: z.string(),
  authKeySecret: z.string(),
});

/**
 * The random secrets of a state folder, so that clients keep their access over restarts.
 *
 * @param make creates those of a folder that has none yet
 * @throws StateFolderError in one line
 */
export async function keptSecrets(folder: string, make: () => Secrets): Promise<Secrets> {
  const path = join(folder, SECRETS);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code !== 'ENOENT')
      throw new StateFolderError('state-folder', `${path} can't be read: ${code}.`, { cause });
    const made = make();
    await writeDurably(folder, SECRETS, `${JSON.stringify(made, null, 1)}\n`, 0o600);
    return made;
  }
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch (cause) {
    const help = 'Remove it to get new secrets.';
    throw new StateFolderError('state-folder', `${path} is damaged. ${help}`, { cause });
  }
}

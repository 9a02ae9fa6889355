import { join } from 'node:path';
import { z } from 'zod';
import type { Secrets } from '../../world/defaults.ts';
import { writeDurably } from '../git/durable-file.ts';
import { parse, readBytes, StateFolderError } from './state-file.ts';

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
  const bytes = await readBytes(path);
  if (bytes === undefined) {
    const made = make();
    await writeDurably(folder, SECRETS, `${JSON.stringify(made, null, 1)}\n`, 0o600);
    return made;
  }
  const secrets = secretsSchema.safeParse(parse(bytes)).data;
  if (secrets) return secrets;
  throw new StateFolderError('state-folder', `${path} is damaged. Remove it to get new secrets.`);
}

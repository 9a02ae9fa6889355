import { join } from 'node:path';
import { z } from 'zod';
import type { Secrets } from '../../world/defaults.ts';
import { writeDurably } from '../git/durable-file.ts';
import { parse, readBytes, StateFolderError } from './state-file.ts';

const SECRETS = 'secrets.json';
/** A header carries them. */
const secret = z.string().regex(/^[!-~]+$/);
const secretsSchema: z.ZodType<Secrets> = z.object({
  apiToken: secret,
  readToken: secret,
  gatewayToken: secret,
  apiKey: secret,
  authKeySecret: secret,
});

/**
 * The random secrets of a state folder, so that clients keep their access over restarts.
 *
 * @returns nothing if the folder has none yet
 * @throws StateFolderError in one line
 */
export async function readSecrets(folder: string): Promise<Secrets | undefined> {
  const path = join(folder, SECRETS);
  const bytes = await readBytes(path);
  if (bytes === undefined) return undefined;
  const outcome = secretsSchema.safeParse(parse(bytes));
  if (outcome.data) return outcome.data;
  const where = outcome.error?.issues[0]?.path.join('.') || 'it is not JSON with all secrets';
  throw new StateFolderError('state-folder', `${path} is damaged: ${where}. Remove it to get new secrets.`);
}

/** Keeps new secrets in a state folder. */
export async function writeSecrets(folder: string, secrets: Secrets): Promise<Secrets> {
  await writeDurably(folder, SECRETS, `${JSON.stringify(secrets, null, 1)}\n`, 0o600);
  return secrets;
}

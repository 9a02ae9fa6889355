import { chmod, writeFile } from 'node:fs/promises';
import { makeSelfSignedCertificate } from '../spec/certificates.ts';

/** Names of the receiver of webhooks on this machine. */
export const localNames = ['localhost', '127.0.0.1'] as const;

/**
 * Writes a certificate for the receiver of webhooks and its private key into one PEM file, which `serve`
 * trusts by `--webhook-ca` and `conform` shows by `--webhook-certificate`.
 *
 * @param names DNS names and IPv4 addresses it stands for
 */
export async function writeWebhookCertificate(
  file: string,
  names: readonly string[] = localNames,
): Promise<void> {
  const { cert, key } = await makeSelfSignedCertificate(names.length > 0 ? names : localNames);
  await writeFile(file, cert + key, { mode: 0o600 });
  // A file that was there before keeps its mode.
  await chmod(file, 0o600);
}

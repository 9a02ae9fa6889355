import { chmod, readFile, writeFile } from 'node:fs/promises';
import { makeSelfSignedCertificate } from '../spec/certificates.ts';
import { ServeOptionError } from './serve/options.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Words for what the system says of a file that can't be read. */
const problems: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
};

/**
 * The text of a file in PEM.
 *
 * @throws ServeOptionError for a file that can't be read
 */
export async function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const problem = problems[cause.code ?? ''] ?? cause.code ?? cause.message;
    throw new ServeOptionError('serve-option', `${file}: ${problem}`, { cause });
  });
}

/**
 * The certificates of a PEM file; whatever else it holds, such as a private key, is left where it is.
 *
 * @throws ServeOptionError for a file that can't be read or holds none
 */
export async function readCertificates(file: string): Promise<readonly string[]> {
  const certificates = (await readPem(file)).match(block);
  if (certificates) return certificates;
  throw new ServeOptionError('serve-option', `${file}: holds no certificate in PEM`);
}

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

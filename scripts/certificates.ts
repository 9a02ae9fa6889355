import { chmod, readFile, writeFile } from 'node:fs/promises';
import { makeSelfSignedCertificate } from '../spec/certificates.ts';
import { getFileProblem } from '../spec/file-problem.ts';
import { ServeOptionError } from './serve/options.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the text of a PEM file.
 *
 * @throws ServeOptionError for a file that can't be read
 */
export async function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ServeOptionError('serve-option', `${file}: ${getFileProblem(cause)}`, { cause });
  });
}

/**
 * Reads the certificates of a PEM file and ignores the rest, such as a private key.
 *
 * @throws ServeOptionError for a file that can't be read or contains no certificate
 */
export async function readCertificates(file: string): Promise<readonly string[]> {
  const certificates = (await readPem(file)).match(block);
  if (certificates) return certificates;
  throw new ServeOptionError('serve-option', `${file}: contains no PEM certificate`);
}

/** Names of a webhook receiver on this machine. */
export const localNames = ['localhost', '127.0.0.1'] as const;

/**
 * Writes a webhook receiver's certificate and private key into one PEM file. `serve` trusts it with `--webhook-ca`, and
 * `conform` presents it with `--webhook-certificate`.
 *
 * @param names DNS names and IPv4 addresses of the certificate
 */
export async function writeWebhookCertificate(
  file: string,
  names: readonly string[] = localNames,
): Promise<void> {
  const { cert, key } = await makeSelfSignedCertificate(names.length > 0 ? names : localNames);
  await writeFile(file, cert + key, { mode: 0o600 });
  // An existing file keeps its mode.
  await chmod(file, 0o600);
}

import { readFile } from 'node:fs/promises';
import { ServeOptionError } from './serve-options.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of a PEM file; whatever else it holds, such as a private key, is left where it is.
 *
 * @throws ServeOptionError for a file that can't be read or holds none
 */
export async function readCertificates(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new ServeOptionError('serve-option', `${file}: ${cause.code ?? cause.message}`, { cause });
  });
  const certificates = text.match(block);
  if (certificates) return certificates;
  throw new ServeOptionError('serve-option', `${file}: holds no certificate in PEM`);
}

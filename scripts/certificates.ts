import { readFile } from 'node:fs/promises';
import { ServeOptionError } from './serve-options.ts';

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

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { join, resolve } from 'node:path';
import { makeTemporaryFolder } from '../../mock/engines/browser/local/temporary-folder.ts';
import type { ServerKey } from '../../mock/serve/plane.ts';
import { keptCertificate, serverNames } from '../../mock/serve/tls/kept-certificate.ts';
import { readCertificates, readPem } from '../certificates.ts';
import { ServeOptionError, type ServeOptions } from './options.ts';

/** The options of `serve` that control HTTPS. */
export type ServeTlsOptions = Pick<
  ServeOptions,
  'tls' | 'tlsCert' | 'tlsKey' | 'host' | 'publicHost' | 'state'
>;

/** Keys and certificates for HTTPS. */
export interface ServeTls {
  readonly tls: ServerKey;
  /** PEM file that clients must trust; null when the certificate comes from an authority. */
  readonly trust: string | null;
  /** Removes the files of this run. */
  remove(): Promise<void>;
}

/**
 * Returns the certificate of all planes: the given one, or a generated one. That one is kept with the state, or made
 * for this run.
 *
 * @returns nothing without HTTPS
 * @throws ServeOptionError in one line
 */
export async function openTls(options: ServeTlsOptions, now = Date.now()): Promise<ServeTls | undefined> {
  const { tls = false, tlsCert, tlsKey, host = '127.0.0.1', publicHost = [], state } = options;
  if (tlsCert !== undefined && tlsKey !== undefined) return givenCertificate(tlsCert, tlsKey, now);
  if (tlsCert !== undefined) throw refused('--tls-cert: has no effect without --tls-key');
  if (tlsKey !== undefined) throw refused('--tls-key: has no effect without --tls-cert');
  if (!tls) return undefined;
  const names = [...new Set([...serverNames(host), ...publicHost])];
  if (state !== undefined)
    return { ...(await keptCertificate(join(state, 'tls'), names)), async remove() {} };
  const { path, remove } = await makeTemporaryFolder('touchstone-tls-');
  try {
    return { ...(await keptCertificate(path, names)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function givenCertificate(certFile: string, keyFile: string, now: number): Promise<ServeTls> {
  const chain = await readCertificates(certFile);
  const [server, ...above] = chain.map((pem) =>
    parsed(certFile, 'certificate', () => new X509Certificate(pem)),
  );
  if (server === undefined) throw refused(`${certFile}: contains no PEM certificate`);
  const pem = await readPem(keyFile);
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type:.*ENCRYPTED/m.test(pem))
    throw refused(`${keyFile}: the key has a passphrase; use one without`);
  const key = parsed(keyFile, 'private key', () => createPrivateKey(pem));
  if (!spki(createPublicKey(pem)).equals(spki(server.publicKey)))
    throw refused(`${keyFile}: does not belong to the certificate in ${certFile}`);
  const [from, to] = [Date.parse(server.validFrom), Date.parse(server.validTo)];
  if (now > to) throw refused(`${certFile}: expired on ${new Date(to).toISOString()}`);
  if (now < from) throw refused(`${certFile}: is not valid before ${new Date(from).toISOString()}`);
  const top = above.at(-1) ?? server;
  return {
    tls: { cert: chain.join('\n'), key: key.export({ type: 'pkcs8', format: 'pem' }).toString() },
    // Clients need a self-signed certificate and nothing else.
    trust: top.subject === top.issuer ? resolve(certFile) : null,
    async remove() {},
  };
}

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });

function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw refused(`${file}: contains no readable ${what}`, cause);
  }
}

function refused(message: string, cause?: unknown): ServeOptionError {
  return new ServeOptionError('serve-option', message, { cause });
}

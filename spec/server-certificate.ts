import { makeKeys, privateKeyPem, signCertificate } from './x509/sign-certificate.ts';

/** A certificate for a server on this machine, all of it as PEM. */
export interface ServerCertificate {
  /** What the server shows. */
  readonly cert: string;
  readonly key: string;
  /** The authority that clients trust to trust the server. Its key is gone, so that it never signs another. */
  readonly authority: string;
}

/** Days that a certificate of a server is valid; Apple's systems refuse one of more than 825. */
export const serverCertificateDays = 397;

/**
 * Makes a certificate for a server and an authority that has signed it and nothing else. Two, and not one that is its
 * own authority, since rustls takes no certificate of an authority for that of a server.
 *
 * @param names DNS names and addresses it stands for
 * @param now in milliseconds since the epoch; it is valid from the day before
 * @example
 * const { cert, key, authority } = await makeServerCertificate(['localhost', '127.0.0.1', '::1']);
 */
export async function makeServerCertificate(
  names: readonly string[],
  now = Date.now(),
): Promise<ServerCertificate> {
  const time = { validFrom: new Date(now - 86_400_000), days: serverCertificateDays };
  const keys = await makeKeys();
  // Clients find authorities by name, and may have kept those of earlier starts.
  const issuer = { name: `Touchstone ${crypto.randomUUID()}`, keys: await makeKeys() };
  const [cert, authority, key] = await Promise.all([
    signCertificate({ name: names[0] ?? 'localhost', keys, altNames: names, use: 'server', ...time }, issuer),
    signCertificate({ ...issuer, use: 'authority', ...time }, issuer),
    privateKeyPem(keys),
  ]);
  return { cert, key, authority };
}

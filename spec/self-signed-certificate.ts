import { makeKeys, privateKeyPem, signCertificate } from './x509/sign-certificate.ts';

/** A certificate for a receiver of webhooks in a test, and its private key, both as PEM. */
export interface SelfSignedCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a self-signed certificate (X.509 v3, ECDSA on P-256, RFC 5280) that is its own authority.
 *
 * @param names DNS names and addresses it stands for
 * @param validFrom its first day; it is valid for 30 days
 * @example
 * const { cert, key } = await makeSelfSignedCertificate(['hooks.example.com', '127.0.0.1']);
 */
export async function makeSelfSignedCertificate(
  names: readonly string[],
  validFrom = new Date(Date.now() - 86_400_000),
): Promise<SelfSignedCertificate> {
  const self = { name: 'Touchstone test receiver', keys: await makeKeys() };
  const cert = await signCertificate({ ...self, altNames: names, validFrom, days: 30 }, self);
  return { cert, key: await privateKeyPem(self.keys) };
}

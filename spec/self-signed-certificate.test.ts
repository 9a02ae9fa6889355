import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSelfSignedCertificate } from './self-signed-certificate.ts';

it('makes a certificate that another implementation reads and verifies', async () => {
  const { cert } = await makeSelfSignedCertificate(['hooks.example.com', '127.0.0.1']);
  const read = new X509Certificate(cert);
  expect(read.subjectAltName).toBe('DNS:hooks.example.com, IP Address:127.0.0.1');
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.ca).toBe(true);
  expect(read.checkHost('hooks.example.com')).toBe('hooks.example.com');
});

it('makes a new key each time', async () => {
  const [one, two] = await Promise.all([makeSelfSignedCertificate(['a']), makeSelfSignedCertificate(['a'])]);
  expect(one.key).not.toBe(two.key);
});

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeSelfSignedCertificate, makeServerCertificate } from './certificates.ts';

it('makes a certificate that another implementation parses and verifies', async () => {
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

const names = ['localhost', '*.example.localhost', '127.0.0.1', '::1', 'fe80::1:0:2', '::ffff:10.0.0.1'];

it('makes a certificate that another implementation parses and finds signed by the authority', async () => {
  const { cert, key, authority } = await makeServerCertificate(names, Date.UTC(2026, 4, 2));
  const [server, issuer] = [new X509Certificate(cert), new X509Certificate(authority)];
  expect(server.subjectAltName).toBe(
    'DNS:localhost, DNS:*.example.localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, ' +
      'IP Address:FE80:0:0:0:0:1:0:2, IP Address:0:0:0:0:0:FFFF:A00:1',
  );
  expect(server.verify(issuer.publicKey)).toBe(true);
  expect(server.checkIssued(issuer)).toBe(true);
  expect(server.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect([server.ca, issuer.ca]).toEqual([false, true]);
  expect(new Date(server.validFrom)).toEqual(new Date(Date.UTC(2026, 4, 1)));
  expect(new Date(server.validTo)).toEqual(new Date(Date.UTC(2027, 5, 2)));
});

it('makes another authority with another name each time', async () => {
  const made = await Promise.all([makeServerCertificate(['a']), makeServerCertificate(['a'])]);
  const [one, two] = made.map(({ authority }) => new X509Certificate(authority).subject);
  expect(one).not.toBe(two);
});

import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeSelfSignedCertificate } from '../spec/certificates.ts';
import { readCertificates, writeWebhookCertificate } from './certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads every certificate of a file, and nothing else', async () => {
  const [one, two] = [await makeSelfSignedCertificate(['a']), await makeSelfSignedCertificate(['b'])];
  const file = join(folder, 'both.pem');
  writeFileSync(file, `# two\n${one.cert}${one.key}${two.cert}`);
  expect(await readCertificates(file)).toEqual([one.cert.trim(), two.cert.trim()]);
});

it('says what is wrong with a file', async () => {
  const file = join(folder, 'none.pem');
  writeFileSync(file, (await makeSelfSignedCertificate(['a'])).key);
  await expect(readCertificates(file)).rejects.toThrow(`${file}: contains no PEM certificate`);
  await expect(readCertificates(join(folder, 'missing.pem'))).rejects.toThrow('missing.pem: does not exist');
});

it.each([
  [[], 'DNS:localhost, IP Address:127.0.0.1'],
  [['hooks.example.com'], 'DNS:hooks.example.com'],
])('writes a certificate and key for %j that only the owner can read', async (names, expected) => {
  const file = join(folder, `${names.length}.pem`);
  writeFileSync(file, 'before', { mode: 0o644 });
  await writeWebhookCertificate(file, names);
  const [certificate = ''] = await readCertificates(file);
  expect(new X509Certificate(certificate).subjectAltName).toBe(expected);
  expect(readFileSync(file, 'utf8')).toContain('-----BEGIN PRIVATE KEY-----');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCertificates } from './certificates.ts';
import { writeWebhookCertificate } from './webhook-certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-webhook-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  [[], 'DNS:localhost, IP Address:127.0.0.1'],
  [['hooks.example.com'], 'DNS:hooks.example.com'],
])('writes a certificate for %j that only its owner can read, and its key', async (names, expected) => {
  const file = join(folder, `${names.length}.pem`);
  writeFileSync(file, 'before', { mode: 0o644 });
  await writeWebhookCertificate(file, names);
  const [certificate = ''] = await readCertificates(file);
  expect(new X509Certificate(certificate).subjectAltName).toBe(expected);
  expect(readFileSync(file, 'utf8')).toContain('-----BEGIN PRIVATE KEY-----');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

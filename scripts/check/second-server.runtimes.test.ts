import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecondServer } from '../../fixtures/second/start.ts';
import { createTarget, type RunResult, runConformance, targetFileSchema } from '../../suites/index.ts';
import { readCertificates, writeWebhookCertificate } from '../certificates.ts';
import { serveFixtureSite } from '../fixture-site.ts';

let result: RunResult;
const close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'second-'));
  close.push(() => rm(folder, { recursive: true }));
  const certificate = join(folder, 'webhook.pem');
  await writeWebhookCertificate(certificate);
  const site = await serveFixtureSite({ port: 0 });
  close.push(() => site.close());
  const server = await startSecondServer({
    origin: site.url,
    webhooks: { allowed: ['127.0.0.1'], ca: (await readCertificates(certificate)).join('\n') },
  });
  close.push(() => server.close());
  const target = createTarget(
    targetFileSchema.parse({ ...server.target, origin: site.url, webhook_certificate: certificate }),
  );
  result = await runConformance(target, {
    select: { level: 'must' },
    exchanges: 'failures',
    journal: null,
  });
}, 180_000);

afterAll(async () => {
  for (const end of close) await end();
});

/** Findings of MUST requirements. */
const musts = () =>
  result.tests.flatMap(({ id, findings }) =>
    findings.filter(({ level }) => level === 'must').map((finding) => ({ test: id, ...finding })),
  );

test('no MUST fails for a server that differs wherever the documents are silent', () => {
  const failed = musts().filter(({ status }) => status === 'failed');
  expect(failed.map(({ requirement, test, message }) => `${requirement} (${test}): ${message}`)).toEqual([]);
  expect(result.tests.filter(({ status }) => status === 'error').map(({ id }) => id)).toEqual([]);
});

test('the MUSTs about what the target file supplies are judged', () => {
  const judged = new Set(musts().map(({ requirement }) => requirement));
  expect(['AR-TOKEN-1', 'AR-TOKEN-2', 'RS-CONF-6', 'ST-CONV-2'].filter((id) => !judged.has(id))).toEqual([]);
});

test('enough MUSTs are judged for a meaningful result', () => {
  expect(new Set(musts().map(({ requirement }) => requirement)).size).toBeGreaterThan(440);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecondServer } from '../../fixtures/second/start.ts';
import { createTarget, type RunResult, runConformance, targetFileSchema } from '../../suites/index.ts';
import { serveFixtureSite } from '../fixture-site.ts';

/** The second server, with a target file that omits everything undocumented. */
let result: RunResult;
const close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const site = await serveFixtureSite({ port: 0 });
  close.push(() => site.close());
  const server = await startSecondServer({ origin: site.url });
  close.push(() => server.close());
  const { operations, models, gateway, namespace, mint, custom_hostnames, ...target } = server.target;
  result = await runConformance(createTarget(targetFileSchema.parse(target)), {
    select: {
      level: 'must',
      services: ['inference', 'artifacts', 'custom-hostnames', 'token-validation/previews'],
    },
    journal: null,
  });
}, 180_000);

afterAll(async () => {
  for (const end of close) await end();
});

const findings = () =>
  result.tests.flatMap((one) => one.findings.map((finding) => ({ test: one.id, ...finding })));

test('no MUST fails for what a target lacks', () => {
  const failed = findings().filter(({ level, status }) => level === 'must' && status === 'failed');
  expect(failed.map(({ requirement, test, message }) => `${requirement} (${test}): ${message}`)).toEqual([]);
});

test('tests skip what a target lacks, and say how to provide it', () => {
  const reasons = result.tests.flatMap(({ status, reason }) => (status === 'skipped' ? [reason ?? ''] : []));
  expect(reasons.length).toBeGreaterThan(50);
  for (const member of ['models.hosted_chat', 'custom_hostnames', 'mint'])
    expect(reasons.filter((reason) => reason.includes(`give it as \`${member}\``))).not.toEqual([]);
});

test('operations without a name are those of a preview', () => {
  const judged = result.tests.filter(
    ({ suite, findings }) => suite.endsWith('/previews') && findings.length > 0,
  );
  expect(judged.length).toBeGreaterThan(5);
});

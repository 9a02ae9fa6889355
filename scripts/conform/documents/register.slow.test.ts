// Long: it judges the mock by every area of the register.
import { expect, it } from 'vitest';
import { createMock } from '../../../mock/assembly/create-mock.ts';
import { createTarget, runConformance, targetFileSchema } from '../../../suites/index.ts';
import { loadSuites } from './load-document-suites.ts';

it('the mock keeps what the register describes', async () => {
  const mock = createMock();
  const { apiToken, zoneId, accountId } = mock.defaults;
  const target = targetFileSchema.parse({
    api: 'http://localhost:4800/client/v4',
    api_token: apiToken,
    zone_id: zoneId,
    account_id: accountId,
  });
  const { suites, catalogue, presence } = await loadSuites({ v4: ['all'] }, () => {});
  const { tests, counts } = await runConformance(createTarget(target), {
    suites,
    catalogue,
    ...(presence !== null && { presence }),
    fetch: (request) => mock.fetch(request),
    journal: null,
  });
  const failed = tests.flatMap(({ id, findings }) =>
    findings.filter(({ status }) => status === 'failed').map(({ message }) => `${id}: ${message}`),
  );
  expect(failed).toEqual([]);
  expect(counts).toMatchObject({ failed: 0, warnings: 0, errors: 0 });
  expect(counts.passed).toBeGreaterThan(1_500);
}, 240_000);

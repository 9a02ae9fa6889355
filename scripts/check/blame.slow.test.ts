import { expect, test } from 'vitest';
import { createMock } from '../../mock/assembly/create-mock.ts';
import { inProcess } from '../../mock/exchange/peer.ts';
import { contract } from '../../spec/contract.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import { createTarget, edgeThroughFetch, runConformance, targetFileSchema } from '../../suites/index.ts';

const envelope = { success: true, errors: [], messages: [], result: {} };

/** Answers of an operation that does not work. */
const faults = {
  refuses: () =>
    Response.json({ ...envelope, success: false, errors: [{ code: 1, message: 'No' }] }, { status: 400 }),
  'changes nothing': () => Response.json(envelope),
};

const marked = { headers: { 'touchstone-site': '1' } };

/** The requirements of a service that the mock violates while one of its operations answers like this. */
async function blamed(operation: keyof typeof contract, answer: () => Response): Promise<string[]> {
  const { method, path } = contract[operation];
  const broken = new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const mock = createMock({ origin: () => new Response('', marked) });
  mock.announce({ api: 'http://mock.localhost/client/v4', edge: 'http://mock.localhost' });
  const { tests } = await runConformance(createTarget(targetFileSchema.parse(mock.info())), {
    select: { services: [operation.split('.', 1).join()], level: 'must' },
    journal: null,
    fetch: async (request) =>
      request.method === method && broken.test(new URL(request.url).pathname)
        ? answer()
        : mock.fetch(request),
    edgeFetch: edgeThroughFetch((request, lines) =>
      mock.edge(request, { ...inProcess, headerLines: lines.flat() }),
    ),
  });
  const failed = tests.flatMap(({ findings }) =>
    findings.filter(({ level, status }) => level === 'must' && status === 'failed'),
  );
  return [...new Set(failed.map(({ requirement }) => requirement))].map(
    (id) => `${id}: ${catalogue.get(id)?.sentence}`,
  );
}

/** What each operation may be blamed for: its own requirements, and those of any request like it. */
const own = {
  'token-validation.credentials.edit': /PATCH|^TV-KEY-4[12]/,
  'token-validation.credentials.replace': /PUT|^TV-KEY-4[12]/,
  'token-validation.rule.bulk-edit': /bulk edit|PATCH|`position`/,
  'artifacts.repos.get': /GET|read route|REST API|not found/,
} as const;

// The keys of a constant are its own names.
const operations = Object.keys(own) as (keyof typeof own)[];
const faulty = operations.flatMap((one) =>
  (['refuses', 'changes nothing'] as const)
    .filter((fault) => contract[one].method !== 'GET' || fault === 'refuses')
    .map((fault) => [one, fault] as const),
);

test.each(faulty)('only %s is blamed when it %s', { timeout: 120_000 }, async (operation, fault) => {
  const found = await blamed(operation, faults[fault]);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((one) => !own[operation].test(one))).toEqual([]);
});

test('a target that sends streams once they have ended breaks no run', { timeout: 120_000 }, async () => {
  const mock = createMock();
  mock.announce({ api: 'http://mock.localhost/client/v4' });
  const { tests } = await runConformance(createTarget(targetFileSchema.parse(mock.info())), {
    select: { services: ['inference'], title: 'stream' },
    journal: null,
    limits: { request: 10_000 },
    fetch: async (request) => {
      const answer = await mock.fetch(request);
      return answer.body ? new Response(await answer.arrayBuffer(), answer) : answer;
    },
  });
  const errors = tests.filter(({ status }) => status === 'error').map(({ reason }) => reason);
  expect([tests.length > 20, errors]).toEqual([true, []]);
});

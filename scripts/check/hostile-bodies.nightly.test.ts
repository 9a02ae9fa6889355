import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { besideOthers, startMock } from './beside-others.ts';
import { withServedMock } from './served-mock.ts';

/** Milliseconds that other requests may wait while a body is read: more than on a quiet machine. */
const longestWait = 2_500;
const mostMemory = 2_500_000_000;

let served: Awaited<ReturnType<typeof startMock>>;

beforeAll(async () => {
  served = await startMock((use) => withServedMock([], use));
});
afterAll(() => served.end());

const nested = (open: string, close: string, depth: number, inside = '') =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;

const account = () => `/accounts/${served.mock.info.account_id}`;

async function send(path: string, body: string) {
  const headers = { 'content-type': 'application/json' };
  const { done, slowest } = await besideOthers(served.mock, () =>
    served.mock.ask(path, { method: 'POST', headers, body }),
  );
  await done.arrayBuffer();
  return { status: done.status, slowest };
}

type Body = [name: string, path: () => string, body: () => string];

/** Bodies that once took seconds or gigabytes somewhere, or would without limits. */
const hostile: readonly Body[] = [
  ...[500, 5_000, 5_000_000].map(
    (depth): Body => [
      `JSON with lists ${depth} deep`,
      () => `${account()}/ai/v1/chat/completions`,
      () => nested('[', ']', depth),
    ],
  ),
  [
    'JSON with objects a million deep',
    () => `${account()}/ai/run/@cf/meta/llama-3.1-8b-instruct`,
    () => nested('{"a":', '}', 1_000_000, '1'),
  ],
  ['JSON of a million lists', () => '/zones', () => `[${'[],'.repeat(1_000_000)}[]]`],
  [
    'a schema with a pattern that could take forever',
    () => `${account()}/ai/v1/chat/completions`,
    () =>
      JSON.stringify({
        model: '@cf/meta/llama-3.1-8b-instruct',
        messages: [{ role: 'user', content: 'Go.' }],
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'x',
            schema: {
              allOf: [
                { const: `${'a'.repeat(5_000)}!` },
                { pattern: '^(a+)+$' },
                { pattern: '^(?=(a|a)*$)' },
              ],
            },
          },
        },
      }),
  ],
  [
    'GraphQL with braces a hundred thousand deep',
    () => '/graphql',
    () => graphql(nested('{a', '}', 100_000)),
  ],
  ['GraphQL of 20,000 fields', () => '/graphql', () => graphql(`{${'a '.repeat(20_000)}}`)],
  [
    'GraphQL with fragments in a circle',
    () => '/graphql',
    () => graphql('{...A} fragment A on Query {...B} fragment B on Query {...A}'),
  ],
  [
    'GraphQL with fragments that double',
    () => '/graphql',
    () =>
      graphql(
        `{...F0}${Array.from({ length: 60 }, (_, n) => `fragment F${n} on Query{...F${n + 1} ...F${n + 1}}`).join('')}fragment F60 on Query{__typename}`,
      ),
  ],
];

const graphql = (query: string) => JSON.stringify({ query });

it.each<Body>([...hostile])(
  '%s delays no other request and is answered',
  { timeout: 120_000 },
  async (_, path, body) => {
    const { status, slowest } = await send(path(), body());
    expect(status).toBeLessThan(500);
    expect(slowest).toBeLessThan(longestWait);
    expect(await served.mock.memory()).toBeLessThan(mostMemory);
  },
);

it('a request of Git that unpacks to a gigabyte is refused', { timeout: 120_000 }, async () => {
  const { mock } = served;
  const repos = `${account()}/artifacts/namespaces/default/repos`;
  const made = await mock.ask(repos, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bomb' }),
  });
  const { result } = await made.json();
  const headers = {
    authorization: `Bearer ${result.token}`,
    'content-type': 'application/x-git-upload-pack-request',
    'content-encoding': 'gzip',
  };
  const body = gzipSync(Buffer.alloc(1_000_000_000, '0032want '));
  const { done, slowest } = await besideOthers(mock, () =>
    fetch(`${result.remote}/git-upload-pack`, { method: 'POST', headers, body }),
  );
  expect(await done.text()).toMatch(/ERR|refused|too/);
  expect(slowest).toBeLessThan(longestWait);
  expect(await mock.memory()).toBeLessThan(mostMemory);
});

it('bodies with random errors are answered', { timeout: 300_000 }, async () => {
  const bodies = [
    JSON.stringify({ query: 'query A($a: Int) { viewer { zones(filter: {zoneTag: "x"}) { __typename } } }' }),
    JSON.stringify({
      model: '@cf/meta/llama-3.1-8b-instruct',
      messages: [{ role: 'user', content: 'Hello' }],
      response_format: {
        type: 'json_schema',
        json_schema: { schema: { type: 'string', pattern: '^(?=.*a)(b|c)+$' } },
      },
    }),
  ];
  const paths = ['/graphql', `${account()}/ai/v1/chat/completions`];
  const fault = fc.record({ at: fc.nat(400), length: fc.nat(6), text: fc.string({ maxLength: 6 }) });
  await fc.assert(
    fc.asyncProperty(fc.nat(1), fc.array(fault, { minLength: 1, maxLength: 4 }), async (which, faults) => {
      const body = faults.reduce(
        (text, { at, length, text: by }) => text.slice(0, at) + by + text.slice(at + length),
        bodies[which] ?? '',
      );
      const { status, slowest } = await send(paths[which] ?? '', body);
      expect(status).toBeLessThan(500);
      expect(slowest).toBeLessThan(longestWait);
    }),
    { numRuns: 1_000 },
  );
});

import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Mock } from '../../mock/index.ts';
import { createFakeBrowser } from '../../mock/services/browser-rendering/testing/fake-browser.ts';
import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { openExampleSetting } from '../docs/example-setting.ts';
import { recordExamples } from '../docs/record-examples.ts';
import { stories } from '../docs/stories.ts';
import { createOpenapiJudge } from './openapi-judge.ts';

/** Number of variations of each request of a story. */
const eachTimes = 100;
const atLeast = 20_000;
/** Another seed makes other requests: FUZZ_SEED=7. */
const seed = Number(process.env['FUZZ_SEED'] ?? 1);

const endpoints: ReadonlyMap<string, Endpoint> = new Map(Object.entries(contract));

/** A request of a story, and how to restore the world in which it succeeds. */
interface Told {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly restore: () => void;
}

const segment = fc.oneof(
  fc.uuid(),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom(
    '0'.repeat(32),
    'default',
    '%',
    '%zz',
    '%ff',
    '%2F',
    '..',
    '__proto__',
    'constructor',
    '%00',
    '1',
  ),
);
const queryNames = [
  'page',
  'per_page',
  'limit',
  'cursor',
  'id',
  'host',
  'state',
  'order',
  'since',
  '__proto__',
];
const query = fc.oneof(
  fc.webQueryParameters(),
  fc
    .tuple(fc.constantFrom(...queryNames), fc.constantFrom('1', '5', '50', '0', '-1', 'x', '', '%00', 'true'))
    .map(([name, value]) => `${name}=${value}`),
  fc.constantFrom('since=2026-99-99T00:00:00Z', 'page=2&per_page=5', 'page=1&page=2'),
);
const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  { authorization: '' },
  { authorization: 'Bearer nobody' },
  { authorization: 'Basic dXNlcjpwYXNz' },
  { authorization: 'Bearer touchstone-read-only-token-000000000002' },
  { 'cf-aig-gateway-id': 'default' },
  { 'cf-aig-gateway-id': 'no such gateway' },
  { 'cf-aig-cache-ttl': 'x', 'cf-aig-metadata': '{' },
  { 'cf-aig-request-timeout': '1', 'cf-aig-max-attempts': '9' },
  { accept: 'text/event-stream' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/octet-stream' },
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(undefined, null, '', 0, -1, 1e9, 0.5, true, [], {}, 'a'.repeat(5000)),
);
/** Variations of a request. */
const change = fc.record({
  method: fc.oneof(
    { weight: 30, arbitrary: fc.constant(undefined) },
    fc.constantFrom<string>('GET', 'PUT', 'PATCH', 'OPTIONS'),
  ),
  segment: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    fc.record({ place: fc.nat({ max: 9 }), text: segment }),
  ),
  query: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, query),
  headers: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, headers),
  body: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 5, arbitrary: fc.record({ place: fc.nat({ max: 30 }), value }) },
    fc.string(),
    fc.constant(''),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(told: Told, { method = told.method, segment, query, headers, body }: Change): Request {
  const url = new URL(told.url);
  const segments = url.pathname.split('/');
  // The base path stays, or the request would match nothing.
  const at = 3 + ((segment?.place ?? 0) % Math.max(1, segments.length - 3));
  if (segment) segments[at] = segment.text;
  const search = [url.search.slice(1), query].filter((part) => part !== undefined && part !== '').join('&');
  return new Request(`${url.origin}${segments.join('/')}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: { ...told.headers, ...headers },
    body: method === 'GET' || method === 'HEAD' ? null : changedBody(told.body, body),
  });
}

function changedBody(
  bytes: Uint8Array<ArrayBuffer>,
  change: Change['body'],
): Uint8Array<ArrayBuffer> | string {
  if (change === undefined) return bytes;
  if (typeof change === 'string') return change;
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return JSON.stringify(replaced(json, change.place, change.value)) ?? '';
  } catch {
    return bytes.slice(0, bytes.length >> 1); // A form that is cut.
  }
}

/** A value with one node replaced; `undefined` removes it. */
function replaced(json: unknown, place: number, value: unknown): unknown {
  let left = place;
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return value;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, member]) => [name, visit(member)]));
  };
  return visit(json);
}

/** Undoes what would delay or change all later answers. */
function calm(mock: Mock): void {
  mock.faults.clear();
  mock.models.clear();
  mock.clock.release();
  for (const { clock } of mock.world.accounts.list()) clock.release();
  mock.world.gatewayConditions.reset();
}

afterEach(() => vi.restoreAllMocks());

test('every answer matches the OpenAPI document, for stories and their variations', {
  timeout: 900_000,
}, async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const judge = createOpenapiJudge();
  const misfits = new Map<string, string>();
  const asked = new Set<string>();
  let answers = 0;

  async function ask(fetch: Mock['fetch'], request: Request): Promise<Response> {
    const sent = `${request.method} ${request.url} ${JSON.stringify([...request.headers])} ${await request.clone().text()}`;
    const answer = await fetch(request);
    const operation = answer.headers.get('touchstone-operation') ?? undefined;
    const mediaType = answer.headers.get('content-type') ?? '';
    const isEndless = answer.ok && endpoints.get(operation ?? '')?.answer === 'stream';
    const text = isEndless ? undefined : await answer.clone().text();
    const problem = judge(operation, { status: answer.status, mediaType, text });
    if (problem !== undefined)
      misfits.set(
        `${operation} ${answer.status}: ${problem.slice(0, 300)}`,
        `${sent.slice(0, 1000)}\n  ${text?.slice(0, 500)}`,
      );
    if (operation !== undefined) asked.add(operation);
    answers++;
    return answer;
  }

  const open = async () => {
    const setting = await openExampleSetting({ browser: createFakeBrowser(), v4: false });
    const { mock } = setting;
    const told: Told[] = [];
    const fetch: Mock['fetch'] = async (request, peer) => {
      if (new URL(request.url).pathname.startsWith('/git/')) return mock.fetch(request, peer);
      told.push({
        url: request.url,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: new Uint8Array(await request.clone().arrayBuffer()),
        restore: mock.snapshot(),
      });
      return ask(mock.fetch, request);
    };
    /** Sends variations of a story's requests, each in the world of the original. */
    const close = async () => {
      for (const [index, one] of told.entries()) {
        for (const [time, wanted] of fc
          .sample(change, { numRuns: eachTimes, seed: seed + index })
          .entries()) {
          if (time % 10 === 0) one.restore();
          const answer = await ask(mock.fetch, changed(one, wanted));
          await answer.body?.cancel();
          if (one.url.includes('/_touchstone/')) calm(mock);
        }
      }
      await setting.close();
    };
    return { mock: { ...mock, fetch }, close };
  };
  await recordExamples(stories, open);

  expect([...misfits].map(([what, how]) => `${what}\n  ${how}`)).toEqual([]);
  expect(logged.mock.calls).toEqual([]);
  expect([...endpoints.keys()].filter((id) => !asked.has(id))).toEqual([]);
  expect(answers).toBeGreaterThan(atLeast);
});

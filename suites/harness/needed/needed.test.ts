// What tests need of a target that no seed says how to get: routes, values, tokens, headers, operations, models.
import { describe, expect, it } from 'vitest';
import type { RawRequest, Reply, SentRequest } from '../../../spec/client.ts';
import type { OperationId } from '../../../spec/contract.ts';
import type { Feature } from '../../../spec/requirement.ts';
import { allSuites } from '../../index.ts';
import { ConformanceFailure, SkipTest } from '../errors.ts';
import { withProbedFeatures } from '../probed-features.ts';
import { runSuites } from '../runner.ts';
import { createTarget, type TargetFile, targetFileSchema } from '../target.ts';
import { runTiny, tinyTest } from '../testing/run-tiny.ts';
import { tinyPlatform, tinyZoneId } from '../testing/tiny-platform.ts';
import type { Transport } from '../transport.ts';
import { createKnownValues } from './known-values.ts';
import { mintToken } from './mint.ts';
import { createModelStandIns, suiteModels } from './models.ts';
import { createOperationTools } from './operations.ts';
import { createRoutes, operationAt } from './routes.ts';
import { headersFor, withServiceHeaders } from './service-headers.ts';

const reply = (status: number, body: unknown = undefined): Reply => {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { status, headers: new Headers(), bytes: new TextEncoder().encode(text), text, body };
};
const refusal = (status: number, code: number) => reply(status, { success: false, errors: [{ code }] });

describe('an operation', () => {
  /** What a target lacks, given its answer for an operation and its answer for unknown paths. */
  async function getLack(
    id: OperationId,
    answer: Reply,
    unknown = refusal(404, 1),
    features: Feature[] = [],
  ) {
    const asked: RawRequest[] = [];
    const routes = createRoutes({ features: new Set(features) });
    const send = async (request: RawRequest) => {
      asked.push(request);
      return unknown;
    };
    const params = { zone_id: 'our zone', rule_id: '1' };
    const lack = await routes.getLack(id, params, answer, send);
    await routes.getLack(id, params, answer, send);
    return { lack, asked };
  }

  const unnamed: OperationId = 'token-validation.rule.get';
  const create: OperationId = 'token-validation.config.create';
  const edit: OperationId = 'token-validation.credentials.edit';
  it.each<[string, OperationId, Reply, boolean, Reply?]>([
    ['no seed names, at 405', unnamed, reply(405), true],
    ['no seed names, at 501', unnamed, reply(501), true],
    ['no seed names, at 404 without an envelope', unnamed, reply(404), true],
    ["no seed names, at the platform's code for an unknown path", unnamed, refusal(404, 7003), true],
    ['no seed names, at its answer for unknown paths', unnamed, refusal(404, 1), true],
    ['no seed names, at 400 as for unknown paths', unnamed, refusal(400, 7003), true, refusal(400, 7003)],
    ['no seed names, at a success', unnamed, reply(200, { success: true }), false],
    ['no seed names, at a server error', unnamed, reply(500), false],
    ['no seed names, at 404 with a code of its own', unnamed, refusal(404, 2), false],
    ['no seed names, at another refusal', unnamed, refusal(400, 2), false],
    ['a seed names, at 405', edit, reply(405), true],
    ['a seed names, at 404 without an envelope', create, reply(404), true],
    ['a seed names, at its answer for unknown paths', create, refusal(404, 1), true],
    ['a seed names, at 404 with another code', create, refusal(404, 2), false],
    ['a seed names, at 404 below a created resource', edit, reply(404), false],
    ['a seed names, at 404 to a change', 'token-validation.rule.bulk-edit', refusal(404, 1), false],
    ['a seed names, at another refusal', create, refusal(400, 1), false, refusal(400, 1)],
    ['a seed names, at 401, as everywhere', create, refusal(401, 1), false, refusal(401, 1)],
  ])('that %s is missing or not', async (_, id, answer, missing, unknown) => {
    const { lack } = await getLack(id, answer, unknown);
    if (missing) expect(lack).toMatch(/^the target has no way to /);
    else expect(lack).toBeUndefined();
  });

  it('is checked with one request per zone, and not in the mock of this project', async () => {
    const { asked } = await getLack(unnamed, refusal(404, 2));
    expect(asked).toEqual([{ method: 'GET', path: '/zones/our%20zone/no_such_route_of_touchstone' }]);
    const own = await getLack(unnamed, reply(404), undefined, ['admin']);
    expect(own).toEqual({ lack: undefined, asked: [] });
    const { lack } = await getLack('api-gateway.operation.create-item', reply(404));
    expect(lack).toMatch(/; give it as `operations` in the target file$/);
  });

  it('is recognized by a path that names only a zone', () => {
    const path = '/zones/our%20zone/token_validation/rules/preview?page=1';
    const params = { zone_id: 'our zone' };
    expect(operationAt({ method: 'POST', path })).toEqual({ id: 'token-validation.rule.preview', params });
    expect(operationAt({ method: 'POST', path: '/zones/our/no_such_route' })).toBeUndefined();
  });
});

it('fails no test of streams and of GraphQL at a target whose only answers are 404', async () => {
  const platform = tinyPlatform();
  const known = new RegExp(`/(?:tokens/verify|zones/${tinyZoneId})$`);
  // The route of conversion makes inference a service that the target has.
  const fetch = async (request: Request) =>
    request.url.endsWith('/tomarkdown')
      ? Response.json({ success: true, errors: [], messages: [], result: [] })
      : known.test(new URL(request.url).pathname)
        ? platform.fetch(request)
        : new Response('<h1>Not found</h1>', { status: 404 });
  const target = { ...platform.target, accountId: tinyZoneId };
  const services = [
    'analytics',
    ...['streams', 'chat-streams', 'native-streams'].map((one) => `inference/${one}`),
  ];
  const { tests } = await runSuites(target, allSuites, { fetch, select: { services }, journal: null });
  expect(tests.flatMap(({ id, status }) => (status === 'failed' ? [id] : []))).toEqual([]);
  expect(tests.filter(({ status }) => status === 'skipped').length).toBeGreaterThan(40);
});

it('a stream is asked with the model of the target file', async () => {
  const platform = tinyPlatform();
  const given = { ...platform.target.given, models: { chat_completions: 'we/talk' } };
  const asked: unknown[] = [];
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/chat/completions')) return platform.fetch(request);
    const sent: unknown = await request.json().catch(() => undefined);
    if (sent !== undefined) asked.push(sent);
    return new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } });
  };
  const use = tinyTest(async (t) => {
    const body = { model: suiteModels.chat_completions, messages: [], stream: true };
    const stream = await t.stream('inference.chat-completions', { params: { account_id: 'ours' }, body });
    await stream.rest();
  });
  await runTiny([use], { fetch }, { ...platform, target: { ...platform.target, given } });
  expect(asked).toEqual([{ model: 'we/talk', messages: [], stream: true }]);
});

describe('an unknown value', () => {
  const git = 'https://tiny.invalid/git';
  const values = createKnownValues(false);
  it.each(['', 'undefined'])('is a path variable that is "%s", or left out', (rule_id) => {
    for (const given of [{ zone_id: 'ours', rule_id }, { zone_id: 'ours' }]) {
      const message = '{rule_id} of token-validation.rule.get would be empty';
      expect(() => values.params('token-validation.rule.get', given)).toThrow(message);
    }
  });

  it.each([
    [`${git}/undefined/info/refs?service=x`, {}, true],
    [git, { authorization: 'Bearer undefined' }, true],
    [git, { 'x-auth-key': 'null' }, true],
    [`${git}/undefined-things?x=null`, { authorization: 'Bearer null-and-void' }, false],
  ])('is in a request to %s with %o: %s', (url, headers, unknown) => {
    if (!unknown) return values.request(url, headers);
    expect(() => values.request(url, headers)).toThrow(SkipTest);
    expect(() => createKnownValues(true).request(url, headers)).toThrow(ConformanceFailure);
  });
});

describe('a token', () => {
  const wanted = {
    ...{ account_id: 'ours', namespace: 'default', repo: 'ts-abc123-1', scope: 'read' as const },
    remote: 'https://git.invalid/ts-abc123-1.git',
  };
  const mint = (how: string, answer = async (_: Request) => Response.error()) =>
    mintToken(how, wanted, {
      fetch: answer,
      headersFor: () => ({ authorization: 'Bearer everything' }),
      timeout: 5_000,
    });

  it.each(['the-token\n', '{"token":"the-token"}', '{"success":true,"result":{"plaintext":"the-token"}}'])(
    'comes from a URL that answers %s',
    async (text) => {
      const asked: unknown[] = [];
      const token = await mint('https://mint.invalid/', async (request) => {
        asked.push(request.headers.get('authorization'), await request.json());
        return new Response(text);
      });
      expect([token, ...asked]).toEqual(['the-token', 'Bearer everything', wanted]);
    },
  );

  it.each([
    [404, SkipTest],
    [501, SkipTest],
    [200, SkipTest],
    [500, ConformanceFailure],
  ])('is lacking where the URL answers with nothing but status %i', async (status, kind) => {
    const minted = mint('https://mint.invalid/', async () => new Response('', { status }));
    await expect(minted).rejects.toThrow(kind);
  });

  it('comes from a command that finds the request in its environment', async () => {
    expect(await mint('echo "$MINT_REPO for $MINT_SCOPE"')).toBe('ts-abc123-1 for read');
    for (const none of ['exit 3', 'true']) {
      await expect(mint(none)).rejects.toThrow(/^the target has no way to mint a token .* as `mint` in/);
    }
  });
});

describe('the headers of a service', () => {
  const api = 'https://tiny.invalid/client/v4';
  const usual = { authorization: 'Bearer everything' };
  const models = { authorization: 'Bearer models', 'x-tenant': 'ours' };
  const given = {
    inference: { Authorization: 'Bearer models', 'x-tenant': 'ours' },
    'token-validation': { authorization: '', 'x-auth-key': 'secret' },
  };

  it.each([
    ['/accounts/1/ai/run', models],
    ['/zones/1/token_validation/config?page=1', { 'x-auth-key': 'secret' }],
    ['/accounts/1/ai-gateway/gateways', usual],
    ['/zones/1', usual],
  ])('are added to %s', (path, expected) => {
    expect(headersFor(`${api}${path}`, usual, given)).toEqual(expected);
  });

  it.each([{ authorization: 'Bearer wrong', 'x-tenant': 'other' }, { 'x-tenant': 'other' }])(
    'leave what a request sets itself: %o',
    (headers) => {
      const sent = { method: 'POST', url: `${api}/accounts/1/ai/run`, headers };
      expect(withServiceHeaders(sent, usual, given).headers).toEqual(headers);
    },
  );
});

it('operations share a host only if they share a label, and skip the test where there are too few', async () => {
  const known = (operation_id: string, host: string, endpoint: string, method = 'GET') => ({
    ...{ operation_id, host, endpoint, method },
  });
  const given = [
    known('post', 'a.zone', '/login', 'POST'),
    known('a1', 'a.zone', '/orders/{var1}'),
    known('b1', 'b.zone', '/orders'),
    known('b2', 'b.zone', '/users'),
  ];
  const unused = () => Promise.reject(new Error('the target file has all'));
  const tools = () =>
    createOperationTools({
      given,
      inventories: new Map(),
      zoneId: () => 'ours',
      learn: async () => {},
      ask: unused,
      creation: { host: (label = 'api') => `${label}.zone`, path: (path) => path, operation: unused },
    });
  const test = tools();
  const all = await test.operations({ label: 'one' }, { label: 'one' }, { label: 'other' });
  expect(all.map(({ operation_id }) => operation_id)).toEqual(['b1', 'b2', 'a1']);
  const [post] = await test.operations({ label: 'other', method: 'any' });
  expect(post?.operation_id).toBe('post');
  const asked = tools().operations(...['one', 'two', 'three'].map((label) => ({ label })));
  await expect(asked).rejects.toThrow(SkipTest);
  await expect(asked).rejects.toThrow(
    /`operations` in the target file: the test needs 3 GET operations on 3/,
  );
});

describe('a model or gateway of the suites', () => {
  const ai = 'http://tiny.invalid/client/v4/accounts/ours/ai';
  const { hosted_chat: hosted, messages, chat_completions } = suiteModels;
  interface Answers {
    /** Models that the target accepts. */
    readonly takes?: readonly string[];
    readonly gateways?: readonly string[];
    readonly found?: readonly string[];
    /** Status for any other model. */
    readonly status?: number;
  }
  function platform({ takes = [], gateways, found, status = 400 }: Answers, file: Partial<TargetFile> = {}) {
    const asked: SentRequest[] = [];
    const transport: Transport = async (request) => {
      asked.push(request);
      const { pathname } = new URL(request.url);
      const listing = pathname.endsWith('/gateways') ? gateways?.map((id) => ({ id })) : undefined;
      const records =
        listing ?? (pathname.endsWith('/search') ? found?.map((name) => ({ name })) : undefined);
      if (records) return reply(200, { success: true, result: records });
      if (request.method === 'GET') return reply(404, {});
      return reply(takes.includes(JSON.parse(String(request.body)).model) ? 200 : status, {});
    };
    const described = { api: 'http://tiny.invalid/client/v4', api_token: 'the-token', ...file };
    const standIns = createModelStandIns(createTarget(targetFileSchema.parse(described)));
    return { asked, replace: (request: SentRequest) => standIns.replace(request, transport) };
  }
  const request = (path: string, model: string, headers = {}): SentRequest => ({
    ...{ method: 'POST', url: `${ai}${path}`, headers },
    body: JSON.stringify({ model, messages: [] }),
  });
  it('is replaced by that of the target file, else one from a search that is tried once', async () => {
    const models = { chat_completions: 'we/talk', responses: 'we/respond' };
    const described = platform({}, { models });
    const replaced = await described.replace(request('/v1/responses', chat_completions));
    expect([replaced, described.asked]).toEqual([request('/v1/responses', 'we/respond'), []]);
    const { replace, asked } = platform({ takes: ['@cf/b'], found: ['@cf/a', '@cf/b'] });
    for (const _ of ['once', 'again']) {
      expect(await replace(request('/run', hosted))).toEqual(request('/run', '@cf/b'));
    }
    const proofs = asked.filter(({ method }) => method === 'POST');
    expect(proofs.map(({ headers }) => headers['authorization'])).toEqual(Array(3).fill('Bearer the-token'));
  });

  it.each([
    ...[400, 404, 405, 422, 501].map((status) => [status, true] as const),
    ...[200, 401, 500].map((status) => [status, false] as const),
  ])('that the target answers with %i skips the test: %s', async (status, skips) => {
    const sent = request('/v1/messages', messages);
    const replaced = platform({ status }).replace(sent);
    if (!skips) return expect(await replaced).toEqual(sent);
    await expect(replaced).rejects.toThrow(SkipTest);
    await expect(replaced).rejects.toThrow(
      /ask a third-party model in the messages format; .* `models\.messages`/,
    );
  });

  const through = (id: string) => request('/run', 'nobody/nothing', { 'cf-aig-gateway-id': id });
  it.each<[string, Answers, Partial<TargetFile>, string, string?]>([
    ['that of the target file', {}, { gateway: 'ours' }, 'ours'],
    ['the first one that no test made', { gateways: ['ts-x1y2z3-1', 'second'] }, {}, 'second'],
    ['the default one, where it is listed', { gateways: ['first', 'default'] }, {}, 'default'],
    ['the default one, where none is listed', {}, {}, 'default'],
    ['the one that a test made', {}, { gateway: 'ours' }, 'ts-abc123-7', 'ts-abc123-7'],
  ])('is %s', async (_, answers, file, expected, sent = 'default') => {
    expect(await platform(answers, file).replace(through(sent))).toEqual(through(expected));
  });

  it.each([
    ["in this project's own mock", through('default'), { features: ['admin'] }],
    ['in requests to other services', request('-gateway/gateways', messages), {}],
  ])('stays the same %s', async (_, sent, file) => {
    const { replace, asked } = platform({ status: 404 }, file);
    expect([await replace(sent), asked]).toEqual([sent, []]);
  });
});

it.each([
  [200, true],
  [500, true],
  [undefined, true],
  [503, false],
  [404, false],
  [400, false],
])('a target that answers a screenshot with %s has a browser: %s', async (status, has) => {
  const described = { api: 'http://tiny.invalid/client/v4', account_id: 'ours', api_token: 'x' };
  const target = createTarget(targetFileSchema.parse(described));
  const send = async () => {
    if (status === undefined) throw new TypeError('reset');
    return new Response('', { status });
  };
  const found = await withProbedFeatures(target, new Set(['browser']), send, 1_000);
  expect(found.features.has('browser')).toBe(has);
  const unasked = () => Promise.reject(new Error('asked'));
  expect(await withProbedFeatures(target, new Set(['edge']), unasked, 1_000)).toBe(target);
});

import { describe, expect, it } from 'vitest';
import type { SentRequest } from '../../../spec/client.ts';
import { SkipTest } from '../errors.ts';
import { createTarget, type TargetFile, targetFileSchema } from '../target.ts';
import type { Transport } from '../transport.ts';
import { createModelStandIns, suiteModels } from './models.ts';

const ai = 'http://tiny.invalid/client/v4/accounts/ours/ai';

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
  const answer = (request: SentRequest): [number, unknown] => {
    const { pathname } = new URL(request.url);
    const listing = pathname.endsWith('/gateways') ? gateways?.map((id) => ({ id })) : undefined;
    const search = pathname.endsWith('/search') ? found?.map((name) => ({ name })) : undefined;
    const records = listing ?? search;
    if (records) return [200, { success: true, result: records }];
    if (request.method === 'GET') return [404, {}];
    return [takes.includes(JSON.parse(String(request.body)).model) ? 200 : status, {}];
  };
  const transport: Transport = async (request) => {
    asked.push(request);
    const [code, body] = answer(request);
    return {
      status: code,
      headers: new Headers(),
      bytes: new TextEncoder().encode(JSON.stringify(body)),
    };
  };
  const described = targetFileSchema.parse({
    api: 'http://tiny.invalid/client/v4',
    api_token: 'the-token',
    ...file,
  });
  const standIns = createModelStandIns(createTarget(described));
  return { asked, replace: (request: SentRequest) => standIns.replace(request, transport) };
}

const request = (path: string, model: string, headers = {}): SentRequest => ({
  method: 'POST',
  url: `${ai}${path}`,
  headers,
  body: JSON.stringify({ model, messages: [] }),
});

const modelIn = ({ body }: SentRequest): unknown => JSON.parse(String(body)).model;

describe('a model of the suites', () => {
  const hosted = suiteModels.hosted_chat;

  it("is replaced by the target file's model for its role", async () => {
    const models = { hosted_chat: '@cf/ours/chat', chat_completions: 'we/talk', responses: 'we/respond' };
    const { replace, asked } = platform({}, { models });
    const paths = [
      ['/run', hosted],
      ['/v1/chat/completions', suiteModels.chat_completions],
      ['/v1/responses', suiteModels.chat_completions],
    ] as const;
    const found = await Promise.all(
      paths.map(async ([path, model]) => modelIn(await replace(request(path, model)))),
    );
    expect(found).toEqual(['@cf/ours/chat', 'we/talk', 'we/respond']);
    expect(asked).toEqual([]);
  });

  it.each([
    [`/run/${hosted}`, '/run/@cf/ours/chat'],
    [`/run/${encodeURIComponent(hosted)}`, '/run/%40cf%2Fours%2Fchat'],
  ])('is replaced in the path %s too', async (path, expected) => {
    const { replace } = platform({}, { models: { hosted_chat: '@cf/ours/chat' } });
    expect((await replace({ ...request(path, ''), body: '{}' })).url).toBe(`${ai}${expected}`);
  });

  it('is probed once where the target file has none for its role', async () => {
    const { replace, asked } = platform({ takes: [hosted] });
    for (const text of ['one', 'two']) {
      const sent = { ...request('/run', hosted), body: JSON.stringify({ model: hosted, text }) };
      expect(await replace(sent)).toEqual(sent);
    }
    const proofs = asked.filter(({ method }) => method === 'POST');
    expect(proofs.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
      [`${ai}/run`, 'Bearer the-token'],
    ]);
  });

  it('is replaced by a model from a search by task', async () => {
    const { replace } = platform({
      takes: ['@cf/ours/second'],
      found: ['@cf/ours/first', '@cf/ours/second'],
    });
    expect(modelIn(await replace(request('/run', hosted)))).toBe('@cf/ours/second');
  });

  it.each([400, 404, 405, 422, 501])('skips the test when the target refuses it with %i', async (status) => {
    const { replace } = platform({ status });
    const asked = replace(request('/v1/messages', suiteModels.messages));
    await expect(asked).rejects.toThrow(SkipTest);
    await expect(asked).rejects.toThrow(
      /^the target has no way to ask a third-party model in the messages format; give it as `models\.messages`/,
    );
  });

  it.each([200, 401, 500])('is left to the test when the target answers with %i', async (status) => {
    const { replace } = platform({ status });
    const sent = request('/v1/messages', suiteModels.messages);
    expect(await replace(sent)).toEqual(sent);
  });

  it("stays the same in this project's own mock", async () => {
    const { replace, asked } = platform({ status: 404 }, { features: ['admin'] });
    const sent = request('/run', hosted, { 'cf-aig-gateway-id': 'default' });
    expect([await replace(sent), asked]).toEqual([sent, []]);
  });
});

describe('the gateway of the suites', () => {
  const throughDefault = () => request('/run', 'nobody/nothing', { 'cf-aig-gateway-id': 'default' });
  const gatewayIn = ({ headers }: SentRequest) => headers['cf-aig-gateway-id'];

  it.each([
    ['that of the target file', {}, { gateway: 'ours' }, 'ours'],
    ['the first one listed', { gateways: ['first', 'second'] }, {}, 'first'],
    ['the first one that no test made', { gateways: ['ts-x1y2z3-1', 'second'] }, {}, 'second'],
    ['the default one, where it is listed', { gateways: ['first', 'default'] }, {}, 'default'],
    ['the default one, where none is listed', {}, {}, 'default'],
  ])('is %s', async (_, answers, file, expected) => {
    expect(gatewayIn(await platform(answers, file).replace(throughDefault()))).toBe(expected);
  });

  it('does not replace a gateway that a test made', async () => {
    const { replace } = platform({}, { gateway: 'ours' });
    const sent = request('/run', 'nobody/nothing', { 'cf-aig-gateway-id': 'ts-abc123-7' });
    expect(await replace(sent)).toEqual(sent);
  });
});

it('does not change requests to other services', async () => {
  const { replace, asked } = platform({ status: 404 });
  const sent = { ...request('', suiteModels.messages), url: `${ai}-gateway/gateways` };
  expect([await replace(sent), asked]).toEqual([sent, []]);
});

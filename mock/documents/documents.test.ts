// Long: one document, and all that its operations do.
import { beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../assembly/create-mock.ts';

/** A shop in the platform's manner: zones, accounts, an envelope. */
const lamp = {
  type: 'object',
  required: ['id', 'name', 'created_on', 'modified_on'],
  properties: {
    id: { type: 'string', pattern: '^[0-9a-f]{32}$', readOnly: true },
    name: { type: 'string', minLength: 1 },
    watts: { type: 'integer', maximum: 100 },
    created_on: { type: 'string', format: 'date-time', readOnly: true },
    modified_on: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const envelope = (result: object, more: object = {}) => ({
  description: 'OK',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['success', 'errors', 'messages', 'result'],
        properties: {
          success: { type: 'boolean', enum: [true] },
          errors: { type: 'array', items: { type: 'object' } },
          messages: { type: 'array', items: { type: 'object' } },
          result,
          ...more,
        },
      },
    },
  },
});
const lampRef = { $ref: '#/components/schemas/Lamp' };
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const count = { type: 'integer' };
const document = {
  openapi: '3.0.3',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://api.example.com/client/v4' }],
  security: [{ token: [] }],
  components: { schemas: { Lamp: lamp } },
  paths: {
    '/zones/{zone_id}/lamps': {
      get: {
        operationId: 'lamps-list',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'per_page', in: 'query', schema: { type: 'integer', maximum: 50 } },
          { name: 'name', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          200: envelope(
            { type: 'array', items: lampRef },
            {
              result_info: {
                type: 'object',
                properties: { page: count, per_page: count, count, total_count: count },
              },
            },
          ),
        },
      },
      post: {
        operationId: 'lamps-create',
        requestBody: body(lampRef),
        responses: { 200: envelope(lampRef) },
      },
    },
    '/zones/{zone_id}/lamps/{lamp_id}': {
      get: { operationId: 'lamps-get', responses: { 200: envelope(lampRef) } },
      put: { operationId: 'lamps-put', requestBody: body(lampRef), responses: { 200: envelope(lampRef) } },
      patch: {
        operationId: 'lamps-patch',
        requestBody: body(lampRef),
        responses: { 200: envelope(lampRef) },
      },
      delete: {
        operationId: 'lamps-delete',
        responses: { 200: envelope({ type: 'object', properties: { id: { type: 'string' } } }) },
      },
    },
    '/zones/{zone_id}/custom_hostnames/fallback_origin': {
      put: {
        operationId: 'fallback-put',
        requestBody: body({
          type: 'object',
          required: ['origin'],
          properties: { origin: { type: 'string' } },
        }),
        responses: { 200: envelope({ type: 'object', properties: { origin: { type: 'string' } } }) },
      },
      get: {
        operationId: 'fallback-get',
        responses: { 200: envelope({ type: 'object', properties: { origin: { type: 'string' } } }) },
      },
    },
    '/zones/{zone_id}': {
      get: { operationId: 'zone-get', responses: { 200: envelope({ type: 'string' }) } },
    },
  },
};

let mock: Mock;
beforeEach(() => {
  mock = createMock({ openapi: document });
});

const token = 'touchstone-full-access-token-0000000001';
async function call(method: string, path: string, sent?: unknown, headers: Record<string, string> = {}) {
  const response = await mock.fetch(
    new Request(`http://localhost:4800/client/v4${path.replace('{zone}', mock.info().zone_id)}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    }),
  );
  const answer = (await response.json()) as {
    result: Record<string, unknown> & Record<string, unknown>[];
    errors: { code: number; message: string; source?: { pointer: string } }[];
    result_info: Record<string, number>;
    messages: unknown[];
  };
  return { status: response.status, basis: response.headers.get('touchstone-basis'), ...answer };
}

describe('a resource of a document', () => {
  it('is made, read, listed, changed and deleted', async () => {
    mock.clock.freeze(Date.parse('2030-01-01T00:00:00Z'));
    const made = await call('POST', '/zones/{zone}/lamps', { name: 'desk', id: 'mine', watts: 5 });
    expect(made).toMatchObject({ status: 200, basis: 'schema', success: true, errors: [] });
    expect(made.result).toMatchObject({ name: 'desk', watts: 5, created_on: '2030-01-01T00:00:00.000000Z' });
    const id = String(made.result['id']);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const path = `/zones/{zone}/lamps/${id}`;
    expect((await call('GET', path)).result).toEqual(made.result);

    mock.clock.advance(60);
    const patched = await call('PATCH', path, { watts: 7 });
    expect(patched.result).toEqual({ ...made.result, watts: 7, modified_on: '2030-01-01T00:01:00.000000Z' });
    const put = await call('PUT', path, { name: 'floor' });
    expect(put.result).toMatchObject({ id, name: 'floor', created_on: made.result['created_on'] });
    expect(put.result).not.toHaveProperty('watts');

    expect((await call('GET', '/zones/{zone}/lamps')).result).toEqual([put.result]);
    expect((await call('DELETE', path)).result).toMatchObject({ id });
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', '/zones/{zone}/lamps')).result).toEqual([]);
  });

  it('is listed in pages that end, and by its filters', async () => {
    for (let index = 0; index < 25; index++)
      await call('POST', '/zones/{zone}/lamps', { name: `lamp ${index}` });
    const second = await call('GET', '/zones/{zone}/lamps?page=3&per_page=10');
    expect(second.result.map(({ name }) => name)).toEqual([
      'lamp 20',
      'lamp 21',
      'lamp 22',
      'lamp 23',
      'lamp 24',
    ]);
    expect(second.result_info).toMatchObject({ page: 3, per_page: 10, count: 5, total_count: 25 });
    expect((await call('GET', '/zones/{zone}/lamps?page=4&per_page=10')).result).toEqual([]);
    const { result_info } = await call('GET', '/zones/{zone}/lamps?page=0&per_page=51');
    expect(result_info).toMatchObject({ page: 1, per_page: 50, count: 25 });
    expect((await call('GET', '/zones/{zone}/lamps?name=lamp%207')).result).toMatchObject([
      { name: 'lamp 7' },
    ]);
  });

  it('is filtered by members that no parameter has, and says what it ignores', async () => {
    for (const name of ['desk', 'desk two', 'hall']) await call('POST', '/zones/{zone}/lamps', { name });
    const names = async (query: string) =>
      (await call('GET', `/zones/{zone}/lamps?${query}`)).result.map(({ name }) => name);
    expect(await names('name.startswith=desk')).toEqual(['desk', 'desk two']);
    expect(await names('name.endswith=two&name.contains=desk')).toEqual(['desk two']);
    expect(await names('name.exact=hall')).toEqual(['hall']);
    const ignoring = await call('GET', '/zones/{zone}/lamps?nme=hall&per_page=2&order=name');
    expect(ignoring.result).toHaveLength(2);
    expect(ignoring.messages).toEqual([
      { code: 1599, message: 'This list does not know the query parameter nme, and ignores it' },
    ]);
  });

  it('belongs to the account of its zone, and goes with snapshots and resets', async () => {
    mock.snapshots.take('empty');
    await call('POST', '/zones/{zone}/lamps', { name: 'desk' });
    expect(mock.world.account(mock.info().account_id)?.documented.size).toBe(1);
    mock.snapshots.restore('empty');
    expect((await call('GET', '/zones/{zone}/lamps')).result).toEqual([]);
    await call('POST', '/zones/{zone}/lamps', { name: 'desk' });
    mock.reset();
    expect((await call('GET', '/zones/{zone}/lamps')).result).toEqual([]);
  });

  it('is met by faults and the journal under the id of its operation', async () => {
    mock.faults.add({ operation: 'lamps-list', status: 503, times: 'once' });
    expect((await call('GET', '/zones/{zone}/lamps')).status).toBe(503);
    expect((await call('GET', '/zones/{zone}/lamps')).status).toBe(200);
    expect(mock.journal.count({ operation: 'lamps-list', basis: 'schema' })).toBe(1);
  });
});

describe('a refusal', () => {
  it.each([
    ['a member of another type', { name: 'a', watts: 'x' }, '/watts', 'must be an integer'],
    ['a missing member', {}, '/name', 'is required'],
    ['a limit', { name: 'a', watts: 101 }, '/watts', 'must be at most 100'],
  ])('has a pointer: %s', async (_, sent, pointer, problem) => {
    const { status, errors } = await call('POST', '/zones/{zone}/lamps', sent);
    expect(status).toBe(400);
    expect(errors[0]).toMatchObject({ source: { pointer }, message: expect.stringContaining(problem) });
  });

  it('names what is unknown', async () => {
    expect((await call('GET', '/zones/{zone}/lamps?per_page=x')).errors[0]?.message).toContain('per_page');
    expect(await call('GET', `/zones/${'0'.repeat(32)}/lamps`)).toMatchObject({ status: 403 });
    expect(await call('PATCH', '/zones/{zone}/lamps/none', {})).toMatchObject({ status: 404 });
    const denied = await call('GET', '/zones/{zone}/lamps', undefined, { authorization: 'Bearer none' });
    expect(denied.status).toBe(401);
  });

  it('comes for a token that may not', async () => {
    const { defaults } = mock;
    const as = (value: string) => ({ authorization: `Bearer ${value}` });
    const path = '/zones/{zone}/lamps';
    expect((await call('GET', path, undefined, as(defaults.readToken))).status).toBe(200);
    expect(await call('POST', path, { name: 'desk' }, as(defaults.readToken))).toMatchObject({ status: 401 });
    const none = 'touchstone-without-permissions-0000000001';
    mock = createMock({ openapi: document, tokens: [{ value: none, permissions: [] }] });
    expect(await call('GET', path, undefined, as(none))).toMatchObject({ status: 401 });
  });

  it('comes for every answer below a required basis', async () => {
    mock = createMock({ openapi: document, basis: 'inferred' });
    expect(await call('GET', '/zones/{zone}/lamps')).toMatchObject({ status: 501 });
  });
});

describe('the contract', () => {
  it('wins over a document at the same path', async () => {
    expect((await call('GET', '/zones/{zone}')).result).toMatchObject({ id: mock.info().zone_id });
  });

  it('keeps paths that it takes as a whole, such as those of models', async () => {
    const model = '@cf/meta/llama-3.1-8b-instruct';
    const path = `/accounts/{account_id}/ai/run/${model}`;
    mock = createMock({
      openapi: { ...document, paths: { [path]: { post: { responses: { 200: envelope(lampRef) } } } } },
    });
    const answer = await call('POST', `/accounts/${mock.info().account_id}/ai/run/${model}`, {
      prompt: 'Hi',
    });
    expect(answer.basis).not.toBe('schema');
    expect(answer.status).not.toBe(404);
  });

  it('has records below which the document has its own', async () => {
    const path = '/zones/{zone_id}/custom_hostnames/{hostname_id}/notes';
    const own = {
      get: { responses: { 200: envelope({ type: 'array', items: lampRef }) } },
      post: { requestBody: body(lampRef), responses: { 200: envelope(lampRef) } },
    };
    const item = {
      get: { responses: { 200: envelope(lampRef) } },
      delete: { responses: { 200: envelope(lampRef) } },
    };
    mock = createMock({
      openapi: {
        ...document,
        paths: {
          '/zones/{zone_id}/custom_hostnames': own,
          '/zones/{zone_id}/custom_hostnames/{hostname_id}': item,
          [path]: own,
          [`${path}/{note_id}`]: item,
        },
      },
    });
    const { result } = await call('POST', '/zones/{zone}/custom_hostnames', { hostname: 'a.shop.localhost' });
    const notes = `/zones/{zone}/custom_hostnames/${String(result['id'])}/notes`;
    expect(await call('POST', notes, { name: 'a' })).toMatchObject({ status: 200, basis: 'schema' });
  });

  it('leaves a more literal path to the document', async () => {
    const path = '/zones/{zone}/custom_hostnames/fallback_origin';
    expect(await call('PUT', path, { origin: 'a.example.com' })).toMatchObject({
      status: 200,
      basis: 'schema',
    });
    expect((await call('GET', path)).result).toEqual({ origin: 'a.example.com' });
    mock = createMock();
    expect((await call('GET', path)).status).not.toBe(200);
  });
});

it('serves operations of the platform that need no token, and actions on its zones', async () => {
  const own = { ...document.paths['/zones/{zone_id}/lamps'].get, operationId: 'ips', parameters: [] };
  const paths = {
    '/ips': { get: { ...own, security: [] } },
    '/zones': { post: { ...own, operationId: 'zones' } },
    '/zones/{zone_id}': { delete: { ...own, operationId: 'zone' } },
    '/zones/{zone_id}/blink': { post: { ...own, operationId: 'blink' } },
  };
  mock = createMock({ openapi: { ...document, paths } });
  const open = await mock.fetch(new Request('http://localhost:4800/client/v4/ips'));
  expect([open.status, open.headers.get('touchstone-basis')]).toEqual([200, 'schema']);
  expect(await call('POST', '/zones/{zone}/blink')).toMatchObject({ status: 200, basis: 'schema' });
});

describe('a document of another API', () => {
  it('is served from its own base path, without an envelope and without the credentials of the mock', async () => {
    const schema = {
      type: 'object',
      required: ['id', 'title'],
      properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
    };
    const json = (of: object) => ({ description: 'OK', content: { 'application/json': { schema: of } } });
    mock = createMock({
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Notes', version: '1' },
        servers: [{ url: 'https://notes.example.com' }],
        paths: {
          '/notes': {
            get: { responses: { 200: json({ type: 'array', items: schema }) } },
            post: { requestBody: body(schema), responses: { 201: json(schema) } },
          },
          '/notes/{id}': {
            get: { responses: { 200: json(schema) } },
            delete: { responses: { 204: { description: 'Gone' } } },
          },
        },
      },
    });
    const ask = (method: string, path: string, sent?: object) =>
      mock.fetch(
        new Request(`http://localhost:4800${path}`, { method, ...(sent && { body: JSON.stringify(sent) }) }),
      );
    const made = await ask('POST', '/notes', { title: 'Buy lamps' });
    expect(made.status).toBe(201);
    const note = (await made.json()) as { id: number };
    expect(note).toEqual({ id: expect.any(Number), title: 'Buy lamps' });
    expect(await (await ask('GET', '/notes')).json()).toEqual([note]);
    expect((await ask('DELETE', `/notes/${note.id}`)).status).toBe(204);
    expect((await ask('GET', `/notes/${note.id}`)).status).toBe(404);
  });

  const server = (paths: object) =>
    createMock({
      openapi: { openapi: '3.1.0', info: {}, servers: [{ url: 'https://api.example.net' }], paths },
    });
  const answer = (schema: object) => ({
    200: { description: 'OK', content: { 'application/json': { schema } } },
  });

  it.each([
    ['/v{n}/x', '/v2/x', '/w2/x'],
    ['/z/@{n}', '/z/@me', '/z/me'],
    ['/files/{name}.{ext}', '/files/a.txt', '/files/a'],
    ['/jobs/{id}:cancel', '/jobs/7:cancel', '/jobs/7:stop'],
    ['/a({x})+', '/a(1)+', '/a1'],
  ])('is served where a segment has a variable in it: %s', async (path, is, isNot) => {
    mock = server({ [path]: { get: { operationId: 'get-it', responses: answer({ const: path }) } } });
    const get = async (at: string) => await mock.fetch(new Request(`http://localhost${at}`));
    const found = await get(is);
    expect([found.status, await found.json()]).toEqual([200, path]);
    expect((await get(isNot)).status).toBe(404);
    mock.onDocument('get-it', ({ params }) => ({ body: { ...params } }));
    expect(Object.values((await (await get(is)).json()) as object).join()).toMatch(/^(?:2|me|a,txt|7|1)$/);
  });

  it('is served by the more literal of two paths', async () => {
    mock = server({
      '/z/{id}': { get: { responses: answer({ const: 'any' }) } },
      '/z/@{name}': { get: { responses: answer({ const: 'name' }) } },
      '/z/@me': { get: { responses: answer({ const: 'me' }) } },
    });
    const get = async (at: string) => await (await mock.fetch(new Request(`http://localhost${at}`))).json();
    expect([await get('/z/@me'), await get('/z/@you'), await get('/z/you')]).toEqual(['me', 'name', 'any']);
  });

  it.each([
    ['/odd path/{id}', '/odd%20path/1'],
    ['/straße/{id}', '/stra%C3%9Fe/1'],
    ['/straße', '/straße'],
    ['/enc%20oded', '/enc%20oded'],
    ['/pipe|x', '/pipe%7Cx'],
    ['/pipe%7Cx', '/pipe|x'],
    ['/caret^[x]', '/caret%5E[x]'],
    ['/star/*', '/star/%2A'],
    ['/run:it/{id}.json', '/run%3Ait/a%7Cb.json'],
    ['/v|{n}/x', '/v%7C2/x'],
    ['/100%', '/100%25'],
    ['/;a=1,2&b', '/;a=1,2&b'],
    ['/q?Action=Run', '/q?Action=Run'],
    ['/dot/./c', '/dot/./c'],
    ['/dot/../c', '/c'],
  ])('is served at paths of all characters: %s', async (path, sent) => {
    const schema = { type: 'object', properties: { a: { const: 1 } }, required: ['a'] };
    const get = { responses: { 200: { content: { 'application/json': { schema } } } } };
    const other = { get: { responses: { 200: { content: { 'text/plain': {} } } } } };
    const odd = createMock({
      openapi: { openapi: '3.1.0', info: {}, paths: { [path]: { get }, '/{a}/{b}': other, '/{a}': other } },
    });
    const response = await odd.fetch(new Request(`http://localhost${sent}`));
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"a":1')]);
  });

  it('answers HEAD as GET, without a body, unless it has its own', async () => {
    mock = server({
      '/z': { get: { operationId: 'get-z', responses: answer({ type: 'string' }) } },
      '/y': {
        get: { operationId: 'get-y', responses: answer({ type: 'string' }) },
        head: { operationId: 'head-y', responses: { 204: { description: 'There' } } },
      },
      '/client/v4/zones': { get: { operationId: 'own-zones', responses: answer({ type: 'string' }) } },
    });
    const head = async (at: string) => {
      const { status, headers, body } = await mock.fetch(
        new Request(`http://localhost${at}`, { method: 'HEAD' }),
      );
      return [status, headers.get('touchstone-operation'), headers.get('content-type'), body];
    };
    expect(await head('/z')).toEqual([200, 'get-z', 'application/json', null]);
    expect((await head('/y')).slice(0, 2)).toEqual([204, 'head-y']);
    expect((await head('/x'))[0]).toBe(404);
    expect((await head('/client/v4/zones/'))[1]).toBe('zones.zone.list');
  });

  it.each([
    ['an integer below its minimum', { type: 'integer', minimum: 1 }, '0', 'must be at least 1'],
    ['a text that is too long', { type: 'string', maxLength: 3 }, 'abcd', 'must have at most 3 characters'],
    [
      'a list that is too long',
      { type: 'array', maxItems: 2, items: { type: 'string' } },
      'a,b,c',
      'must have at most 2 items',
    ],
    ['a value that is not listed', { enum: [1, 2] }, '3', 'must be one of 1, 2'],
    ['another type', { type: 'integer' }, 'a', 'must be an integer'],
    [
      'an integer that would lose digits',
      { type: 'integer' },
      '9007199254740993',
      'whose digits would be lost',
    ],
  ])('refuses a query with its own reason: %s', async (_, schema, sent, reason) => {
    const parameters = [{ name: 'a', in: 'query', schema }];
    mock = server({ '/z': { get: { parameters, responses: answer({}) } } });
    const response = await mock.fetch(new Request(`http://localhost/z?a=${sent}`));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)]);
  });

  it.each([
    ['{"a":9007199254740993}', '/a'],
    ['{"a":{"b":["x",-9007199254740993]}}', '/a/b/1'],
    [`{"a":1${'0'.repeat(30)}1}`, '/a'],
    [`{"a":1${'0'.repeat(400)}}`, '/a'],
    ['{"a":1152921504606846976}', '/a'],
    ['{"a":9007199254740993.0}', '/a'],
    ['{"a":"9007199254740993","b":1e300,"c":"\\"9007199254740993"}', undefined],
    ['{"a":9007199254740991,"b":0.12345678901234567}', undefined],
  ])('refuses an integer that would change: %s', async (sent, pointer) => {
    mock = server({ '/z': { post: { requestBody: body({}), responses: answer({}) } } });
    const response = await mock.fetch(new Request('http://localhost/z', { method: 'POST', body: sent }));
    const { errors } = (await response.json()) as { errors?: { source: { pointer: string } }[] };
    expect([response.status, errors?.[0]?.source.pointer]).toEqual([
      pointer === undefined ? 200 : 400,
      pointer,
    ]);
  });
});

describe('the register', () => {
  const mock = createMock();
  const { accountId, zoneId, apiToken } = mock.defaults;
  const ask = async (method: string, path: string, body?: object) => {
    const whole = path.replace('{account}', accountId).replace('{zone}', zoneId);
    const headers = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await mock.fetch(new Request(`http://localhost/client/v4${whole}`, request));
    return response.json();
  };

  it('needs credentials, except for the addresses of the platform', async () => {
    const status = async (path: string) =>
      (await mock.fetch(new Request(`http://localhost/client/v4${path}`))).status;
    expect(await status(`/accounts/${accountId}/load_balancers/pools`)).toBe(400);
    expect(await status('/ips')).toBe(200);
  });

  it.each([
    ['POST', '/zones/{zone}/email/routing/unlock', 1554],
    ['GET', '/accounts/{account}/d1/database/none', 7404],
    ['GET', '/accounts/{account}/r2/buckets/none', 10006],
    ['GET', '/accounts/{account}/storage/kv/namespaces/none/keys', 10013],
    ['GET', '/accounts/{account}/load_balancers/pools/none', 1550],
  ])('refuses %s %s with the code %i', async (method, path, code) => {
    expect(await ask(method, path)).toMatchObject({ success: false, errors: [{ code }] });
  });

  it('switches the email routing of a zone with two calls', async () => {
    const routing = '/zones/{zone}/email/routing';
    const isEnabled = async () => (await ask('GET', routing)).result.enabled;
    expect(await isEnabled()).toBe(false);
    expect((await ask('POST', `${routing}/enable`, {})).result.enabled).toBe(true);
    expect(await isEnabled()).toBe(true);
    await ask('POST', `${routing}/disable`);
    expect(await isEnabled()).toBe(false);
  });

  it('has what every account has from the start, which stays away once it is deleted', async () => {
    const namespaces = '/accounts/{account}/ai-search/namespaces';
    expect((await ask('GET', `${namespaces}/default/instances`)).result).toEqual([]);
    expect((await ask('GET', namespaces)).result).toMatchObject([
      { name: 'default', created_at: '2026-01-01T00:00:00.000000Z' },
    ]);
    expect((await ask('POST', namespaces, { name: 'default' })).success).toBe(false);
    await ask('DELETE', `${namespaces}/default`);
    expect((await ask('GET', namespaces)).result).toEqual([]);
  });

  it('compares a value alone exactly, where the client has an object of comparisons', async () => {
    const records = '/zones/{zone}/dns_records';
    await ask('POST', records, { type: 'A', name: 'a.example.localhost', content: '192.0.2.1', ttl: 1 });
    const count = async (query: string) => (await ask('GET', `${records}?${query}`)).result.length;
    expect(await count('type=A&name=a.example.localhost&content=192.0.2.1')).toBe(1);
    expect(await count('name=b.example.localhost')).toBe(0);
    expect(await count('name.startswith=a.')).toBe(1);
    expect(await count('name.exact=example.localhost')).toBe(0);
  });

  it('keeps members with names of objects, and refuses no body where it needs one', async () => {
    const pools = '/accounts/{account}/load_balancers/pools';
    const odd = JSON.parse('{ "name": "a", "origins": [], "__proto__": { "b": 1 }, "constructor": 2 }');
    expect(await ask('POST', pools, odd)).toMatchObject({
      success: true,
      result: { name: 'a', constructor: 2 },
    });
    expect(await ask('POST', pools)).toMatchObject({ success: false, errors: [{ code: 6011 }] });
  });

  it('has lists and counts that nothing wrote to, and in them what is below the record', async () => {
    const { result } = await ask('POST', '/accounts/{account}/queues', { queue_name: 'orders' });
    expect(result).toMatchObject({ consumers: [], consumers_total_count: 0 });
    const queue = `/accounts/{account}/queues/${result.queue_id}`;
    await ask('POST', `${queue}/consumers`, { type: 'http_pull' });
    const read = await ask('GET', queue);
    expect(read.result).toMatchObject({ consumers: [{ type: 'http_pull' }], consumers_total_count: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';

const text = { type: 'string' };
const id = { type: 'string', readOnly: true };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});
const list = (items: object) => ({ type: 'array', items });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ responses: { 200: { description: 'OK', ...json(schema) } } });
const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });

/** An API whose requests and answers have their records in different forms. */
function serve(paths: object, schemas: object = {}) {
  const mock = createMock({
    openapi: { openapi: '3.0.3', info: { title: 'Forms', version: '1' }, components: { schemas }, paths },
  });
  return async (method: string, path: string, sent?: unknown) => {
    const request = new Request(`http://localhost:4800${path}`, {
      method,
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    const response = await mock.fetch(request);
    return { status: response.status, body: (await response.json()) as unknown };
  };
}

describe('a record', () => {
  const role = object({ id: text, name: text }, ['id']);
  const member = object({ id, email: text, roles: list(role), scopes: list(text) }, ['id', 'roles']);
  const item = { ...answer(member) };
  const call = serve({
    '/members': { post: { ...takes(object({ email: text, roles: list(text), scopes: text })), ...item } },
    '/members/{member_id}': {
      get: item,
      delete: item,
      patch: { ...takes(object({ email: text })), ...item },
    },
  });

  it('has what its request names by id, and a list of what it names alone', async () => {
    const { body } = await call('POST', '/members', { roles: ['admin', 'editor'], scopes: 'all' });
    expect(body).toMatchObject({ roles: [{ id: 'admin' }, { id: 'editor' }], scopes: ['all'] });
  });

  it('has its id only at its top', async () => {
    const { body } = await call('POST', '/members', { email: 'a@example.com' });
    const { id: own, roles } = body as { id: string; roles: { id: string }[] };
    expect(roles.map((one) => one.id)).not.toContain(own);
  });

  it('may be changed without a body, where the body needs no members', async () => {
    const { body } = await call('POST', '/members', { email: 'a@example.com' });
    const changed = await call('PATCH', `/members/${(body as { id: string }).id}`);
    expect(changed).toMatchObject({ status: 200, body: { email: 'a@example.com' } });
  });
});

describe('a record is what was sent', () => {
  const lamp = object({ id, name: { ...text, readOnly: true }, note: {} }, ['id', 'note']);
  const own = object({ id: text, name: text, note: {} });

  it('with members that its body may have, though answers call them read-only, and with its id', async () => {
    const call = serve({
      '/lamps': { post: { ...takes(own), ...answer(lamp) }, get: answer(list(lamp)) },
      '/lamps/{lamp_id}': { get: answer(lamp), patch: { ...takes(own), ...answer(lamp) } },
    });
    const sent = { id: 'hall', name: 'Hall', note: ['any'] };
    expect((await call('POST', '/lamps', sent)).body).toEqual(sent);
    await call('PATCH', '/lamps/hall', { name: 'Door', note: 'text' });
    expect((await call('GET', '/lamps/hall')).body).toEqual({ id: 'hall', name: 'Door', note: 'text' });
    expect((await call('POST', '/lamps', { name: 'Attic' })).body).toMatchObject({ note: null });
  });

  it('also where the path of a change has its id at another place', async () => {
    const plain = { ...takes(object({ name: text })), ...answer(lamp) };
    const role = { 'x-touchstone-role': { kind: 'replace', resource: '/lamps' } };
    const call = serve({
      '/lamps': { post: plain, get: answer(list(lamp)) },
      '/lamps/{lamp_id}': { get: answer(lamp), delete: answer(lamp) },
      '/lamps/own/{lamp_id}': { put: { ...plain, ...role } },
    });
    const { body } = await call('POST', '/lamps', { name: 'Hall' });
    const { id: made } = body as { id: string };
    expect((await call('PUT', `/lamps/own/${made}`, { name: 'Door' })).status).toBe(200);
    expect((await call('GET', `/lamps/${made}`)).body).toMatchObject({ id: made, name: 'Door' });
  });

  it('also where a collection answers the id alone, or one record where others list', async () => {
    const job = object({ id, url: text }, ['id']);
    const call = serve({
      '/jobs': { post: { ...takes(object({ url: text })), ...answer(text) }, get: answer(list(job)) },
      '/jobs/{job_id}': { get: answer(job), delete: answer(job) },
      '/tails': { post: { ...takes(object({ url: text })), ...answer(job) }, get: answer(job) },
      '/tails/{tail_id}': { delete: answer(job) },
    });
    const { body: made } = await call('POST', '/jobs', { url: 'a' });
    expect((await call('GET', `/jobs/${String(made)}`)).body).toEqual({ id: made, url: 'a' });
    await call('POST', '/tails', { url: 'a' });
    const { body: tail } = await call('POST', '/tails', { url: 'b' });
    expect((await call('GET', '/tails')).body).toEqual(tail);
  });

  it('and has an id that fits its name, and the schemas of an item and of a list', async () => {
    const uuid = { type: 'string', format: 'uuid' };
    const named = object({ uuid: text, name: text }, ['uuid']);
    const post = takes(object({ name: text }));
    const call = serve({
      '/bases': { post: { ...post, ...answer(named) }, get: answer(list(named)) },
      '/bases/{base_id}': { get: answer(named), delete: answer(named) },
      '/nets': { post: { ...post, ...answer(lamp) }, get: answer(list(object({ id: uuid }, ['id']))) },
      '/nets/{net_id}': { get: answer(lamp), delete: answer(lamp) },
    });
    const isUuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/) as unknown;
    expect((await call('POST', '/bases', { name: 'a' })).body).toEqual({ uuid: isUuid, name: 'a' });
    const { body } = await call('POST', '/nets', { name: 'a' });
    const { id: made } = body as { id: string };
    expect(made).toEqual(isUuid);
    expect((await call('GET', '/nets')).body).toMatchObject([{ id: made }]);
  });
});

describe('a record in a member', () => {
  const site = { $ref: '#/components/schemas/Site' };
  const call = serve(
    {
      '/sites': {
        post: { ...takes(object({ site })), ...answer(object({ token: text, created: site })) },
        get: answer(list(site)),
      },
      '/sites/{site_id}': { get: answer(site), delete: answer(site) },
    },
    { Site: object({ id, host: text }, ['id', 'host']) },
  );

  it('is taken from the body, and is there in the answer', async () => {
    const { body } = await call('POST', '/sites', { site: { host: 'a.example.com' } });
    const { created } = body as { created: { id: string } };
    expect(created).toMatchObject({ host: 'a.example.com' });
    expect((await call('GET', `/sites/${created.id}`)).body).toEqual(created);
    expect((await call('GET', '/sites')).body).toEqual([created]);
  });
});

describe('a record that nobody makes', () => {
  const invitation = object({ id, status: text }, ['id']);
  const call = serve({
    '/invitations': { get: answer(list(invitation)) },
    '/invitations/{invitation_id}': {
      get: answer(invitation),
      patch: { ...takes(invitation), ...answer(invitation) },
      delete: answer(invitation),
    },
  });

  it('is there until it is removed', async () => {
    expect((await call('GET', '/invitations/one')).status).toBe(200);
    expect((await call('DELETE', '/invitations/one')).status).toBe(200);
    expect((await call('GET', '/invitations/one')).status).toBe(404);
    expect((await call('PATCH', '/invitations/one', { status: 'accepted' })).status).toBe(404);
    expect((await call('GET', '/invitations')).body).toEqual([]);
  });
});

describe('a list of records that nobody makes', () => {
  const plan = object({ id, name: text }, ['id', 'name']);
  const open = () =>
    serve({
      '/plans': { get: answer(list(plan)), delete: answer(list(plan)) },
      '/plans/{plan_id}': {
        get: answer(plan),
        patch: { ...takes(plan), ...answer(plan) },
        delete: answer(plan),
      },
    });
  type Listed = readonly { readonly id: string }[];

  it('shows one, which a read of its id gives too', async () => {
    const call = open();
    const { body } = await call('GET', '/plans');
    const [first, ...others] = body as Listed;
    expect(others).toEqual([]);
    expect((await call('GET', `/plans/${first?.id}`)).body).toEqual(first);
    expect((await call('GET', '/plans')).body).toEqual([first]);
  });

  it('shows what was read before instead', async () => {
    const call = open();
    const { body } = await call('GET', '/plans/pro');
    expect((await call('GET', '/plans')).body).toEqual([body]);
  });

  it('stays empty when all were removed', async () => {
    const call = open();
    await call('DELETE', '/plans');
    expect((await call('GET', '/plans')).body).toEqual([]);
  });
});

describe('a record of one of several kinds', () => {
  const kind = (name: string) => ({ type: 'string', enum: [name] });
  const closed = (...given: Parameters<typeof object>) => ({
    ...object(...given),
    additionalProperties: false,
  });
  const base = { id, kind: kind('disk'), label: text };
  const ofDisk = { ...base, size: { type: 'integer' }, speed: text, maker: text };
  const disk = closed(ofDisk, ['kind', 'size', 'speed', 'maker']);
  const cloud = closed({ ...base, kind: kind('cloud'), size: text }, ['kind']);
  const store = { oneOf: [disk, cloud] };
  const call = serve({
    '/stores': { post: { ...takes(store), ...answer(store) } },
    '/stores/{store_id}': { patch: { ...takes(store), ...answer(store) }, delete: answer(store) },
  });
  async function change(sent: object) {
    const { body } = await call('POST', '/stores', { kind: 'disk', size: 1, speed: 'fast', maker: 'us' });
    return call('PATCH', `/stores/${(body as { id: string }).id}`, sent);
  }

  it('is changed by what fits its own kind', async () => {
    expect(await change({ size: 2 })).toMatchObject({ status: 200, body: { size: 2, speed: 'fast' } });
  });

  it('refuses what fits no kind', async () => {
    const refusal = (pointer: string) => ({ status: 400, body: { errors: [{ source: { pointer } }] } });
    expect(await change({ size: true })).toMatchObject(refusal('/size'));
    expect(await change({ label: null })).toMatchObject(refusal('/label'));
    expect(await change({ colour: 'red' })).toMatchObject(refusal('/colour'));
    expect(await change({ label: 'ours', colour: 'red' })).toMatchObject(refusal('/colour'));
  });
});

describe('a record with a key of the client', () => {
  const script = { properties: { id, etag: text } };
  const names = answer(list(text));
  const call = serve({
    '/scripts': { get: answer(list(script)) },
    '/scripts/{script_name}': { put: { ...takes({}), ...answer(script) }, delete: answer(script) },
    '/words': { get: names },
    '/words/{word_name}': { put: { ...takes({}), ...answer(text) }, delete: answer(text) },
  });

  it('is an object, where its schema has members and no type', async () => {
    await call('PUT', '/scripts/hello', {});
    expect((await call('GET', '/scripts')).body).toEqual([expect.objectContaining({ id: 'hello' })]);
  });

  it('is its key, where its schema is that of a text', async () => {
    await call('PUT', '/words/hello', {});
    expect((await call('GET', '/words')).body).toEqual(['hello']);
  });
});

describe('a replaced record', () => {
  const rule = object({ id, kind: text, note: text }, ['id', 'kind']);
  const call = serve({
    '/rules': {
      post: { ...takes(object({ kind: text, note: text })), ...answer(rule) },
      get: answer(list(rule)),
    },
    '/rules/{rule_id}': { get: answer(rule), put: { ...takes(object({ note: text })), ...answer(rule) } },
  });

  it('keeps what the body has no place for', async () => {
    const { body } = await call('POST', '/rules', { kind: 'ip', note: 'ours' });
    const path = `/rules/${(body as { id: string }).id}`;
    expect((await call('PUT', path, { note: 'yours' })).body).toMatchObject({ kind: 'ip', note: 'yours' });
    expect((await call('PUT', path, {})).body).not.toHaveProperty('note');
  });

  it('is not listed a second time on a page that the document does not describe', async () => {
    expect((await call('GET', '/rules?page=1')).body).toHaveLength(1);
    expect((await call('GET', '/rules?page=2')).body).toEqual([]);
  });
});

describe('a record whose schema leaves out its id', () => {
  const call = serve({
    '/tokens': {
      post: { ...takes(object({ name: text })), ...answer(object({ name: text })) },
      get: answer(list(object({ id, name: text }))),
    },
    '/tokens/{token_id}': {
      get: answer(object({ name: text })),
      put: { ...takes(object({ name: text })), ...answer(object({ name: text })) },
    },
  });

  it('keeps it when it is replaced', async () => {
    await call('POST', '/tokens', { name: 'a' });
    const [{ id: own }] = (await call('GET', '/tokens')).body as [{ id: string }];
    await call('PUT', `/tokens/${own}`, { name: 'b' });
    expect((await call('GET', '/tokens')).body).toEqual([{ id: own, name: 'b' }]);
  });
});

describe('a singleton', () => {
  const settings = object({ mode: text }, ['mode']);
  const call = serve({
    '/settings': { get: answer(settings), put: { ...takes({}), ...answer(settings) } },
    '/values': { get: answer(list(object({ name: text }))), patch: { ...takes({}), ...answer(settings) } },
  });

  it('stays what its schema says, whatever a body may be', async () => {
    await call('PUT', '/settings', { mode: 'dark' });
    await call('PUT', '/settings', 'mode: light');
    expect((await call('GET', '/settings')).body).toEqual({ mode: 'dark' });
    await call('PATCH', '/values', { name: 'a' });
    expect((await call('GET', '/values')).body).toEqual(expect.any(Array));
  });
});

describe('the list of a resource', () => {
  const call = serve({
    '/rules': {
      post: {
        ...takes(object({ name: text })),
        ...answer(object({ id, name: text, paused: { type: 'boolean' } })),
      },
      get: {
        parameters: [{ name: 'paused', in: 'query', schema: { type: 'boolean' } }],
        ...answer(list(object({ id, name: text, paused: { type: 'boolean' } }, ['id', 'paused']))),
      },
    },
    '/rules/{rule_id}': { get: answer(object({ id, name: text, paused: { type: 'boolean' } })) },
  });

  it('filters by what it shows, also if it requires more than a new record', async () => {
    await call('POST', '/rules', { name: 'a' });
    const [{ paused }] = (await call('GET', '/rules')).body as [{ paused: boolean }];
    expect((await call('GET', `/rules?paused=${paused}`)).body).toHaveLength(1);
    expect((await call('GET', `/rules?paused=${!paused}`)).body).toHaveLength(0);
  });
});

describe('records that are texts', () => {
  const call = serve({
    '/tags': { get: answer(list(text)) },
    '/tags/{tag}': { put: answer(object({})), delete: answer(object({})) },
  });

  it('are their keys', async () => {
    await call('PUT', '/tags/red');
    expect((await call('GET', '/tags')).body).toEqual(['red']);
  });
});

describe('a list of one in a record', () => {
  const group = object({ id, scope: list(object({ key: text })) }, ['id', 'scope']);
  const made = object({ id, scope: object({ key: text }, ['key']) }, ['id', 'scope']);
  const call = serve({
    '/groups': {
      post: { ...takes(object({ scope: object({ key: text }) })), ...answer(made) },
      get: answer(list(group)),
    },
    '/groups/{group_id}': { get: answer(group), delete: answer(group) },
  });

  it('is that one where an answer has no list', async () => {
    expect((await call('POST', '/groups', { scope: { key: 'a' } })).body).toMatchObject({
      scope: { key: 'a' },
    });
    expect((await call('GET', '/groups')).body).toMatchObject([{ scope: [{ key: 'a' }] }]);
  });
});

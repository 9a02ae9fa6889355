import { describe, expect, it } from 'vitest';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock, type Mock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import type { SeedError } from './seed-problem.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time', readOnly: true };
const lamp = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    watts: { type: 'integer', maximum: 100 },
    created_on: time,
  },
};
const bulb = { type: 'object', required: ['id'], properties: { id: text, colour: text } };
const mode = { type: 'object', properties: { value: text } };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (result: object) => ({
  responses: {
    200: {
      description: 'OK',
      ...json({ type: 'object', properties: { success: { type: 'boolean' }, result } }),
    },
  },
});
const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
/** A schema that leads to six to the power of eleven others. */
const nested = Object.fromEntries(
  Array.from({ length: 12 }, (_, level) => [
    `Level${level}`,
    level === 0
      ? lamp
      : { allOf: Array.from({ length: 6 }, () => ({ $ref: `#/components/schemas/Level${level - 1}` })) },
  ]),
);
const deep = { $ref: '#/components/schemas/Level11' };
const listed = (item: object) => answer({ type: 'array', items: item });
const openapi = {
  openapi: '3.0.3',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: 'https://api.example.com/client/v4' }],
  components: { schemas: nested },
  paths: {
    '/user/deep': { get: listed(deep), post: { ...takes(deep), ...answer(deep) } },
    '/user/deep/{id}': { get: answer(deep), delete: answer(deep) },
    '/zones/{zone_id}/lamps': { get: listed(lamp), post: { ...takes(lamp), ...answer(lamp) } },
    '/zones/{zone_id}/lamps/{lamp_id}': {
      get: answer(lamp),
      patch: { ...takes(lamp), ...answer(lamp) },
      delete: answer(lamp),
    },
    '/zones/{zone_id}/lamps/{lamp_id}/bulbs': {
      get: listed(bulb),
      post: { ...takes(bulb), ...answer(bulb) },
    },
    '/zones/{zone_id}/lamps/{lamp_id}/bulbs/{bulb_id}': { get: answer(bulb), delete: answer(bulb) },
    '/accounts/{account_id}/mode': { get: answer(mode), put: { ...takes(mode), ...answer(mode) } },
    '/accounts/{account_id}/notes/{note_name}': {
      get: { responses: { 200: { description: 'OK', content: { 'text/plain': { schema: text } } } } },
      put: { requestBody: { content: { 'text/plain': { schema: text } } }, ...answer(mode) },
      delete: answer(mode),
    },
    '/user/lamps': { get: listed(lamp), post: { ...takes(lamp), ...answer(lamp) } },
    '/user/lamps/{lamp_id}': { get: answer(lamp), delete: answer(lamp) },
    '/zones': { get: listed(lamp) },
    '/zones/{zone_id}': { get: answer(lamp), put: { ...takes(lamp), ...answer(lamp) } },
  },
};
const lamps = '/zones/{zone_id}/lamps';
const params = { zone_id: 'example.localhost' };

async function seeded(seeds: Seed): Promise<Mock> {
  const mock = createMock({ openapi, seeds });
  await mock.ready();
  return mock;
}

async function call(mock: Mock, method: string, path: string, sent?: unknown) {
  const { apiToken, zoneId, accountId } = mock.defaults;
  const at = path.replace('{zone}', zoneId).replace('{account}', accountId);
  const response = await mock.fetch(
    new Request(`http://localhost/client/v4${at}`, {
      method,
      headers: { authorization: `Bearer ${apiToken}` },
      ...(sent !== undefined && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    }),
  );
  const body = await response.text();
  return {
    status: response.status,
    body,
    result: body.startsWith('{') ? JSON.parse(body).result : undefined,
  };
}

async function problemsOf(seeds: Seed, documents: object = { openapi }): Promise<readonly string[]> {
  const error = await createMock({ ...documents, seeds })
    .ready()
    .then(
      () => undefined,
      (refused: SeedError) => refused,
    );
  return error?.message.split('\n') ?? [];
}

describe('records of a document in a seed', () => {
  it('are there from the start, with what they lack, and after a reset', async () => {
    const mock = await seeded({
      clock: { frozen_at: '2030-01-01T00:00:00Z' },
      documented: [
        { path: lamps, params, records: [{ id: 'desk', name: 'Desk', watts: 5 }, { name: 'Floor' }] },
      ],
    });
    const desk = { id: 'desk', name: 'Desk', watts: 5, created_on: '2030-01-01T00:00:00.000000Z' };
    expect((await call(mock, 'GET', '/zones/{zone}/lamps/desk')).result).toEqual(desk);
    const { result } = await call(mock, 'GET', '/zones/{zone}/lamps');
    expect(result).toEqual([desk, { id: expect.any(String), name: 'Floor', created_on: desk.created_on }]);
    await call(mock, 'DELETE', '/zones/{zone}/lamps/desk');
    mock.reset();
    expect((await call(mock, 'GET', '/zones/{zone}/lamps')).result).toEqual(result);
  });

  it('may be below others, singletons, and bytes', async () => {
    const mock = await seeded({
      documented: [
        { path: lamps, params, records: [{ id: 'desk', name: 'Desk' }] },
        {
          path: `${lamps}/{lamp_id}/bulbs`,
          params: { ...params, lamp_id: 'desk' },
          records: [{ id: 'b', colour: 'red' }],
        },
        { path: '/accounts/{account_id}/mode', record: { value: 'dark' } },
        { path: '/accounts/{account_id}/notes/{note_name}', params: { note_name: 'a:b' }, text: 'Hello' },
      ],
    });
    expect((await call(mock, 'GET', '/zones/{zone}/lamps/desk/bulbs')).result).toEqual([
      { id: 'b', colour: 'red' },
    ]);
    expect((await call(mock, 'GET', '/accounts/{account}/mode')).result).toEqual({ value: 'dark' });
    expect((await call(mock, 'GET', '/accounts/{account}/notes/a:b')).body).toBe('Hello');
    expect((await call(mock, 'GET', '/accounts/{account}/notes/a%3Ab')).body).toBe('Hello');
  });

  it('belong to the account that has them', async () => {
    const mock = await seeded({
      accounts: [
        {
          name: 'Acme',
          id: 'a'.repeat(32),
          documented: [{ path: '/accounts/{account_id}/mode', record: { value: 'own' } }],
        },
      ],
    });
    expect((await call(mock, 'GET', `/accounts/${'a'.repeat(32)}/mode`)).result).toEqual({ value: 'own' });
  });

  it.each<[string, Seed['documented'], string]>([
    [
      'a value of another type',
      [{ path: lamps, params, records: [{ name: 'a' }, { name: 'a', watts: 'x' }] }],
      'documented[0].records[1].watts: Invalid value for watts: must be an integer',
    ],
    [
      'an unknown path',
      [{ path: '/zones/{zone_id}/lumps', params, records: [] }],
      'documented[0].path: no OpenAPI document has records at /zones/{zone_id}/lumps; did you mean /zones/{zone_id}/lamps?',
    ],
    [
      'an unknown zone',
      [{ path: lamps, params: { zone_id: 'exampel.localhost' }, records: [] }],
      'documented[0].params.zone_id: there is no zone exampel.localhost; did you mean example.localhost?',
    ],
    [
      'an unknown variable',
      [{ path: lamps, params: { zone: 'a' }, records: [] }],
      `documented[0].params.zone: ${lamps} has no such variable`,
    ],
    [
      'a missing variable',
      [{ path: lamps, records: [] }],
      `documented[0].params.zone_id: is missing: a variable of ${lamps}`,
    ],
    [
      'an unknown parent',
      [{ path: `${lamps}/{lamp_id}/bulbs`, params: { ...params, lamp_id: 'none' }, records: [{ id: 'b' }] }],
      'documented[0].records[0]: There is nothing at /client/v4/zones/',
    ],
    [
      'a schema that takes too long',
      [{ path: '/user/deep', records: [{ name: 'a' }] }],
      'documented[0].records[0]: Lamps: The schema /components/schemas/Level11 takes more than 100000 looks',
    ],
    [
      'a path of the contract',
      [{ path: '/zones', records: [] }],
      'documented[0].path: the mock implements /zones itself: use the other members of a seed',
    ],
    [
      'a record twice',
      [
        {
          path: lamps,
          params,
          records: [
            { id: 'a', name: 'a' },
            { id: 'a', name: 'b' },
          ],
        },
      ],
      'documented[0].records[1]: the record /client/v4/zones/',
    ],
    [
      'records at the path of one',
      [{ path: '/accounts/{account_id}/mode', records: [{}] }],
      'documented[0].records: one record is at this path: use record',
    ],
    [
      'a record at the path of several',
      [{ path: lamps, params, record: {} }],
      'documented[0].record: a collection is at this path: use records',
    ],
    [
      'nothing',
      [{ path: lamps, params }],
      'documented[0]: needs one of records, record or content, and removed',
    ],
  ])('are refused with their place: %s', async (_, documented, problem) => {
    expect((await problemsOf({ documented }))[0]).toContain(problem);
  });

  it('need a document', async () => {
    const seeds = { documented: [{ path: lamps, params, records: [] }] };
    expect(await problemsOf(seeds, { v4: false })).toEqual([
      'documented[0].path: needs the OpenAPI document that has this path: serve it with --openapi, or give it to createMock as openapi',
    ]);
  });
});

describe('an export', () => {
  const read = async (mock: Mock) => (await getClient(mock).call('touchstone.seed.get', {})).body;

  it('has the records of documents, and makes the same ones again', async () => {
    const mock = createMock({ openapi });
    await call(mock, 'POST', '/zones/{zone}/lamps', { name: 'Desk', watts: 5 });
    const { result } = await call(mock, 'POST', '/zones/{zone}/lamps', { name: 'Floor' });
    await call(mock, 'POST', `/zones/{zone}/lamps/${result.id}/bulbs`, { colour: 'red' });
    await call(mock, 'PUT', '/accounts/{account}/mode', { value: 'dark' });
    await call(mock, 'PUT', '/accounts/{account}/notes/a:b', 'Hello');
    await call(mock, 'POST', '/user/lamps', { name: 'Mine' });
    const { seed, left_out } = await read(mock);
    expect(left_out).toEqual([]);
    const again = createMock({ openapi, seeds: seed });
    await again.ready();
    for (const path of [
      '/zones/{zone}/lamps',
      `/zones/{zone}/lamps/${result.id}/bulbs`,
      '/accounts/{account}/mode',
      '/accounts/{account}/notes/a:b',
      '/user/lamps',
    ]) {
      const [one, other] = [await call(mock, 'GET', path), await call(again, 'GET', path)];
      expect([path, other.status, other.body]).toEqual([path, 200, one.body]);
    }
    expect((await read(again)).seed).toEqual(seed);
  });

  it('says what it leaves out', async () => {
    const mock = createMock({ openapi });
    await call(mock, 'PUT', '/zones/{zone}', { name: 'Mine' });
    mock.world.documented.put({ path: '/other/1', collection: '/other', value: {} });
    expect((await read(mock)).left_out).toEqual([
      `/client/v4/zones/${mock.defaults.zoneId}, whose path the mock implements itself`,
      '/other/1, which no OpenAPI document has',
    ]);
  });

  it('has nothing of a zone that was removed', async () => {
    const mock = createMock({ openapi });
    await call(mock, 'POST', '/zones/{zone}/lamps', { name: 'Desk' });
    await call(mock, 'DELETE', '/zones/{zone}');
    expect((await read(mock)).seed['documented']).toBeUndefined();
  });
});

describe('changed seeds', () => {
  it('change records of documents, and keep those of a user', async () => {
    const documented = (...names: string[]): Seed => ({
      documented: [{ path: lamps, params, records: names.map((name) => ({ name })) }],
    });
    const mock = await seeded(documented('Desk', 'Floor'));
    const [desk] = (await call(mock, 'GET', '/zones/{zone}/lamps')).result;
    await call(mock, 'POST', '/zones/{zone}/lamps', { name: 'Mine' });
    const { changed } = await mock.change({ seeds: documented('Desk', 'Wall') });
    const { result } = await call(mock, 'GET', '/zones/{zone}/lamps');
    expect(result.map(({ name }: { name: string }) => name)).toEqual(['Desk', 'Wall', 'Mine']);
    expect(result[0]).toEqual(desk);
    expect(changed).toBe(2);
    expect(await mock.change({ seeds: documented('Desk', 'Wall') })).toMatchObject({ changed: 0 });
  });
});

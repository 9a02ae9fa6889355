import { describe, expect, it } from 'vitest';
import {
  answers,
  documentOf,
  done,
  json,
  kindsOf,
  lamp,
  list,
  object,
  resourceOf,
  rolesOf,
  takes,
  text,
} from './testing/small-documents.ts';

const item = { get: answers(lamp), put: { ...takes(lamp), ...answers(lamp) }, delete: done };
const collection = { get: answers(list(lamp)), post: { ...takes(lamp), ...answers(lamp) } };
const query = (name: string, schema: object = text) => ({ name, in: 'query', schema });

describe('a collection', () => {
  it('is listed, and its items are made, read, changed and removed', () => {
    const paths = {
      '/lamps': collection,
      '/lamps/{id}': { ...item, patch: { ...takes(lamp), ...answers(lamp) } },
    };
    expect(kindsOf(paths)).toEqual([
      'GET /lamps: list',
      'POST /lamps: create',
      'GET /lamps/{id}: read',
      'PUT /lamps/{id}: replace',
      'DELETE /lamps/{id}: remove',
      'PATCH /lamps/{id}: update',
    ]);
  });

  it('is below the items of another, whatever their parameters are called', () => {
    const paths = {
      '/rooms': collection,
      '/rooms/{room}': item,
      '/rooms/{room_id}/lamps': collection,
      '/rooms/{id}/lamps/{lamp}': item,
    };
    expect(resourceOf(paths, 'GET /rooms/{id}/lamps/{lamp}')).toMatchObject({
      path: '/rooms/{room_id}/lamps',
      parent: { path: '/rooms', parent: undefined },
    });
  });

  it('has further ways to make a record', () => {
    const paths = {
      '/lamps': { get: answers(list({ $ref: '#/components/schemas/Lamp' })) },
      '/lamps/{id}': { get: answers({ $ref: '#/components/schemas/Lamp' }) },
      '/lamps/order': { post: answers(object({ accepted: { type: 'boolean' } })) },
      '/lamps/copy': { post: answers({ $ref: '#/components/schemas/Lamp' }) },
      '/lamps/validate': { post: answers({ $ref: '#/components/schemas/Lamp' }) },
    };
    const roles = rolesOf(documentOf(paths, { components: { schemas: { Lamp: lamp } } }));
    const kindOf = (path: string) => roles.get(path)?.kind;
    expect([kindOf('POST /lamps/order'), kindOf('POST /lamps/copy'), kindOf('POST /lamps/validate')]).toEqual(
      ['create', 'create', 'action'],
    );
  });

  it('is found without a list at its own path', () => {
    const schemas = { Site: object({ site_tag: text, host: text }) };
    const site = { $ref: '#/components/schemas/Site' };
    const paths = {
      '/sites': { post: { ...takes(site), ...answers(site) } },
      '/sites/list': { get: answers(list(site)) },
      '/sites/{site_id}': { get: answers(site), delete: done },
    };
    expect(rolesOf(documentOf(paths, { components: { schemas } })).get('GET /sites/list')).toMatchObject({
      kind: 'list',
      resource: { path: '/sites', idMember: 'site_tag' },
    });
  });

  it('has no state when nothing changes it', () => {
    const paths = { '/roles': { get: answers(list(lamp)) }, '/roles/{id}': { get: answers(lamp) } };
    expect(kindsOf(paths)).toEqual(['GET /roles: sample', 'GET /roles/{id}: sample']);
  });

  it('has records from the start when they are changed and never made', () => {
    const paths = {
      '/settings': { get: answers(list(lamp)) },
      '/settings/{id}': { get: answers(lamp), patch: answers(lamp) },
    };
    expect(resourceOf(paths, 'PATCH /settings/{id}')).toMatchObject({ preset: true, keyedByClient: false });
  });

  it('ends in a parameter when it lists records below', () => {
    const paths = {
      '/settings/{setting}': { get: answers(list(object({ hostname: text, value: text }))) },
      '/settings/{setting}/{hostname}': { put: { ...takes(object({ value: text })), ...done }, delete: done },
    };
    expect(kindsOf(paths)).toEqual([
      'GET /settings/{setting}: list',
      'PUT /settings/{setting}/{hostname}: replace',
      'DELETE /settings/{setting}/{hostname}: remove',
    ]);
  });
});

describe('the id of a record', () => {
  it.each([
    ['lamp_id', object({ lamp_id: text, id: text }), 'lamp_id'],
    ['lamp_id', object({ name: text, id: text }), 'id'],
    ['lampId', object({ name: text, uuid: text }), 'uuid'],
    ['bucket_name', object({ name: text, id: text }), 'name'],
    ['issue_number', object({ id: text, number: { type: 'integer' } }), 'number'],
    ['site_id', object({ site_tag: text, host: text }), 'site_tag'],
    ['lamp_id', object({ name: text, watts: text }), 'id'],
    ['username', object({ login: text, name: text }), 'name'],
  ])('for {%s} is found by name', (parameter, record, member) => {
    const one = { get: answers(record), delete: done };
    const paths = {
      '/things': { post: { ...takes(object({ name: text })), ...answers(record) } },
      [`/things/{${parameter}}`]: one,
    };
    expect(resourceOf(paths, 'POST /things')).toMatchObject({ idParameter: parameter, idMember: member });
  });

  it.each([
    ['a name', 'key_name', text, true],
    ['any text', 'item', text, true],
    ['a UUID', 'item_id', { type: 'string', format: 'uuid' }, false],
    ['a word of a list', 'key_name', { type: 'string', enum: ['a', 'b'] }, false],
  ])('is chosen by the client, or not: %s', (_, name, schema, keyedByClient) => {
    const own = { parameters: [{ name, in: 'path', schema }] };
    const value = object({ value: text });
    const write = { ...own, ...takes(value), ...answers(value) };
    const paths = {
      [`/values/{${name}}`]: {
        get: { ...own, ...answers(value) },
        put: write,
        delete: { ...own, ...done },
      },
    };
    expect(resourceOf(paths, `PUT /values/{${name}}`)).toMatchObject({
      keyedByClient,
      preset: !keyedByClient,
    });
  });

  it('is not the number of a record that has been made under a name', () => {
    const paths = {
      '/members/{username}': {
        get: answers(object({ id: { type: 'integer' }, login: text })),
        put: done,
        delete: done,
      },
    };
    expect(resourceOf(paths, 'PUT /members/{username}')?.idMember).toBeUndefined();
  });
});

describe('bytes', () => {
  const bytes = { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  it.each([
    [
      'that are read as bytes',
      { get: { responses: { 200: bytes } }, put: { requestBody: bytes, ...done } },
      true,
    ],
    [
      'whose answer has no content',
      { get: done, put: { requestBody: { content: { 'text/javascript': {} } }, ...done } },
      true,
    ],
    [
      'of multipart forms',
      {
        get: { responses: { 200: bytes } },
        put: { requestBody: { content: { 'multipart/form-data': {} } }, ...done },
      },
      true,
    ],
    ['no bytes at all', { get: answers(lamp), put: { ...takes(lamp), ...done } }, false],
  ])('are told from JSON: %s', (_, one, raw) => {
    expect(resourceOf({ '/values/{key}': { ...one, delete: done } }, 'PUT /values/{key}')).toMatchObject({
      raw,
    });
  });
});

describe('a singleton', () => {
  it('is read and written at one path', () => {
    const paths = { '/settings': { get: answers(lamp), patch: { ...takes(lamp), ...answers(lamp) } } };
    expect(kindsOf(paths)).toEqual(['GET /settings: read-one', 'PATCH /settings: change-one']);
    expect(resourceOf(paths, 'GET /settings')).toMatchObject({ singleton: true, preset: true });
  });

  it('is absent until it is made when it can be removed', () => {
    const paths = {
      '/origin': { get: answers(lamp), put: { ...takes(lamp), ...answers(lamp) }, delete: done },
    };
    expect(resourceOf(paths, 'DELETE /origin')).toMatchObject({ singleton: true, preset: false });
  });

  it('may be a list that is replaced as a whole', () => {
    const whole = list(object({ host: text }));
    expect(
      kindsOf({ '/hosts': { get: answers(whole), put: { ...takes(whole), ...answers(whole) } } }),
    ).toEqual(['GET /hosts: read-one', 'PUT /hosts: write-one']);
  });

  it('may be at the path of a collection', () => {
    const paths = {
      '/policy': { get: answers(lamp), patch: answers(lamp), post: answers(lamp) },
      '/policy/{id}': item,
    };
    expect(kindsOf(paths).slice(0, 3)).toEqual([
      'GET /policy: read-one',
      'POST /policy: create',
      'PATCH /policy: change-one',
    ]);
  });
});

describe('a bulk call', () => {
  const named = object({ id: text, name: text }, { required: ['id'] });
  it.each([
    ['POST', takes(list(lamp)), { kind: 'bulk-create', pointer: '', idMember: 'id' }],
    ['POST', takes(object({ lamps: list(lamp) })), { kind: 'bulk-create', pointer: '/lamps' }],
    ['PUT', takes(list(lamp)), { kind: 'bulk-replace', pointer: '' }],
    ['PUT', takes(list(named)), { kind: 'bulk-update', pointer: '' }],
    ['PATCH', takes(list(lamp)), { kind: 'bulk-update', pointer: '' }],
    [
      'DELETE',
      takes(object({ ids: list(text) })),
      { kind: 'bulk-remove', pointer: '/ids', idMember: undefined },
    ],
    ['DELETE', takes(list(named)), { kind: 'bulk-remove', pointer: '', idMember: 'id' }],
    [
      'DELETE',
      { parameters: [query('ids', list(text))] },
      { kind: 'bulk-remove', pointer: undefined, parameter: 'ids' },
    ],
    ['DELETE', {}, { kind: 'clear' }],
  ])('is known by its method and body: %s %j', (method, request, expected) => {
    const more = { [method.toLowerCase()]: { ...request, ...answers(list(lamp)) } };
    const paths = { '/lamps': { get: answers(list(lamp)), ...more }, '/lamps/{id}': item };
    expect(rolesOf(documentOf(paths)).get(`${method} /lamps`)).toMatchObject(expected);
  });
});

it('takes calls below an item for actions on it', () => {
  const paths = { '/lamps': collection, '/lamps/{id}': item, '/lamps/{id}/blink': { post: answers(lamp) } };
  expect(rolesOf(documentOf(paths)).get('POST /lamps/{id}/blink')).toMatchObject({
    kind: 'action',
    resource: { path: '/lamps' },
  });
});

describe('filters', () => {
  it('are the query parameters that are named as members, with their operators', () => {
    const state = query('name', { type: 'string', enum: ['on', 'off', 'all'] });
    const others = [query('watts_contains'), query('prefix'), query('page'), query('order'), query('other')];
    const parameters = [state, query('watts.contains'), ...others];
    const paths = {
      '/lamps': { ...collection, get: { ...answers(list(lamp)), parameters } },
      '/lamps/{id}': item,
    };
    expect(resourceOf(paths, 'GET /lamps')?.filters).toEqual([
      { parameter: 'name', member: 'name', match: 'equal', everything: ['all'] },
      { parameter: 'watts.contains', member: 'watts', match: 'contains', everything: [] },
      { parameter: 'watts_contains', member: 'watts', match: 'contains', everything: [] },
      { parameter: 'prefix', member: 'id', match: 'starts', everything: [] },
    ]);
  });
});

it('does not read from a description that members must be unique', () => {
  const unique = object({
    id: text,
    name: { type: 'string', description: 'Must be unique for each policy.' },
  });
  const paths = {
    '/lamps': { get: answers(list(unique)), post: answers(unique) },
    '/lamps/{id}': { delete: done },
  };
  expect(resourceOf(paths, 'GET /lamps')?.unique).toEqual([]);
});

it('says why an operation is not served', () => {
  const stream = { content: { 'text/event-stream': {} } };
  const paths = {
    '/a': { get: { responses: { 404: json(lamp) } }, trace: done },
    '/b': { get: { responses: { 200: stream } } },
  };
  const reasons = [...rolesOf(documentOf(paths)).values()].map(
    (role) => role?.kind === 'none' && role.reason,
  );
  expect(reasons).toEqual([
    'The document describes no successful answer.',
    'TRACE is answered by servers themselves.',
    "Its answer is text/event-stream, which can't be made from a schema.",
  ]);
});

it('ends with schemas that contain themselves', () => {
  const schemas = {
    Node: {
      allOf: [
        { $ref: '#/components/schemas/Node' },
        object({
          id: text,
          parent: { $ref: '#/components/schemas/Node' },
          children: list({ $ref: '#/components/schemas/Node' }),
        }),
      ],
    },
    Loop: { $ref: '#/components/schemas/Loop' },
  };
  const node = { $ref: '#/components/schemas/Node' };
  const paths = {
    '/nodes': { get: answers(list(node)), post: answers(node) },
    '/nodes/{id}': { get: answers({ $ref: '#/components/schemas/Loop' }), delete: done },
  };
  expect(rolesOf(documentOf(paths, { components: { schemas } })).get('GET /nodes')).toMatchObject({
    kind: 'list',
    resource: { idMember: 'id' },
  });
});

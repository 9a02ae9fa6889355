import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const document = (more: object = {}) => ({
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: {},
  ...more,
});
const read = (more: object = {}) => readDocument(document(more), 'shop.json');

describe('a document', () => {
  it.each([
    ['no object', [], 'it is no object'],
    ['no OpenAPI', {}, 'openapi has no version'],
    ['Swagger 2', { swagger: '2.0', paths: {} }, 'its version is 2.0; 3.0 and 3.1 are served'],
    ['without paths', { openapi: '3.1.0' }, 'its member paths is no object'],
  ])('is refused in one sentence: %s', (_, root, reason) => {
    expect(() => readDocument(root, 'shop.json')).toThrow(reason);
    expect(() => readDocument(root, 'shop.json')).toThrow('shop.json');
  });

  it('has the base path and hosts of its servers', () => {
    const servers = [{ url: 'https://API.example.com/v1/' }, { url: '/v2' }];
    expect(read({ servers })).toMatchObject({ basePath: '/v1', hosts: ['api.example.com'] });
    expect(read()).toMatchObject({ basePath: '', hosts: [] });
  });
});

describe('its operations', () => {
  it('have the parameters of their path, which their own override', () => {
    const { operations } = read({
      components: {
        parameters: { id: { name: 'id', in: 'path', schema: { $ref: '#/components/schemas/Id' } } },
        schemas: { Id: { type: 'string' } },
      },
      paths: {
        '/lamps/{id}': {
          parameters: [
            { $ref: '#/components/parameters/id' },
            { name: 'page', in: 'query', schema: { type: 'integer' } },
          ],
          get: { parameters: [{ name: 'page', in: 'query', required: true }] },
        },
      },
    });
    expect(operations[0]?.parameters).toMatchObject([
      {
        name: 'id',
        in: 'path',
        required: true,
        style: 'simple',
        explode: false,
        schema: { pointer: '/components/schemas/Id' },
      },
      { name: 'page', in: 'query', required: true, style: 'form', explode: true, schema: undefined },
    ]);
  });

  it('have bodies and answers by media type, through references', () => {
    const content = { 'Application/JSON; charset=utf-8': { schema: { type: 'object' } } };
    const { operations } = read({
      components: { requestBodies: { Lamp: { required: true, content } }, responses: { Lamp: { content } } },
      paths: {
        '/lamps': {
          post: {
            requestBody: { $ref: '#/components/requestBodies/Lamp' },
            responses: { '2xx': { $ref: '#/components/responses/Lamp' } },
          },
        },
      },
    });
    expect(operations[0]).toMatchObject({
      id: 'post-lamps',
      body: { required: true, content: [{ type: 'application/json' }] },
      answers: [
        {
          status: '2XX',
          content: [
            {
              type: 'application/json',
              schema: {
                pointer: '/components/responses/Lamp/content/Application~1JSON; charset=utf-8/schema',
              },
            },
          ],
        },
      ],
    });
  });

  it('need credentials where the document says so', () => {
    const { operations } = read({
      security: [{ key: [] }],
      paths: { '/a': { get: {}, put: { security: [] }, post: { security: [{}, { key: [] }] } } },
    });
    const isPublic = Object.fromEntries(
      operations.map((operation) => [operation.method, operation.isPublic]),
    );
    expect(isPublic).toEqual({ GET: false, PUT: true, POST: true });
  });

  it('are left out with a reason when their path or node can be no operation', () => {
    const { operations, problems } = read({
      paths: {
        lamps: { get: {} },
        '/a': { $ref: '#/nowhere' },
        '/b/{id}': { get: {} },
        '/b/{name}': { get: {}, put: {} },
        '/c': { get: 1 },
        '/b/./{id}': { get: {} },
        '/%62/{id}': { get: {} },
        '/d#part': { get: {} },
      },
    });
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /b/{id}',
      'PUT /b/{name}',
    ]);
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/paths/lamps',
      '/paths/~1a',
      '/paths/~1b~1{name}/get',
      '/paths/~1c/get',
      '/paths/~1b~1.~1{id}/get',
      '/paths/~1%62~1{id}/get',
      '/paths/~1d#part',
    ]);
  });

  it.each([
    ['/a/./b', '/a/b'],
    ['/a/../b/%2e%2E/c/.', '/c/'],
    ['/../a', '/a'],
    ['/a/{b}/..', '/a/'],
    ['/a{?b,c}', '/a{?b,c}'],
  ])('have the path that clients send: %s', (written, path) => {
    expect(read({ paths: { [written]: { get: {} } } }).operations[0]?.path).toBe(path);
  });

  it('ask for the query that a path has', () => {
    const { operations } = read({ paths: { '/a?Action=Run&Version=2': { get: {} } } });
    const asked = operations[0]?.parameters.map(({ name, required, schema }) => [
      name,
      required,
      schema?.node['enum'],
    ]);
    expect([operations[0]?.path, asked]).toEqual([
      '/a',
      [
        ['Action', true, ['Run']],
        ['Version', true, ['2']],
      ],
    ]);
  });

  it('have an id of their own each', () => {
    const { operations } = read({
      paths: { '/a': { get: { operationId: 'x' }, put: { operationId: 'x' } } },
    });
    expect(operations.map(({ id }) => id)).toEqual(['x', 'put-a']);
  });
});

it('follows references in circles to nothing, and never to another document', () => {
  const { resolve } = read({
    components: { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } },
  });
  expect(resolve({ $ref: '#/components/schemas/A' }, '')).toBeUndefined();
  expect(resolve({ $ref: 'https://example.com/x.json#/A' }, '')).toBeUndefined();
  expect(resolve({ $ref: '#/components/schemas/%41' }, '')).toBeUndefined();
});

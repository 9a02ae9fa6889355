import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import type { JsonObject, JsonValue } from '../engines/openapi/json.ts';
import { anySchema, tree } from '../engines/openapi/schemas/testing/any-schema.ts';

const count = 500;
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const text = { type: 'string' };
const closed = { additionalProperties: false };

/** Schemas as published documents have them, which few or no values fit. */
const narrow: readonly JsonValue[] = [
  {
    allOf: [object({ id: text }, { required: ['id'] }), object({ a: text }, { required: ['a'], ...closed })],
  },
  { allOf: [object({ id: text }, closed), object({ a: text }, closed)] },
  object({ id: text, a: text }, { minProperties: 5, ...closed }),
  { oneOf: [object({ id: text, a: text }), object({ id: text, a: text, b: text })] },
  { oneOf: [object({ a: text }, { required: ['a'] }), object({ a: text, b: text }, closed)] },
  object({ id: text, a: { type: 'integer', multipleOf: 7, minimum: 1, maximum: 6 } }, { required: ['a'] }),
  object({ a: text, b: object({ c: text }, { minProperties: 2, ...closed }) }, { required: ['b'] }),
  object({ v: text, up: { $ref: '#/components/schemas/Endless' } }, { required: ['v', 'up'] }),
];

it(`answers the first request like the second and the third, for ${count} schemas and bodies`, async () => {
  const made = fc.sample(fc.tuple(anySchema, fc.jsonValue({ maxDepth: 2 })), { numRuns: count, seed: 17 });
  const schemas = [...narrow, ...made.map(([schema]) => schema)];
  const bodies = [...narrow.map(() => ({ a: 'desk' })), ...made.map(([, body]) => body)];
  const json = (schema: JsonValue) => ({ description: 'x', content: { 'application/json': { schema } } });
  const paths = schemas.map((schema, index) => {
    // Every other record is below an optional member of its answer.
    const around = (inside: JsonValue) => json(index % 2 === 0 ? inside : object({ ok: {}, result: inside }));
    const one = { responses: { 200: around(schema) } };
    const list = { responses: { 200: around({ type: 'array', items: schema }) } };
    return [
      [`/r${index}`, { get: list, post: { requestBody: json({}), responses: { 201: around(schema) } } }],
      [`/r${index}/{id}`, { get: one, delete: { responses: { 204: {} } } }],
      [`/s${index}`, { get: one }],
    ];
  });
  const mock = createMock({
    openapi: {
      openapi: '3.1.0',
      info: {},
      paths: Object.fromEntries(paths.flat()),
      components: { schemas: { Tree: tree, Endless: narrow.at(-1) ?? {} } },
    },
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const init = { method, ...(body !== undefined && sent) };
    const response = await mock.fetch(new Request(`http://localhost${path}`, init));
    return `${response.status} ${await response.text()}`;
  };
  const different: unknown[] = [];
  for (const [index, schema] of schemas.entries()) {
    const answers = new Set<string>();
    for (let round = 0; round < 3; round++) {
      await mock.reset();
      const created = await ask('POST', `/r${index}`, bodies[index]);
      const listed = await ask('GET', `/r${index}`);
      const [, id = 'none'] = /"id":"?(\w+)/.exec(created) ?? [];
      const read = await ask('GET', `/r${index}/${id}`);
      const sampled = await ask('GET', `/s${index}`);
      answers.add(JSON.stringify({ created, listed, read, sampled }));
    }
    if (answers.size > 1) different.push({ schema, body: bodies[index], answers: [...answers] });
  }
  expect(different).toEqual([]);
});

/** An API of lamps, whose answers have one in some place. */
function serveLamps(schema: JsonValue, around = (record: JsonValue): JsonValue => record) {
  const json = (inside: JsonValue) => ({
    description: 'x',
    content: { 'application/json': { schema: inside } },
  });
  const one = json(around(schema));
  const paths = {
    '/lamps': {
      get: { responses: { 200: json(around({ type: 'array', items: schema })) } },
      post: { requestBody: { content: { 'application/json': { schema: {} } } }, responses: { 201: one } },
    },
    '/lamps/{id}': { get: { responses: { 200: one } }, delete: { responses: { 204: {} } } },
  };
  const mock = createMock({ openapi: { openapi: '3.1.0', info: { title: 'Lamps' }, paths } });
  return async (method: string, path = '/lamps') => {
    const sent = { headers: { 'content-type': 'application/json' }, body: '{"a":"desk"}' };
    const init = { method, ...(method === 'POST' && sent) };
    const response = await mock.fetch(new Request(`http://localhost${path}`, init));
    return { status: response.status, text: await response.text() };
  };
}

const places: readonly (readonly [string, (record: JsonValue) => JsonValue])[] = [
  ['the answer', (record) => record],
  ['an optional member', (result) => object({ success: { type: 'boolean' }, result })],
  ['an optional member of one', (item) => object({ data: object({ item }) })],
];
/** Without those that have no value, or allow no such member. */
const open = narrow.filter((_, index) => [0, 1, 3, 4].includes(index));

it.each(places.flatMap(([name, around]) => open.map((schema) => [name, schema, around] as const)))(
  'shows what a client gave, as %s, where no value fits: %j',
  async (_, schema, around) => {
    const call = serveLamps(schema, around);
    for (const __ of [1, 2]) expect((await call('POST')).text).toContain('"a":"desk"');
    expect((await call('GET')).text.match(/"a":"desk"/g)).toHaveLength(2);
  },
);

it.each(
  places.flatMap(([name, around]) => [2, 5, 6].map((index) => [name, narrow[index] ?? {}, around] as const)),
)('refuses in words, each time, what has no value, as %s: %j', async (_, schema, around) => {
  const call = serveLamps(schema, around);
  for (const __ of [1, 2, 3])
    for (const method of ['POST', 'GET']) {
      const { status, text: refusal } = await call(method);
      expect([status, refusal]).toEqual([501, expect.stringMatching(/Lamps: The schema \S+ has no value: /)]);
    }
});

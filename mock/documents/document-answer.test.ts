import { expect, it } from 'vitest';
import { createMock, type Mock } from '../assembly/create-mock.ts';

let mock: Mock;

function serve(paths: object, schemas: object = {}): void {
  const servers = [{ url: 'https://shop.example.com' }];
  mock = createMock({ openapi: { openapi: '3.1.0', info: {}, servers, components: { schemas }, paths } });
}

const answers = (content: object, type = 'application/json', description = 'OK') => ({
  responses: { 200: { description, content: { [type]: content } } },
});
async function ask(path: string, method = 'GET', body?: object) {
  const sent = body === undefined ? null : JSON.stringify(body);
  return mock.fetch(new Request(`http://localhost${path}`, { method, body: sent }));
}
const json = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json();

const text = { type: 'string' };
const lamp = {
  type: 'object',
  required: ['id', 'state', 'size'],
  properties: {
    id: { ...text, readOnly: true },
    name: text,
    state: text,
    size: { type: 'object', required: ['unit'], properties: { unit: text } },
  },
};
const shown = { id: 'l-7', name: 'Desk', state: 'lit', size: { unit: 'cm' } };

it.each<[string, object]>([
  ['example', { example: shown }],
  ['examples', { examples: { one: { summary: 'A lamp', value: shown }, two: { value: {} } } }],
  ['a reference to examples', { examples: { one: { $ref: '#/components/examples/Lamp' } } }],
])('an answer that nobody made is the %s of its media type', async (_, example) => {
  const components = { schemas: { Lamp: lamp }, examples: { Lamp: { value: shown } } };
  const content = { schema: lamp, ...example };
  const list = { schema: { type: 'array', items: lamp }, example: [shown, { ...shown, id: 'l-8' }] };
  const paths = {
    '/search': { post: answers(content) },
    '/settings': { get: answers(content) },
    '/lamps': { get: answers(list) },
    '/lamps/{id}': { get: answers(content), patch: answers(content) },
    '/open': { get: answers({ ...example }) },
  };
  const servers = [{ url: 'https://shop.example.com' }];
  mock = createMock({ openapi: { openapi: '3.1.0', info: {}, servers, components, paths } });
  expect(await json('/search', 'POST', {})).toEqual(shown);
  expect(await json('/settings')).toEqual(shown);
  expect(await json('/lamps')).toEqual([shown, { ...shown, id: 'l-8' }]);
  expect(await json('/lamps/l-8')).toEqual({ ...shown, id: 'l-8' });
  expect(await json('/lamps/other')).toEqual({ ...shown, id: 'other' });
  expect(await json('/open')).toEqual(shown);
});

it('a made record takes from the example what it must have, and nothing else', async () => {
  const created = {
    schema: {
      type: 'object',
      required: ['ok', 'lamp', 'message'],
      properties: { ok: {}, lamp, message: text },
    },
    example: { ok: true, lamp: shown, message: 'Made.' },
  };
  const requestBody = { content: { 'application/json': { schema: lamp } } };
  serve({
    '/lamps': {
      get: answers({ schema: { type: 'array', items: lamp } }),
      post: { requestBody, ...answers(created) },
    },
    '/lamps/{id}': { get: answers({ schema: lamp }) },
  });
  const made = (await json('/lamps', 'POST', { state: 'dark', size: { unit: 'mm' } })) as {
    lamp: { id: string };
  };
  expect(made).toEqual({
    ok: true,
    lamp: { id: expect.any(String), state: 'dark', size: { unit: 'mm' } },
    message: 'Made.',
  });
  expect(made.lamp.id).not.toBe('l-7');
  expect(await json('/lamps')).toEqual([made.lamp]);
});

it('an example that does not fit its schema is changed until it does', async () => {
  serve({ '/search': { post: answers({ schema: lamp, example: { id: 7, state: 'lit', size: 'cm' } }) } });
  expect(await json('/search', 'POST', {})).toEqual({
    id: expect.any(String),
    state: 'lit',
    size: { unit: expect.any(String) },
  });
});

const row = { type: 'object', required: ['a', 'b'], properties: { a: { const: 'x,"y"' }, b: { const: 7 } } };
const pet = {
  type: 'object',
  required: ['id', 'tags', 'photos', 'note'],
  properties: {
    id: { const: 7, xml: { attribute: true } },
    note: { const: '<b> & "c"', xml: { name: 'remark' } },
    photos: { type: 'array', minItems: 2, maxItems: 2, items: { const: 'p' } },
    tags: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: { $ref: '#/components/schemas/Tag' },
      xml: { wrapped: true },
    },
  },
};
const petXml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Pet id="7"><remark>&lt;b&gt; &amp; &quot;c&quot;</remark>' +
  '<photos>p</photos><photos>p</photos><tags><tag><name>t</name></tag></tags></Pet>\n';
const Tag = {
  ...{ type: 'object', required: ['name'], xml: { name: 'tag' } },
  properties: { name: { const: 't' } },
};

it.each<[string, object, string | RegExp]>([
  ['text/plain', { schema: { type: 'string', pattern: '^ab+$' } }, /^ab+$/],
  ['text/plain', {}, /^Say it$/],
  ['text/plain', { schema: row }, '{"a":"x,\\"y\\"","b":7}'],
  ['text/plain', { example: 'pong' }, 'pong'],
  ['text/csv', { example: 'a,b\n1,2\n' }, 'a,b\n1,2\n'],
  [
    'text/csv',
    { schema: { type: 'array', minItems: 2, maxItems: 2, items: row } },
    'a,b\r\n"x,""y""",7\r\n"x,""y""",7\r\n',
  ],
  ['text/csv', { schema: row }, 'a,b\r\n"x,""y""",7\r\n'],
  ['application/xml', { schema: { $ref: '#/components/schemas/Pet' } }, petXml],
  ['text/xml', { schema: { $ref: '#/components/schemas/Pet' } }, petXml],
  ['application/atom+xml', { example: '<feed/>' }, '<feed/>'],
  [
    'application/xml',
    { schema: text },
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<result>\w+<\/result>\n$/,
  ],
  [
    'application/xml',
    { schema: { type: 'array', minItems: 1, maxItems: 1, items: { const: 'p' } } },
    /<result><item>p<\/item><\/result>/,
  ],
  ['text/html', { schema: text }, /^<!doctype html>\n<title>Say it<\/title>\n<p>\w+<\/p>\n$/],
  ['text/html', { example: '<h1>Hi</h1>' }, '<h1>Hi</h1>'],
  ['text/html', {}, /^<!doctype html>\n<title>Say it<\/title>\n<p>Say it<\/p>\n$/],
  [
    'application/x-ndjson',
    { schema: { type: 'array', minItems: 2, maxItems: 2, items: { const: 1 } } },
    '1\n1\n',
  ],
])('an answer in %s of %o has content', async (type, content, expected) => {
  serve({ '/it': { get: { summary: 'Say it', ...answers(content, type) } } }, { Pet: pet, Tag });
  const answer = await ask('/it');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(type.startsWith('text/') ? `${type}; charset=utf-8` : type);
  expect(await answer.text()).toMatch(
    expected instanceof RegExp ? expected : new RegExp(`^${quoted(expected)}$`),
  );
});

it.each<[object, string]>([
  [{ prefix: 'p', namespace: 'urn:p' }, '<p:it xmlns:p="urn:p" a="1"><b>x</b><c/></p:it>'],
  [{ namespace: 'urn:n&"' }, '<it xmlns="urn:n&amp;&quot;" a="1"><b>x</b><c/></it>'],
  [{ prefix: 'p', name: 'own' }, '<p:own a="1"><b>x</b><c/></p:own>'],
  [{ prefix: '', namespace: 'urn:n' }, '<it xmlns="urn:n" a="1"><b>x</b><c/></it>'],
])('an answer in XML has the prefix and namespace of its schema: %j', async (own, expected) => {
  const members = { a: { const: 1, xml: { attribute: true } }, b: { const: 'x' }, c: { const: '' } };
  const inner = { type: 'object', required: ['a', 'b', 'c'], properties: members, xml: own };
  const schema = { type: 'object', required: ['it'], properties: { it: inner } };
  serve({ '/it': { get: answers({ schema }, 'application/xml') } });
  const written = await (await ask('/it')).text();
  expect(written.replace('<c></c>', '<c/>')).toContain(`<result>${expected}</result>`);
});

it('attributes and items in XML have prefixes too, each declared once', async () => {
  const p = { prefix: 'p', namespace: 'urn:p' };
  const schema = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: {
      a: { const: 1, xml: { ...p, attribute: true } },
      b: { const: 2, xml: { ...p, attribute: true } },
      c: { type: 'array', minItems: 1, maxItems: 1, items: { const: 3, xml: { ...p, name: 'd' } } },
    },
  };
  serve({ '/it': { get: answers({ schema }, 'application/xml') } });
  expect(await (await ask('/it')).text()).toContain(
    '<result xmlns:p="urn:p" p:a="1" p:b="2"><p:d xmlns:p="urn:p">3</p:d></result>',
  );
});

it.each<[string, object, unknown]>([
  ['example', { schema: { type: ['string', 'null'] }, example: null }, null],
  ['examples', { schema: { type: ['string', 'null'] }, examples: { one: { value: null } } }, null],
  ['example without a schema', { example: null }, null],
  ['example of a schema', { schema: { type: ['string', 'null'], example: null } }, null],
  ['default that is a list', { schema: { type: 'array', items: text, default: ['a', 'b'] } }, ['a', 'b']],
  [
    'example of a member',
    { schema: { type: 'object', properties: { a: { type: ['string', 'null'], example: null } } } },
    { a: null },
  ],
])('null and lists are examples as other values are: %s', async (_, content, expected) => {
  serve({ '/it': { get: answers(content) } });
  expect(await json('/it')).toEqual(expected);
});

it.each<[string | undefined, string, string | RegExp]>([
  [undefined, 'application/json', /^\{"result":\[\{"id"/],
  ['*/*', 'application/json', /^\{"result"/],
  ['image/png', 'application/json', /^\{"result"/],
  ['text/csv;q=0.5, application/json', 'application/json', /^\{"result"/],
  ['text/csv', 'text/csv; charset=utf-8', /^id,name\r\n\w+,Desk\r\n\w+,Floor\r\n$/],
  ['application/json;q=0.1, text/*', 'text/csv; charset=utf-8', /,Desk\r\n/],
  ['application/xml, */*;q=0.1', 'application/xml', /<result><item><id>\w+<\/id><name>Desk<\/name><\/item>/],
  ['application/x-ndjson', 'application/x-ndjson', /^\{"id":"\w+","name":"Desk"\}\n\{/],
])('a list comes in the offered type that Accept prefers: %s', async (accept, type, expected) => {
  const one = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
  const many = { type: 'array', items: one };
  const content = {
    'application/json': { schema: { type: 'object', properties: { result: many } } },
    'text/csv': { schema: text, example: 'id,name' },
    'application/xml': { schema: many },
    'application/x-ndjson': { schema: many },
    'image/png': {},
  };
  const body = { content: { 'application/json': { schema: one } } };
  serve({
    '/lamps': {
      get: { responses: { 200: { description: 'x', content } } },
      post: { requestBody: body, ...answers({ schema: one }) },
    },
    '/lamps/{id}': { get: answers({ schema: one }) },
    '/status': { get: { responses: { 200: { description: 'x', content } } } },
  });
  for (const name of ['Desk', 'Floor']) await ask('/lamps', 'POST', { name });
  const headers = accept === undefined ? {} : { accept };
  const answer = await mock.fetch(new Request('http://localhost/lamps', { headers }));
  expect(answer.headers.get('content-type')).toBe(type);
  expect(await answer.text()).toMatch(expected);
  const sampled = await mock.fetch(new Request('http://localhost/status', { headers }));
  expect(sampled.headers.get('content-type')).toBe(type);
  if (type.startsWith('text/csv')) expect(await sampled.text()).toBe('id,name');
});

const quoted = (literal: string) => literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

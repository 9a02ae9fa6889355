import { describe, expect, it } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';

const form = 'application/x-www-form-urlencoded';
const text = { type: 'string' };
const customer = {
  type: 'object',
  required: ['email'],
  properties: {
    id: { ...text, readOnly: true },
    email: { ...text, minLength: 3 },
    code: text,
    balance: { type: 'integer', maximum: 900 },
    rate: { type: 'number', multipleOf: 0.5 },
    active: { type: 'boolean' },
    note: { type: 'string', nullable: true },
    expand: { type: 'array', items: text },
    sizes: { type: 'array', maxItems: 4, items: { type: 'integer', minimum: 0 } },
    address: { $ref: '#/components/schemas/Address' },
    lines: {
      type: 'array',
      items: { type: 'object', properties: { price: text, quantity: { type: 'integer' } } },
    },
    metadata: {
      anyOf: [
        { type: 'object', additionalProperties: text },
        { type: 'string', enum: [''] },
      ],
    },
    'filter[name]': text,
  },
};
const answer = (schema: object) => ({ description: 'OK', content: { 'application/json': { schema } } });
const own = { $ref: '#/components/schemas/Customer' };
const openapi = (types: readonly string[]) => ({
  openapi: '3.0.3',
  info: { title: 'Payments', version: '1' },
  servers: [{ url: 'https://pay.example.com' }],
  components: {
    schemas: {
      Customer: customer,
      Address: {
        type: 'object',
        properties: { city: text, geo: { type: 'object', properties: { lat: { type: 'number' } } } },
      },
    },
  },
  paths: {
    '/customers': {
      get: { responses: { 200: answer({ type: 'array', items: own }) } },
      post: {
        requestBody: {
          required: true,
          content: Object.fromEntries(types.map((type) => [type, { schema: own }])),
        },
        responses: { 200: answer(own) },
      },
    },
    '/customers/{id}': {
      get: { responses: { 200: answer(own) } },
      // As with Stripe, an update is a POST.
      patch: { requestBody: { content: { [form]: { schema: own } } }, responses: { 200: answer(own) } },
    },
  },
});

async function post(body: string | FormData, type: string | null = form, types: readonly string[] = [form]) {
  const mock = createMock({ openapi: openapi(types) });
  const send = async (
    method: string,
    path: string,
    content: string | FormData | null,
    mediaType: string | null,
  ) => {
    const headers: Record<string, string> = mediaType === null ? {} : { 'content-type': mediaType };
    const request = new Request(`http://localhost${path}`, {
      method,
      headers,
      body: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    });
    const response = await mock.fetch(request);
    return { status: response.status, body: await response.json() };
  };
  const made = await send('POST', '/customers', body, type);
  const list = await send('GET', '/customers', null, null);
  return { ...made, list: list.body, send };
}

describe('a form', () => {
  it.each<[string, object]>([
    [
      'email=a%40b.c&code=007&balance=-5&rate=1.50&active=true',
      { email: 'a@b.c', code: '007', balance: -5, rate: 1.5, active: true },
    ],
    ['email=a%2Bb+c&note=', { email: 'a+b c', note: '' }],
    ['email=abc&expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['email=abc&expand=a&expand=b', { expand: ['a', 'b'] }],
    ['email=abc&expand=a', { expand: ['a'] }],
    ['email=abc&sizes[1]=2&sizes[0]=1&sizes[2]=3', { sizes: [1, 2, 3] }],
    ['email=abc&address[city]=Ulm&address[geo][lat]=48.4', { address: { city: 'Ulm', geo: { lat: 48.4 } } }],
    ['email=abc&address%5Bcity%5D=Ulm', { address: { city: 'Ulm' } }],
    [
      'email=abc&lines[0][price]=p1&lines[0][quantity]=2&lines[1][price]=p2',
      { lines: [{ price: 'p1', quantity: 2 }, { price: 'p2' }] },
    ],
    ['email=abc&lines[7][price]=p1', { lines: [{ price: 'p1' }] }],
    ['email=abc&metadata[1]=one&metadata[key]=5', { metadata: { 1: 'one', key: '5' } }],
    ['email=abc&metadata=', { metadata: '' }],
    ['email=abc&filter[name]=x', { 'filter[name]': 'x' }],
    ['email=abc&metadata[__proto__]=x', { metadata: JSON.parse('{"__proto__":"x"}') }],
  ])('is read by its schema: %s', async (body, expected) => {
    const { status, body: made, list } = await post(body);
    expect([status, made]).toEqual([200, expect.objectContaining({ id: expect.any(String), ...expected })]);
    expect(list).toEqual([made]);
  });

  it.each<[string, string]>([
    ['balance=1', 'email'],
    ['', 'email'],
    ['email=a', 'email'],
    ['email=abc&balance=many', 'balance'],
    ['email=abc&balance=9007199254740993', 'balance'],
    ['email=abc&balance=1&balance=2', 'balance'],
    ['email=abc&active=yes', 'active'],
    ['email=abc&lines[0][quantity]=x', 'lines.0.quantity'],
    ['email=abc&address=Ulm', 'address'],
    ['email=abc&address=Ulm&address[city]=Ulm', 'address'],
  ])('that does not fit is refused with the member: %s', async (body, member) => {
    const { status, body: refusal, list } = await post(body);
    expect([status, refusal.errors[0].message]).toEqual([400, expect.stringContaining(member)]);
    expect(list).toEqual([]);
  });

  it.each<[string, string]>([
    ['email=abc&balance=901', 'balance: must be at most 900'],
    ['email=abc&balance=many', 'balance: must be an integer'],
    ['email=abc&rate=0.7', 'rate: must be a multiple of 0.5'],
    ['email=abc&sizes[]=-1', 'sizes.0: must be at least 0'],
    ['email=abc&sizes[]=1&sizes[]=2&sizes[]=3&sizes[]=4&sizes[]=5', 'sizes: must have at most 4 items'],
    ['email=a', 'email: must have at least 3 characters'],
  ])('is refused with its own reason: %s', async (body, reason) => {
    const { status, body: refusal } = await post(body);
    expect([status, refusal.errors[0].message]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('that nests too deep is refused', async () => {
    const { status } = await post(`email=abc&${'a'.concat('[b]'.repeat(5000))}=1`);
    expect(status).toBe(400);
  });

  it('changes what it names', async () => {
    const { body, send } = await post('email=abc&balance=1');
    const changed = await send('PATCH', `/customers/${body.id}`, 'balance=2', form);
    expect(changed).toMatchObject({ status: 200, body: { email: 'abc', balance: 2 } });
  });
});

/** A form with files: parts with a type are files. */
function multipart(parts: readonly (readonly [name: string, content: string, type?: string])[]): FormData {
  const data = new FormData();
  for (const [name, content, type] of parts)
    data.append(name, type === undefined ? content : new Blob([content], { type }));
  return data;
}
const withFiles = 'multipart/form-data';
const xml = 'application/xml';
const customerOf = (inside: string, attributes = '') => `<Customer${attributes}>${inside}</Customer>`;

describe('a body of another type than JSON', () => {
  it.each<[string, string | FormData, object]>([
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['balance', '5'],
        ['sizes', '1'],
        ['sizes', '2'],
        ['photo', 'x', 'image/png'],
      ]),
      { email: 'abc', balance: 5, sizes: [1, 2] },
    ],
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['address', '{"city":"Ulm"}', 'application/json'],
        ['photo', '{}', 'application/json'],
      ]),
      { email: 'abc', address: { city: 'Ulm' } },
    ],
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['lines', '[{"quantity":2}]'],
      ]),
      { lines: [{ quantity: 2 }] },
    ],
    [
      xml,
      customerOf('<email>a&amp;b</email><code>007</code><balance>5</balance>'),
      { email: 'a&b', code: '007', balance: 5 },
    ],
    [
      'text/xml',
      customerOf(
        '<email>abc</email><sizes>1</sizes><sizes>2</sizes><lines><price>p</price><quantity>3</quantity></lines>',
      ),
      { sizes: [1, 2], lines: [{ price: 'p', quantity: 3 }] },
    ],
    [
      xml,
      `<?xml version="1.0"?><c:Customer xmlns:c="urn:c"><c:email>abc</c:email><c:address city="Ulm"><geo><lat>1.5</lat></geo></c:address></c:Customer>`,
      { email: 'abc', address: { city: 'Ulm', geo: { lat: 1.5 } } },
    ],
    ['application/yaml', 'email: abc\nsizes: [1, 2]\n', { email: 'abc', sizes: [1, 2] }],
    ['text/plain', '{"email":"abc"}', { email: 'abc' }],
  ])('is read by its schema: %s %s', async (type, body, expected) => {
    const { status, body: made, list } = await post(body, type === withFiles ? null : type, [type]);
    expect([status, made]).toEqual([200, expect.objectContaining(expected)]);
    expect(list).toEqual([made]);
  });

  it.each<[string, string | FormData, string]>([
    [withFiles, multipart([['balance', '5']]), 'email: is required'],
    [
      withFiles,
      multipart([
        ['email', 'a'],
        ['balance', '5'],
      ]),
      'email: must have at least 3 characters',
    ],
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['balance', 'seven'],
      ]),
      'balance: must be an integer',
    ],
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['balance', '7', 'text/plain'],
      ]),
      'balance: must be an integer',
    ],
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['address', '{"city":1}'],
      ]),
      'address.city: must be a string',
    ],
    [
      withFiles,
      multipart([
        ['email', 'abc'],
        ['address', '['.repeat(9_999)],
      ]),
      'nest more than 512 deep',
    ],
    [xml, customerOf('<balance>5</balance>'), 'email: is required'],
    [xml, customerOf('<email>abc</email><balance>five</balance>'), 'balance: must be an integer'],
    [xml, customerOf('<email>abc</email><balance>901</balance>'), 'balance: must be at most 900'],
    [xml, customerOf('<email>abc</email><sizes>1</sizes><sizes>-1</sizes>'), 'sizes.1: must be at least 0'],
    [xml, customerOf('<email>abc</email><address>Ulm</address>'), 'address: must be an object'],
    [xml, 'email=abc', 'the body: is no XML'],
    [xml, '<a>'.repeat(99_999), 'nest more than 512 deep'],
    [xml, '<a><b></a>', 'the body: is no XML'],
    [xml, `${'<a>'.repeat(600)}${'</a>'.repeat(600)}`, 'nest more than 512 deep'],
    [xml, '<!DOCTYPE a [<!ENTITY b "c">]><Customer><email>&b;</email></Customer>', 'the body: is no XML'],
    ['application/yaml', 'email: [', 'the body: is no YAML'],
    ['application/yaml', 'email: abc\nbalance: many', 'balance: must be an integer'],
    ['text/plain', 'email', 'the body: must be an object'],
  ])('that does not fit is refused in words: %s %s', async (type, body, reason) => {
    const { status, body: refusal, list } = await post(body, type === withFiles ? null : type, [type]);
    expect([status, refusal.errors[0].message]).toEqual([400, expect.stringContaining(reason)]);
    expect(list).toEqual([]);
  });
});

describe('a member of a form', () => {
  const spread = (style: string | undefined, explode?: boolean) => ({
    list: { ...(style && { style }), ...(explode !== undefined && { explode }) },
  });
  it.each<[object, string, unknown]>([
    [{}, 'list=1,2', '400 list.0: must be an integer'],
    [spread('form', false), 'list=1,2', [1, 2]],
    [spread(undefined, false), 'list=1', [1]],
    [spread(undefined, false), 'list=1&list=2', [1, 2]],
    [spread('form', true), 'list=1&list=2', [1, 2]],
    [spread('pipeDelimited'), 'list=1|2', [1, 2]],
    [spread('spaceDelimited'), 'list=1%202', [1, 2]],
    [spread('pipeDelimited', true), 'list=1&list=2', [1, 2]],
    [spread('form', false), 'list=1,many', '400 list.1: must be an integer'],
    [{ map: { explode: false } }, 'map=a,1,b,2', { a: 1, b: 2 }],
    [{ map: { style: 'deepObject', explode: true } }, 'map[a]=1&map[b]=2', { a: 1, b: 2 }],
    [{ map: { style: 'form', explode: true } }, 'a=1&b=2', { a: 1, b: 2 }],
    [{ map: { explode: true } }, 'a=1&map[b]=2', { a: 1, b: 2 }],
    [{ map: { style: 'form' } }, 'a=1&flat=2', { a: 1 }],
    [{ map: { style: 'form' } }, 'a=many', '400 map.a: must be an integer'],
    [{ map: { style: 'form' }, named: { style: 'form' } }, 'c=1&a=2', { a: 2 }],
    [{ named: { style: 'form', explode: true } }, 'c=1&d=2&flat=3', { c: 1, d: 2 }],
    [{ named: { contentType: 'text/plain' } }, 'named[c]=1', { c: 1 }],
  ])('is written as its encoding says: %j, %s', async (encoding, body, expected) => {
    const integer = { type: 'integer' };
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: integer },
        flat: integer,
        named: { type: 'object', properties: { c: integer, d: integer, flat: integer } },
        map: { type: 'object', additionalProperties: integer },
      },
    };
    for (const type of [form, withFiles]) {
      const mock = createMock({
        openapi: {
          openapi: '3.1.0',
          info: {},
          paths: {
            '/a': {
              get: { responses: { 200: answer({ type: 'array', items: schema }) } },
              post: {
                requestBody: { content: { [type]: { schema, encoding } } },
                responses: { 200: answer(schema) },
              },
            },
          },
        },
      });
      const parts = [...new URLSearchParams(body)];
      const request = new Request('http://localhost/a', {
        method: 'POST',
        body: type === form ? new URLSearchParams(parts) : multipart(parts),
      });
      const response = await mock.fetch(request);
      const made = await response.json();
      const shown = response.ok
        ? (made.map ?? made.named ?? made.list)
        : `${response.status} ${made.errors[0].message.replace('Invalid value for ', '')}`;
      expect(shown).toEqual(expected);
    }
  });
});

describe('a body of a type', () => {
  const json = '{"email":"abc"}';
  it.each<[string, string | null, readonly string[], number]>([
    [json, 'application/json', ['application/json'], 200],
    [json, 'application/json', [form, 'application/json'], 200],
    [json, null, ['application/json'], 200],
    [json, 'application/vnd.api+json', ['application/json'], 200],
    [json, 'text/plain;charset=UTF-8', ['application/json'], 200],
    [json, form, ['application/json'], 200],
    [json, form, [form, 'application/json'], 200],
    ['email=abc', form, [form, 'application/json'], 200],
    ['email=abc', 'Application/X-WWW-Form-URLencoded; charset=utf-8', [form], 200],
    ['email=abc', form, ['application/json'], 415],
    [json, 'application/json', [form], 415],
    [json, 'text/plain', [form], 415],
    ['email=abc', form, ['application/json', 'image/*'], 415],
    ['', null, [form], 400],
    ['', null, [withFiles], 415],
    ['', xml, [xml], 400],
    ['<a/>', 'application/xml', ['application/json'], 415],
    ['<a/>', 'application/xml', ['application/json', 'image/*'], 415],
    ['<a/>', 'application/xml', ['multipart/form-data'], 415],
    ['<Customer><email>abc</email></Customer>', 'text/xml', ['application/json', 'text/xml'], 200],
    ['email: abc', 'text/yaml', ['application/json', 'text/*', 'text/yaml'], 200],
    ['<Customer><email>abc</email></Customer>', 'application/xml; charset=utf-8', [form, xml], 200],
    ['{"email":"abc"}', 'text/plain', ['application/json', 'text/plain'], 200],
    ['a', 'nonsense', ['application/json'], 415],
    ...[[], [xml], [form], ['text/plain'], ['application/json'], ['image/*']].map(
      (others): [string, string, string[], number] => ['email=abc', withFiles, [withFiles, ...others], 400],
    ),
    ['email=abc', `${withFiles}; charset=utf-8`, [withFiles, xml], 400],
    ['', withFiles, [withFiles, xml], 400],
    ['email=abc', null, [withFiles, xml], 415],
    ['email=abc', null, [xml], 415],
    ['', null, [withFiles, xml], 400],
    ['abc', 'application/msgpack', ['application/msgpack'], 501],
    ['abc', 'multipart/mixed', [withFiles, 'multipart/mixed'], 501],
    ['abc', 'image/png', ['image/*'], 501],
  ])('%s as %s, where %j are listed: %s', async (body, type, types, status) => {
    const made = await post(body, type, types);
    expect(made.status, JSON.stringify(made.body)).toBe(status);
    expect(made.list).toHaveLength(status === 200 ? 1 : 0);
    const { message = '' } = made.body.errors?.[0] ?? {};
    if (status === 415) expect(message).toContain(types.join(' or '));
    if (status === 501) expect(message).toContain(`can't be read as ${type}`);
    if (status === 400) expect(message).toMatch(body ? 'has no boundary' : 'is required');
  });
});

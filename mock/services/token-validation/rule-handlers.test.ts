// Long: creating, changing, moving, reading and deleting rules share one zone and its helpers.
import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../spec/client.ts';
import { ruleSchema, tokenValidationLimits } from '../../../spec/services/token-validation/schemas.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';
import { createConfig, type RuleBody, ruleBody } from '../../testing/token-validation.ts';

const unknownId = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';
const excluded = '0d9bf70c-92e1-4bb3-9411-34a3bcc59003';

function start() {
  const mock = createMock();
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  const client = clientOf(mock);
  const zone_id = mock.defaults.zoneId;
  const params = { zone_id };
  const rules = async () => (await client.call('token-validation.rule.list', { params })).body.result;
  const titles = async () => (await rules()).map(({ title }) => title).join('');
  /** Creates a rule for each title, in one call, and gives them by title. */
  const create = async (...names: readonly string[]) => {
    const body = names.map((title) => ruleBody({ title }));
    const reply = await client.call('token-validation.rule.bulk-create', { params, body });
    return Object.fromEntries(reply.body.result.map((rule) => [rule.title, rule.id]));
  };
  const post = (body: unknown, path = '') =>
    client.send({
      method: 'POST',
      path: `/zones/${zone_id}/token_validation/rules${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const patch = (body: unknown, path: string) =>
    client.send({
      method: 'PATCH',
      path: `/zones/${zone_id}/token_validation/rules${path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { mock, client, zone_id, params, rules, titles, create, post, patch };
}

/** What breaks a rule, whatever call it comes by. */
const faults: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['a title of 51 characters', { title: 'x'.repeat(51) }, '/title'],
  ['a title that is no string', { title: 1 }, '/title'],
  ['a title of null', { title: null }, '/title'],
  ['a description of 501 characters', { description: 'x'.repeat(501) }, '/description'],
  ['an action that is none', { action: 'challenge' }, '/action'],
  ['an action in upper case', { action: 'LOG' }, '/action'],
  ['enabled as a text', { enabled: 'true' }, '/enabled'],
  ['an expression that is no string', { expression: {} }, '/expression'],
  ['an empty expression', { expression: '' }, '/expression'],
  ['a blank expression', { expression: '  ' }, '/expression'],
  ['an expression of 4,097 characters', { expression: `ssl${' '.repeat(4094)}` }, '/expression'],
  ['an expression that does not parse', { expression: 'is_jwt_valid(' }, '/expression'],
  ['an unknown field', { expression: 'http.nothing eq "a"' }, '/expression'],
  ['an unknown function', { expression: 'is_token_valid("a")' }, '/expression'],
  ['an expression that is no condition', { expression: 'http.host' }, '/expression'],
  ['an id that is no literal', { expression: 'is_jwt_valid(http.host)' }, '/expression'],
  ['an id that is no id', { expression: 'is_jwt_valid("x")' }, '/expression'],
  ['an unknown configuration', { expression: `is_jwt_valid("${unknownId}")` }, '/expression'],
  [
    'an unknown configuration in a part that never matters',
    { expression: `ssl or not is_jwt_present("${unknownId}")` },
    '/expression',
  ],
  ['a selector that is an array', { selector: [] }, '/selector'],
  ['a selector of null', { selector: null }, '/selector'],
  ['an include that is an object', { selector: { include: {} } }, '/selector/include'],
  ['an include of texts', { selector: { include: ['a.test'] } }, '/selector/include/0'],
  ['an include without hosts', { selector: { include: [{}] } }, '/selector/include/0/host'],
  ['a host as a text', { selector: { include: [{ host: 'a.test' }] } }, '/selector/include/0/host'],
  ['a host that is none', { selector: { include: [{ host: ['a b'] }] } }, '/selector/include/0/host/0'],
  ['a host with a path', { selector: { include: [{ host: ['a.test/x'] }] } }, '/selector/include/0/host/0'],
  ['an exclude without ids', { selector: { exclude: [{}] } }, '/selector/exclude/0/operation_ids'],
  [
    'an id that is no UUID',
    { selector: { exclude: [{ operation_ids: ['x'] }] } },
    '/selector/exclude/0/operation_ids/0',
  ],
];

describe('creating rules', () => {
  it('answers 200 with the rule as it was sent, dated and signed', async () => {
    const { mock, client, zone_id, params } = start();
    const id = await createConfig(client, zone_id);
    const body = ruleBody({
      expression: `(is_jwt_valid ("${id}") or not is_jwt_present('${id}'))`,
      selector: {
        include: [{ host: ['API.example.localhost', 'b.test'] }, { host: ['c.test'] }],
        exclude: [{ operation_ids: [excluded] }],
      },
    });
    const reply = await client.call('token-validation.rule.create', { params, body });
    expect(reply.status).toBe(200);
    expect(ruleSchema.strict().parse(reply.body.result)).toEqual({
      ...body,
      id: reply.body.result.id,
      created_at: '2030-01-01T00:00:00.000000Z',
      last_updated: '2030-01-01T00:00:00.000000Z',
      modified_by: mock.defaults.email,
    });
    const rule_id = reply.body.result.id;
    const read = await client.call('token-validation.rule.get', { params: { zone_id, rule_id } });
    expect(read.body.result).toEqual(reply.body.result);
  });

  it.each([
    [{}],
    [{ include: null, exclude: null }],
    [{ include: [], exclude: [] }],
    [{ include: [{ host: [] }] }],
    [{ include: [{ host: ['{hostVar1}.example.com'] }] }],
  ])('takes the selector %j and answers it as it was sent', async (selector) => {
    const { post } = start();
    expect((await post(ruleBody({ selector }))).body).toMatchObject({ success: true, result: { selector } });
  });

  it('puts new rules behind the existing ones, in the order of the request', async () => {
    const { client, params, create, titles } = start();
    await create('a', 'b');
    await create('c', 'd');
    await client.call('token-validation.rule.create', { params, body: ruleBody({ title: 'e' }) });
    expect(await titles()).toBe('abcde');
  });

  it('names who created a rule, by token and by key', async () => {
    const mock = createMock({
      tokens: [{ value: 'other', permissions: ['Domain API Gateway'], email: 'other@example.localhost' }],
    });
    const params = { zone_id: mock.defaults.zoneId };
    const by = async (headers: Record<string, string>) => {
      const client = clientOf(mock, { token: '' }).with(headers);
      const { body } = await client.call('token-validation.rule.create', { params, body: ruleBody() });
      return body.result.modified_by;
    };
    const { email, apiKey } = mock.defaults;
    expect(await by({ authorization: 'Bearer other' })).toBe('other@example.localhost');
    expect(await by({ 'x-auth-email': email, 'x-auth-key': apiKey })).toBe(email);
  });

  it('takes an expression of 4,096 characters', async () => {
    const { post } = start();
    expect((await post(ruleBody({ expression: `ssl${' '.repeat(4093)}` }))).status).toBe(200);
  });

  it.each(['title', 'description', 'action', 'enabled', 'expression', 'selector'])(
    'refuses a rule without %s',
    async (member) => {
      const { post, titles } = start();
      expect(refusalOf(await post({ ...ruleBody(), [member]: undefined }))).toMatchObject({
        status: 400,
        pointer: `/${member}`,
      });
      expect(await titles()).toBe('');
    },
  );

  it.each(faults)('refuses %s', async (_, part, pointer) => {
    const { post, titles } = start();
    expect(refusalOf(await post({ ...ruleBody(), ...part }))).toMatchObject({ status: 400, pointer });
    expect(await titles()).toBe('');
  });

  it.each(faults)('creates none of several when one has %s', async (_, part, pointer) => {
    const { post, titles } = start();
    const reply = await post([ruleBody(), { ...ruleBody(), ...part }], '/bulk');
    expect(refusalOf(reply)).toMatchObject({ status: 400, pointer: `/1${pointer}` });
    expect(await titles()).toBe('');
  });

  it.each([[[]], [{}], [null], [ruleBody()], [Array.from({ length: 1001 }, () => ruleBody())]])(
    'in bulk refuses a body that is not one to a thousand rules',
    async (body) => {
      const { post, titles } = start();
      expect((await post(body, '/bulk')).status).toBe(400);
      expect(await titles()).toBe('');
    },
  );

  it('ignores a position, which creation does not know', async () => {
    const { post, create, titles } = start();
    await create('a');
    await post({ ...ruleBody({ title: 'b' }), position: { index: 1 } });
    expect(await titles()).toBe('ab');
  });

  it('words a bad expression as the platform words it, with the place', async () => {
    const { post } = start();
    const bad = await post(ruleBody({ expression: 'nothing' }));
    expect(refusalOf(bad)).toMatchObject({ code: 110012 });
    expect(refusalOf(bad).message).toMatch(
      /^'nothing' is not a valid value for expression because could not parse filter expression: Filter parsing error \(1:1\):\nnothing\n\^{7} unknown identifier\n$/,
    );
    expect(refusalOf(await post(ruleBody({ expression: ' ' }))).message).toBe(
      "' ' is not a valid value for expression because the expression cannot be blank",
    );
  });

  it('says which configuration an expression misses', async () => {
    const { post } = start();
    expect(refusalOf(await post(ruleBody({ expression: `is_jwt_valid("${unknownId}")` })))).toMatchObject({
      code: 110013,
      message: `The expression names token configuration ${unknownId}, and this zone has none with that id: create it first`,
    });
  });

  it('refuses the rules of a zone that would have too many, all of them', async () => {
    const { mock, zone_id, post } = start();
    const body = Array.from({ length: 1000 }, () => ruleBody());
    for (let n = 0; n < 10; n++) expect((await post(body, '/bulk')).status).toBe(200);
    expect(refusalOf(await post(ruleBody()))).toMatchObject({ status: 400, code: 110018 });
    expect(mock.world.zone(zone_id)?.tokenRules.size).toBe(tokenValidationLimits.rulesPerZone);
  });
});

describe('changing rules', () => {
  it.each([
    [{ title: 'New' }],
    [{ description: 'New' }],
    [{ action: 'log' }],
    [{ enabled: false }],
    [{ expression: 'ssl' }],
    [{ selector: {} }],
    [{}],
  ] as Partial<RuleBody>[][])(
    'changes what it is sent, dates it, and leaves the rest: %j',
    async (change = {}) => {
      const { mock, client, zone_id, rules, create } = start();
      const { a = '' } = await create('a');
      const [before] = await rules();
      mock.clock.advance(60);
      const reply = await client.call('token-validation.rule.edit', {
        params: { zone_id, rule_id: a },
        body: change,
      });
      const expected = { ...before, ...change, last_updated: '2030-01-01T00:01:00.000000Z' };
      expect(reply.body.result).toEqual(expected);
      expect(await rules()).toEqual([expected]);
      mock.clock.advance(60);
      const bulk = await client.call('token-validation.rule.bulk-edit', {
        params: { zone_id },
        body: [{ id: a.toUpperCase(), ...change }],
      });
      expect(bulk.body.result).toEqual([{ ...expected, last_updated: '2030-01-01T00:02:00.000000Z' }]);
    },
  );

  it('names who changed a rule', async () => {
    const mock = createMock({
      tokens: [{ value: 'other', permissions: ['Domain API Gateway'], email: 'other@example.localhost' }],
    });
    const zone_id = mock.defaults.zoneId;
    const made = await clientOf(mock).call('token-validation.rule.create', {
      params: { zone_id },
      body: ruleBody(),
    });
    const { body } = await clientOf(mock, { token: 'other' }).call('token-validation.rule.edit', {
      params: { zone_id, rule_id: made.body.result.id },
      body: { enabled: false },
    });
    expect(body.result.modified_by).toBe('other@example.localhost');
  });

  it.each(faults)('refuses %s and changes nothing', async (_, part, pointer) => {
    const { rules, create, patch } = start();
    const { a, b } = await create('a', 'b');
    const before = await rules();
    expect(refusalOf(await patch(part, `/${a}`))).toMatchObject({ status: 400, pointer });
    const bulk = await patch(
      [
        { id: b, enabled: false },
        { id: a, ...part },
      ],
      '/bulk',
    );
    expect(refusalOf(bulk)).toMatchObject({ status: 400, pointer: `/1${pointer}` });
    expect(await rules()).toEqual(before);
  });

  it.each([
    [{ index: 0 }, '/position/index'],
    [{ index: -1 }, '/position/index'],
    [{ index: 1.5 }, '/position/index'],
    [{ index: '1' }, '/position/index'],
    [{ before: 'x' }, '/position/before'],
    [{ after: null }, '/position/after'],
    [{ before: unknownId }, '/position/before'],
    [{ after: unknownId }, '/position/after'],
    [{ index: 1, before: unknownId }, '/position'],
    [{ before: unknownId, after: unknownId }, '/position'],
    ['first', '/position'],
    [null, '/position'],
  ])('refuses the position %j and changes nothing', async (position, pointer) => {
    const { rules, create, patch } = start();
    const { a, b } = await create('a', 'b');
    const before = await rules();
    expect(refusalOf(await patch({ title: 'new', position }, `/${b}`))).toMatchObject({
      status: 400,
      pointer,
    });
    const bulk = await patch(
      [
        { id: a, position: { after: b } },
        { id: b, position },
      ],
      '/bulk',
    );
    expect(refusalOf(bulk)).toMatchObject({ status: 400, pointer: `/1${pointer}` });
    expect(await rules()).toEqual(before);
  });

  it('moves a rule before and after another, to an index, and takes positions in their order', async () => {
    const { create, patch, titles } = start();
    const { a, b, c, d } = await create('a', 'b', 'c', 'd');
    await patch({ position: { before: a } }, `/${d}`);
    expect(await titles()).toBe('dabc');
    await patch([{ id: d, position: { after: c } }], '/bulk');
    expect(await titles()).toBe('abcd');
    await patch({ position: { index: 1 } }, `/${c}`);
    expect(await titles()).toBe('cabd');
    await patch({ position: { index: 99 } }, `/${c}`);
    expect(await titles()).toBe('abdc');
    await patch(
      [
        { id: a, position: { index: 4 } },
        { id: c, position: { index: 1 } },
        { id: b, position: { after: c?.toUpperCase() } },
      ],
      '/bulk',
    );
    expect(await titles()).toBe('cbda');
  });

  it('refuses a position that names the rule itself', async () => {
    const { create, patch, titles } = start();
    const { a } = await create('a', 'b');
    for (const position of [{ before: a }, { after: a }]) {
      expect(refusalOf(await patch({ position }, `/${a}`))).toMatchObject({ status: 400, code: 110016 });
    }
    expect(await titles()).toBe('ab');
  });

  it('moves a rule and changes it in one item', async () => {
    const { create, patch, rules } = start();
    const { b } = await create('a', 'b');
    await patch([{ id: b, title: 'B', position: { index: 1 } }], '/bulk');
    expect((await rules()).map(({ title }) => title)).toEqual(['B', 'a']);
  });

  it.each([
    ['nothing', []],
    ['an object', {}],
    ['an item without id', [{ enabled: false }]],
    ['an id that is no UUID', [{ id: 'x', enabled: false }]],
  ])('in bulk refuses %s', async (_, body) => {
    const { create, patch, rules } = start();
    await create('a');
    expect((await patch(body, '/bulk')).status).toBe(400);
    expect((await rules())[0]?.enabled).toBe(true);
  });

  it('in bulk refuses a rule that stands twice, and one that is unknown', async () => {
    const { create, patch, rules } = start();
    const { a } = await create('a');
    const before = await rules();
    const twice = await patch(
      [
        { id: a, enabled: false },
        { id: a?.toUpperCase(), title: 'x' },
      ],
      '/bulk',
    );
    expect(refusalOf(twice)).toMatchObject({ status: 400, code: 110017, pointer: '/1/id' });
    const unknown = await patch([{ id: a, enabled: false }, { id: unknownId }], '/bulk');
    expect(refusalOf(unknown)).toMatchObject({ status: 404, code: 110405, pointer: '/1/id' });
    expect(await rules()).toEqual(before);
  });

  it('answers the changed rules in the order of the request', async () => {
    const { client, params, create } = start();
    const { a = '', b = '', c = '' } = await create('a', 'b', 'c');
    const body = [
      { id: c, enabled: false },
      { id: a, title: 'A' },
    ];
    const reply = await client.call('token-validation.rule.bulk-edit', { params, body });
    expect(reply.body.result.map(({ id }) => id)).toEqual([c, a]);
    expect(reply.body.result.map(({ id }) => id)).not.toContain(b);
  });
});

describe('reading and deleting rules', () => {
  it('answers the id of a deleted rule, which is then not found', async () => {
    const { client, zone_id, create, titles } = start();
    const { a = '' } = await create('a', 'b');
    const params = { zone_id, rule_id: a };
    const reply = await client.call('token-validation.rule.delete', { params });
    expect(reply.body).toMatchObject({ success: true, result: { id: a } });
    expect(await titles()).toBe('b');
    for (const id of ['token-validation.rule.get', 'token-validation.rule.delete'] as const) {
      expect(refusalOf(await client.call(id, { params }))).toMatchObject({
        status: 404,
        code: 110405,
        message: `No token validation rule ${a} in this zone`,
      });
    }
  });

  it('lists by precedence, pages, and answers a page past the end with nothing', async () => {
    const { client, params, create } = start();
    await create(...'abcdefg');
    const list = async (page: string) =>
      (await client.call('token-validation.rule.list', { params, query: { page, per_page: '5' } })).body;
    expect((await list('2')).result.map(({ title }) => title)).toEqual(['f', 'g']);
    expect(await list('3')).toMatchObject({
      result: [],
      result_info: { page: 3, per_page: 5, count: 0, total_count: 7, total_pages: 2 },
    });
  });

  it('filters, by either name of a filter', async () => {
    const { client, zone_id, params } = start();
    const first = await createConfig(client, zone_id);
    const second = await createConfig(client, zone_id);
    const bodies = [
      ruleBody({ title: 'a', expression: `is_jwt_valid("${first}")` }),
      ruleBody({ title: 'b', expression: `is_jwt_present("${second}")`, action: 'log' }),
      ruleBody({
        title: 'c',
        enabled: false,
        selector: { include: [{ host: ['x.test'] }, { host: ['Y.test'] }] },
      }),
      ruleBody({
        title: 'd',
        expression: `is_jwt_valid("${first}") or is_jwt_valid("${second}")`,
        selector: {},
      }),
    ];
    const made = await client.call('token-validation.rule.bulk-create', { params, body: bodies });
    const [a = '', , c = ''] = made.body.result.map(({ id }) => id);
    const list = async (query: CallInput<'token-validation.rule.list'>['query'] = {}) =>
      (await client.call('token-validation.rule.list', { params, query })).body.result
        .map(({ title }) => title)
        .join('');
    expect(await list({ id: a })).toBe('a');
    expect(await list({ rule_id: c.toUpperCase() })).toBe('c');
    expect(await list({ id: a, rule_id: c })).toBe('');
    expect(await list({ id: unknownId })).toBe('');
    expect(await list({ host: 'y.TEST' })).toBe('c');
    expect(await list({ hostname: 'api.example.localhost' })).toBe('ab');
    expect(await list({ host: 'test' })).toBe('');
    expect(await list({ action: 'log' })).toBe('b');
    expect(await list({ enabled: 'false' })).toBe('c');
    expect(await list({ enabled: 'true' })).toBe('abd');
    expect(await list({ token_configuration: [first] })).toBe('ad');
    expect(await list({ token_configuration: [first.toUpperCase(), second] })).toBe('abd');
    expect(await list({ token_configuration: [unknownId] })).toBe('');
    expect(await list({ action: 'block', enabled: 'true', hostname: 'api.example.localhost' })).toBe('a');
  });

  it.each(['id=x', 'action=drop', 'enabled=1', 'token_configuration=x', 'per_page=51'])(
    'refuses the filter %s',
    async (query) => {
      const { client, zone_id } = start();
      const path = `/zones/${zone_id}/token_validation/rules?${query}`;
      expect(refusalOf(await client.send({ method: 'GET', path }))).toMatchObject({
        status: 400,
        code: 6010,
      });
    },
  );
});

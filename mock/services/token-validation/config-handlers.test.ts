import { describe, expect, it } from 'vitest';
import { configSchema, tokenValidationLimits } from '../../../spec/services/token-validation/schemas.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';
import { type ConfigBody, configBody, createConfig, key, ruleBody } from '../../testing/token-validation.ts';

const unknownId = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

function start(options?: Parameters<typeof createMock>[0]) {
  const mock = createMock(options);
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  const client = clientOf(mock);
  const zone_id = mock.defaults.zoneId;
  const params = { zone_id };
  const create = (body: ConfigBody) => client.call('token-validation.config.create', { params, body });
  const get = (config_id: string) =>
    client.call('token-validation.config.get', { params: { zone_id, config_id } });
  const size = () => mock.world.zone(zone_id)?.tokenConfigs.size;
  return { mock, client, zone_id, params, create, get, size };
}

describe('token-validation.config.create', () => {
  it('answers 200 with the configuration, its keys normalised', async () => {
    const { create, get } = start();
    const keys = [
      key('p256', 'ec', 'ES256', { use: 'sig', key_ops: ['verify'] }),
      key('oct64', 'oct', 'HS512'),
    ];
    const { status, body } = await create(configBody({ credentials: { keys } }));
    expect(status).toBe(200);
    expect(configSchema.strict().parse(body.result)).toEqual({
      ...configBody(),
      id: body.result.id,
      token_type: 'JWT',
      credentials: {
        keys: [key('p256', 'ec', 'ES256'), { kty: 'oct', kid: 'oct', alg: 'HS512' }],
      },
      created_at: '2030-01-01T00:00:00.000000Z',
      last_updated: '2030-01-01T00:00:00.000000Z',
    });
    expect(body.messages).toEqual([]);
    expect((await get(body.result.id)).body.result).toEqual(body.result);
  });

  it('says, word for word, which algorithms it filled in, by the index of the request', async () => {
    const { create } = start();
    const keys = [
      key('rsa2048', 'key-1'),
      { kty: 'OKP', kid: 'dropped', crv: 'Ed25519', x: 'abc' },
      key('p256', 'key-2'),
      key('p384', 'key-3', 'ES384'),
      key('p384', 'key-"4"'),
    ];
    const { status, body } = await create(configBody({ credentials: { keys } }));
    expect(status).toBe(200);
    expect(body.messages).toEqual([
      { code: 110003, message: 'keys[0].alg was omitted and defaulted to "RS256" (kid "key-1")' },
      { code: 110003, message: 'keys[2].alg was omitted and defaulted to "ES256" (kid "key-2")' },
      { code: 110003, message: 'keys[4].alg was omitted and defaulted to "ES384" (kid "key-"4"")' },
    ]);
    expect(body.result.credentials.keys.map(({ kid, alg }) => `${kid} ${alg}`)).toEqual([
      'key-1 RS256',
      'key-2 ES256',
      'key-3 ES384',
      'key-"4" ES384',
    ]);
  });

  it.each(['jwt', 'JWT'] as const)('takes the token type %s and answers JWT', async (token_type) => {
    const { create } = start();
    expect((await create(configBody({ token_type }))).body.result.token_type).toBe('JWT');
  });

  it('takes titles that exist, empty texts, and counts characters, not UTF-16 units', async () => {
    const { create } = start();
    for (const body of [
      configBody(),
      configBody(),
      configBody({ title: '', description: '' }),
      configBody({ title: '😀'.repeat(50), description: '😀'.repeat(500) }),
    ]) {
      expect((await create(body)).status).toBe(200);
    }
  });

  it.each([
    ['http.request.headers["x-jwt"][0]'],
    ["http.request.headers['x-jwt'][0]"],
    ['http.request.cookies["Session"][1]'],
    [' http.request.headers["x-jwt"][0]\n'],
  ])('takes the source %s and answers it as it was sent', async (source) => {
    const { create } = start();
    const { body } = await create(configBody({ token_sources: [source] }));
    expect(body.result.token_sources).toEqual([source]);
  });

  it('takes four sources and 16 keys', async () => {
    const { create } = start();
    const token_sources = ['a', 'b', 'c', 'd'].map((name) => `http.request.headers["${name}"][0]`);
    const keys = Array.from({ length: 16 }, (_, n) => key('p256', `key-${n}`));
    const { body } = await create(configBody({ token_sources, credentials: { keys } }));
    expect(body.result.token_sources).toEqual(token_sources);
    expect(body.result.credentials.keys).toHaveLength(16);
  });

  const sources = (...token_sources: unknown[]) => ({ token_sources });
  const keys = (...list: unknown[]) => ({ credentials: { keys: list } });
  it.each([
    ['a title left out', { title: undefined }, '/title'],
    ['a title of null', { title: null }, '/title'],
    ['a title of 51 characters', { title: 'x'.repeat(51) }, '/title'],
    ['a description left out', { description: undefined }, '/description'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, '/description'],
    ['a token type that is none', { token_type: 'paseto' }, '/token_type'],
    ['a token type in mixed case', { token_type: 'Jwt' }, '/token_type'],
    ['no sources', sources(), '/token_sources'],
    ['five sources', sources('a', 'b', 'c', 'd', 'e'), '/token_sources'],
    ['sources that are a string', { token_sources: 'http.request.headers["a"][0]' }, '/token_sources'],
    ['a source that is no string', sources(1), '/token_sources/0'],
    ['an empty source', sources(''), '/token_sources/0'],
    ['a source that is no expression', sources('http.request.headers['), '/token_sources/0'],
    ['a source without an index', sources('http.request.headers["a"]'), '/token_sources/0'],
    ['a source without a name', sources('http.request.headers'), '/token_sources/0'],
    ['a source with a star', sources('http.request.headers["a"][*]'), '/token_sources/0'],
    ['a negative index', sources('http.request.headers["a"][-1]'), '/token_sources/0'],
    ['a query argument as a source', sources('http.request.uri.args["token"][0]'), '/token_sources/0'],
    ['a function as a source', sources('lower(http.request.headers["a"][0])'), '/token_sources/0'],
    ['a comparison as a source', sources('http.request.headers["a"][0] eq "b"'), '/token_sources/0'],
    ['a wrong second source', sources('http.request.headers["a"][0]', 'http.host'), '/token_sources/1'],
    ['no credentials', { credentials: undefined }, '/credentials'],
    ['credentials that are an array', { credentials: [] }, '/credentials'],
    ['credentials without keys', { credentials: {} }, '/credentials/keys'],
    ['no keys', keys(), '/credentials/keys'],
    ['17 keys', keys(...Array.from({ length: 17 }, (_, n) => key('p256', `${n}`))), '/credentials/keys'],
    ['a key that is no object', keys('key'), '/credentials/keys/0'],
    ['a key without a kty', keys({ kid: 'a' }), '/credentials/keys/0/kty'],
    ['a key without a kid', keys({ ...key('p256', 'a'), kid: undefined }), '/credentials/keys/0/kid'],
    ['an empty kid', keys(key('p256', '')), '/credentials/keys/0/kid'],
    ['an HMAC key without alg', keys(key('oct32', 'a')), '/credentials/keys/0/alg'],
    ['an HMAC key without k', keys({ kty: 'oct', kid: 'a', alg: 'HS256' }), '/credentials/keys/0/k'],
    ['an HMAC key whose k is null', keys(key('oct32', 'a', 'HS256', { k: null })), '/credentials/keys/0/k'],
    ['an HMAC secret that is too short', keys(key('oct32', 'a', 'HS384')), '/credentials/keys/0/k'],
    ['an RSA key of 1024 bits', keys(key('rsa1024', 'a', 'RS256')), '/credentials/keys/0/n'],
    ['an RSA key of 2560 bits', keys(key('rsa2560', 'a', 'RS256')), '/credentials/keys/0/n'],
    ['a curve that is not that of alg', keys(key('p256', 'a', 'ES384')), '/credentials/keys/0/alg'],
    [
      'two keys of one kid and alg',
      keys(key('p256', 'a'), key('p256Other', 'a', 'ES256')),
      '/credentials/keys/1/kid',
    ],
  ])('refuses %s and creates nothing', async (_, part, pointer) => {
    const { client, zone_id, size } = start();
    const reply = await client.send({
      method: 'POST',
      path: `/zones/${zone_id}/token_validation/config`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...configBody(), ...part }),
    });
    expect(refusalOf(reply)).toMatchObject({ status: 400, pointer });
    expect(reply.body).toMatchObject({ success: false, result: null });
    expect(size()).toBe(0);
  });

  it('says how a source is written', async () => {
    const { create } = start();
    const reply = await create(configBody({ token_sources: ['http.request.uri.args["t"][0]'] }));
    expect(refusalOf(reply)).toMatchObject({ code: 110011 });
    expect(refusalOf(reply).message).toMatch(
      /^token_sources\[0\] is not a token source: .* at 1:1; write it as http\.request\.headers\["<name>"\]\[0\]$/,
    );
  });

  it('keeps a key of one kid twice when the algorithms differ', async () => {
    const { create } = start();
    const two = [key('p256', 'a', 'ES256'), key('p384', 'a', 'ES384')];
    const { body } = await create(configBody({ credentials: { keys: two } }));
    expect(body.result.credentials.keys).toHaveLength(2);
  });

  it('ignores members that it does not know', async () => {
    const { create } = start();
    const { status, body } = await create({ ...configBody(), id: unknownId, other: 1 } as ConfigBody);
    expect(status).toBe(200);
    expect(body.result.id).not.toBe(unknownId);
    expect(body.result).not.toHaveProperty('other');
  });

  it('holds 32 in a zone and refuses the 33rd', async () => {
    const { client, zone_id, create, size } = start();
    for (let n = 0; n < tokenValidationLimits.configsPerZone; n++) await createConfig(client, zone_id);
    expect(refusalOf(await create(configBody()))).toMatchObject({ status: 400, code: 110015 });
    expect(size()).toBe(32);
  });

  it('refuses with 501 what is dropped on a guess, and only that, when guesses are refused', async () => {
    const { create, size } = start({ basis: 'seed' });
    const guessed = [key('p256', 'a', 'ES256'), key('p256Other', 'b', 'ES256', { use: 'enc' })];
    expect((await create(configBody({ credentials: { keys: guessed } }))).status).toBe(501);
    const unsupported = { kty: 'OKP', kid: 'b', crv: 'Ed25519' };
    expect((await create(configBody({ credentials: { keys: [unsupported] } }))).status).toBe(501);
    expect(size()).toBe(0);
    const sure = [key('p256', 'a', 'ES256'), unsupported];
    const { status, body } = await create(configBody({ credentials: { keys: sure } }));
    expect(status).toBe(200);
    expect(body.result.credentials.keys).toHaveLength(1);
  });
});

describe('token-validation.config.edit', () => {
  it('answers four members, keeps the others, and dates the change', async () => {
    const { mock, client, zone_id, get } = start();
    const config_id = await createConfig(client, zone_id);
    const before = (await get(config_id)).body.result;
    mock.clock.advance(60);
    const sent = { title: 'New', credentials: { keys: [] }, token_type: 'x', id: unknownId };
    const { status, body } = await client.call('token-validation.config.edit', {
      params: { zone_id, config_id },
      body: sent,
    });
    expect(status).toBe(200);
    expect(body.result).toEqual({
      id: config_id,
      title: 'New',
      description: before.description,
      token_sources: before.token_sources,
    });
    expect((await get(config_id)).body.result).toEqual({
      ...before,
      title: 'New',
      last_updated: '2030-01-01T00:01:00.000000Z',
    });
  });

  it('replaces the sources as a whole', async () => {
    const { client, zone_id, get } = start();
    const config_id = await createConfig(client, zone_id, {
      token_sources: ['http.request.headers["a"][0]', 'http.request.headers["b"][0]'],
    });
    const token_sources = ['http.request.cookies["c"][0]'];
    await client.call('token-validation.config.edit', {
      params: { zone_id, config_id },
      body: { token_sources },
    });
    expect((await get(config_id)).body.result.token_sources).toEqual(token_sources);
  });

  it.each([
    [{ title: 'x'.repeat(51) }, '/title'],
    [{ description: 'x'.repeat(501) }, '/description'],
    [{ token_sources: [] }, '/token_sources'],
    [{ token_sources: ['http.host'] }, '/token_sources/0'],
  ])('refuses %j and changes nothing', async (part, pointer) => {
    const { mock, client, zone_id, get } = start();
    const config_id = await createConfig(client, zone_id);
    const before = (await get(config_id)).body.result;
    mock.clock.advance(1);
    const reply = await client.call('token-validation.config.edit', {
      params: { zone_id, config_id },
      body: { ...part, ...('title' in part ? {} : { title: 'New' }) },
    });
    expect(refusalOf(reply)).toMatchObject({ status: 400, pointer });
    expect((await get(config_id)).body.result).toEqual(before);
  });
});

describe('token-validation.config.delete', () => {
  it('answers the id, and then the configuration is not found', async () => {
    const { client, zone_id, get } = start();
    const config_id = await createConfig(client, zone_id);
    const reply = await client.call('token-validation.config.delete', { params: { zone_id, config_id } });
    expect(reply.body).toMatchObject({ success: true, result: { id: config_id } });
    expect((await get(config_id)).status).toBe(404);
    const again = await client.call('token-validation.config.delete', { params: { zone_id, config_id } });
    expect(refusalOf(again)).toMatchObject({ status: 404, code: 110404 });
  });

  it('refuses one that a rule names, until the rule is gone', async () => {
    const { client, zone_id } = start();
    const config_id = await createConfig(client, zone_id);
    const body = ruleBody({ expression: `(not is_jwt_present("${config_id.toUpperCase()}"))` });
    const rule = await client.call('token-validation.rule.create', { params: { zone_id }, body });
    const rule_id = rule.body.result.id;
    const refused = await client.call('token-validation.config.delete', { params: { zone_id, config_id } });
    expect(refusalOf(refused)).toMatchObject({
      status: 400,
      code: 110014,
      message: `Token configuration ${config_id} is named by rule ${rule_id}: change or delete the rule first`,
    });
    await client.call('token-validation.rule.delete', { params: { zone_id, rule_id } });
    const done = await client.call('token-validation.config.delete', { params: { zone_id, config_id } });
    expect(done.status).toBe(200);
  });
});

describe('configurations', () => {
  it('are listed oldest first, and past the end not at all', async () => {
    const { client, zone_id, params } = start();
    const ids = [];
    for (let n = 0; n < 7; n++) ids.push(await createConfig(client, zone_id));
    const list = async (page: string) =>
      (await client.call('token-validation.config.list', { params, query: { page, per_page: '5' } })).body;
    expect((await list('1')).result.map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(await list('2')).toMatchObject({
      result: [{ id: ids[5] }, { id: ids[6] }],
      result_info: { page: 2, per_page: 5, count: 2, total_count: 7, total_pages: 2 },
    });
    expect(await list('3')).toMatchObject({ success: true, result: [] });
    const { body } = await client.call('token-validation.config.list', { params });
    expect(body.result_info).toMatchObject({ page: 1, per_page: 20 });
  });

  it.each(['get', 'edit', 'delete'] as const)('that are unknown are answered 404: %s', async (verb) => {
    const { client, zone_id } = start();
    const path = `/zones/${zone_id}/token_validation/config/${unknownId}`;
    const method = { get: 'GET', edit: 'PATCH', delete: 'DELETE' }[verb];
    const body = verb === 'edit' ? { body: '{}' } : {};
    const headers = { 'content-type': 'application/json' };
    expect(refusalOf(await client.send({ method, path, headers, ...body }))).toMatchObject({
      status: 404,
      code: 110404,
      message: `No token configuration ${unknownId} in this zone`,
    });
  });

  it('of one zone are not found in another', async () => {
    const { client, zone_id } = start();
    const config_id = await createConfig(client, zone_id);
    const { body } = await client.call('zones.zone.create', { body: { name: 'b.test', account: {} } });
    const params = { zone_id: body.result.id, config_id };
    expect((await client.call('token-validation.config.get', { params })).status).toBe(404);
  });

  it('never show a secret, wherever they are read', async () => {
    const { mock, client, zone_id, params, get } = start();
    const secret = key('oct64', 'a', 'HS256');
    const config_id = await createConfig(client, zone_id, { credentials: { keys: [secret] } });
    const texts = [
      (await get(config_id)).text,
      (await client.call('token-validation.config.list', { params })).text,
      JSON.stringify([...mock.journal.entries()]),
    ];
    for (const text of texts) {
      expect(text).toContain('HS256');
      expect(text).not.toContain(secret.k);
    }
  });
});

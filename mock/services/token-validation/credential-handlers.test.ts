import { describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';
import { createConfig, type Key, key } from '../../testing/token-validation.ts';

type Verb = 'replace' | 'edit';
const both: readonly Verb[] = ['replace', 'edit'];

/** A configuration with one key of each kind. */
async function start() {
  const mock = createMock();
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  const client = clientOf(mock);
  const zone_id = mock.defaults.zoneId;
  const config_id = await createConfig(client, zone_id, {
    credentials: { keys: [key('rsa2048', 'rsa', 'RS256'), key('oct32', 'mac', 'HS256')] },
  });
  const params = { zone_id, config_id };
  const send = (verb: Verb, keys: readonly Key[]) =>
    client.call(`token-validation.credentials.${verb}`, { params, body: { keys: [...keys] } });
  const read = async () => (await client.call('token-validation.config.get', { params })).body.result;
  const secrets = () =>
    mock.world
      .zone(zone_id)
      ?.tokenConfigs.get(config_id)
      ?.keys.flatMap((stored) => (stored.kty === 'oct' ? [stored.k] : []));
  return { mock, client, params, send, read, secrets };
}

const withoutSecret = (name: Parameters<typeof key>[0], kid: string, alg?: Parameters<typeof key>[2]) => {
  const { k: _, ...rest } = key(name, kid, alg);
  return rest as Key; // what makes it a key is still there
};

describe.each(both)('token-validation.credentials.%s', (verb) => {
  it('answers the normalised keys as result.keys, with one message for each filled-in alg', async () => {
    const { send } = await start();
    const { status, body } = await send(verb, [
      key('p256', 'ec', undefined, { use: 'sig' }),
      key('oct64', 'mac', 'HS512'),
      key('rsa2048', 'rsa'),
    ]);
    expect(status).toBe(200);
    expect(body.result).toEqual({
      keys: [
        key('p256', 'ec', 'ES256'),
        { kty: 'oct', kid: 'mac', alg: 'HS512' },
        key('rsa2048', 'rsa', 'RS256'),
      ],
    });
    expect(body.messages).toEqual([
      { code: 110003, message: 'keys[0].alg was omitted and defaulted to "ES256" (kid "ec")' },
      { code: 110003, message: 'keys[2].alg was omitted and defaulted to "RS256" (kid "rsa")' },
    ]);
  });

  it('removes what it leaves out and dates the change', async () => {
    const { mock, send, read } = await start();
    const before = await read();
    mock.clock.advance(60);
    await send(verb, [key('p256', 'ec', 'ES256')]);
    expect(await read()).toEqual({
      ...before,
      credentials: { keys: [key('p256', 'ec', 'ES256')] },
      last_updated: '2030-01-01T00:01:00.000000Z',
    });
  });

  it.each([
    ['an HMAC key of a new kid without k', [withoutSecret('oct32', 'new', 'HS256')], '/keys/0/k'],
    [
      'an HMAC key of a known kid, another alg and no k',
      [withoutSecret('oct64', 'mac', 'HS512')],
      '/keys/0/k',
    ],
    ['a k of null', [key('oct32', 'mac', 'HS256', { k: null })], '/keys/0/k'],
    ['an empty k', [key('oct32', 'mac', 'HS256', { k: '' })], '/keys/0/k'],
    ['a k with padding', [key('oct32', 'mac', 'HS256', { k: `${key('oct32', 'a').k}=` })], '/keys/0/k'],
    ['a k that is too short', [key('oct31', 'mac', 'HS256')], '/keys/0/k'],
    [
      'two keys of one kid and effective alg',
      [key('p256', 'a', 'ES256'), key('p256Other', 'a')],
      '/keys/1/kid',
    ],
    ['a faulty key behind a good one', [key('p256', 'a'), key('rsa1024', 'b', 'RS256')], '/keys/1/n'],
    ['an RSA key without n', [key('rsa2048', 'rsa', 'RS256', { n: undefined })], '/keys/0/n'],
    ['no keys', [], '/keys'],
    ['17 keys', Array.from({ length: 17 }, (_, n) => key('p256', `key-${n}`)), '/keys'],
  ])('refuses %s and changes nothing', async (_, keys, pointer) => {
    const { mock, send, read, secrets } = await start();
    const before = { config: await read(), secrets: secrets() };
    mock.clock.advance(1);
    expect(refusalOf(await send(verb, keys))).toMatchObject({ status: 400, pointer });
    expect({ config: await read(), secrets: secrets() }).toEqual(before);
  });

  it('takes 16 keys', async () => {
    const { send } = await start();
    const keys = Array.from({ length: 16 }, (_, n) => key('p256', `key-${n}`));
    expect((await send(verb, keys)).body.result.keys).toHaveLength(16);
  });

  it('is answered 404 for a configuration that is not there', async () => {
    const { client, params } = await start();
    const config_id = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';
    const reply = await client.call(`token-validation.credentials.${verb}`, {
      params: { ...params, config_id },
      body: { keys: [key('p256', 'a')] },
    });
    expect(refusalOf(reply)).toMatchObject({ status: 404, code: 110404 });
  });

  it.each([[{}], [{ keys: null }], [{ keys: {} }], [{ credentials: { keys: [] } }], [[]]])(
    'refuses the body %j',
    async (body) => {
      const { client, params } = await start();
      const reply = await client.send({
        method: verb === 'replace' ? 'PUT' : 'PATCH',
        path: `/zones/${params.zone_id}/token_validation/config/${params.config_id}/credentials`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(reply.status).toBe(400);
    },
  );
});

describe('token-validation.credentials.replace', () => {
  it('refuses an HMAC key without k, although the key is known', async () => {
    const { send, secrets } = await start();
    const reply = await send('replace', [withoutSecret('oct32', 'mac', 'HS256')]);
    expect(refusalOf(reply)).toMatchObject({ status: 400, code: 110010, pointer: '/keys/0/k' });
    expect(secrets()).toEqual([key('oct32', 'mac').k]);
  });
});

describe('token-validation.credentials.edit', () => {
  it('keeps the secret of a known HMAC key that leaves out k', async () => {
    const { send, secrets } = await start();
    const { status, body } = await send('edit', [withoutSecret('oct32', 'mac', 'HS256'), key('p256', 'ec')]);
    expect(status).toBe(200);
    expect(body.result.keys).toEqual([{ kty: 'oct', kid: 'mac', alg: 'HS256' }, key('p256', 'ec', 'ES256')]);
    expect(secrets()).toEqual([key('oct32', 'mac').k]);
  });

  it('rotates the secret of a known HMAC key that brings a new k', async () => {
    const { send, secrets } = await start();
    await send('edit', [key('oct32Other', 'mac', 'HS256')]);
    expect(secrets()).toEqual([key('oct32Other', 'mac').k]);
  });

  it('adds an HMAC key with its k', async () => {
    const { send, secrets } = await start();
    await send('edit', [withoutSecret('oct32', 'mac', 'HS256'), key('oct64', 'mac', 'HS512')]);
    expect(secrets()).toEqual([key('oct32', 'mac').k, key('oct64', 'mac').k]);
  });

  it('forgets the secret of a key that it leaves out', async () => {
    const { send } = await start();
    await send('edit', [key('p256', 'ec')]);
    expect((await send('edit', [withoutSecret('oct32', 'mac', 'HS256')])).status).toBe(400);
  });
});

import { array, equal, match, object, ok, oneOf } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Config } from '../harness/creation.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  anyTimestamp,
  carriesNoSecret,
  createConfig,
  getExpression,
  getResult,
  hasId,
  keySetRequests,
  makeRule,
  readings,
  timestampUtc,
  uuid,
  withId,
  without,
} from './requests.ts';
import { getSecret, hmacKey, sampleKey } from './sample-keys.ts';

/** Answers to the creation of token configurations. The refusals follow from the contract. */
export const configurationsSuite = defineSuite('token-validation/configurations', [
  {
    title: 'creates a configuration and returns every member',
    requirements: [
      'TV-CFG-1',
      'TV-CFG-2',
      'TV-CFG-4',
      'TV-CFG-5',
      'TV-CFG-6',
      'TV-CFG-7',
      'TV-CFG-8',
      'TV-CFG-9',
      'TV-CFG-10',
      'TV-CFG-20',
      'TV-CFG-27',
      'TV-CFG-34',
      'TV-CFG-35',
      'TV-CFG-51',
      'TV-CFG-52',
    ],
    run: async (t) => {
      const body = t.configBody({
        title: t.title('Größe \u{1F511}'),
        description: '<b>Tokens</b> of the "shop" & its \u{1F511}',
        token_sources: ['http.request.headers["x-token"][0]', 'http.request.cookies["session"][0]'],
        token_type: 'jwt',
      });
      const reply = await t.call('token-validation.config.create', { params: { zone_id: t.zoneId }, body });
      const result = object(reply.body.result, 'result');
      await t.check('TV-CFG-1', async () => {
        // A change of the keys shows that the configuration exists; the seed describes no way to read one. Either
        // method is enough, so that a fault of the other is no fault of the creation.
        const { PUT, PATCH } = keySetRequests(t, String(result['id']));
        const { keys } = body.credentials;
        if (succeeded(await PUT(keys))) return;
        expectSuccess(await PATCH(keys), 'the replacement of the keys of the created configuration');
      });
      await t.check('TV-CFG-2', () => match(result['id'], /./, 'result.id'));
      await t.check('TV-CFG-51', () => match(result['id'], uuid, 'result.id'));
      await t.check('TV-CFG-4', () => equal(result['title'], body.title, 'result.title'));
      await t.check('TV-CFG-5', () => equal(result['description'], body.description, 'result.description'));
      const sources = array(result['token_sources'], 'result.token_sources');
      await t.check('TV-CFG-6', () =>
        equal(sources.toSorted(), body.token_sources.toSorted(), 'result.token_sources, sorted'),
      );
      await t.check('TV-CFG-52', () => equal(sources, body.token_sources, 'result.token_sources'));
      await t.check('TV-CFG-7', () => equal(result['token_type'], 'JWT', 'result.token_type'));
      await t.check('TV-CFG-8', () => {
        const keys = array(object(result['credentials'], 'result.credentials')['keys'], 'credentials.keys');
        equal(
          keys.map((key) => object(key, 'a key')['kid']).toSorted(),
          body.credentials.keys.map(({ kid }) => kid).toSorted(),
          'the kids of result.credentials.keys',
        );
      });
      await t.check('TV-CFG-9', () => match(result['created_at'], anyTimestamp, 'result.created_at'));
      await t.check('TV-CFG-10', () => match(result['last_updated'], anyTimestamp, 'result.last_updated'));
      await t.check('TV-CFG-27', () => equal(reply.status, 200, 'the status'));
      await t.check('TV-CFG-34', () => {
        match(result['created_at'], timestampUtc, 'result.created_at');
        match(result['last_updated'], timestampUtc, 'result.last_updated');
      });
      await t.check('TV-CFG-35', () =>
        equal(result['last_updated'], result['created_at'], 'result.last_updated'),
      );
    },
  },
  test('TV-CFG-48', 'counts the characters of a title in Unicode code points', async (t) => {
    // Each of these characters is two UTF-16 units and four bytes of UTF-8.
    const title = t.title(10) + '\u{1F511}'.repeat(40);
    await t.refused({
      good: () => createConfig(t, t.configBody({ title })),
      bad: () => createConfig(t, t.configBody({ title: `${title}\u{1F511}` })),
      pointer: '/title',
    });
  }),
  test('TV-CFG-41', 'accepts two configurations of the same title', async (t) => {
    const title = t.title();
    const first = await t.config({ title });
    const second = await t.config({ title });
    oneOf(first.id === second.id, [false], 'whether both have the same id');
  }),
  test('TV-CFG-3', 'lets a rule name a configuration by its id', async (t) => {
    for (const { id } of [await t.config(), await t.config()]) {
      const expression = `is_jwt_valid("${id}")`;
      const rule = await makeRule(t, { expression });
      equal(getExpression(rule.expression), getExpression(expression), 'the expression of the rule');
    }
  }),
]);

const read = (t: TestContext, id: string) =>
  t.ask('token-validation.config.get', { params: { zone_id: t.zoneId, config_id: id } });

const edit = (t: TestContext, id: string, body: unknown) =>
  t.ask('token-validation.config.edit', { params: { zone_id: t.zoneId, config_id: id }, body });

/** Reads an existing configuration. */
async function stored(t: TestContext, id: string): Promise<Config> {
  const params = { zone_id: t.zoneId, config_id: id };
  return (await t.call('token-validation.config.get', { params })).body.result;
}

const list = (t: TestContext) => t.list('token-validation.config.list');

/** Members that a change of other members must not affect. */
const stable = (config: object) => without(config, 'last_updated');

/** One change per member that a PATCH accepts. */
const changes = {
  title: (t: TestContext) => ({ title: t.title('changed') }),
  description: () => ({ description: 'Another description' }),
  token_sources: () => ({ token_sources: ['http.request.cookies["changed"][0]'] }),
};

/** Reading, listing, changing and deleting configurations. */
export const configurationLifecycleSuite = defineSuite('token-validation/configuration-lifecycle', [
  {
    title: 'reads and lists configurations as their creation returned them',
    requirements: ['TV-CFG-28', 'TV-CFG-29', 'TV-CFG-40'],
    run: async (t) => {
      const first = await t.config({
        description: 'One of two',
        credentials: { keys: [hmacKey('key-1', 'HS256', getSecret(32))] },
      });
      const second = await t.config();
      const listed = await list(t);
      await t.check('TV-CFG-28', () => {
        equal(withId(listed, first.id)['title'], first.title, 'the title of the first configuration');
        equal(withId(listed, second.id)['title'], second.title, 'the title of the second configuration');
      });
      await t.check('TV-CFG-29', async () => {
        equal((await stored(t, first.id)).title, first.title, 'the title of the first configuration');
        equal((await stored(t, second.id)).title, second.title, 'the title of the second configuration');
      });
      await t.check('TV-CFG-40', async () => {
        equal(await stored(t, first.id), first, 'the read configuration');
        equal(withId(listed, first.id), first, 'the listed configuration');
      });
    },
  },
  test('TV-KEY-64', 'returns no secret when a configuration is read or listed', async (t) => {
    const secret = getSecret(40, 6);
    const config = await t.config({
      credentials: { keys: [hmacKey('key-1', 'HS256', secret), sampleKey('rsa-2048', 'key-2')] },
    });
    const read = await readings(t, config.id);
    // The seed does not say how configurations are read; a target that can't read them leaks nothing.
    if (read.length === 0) t.skip('the target does not read configurations');
    for (const reply of read) carriesNoSecret(reply, secret);
  }),
  ...Object.entries(changes).map(([member, change]) => ({
    title: `changes ${member} and nothing else`,
    requirements: ['TV-CFG-30', 'TV-CFG-37', 'TV-CFG-38', 'TV-CFG-39', 'TV-CFG-43'] as const,
    run: async (t: TestContext) => {
      const other = await t.config();
      const config = await t.config({
        token_sources: ['http.request.headers["x-one"][0]', 'http.request.headers["x-two"][0]'],
      });
      const wanted = change(t);
      const reply = await edit(t, config.id, wanted);
      const result = object(getResult(reply), 'result');
      const now = await stored(t, config.id);
      const expected = { ...config, ...wanted };
      await t.check('TV-CFG-30', () =>
        equal(Reflect.get(now, member), Reflect.get(expected, member), `${member} of the read configuration`),
      );
      await t.check('TV-CFG-37', () => {
        equal(without(stable(now), member), without(stable(config), member), 'the other members');
      });
      await t.check('TV-CFG-38', () => equal(result['id'], config.id, 'result.id'));
      await t.check('TV-CFG-39', () =>
        equal(result[member], Reflect.get(expected, member), `result.${member}`),
      );
      await t.check('TV-CFG-43', () => equal(now.token_sources, expected.token_sources, 'the token sources'));
      equal(await stored(t, other.id), other, 'another configuration');
    },
  })),
  test('TV-CFG-44', 'keeps the keys, whatever credentials a PATCH sends', async (t) => {
    const config = await t.config();
    const keys = [sampleKey('rsa-2048', 'intruder', { alg: 'RS256' })];
    await edit(t, config.id, { title: t.title('changed'), credentials: { keys } });
    await edit(t, config.id, { credentials: { keys: [] } });
    equal((await stored(t, config.id)).credentials, config.credentials, 'the credentials');
  }),
  {
    title: 'moves last_updated forward when a configuration is changed',
    requirements: ['TV-CFG-45'],
    exclusive: 'account',
    run: async (t) => {
      const config = await t.config();
      // Timestamps may be whole seconds.
      if (t.has('clock')) await t.clock.advance(2);
      else await new Promise((resolve) => setTimeout(resolve, 1_100));
      await edit(t, config.id, { title: t.title('changed') });
      const now = await stored(t, config.id);
      ok(
        Date.parse(now.last_updated) > Date.parse(config.last_updated),
        `last_updated is ${now.last_updated} after the change and was ${config.last_updated} before it`,
      );
      equal(now.created_at, config.created_at, 'created_at');
    },
  },
  test(['TV-CFG-31', 'TV-CFG-32', 'TV-CFG-42'], 'deletes a configuration and returns its id', async (t) => {
    const kept = await t.config();
    const config = await t.config();
    const params = { zone_id: t.zoneId, config_id: config.id };
    const reply = await t.call('token-validation.config.delete', { params });
    await t.check('TV-CFG-32', () => equal(reply.body.result.id, config.id, 'result.id'));
    await t.check('TV-CFG-31', async () => {
      const listed = await list(t);
      ok(!hasId(listed, config.id), 'the deleted configuration is still listed');
      ok(hasId(listed, kept.id), 'another configuration is no longer listed');
    });
    await t.check('TV-CFG-42', async () => t.expectFailure(await read(t, config.id), { status: 404 }));
  }),
  test('TV-CFG-33', 'refuses a PUT of a configuration', async (t) => {
    const config = await t.config();
    const reply = await t.send({
      method: 'PUT',
      path: `/zones/${t.zoneId}/token_validation/config/${config.id}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(t.configBody()),
    });
    t.expectFailure(reply);
    equal(await stored(t, config.id), config, 'the configuration');
  }),
  test('TV-CFG-49', 'returns 404 for an unknown configuration id', async (t) =>
    t.expectFailure(await read(t, crypto.randomUUID()), { status: 404 }),
  ),
  test('TV-CFG-50', 'returns code 7003 for a configuration id that is not a UUID', async (t) => {
    for (const id of [
      '1',
      'not-a-uuid',
      crypto.randomUUID().replaceAll('-', ''),
      `${crypto.randomUUID()}0`,
    ]) {
      t.expectFailure(await read(t, id), { code: 7003 });
    }
  }),
]);

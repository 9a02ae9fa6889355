import { array, equal, match, object, oneOf } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite } from '../harness/suite.ts';
import { createConfig, makeRule, timestamp, timestampUtc, uuid } from './requests.ts';

/** Creation of token configurations: what it answers. What it refuses follows from the contract. */
export const configurationsSuite = defineSuite({
  name: 'token-validation/configurations',
  tests: [
    {
      title: 'creates a configuration and answers with every member',
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
          // Only of a configuration that is there can the keys be replaced: no other reading is the seed's.
          const params = { zone_id: t.zoneId, config_id: String(result['id']) };
          const replaced = await t.ask('token-validation.credentials.replace', {
            params,
            body: body.credentials,
          });
          expectSuccess(replaced, 'the replacement of the keys of the created configuration');
        });
        await t.check('TV-CFG-2', () => match(result['id'], uuid, 'result.id'));
        await t.check('TV-CFG-4', () => equal(result['title'], body.title, 'result.title'));
        await t.check('TV-CFG-5', () => equal(result['description'], body.description, 'result.description'));
        await t.check('TV-CFG-6', () =>
          equal(result['token_sources'], body.token_sources, 'result.token_sources'),
        );
        await t.check('TV-CFG-7', () => equal(result['token_type'], 'JWT', 'result.token_type'));
        await t.check('TV-CFG-8', () => {
          const keys = array(object(result['credentials'], 'result.credentials')['keys'], 'credentials.keys');
          equal(
            keys.map((key) => object(key, 'a key')['kid']),
            body.credentials.keys.map(({ kid }) => kid),
            'the kids of result.credentials.keys',
          );
        });
        await t.check('TV-CFG-9', () => match(result['created_at'], timestamp, 'result.created_at'));
        await t.check('TV-CFG-10', () => match(result['last_updated'], timestamp, 'result.last_updated'));
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
    {
      title: 'counts the characters of a title in Unicode code points',
      requirements: ['TV-CFG-48'],
      run: async (t) => {
        // Each of these characters is two UTF-16 units and four bytes of UTF-8.
        const title = t.title(10) + '\u{1F511}'.repeat(40);
        await t.refused({
          good: () => createConfig(t, t.configBody({ title })),
          bad: () => createConfig(t, t.configBody({ title: `${title}\u{1F511}` })),
          pointer: '/title',
        });
      },
    },
    {
      title: 'accepts two configurations of the same title',
      requirements: ['TV-CFG-41'],
      run: async (t) => {
        const title = t.title();
        const first = await t.config({ title });
        const second = await t.config({ title });
        oneOf(first.id === second.id, [false], 'whether both have one id');
      },
    },
    {
      title: 'lets a rule name a configuration by its id',
      requirements: ['TV-CFG-3'],
      run: async (t) => {
        for (const { id } of [await t.config(), await t.config()]) {
          const expression = `is_jwt_valid("${id}")`;
          equal((await makeRule(t, { expression })).expression, expression, 'the expression of the rule');
        }
      },
    },
  ],
});

import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, match, object, oneOf } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { createConfig, makeRule, timestamp, timestampUtc, uuid, without } from './requests.ts';
import { sampleKey } from './sample-keys.ts';

type Id = KnownRequirementId;

/** One way in which a creation is refused: the requirement, what is wrong, and the faulty body. */
interface Refusal {
  readonly requirements: readonly Id[];
  readonly title: string;
  readonly pointer: string;
  readonly fault: (body: Record<string, unknown>) => Record<string, unknown>;
}

const missing: Refusal[] = (
  [
    ['title', 'TV-CFG-11'],
    ['description', 'TV-CFG-15'],
    ['token_type', 'TV-CFG-19'],
    ['credentials', 'TV-CFG-23'],
  ] as const
).map(([member, requirement]) => ({
  requirements: [requirement],
  title: `refuses a creation without ${member}`,
  pointer: `/${member}`,
  fault: (body) => without(body, member),
}));

const wrong: Refusal[] = (
  [
    ['title', [42, true, null, ['a title'], { text: 'a title' }], 'TV-CFG-12'],
    ['description', [42, false, null, ['a description'], { text: 'a description' }], 'TV-CFG-16'],
    ['token_type', ['saml', 'opaque', 'jwe', ''], 'TV-CFG-21'],
    ['token_type', [true, 1, null, ['jwt']], 'TV-CFG-22'],
    ['credentials', ['keys', 42, true, null, []], 'TV-CFG-24'],
  ] as const
).flatMap(([member, values, requirement]) =>
  values.map((value) => ({
    requirements: [requirement],
    title: `refuses a creation with ${member} ${JSON.stringify(value)}`,
    pointer: `/${member}`,
    fault: (body) => ({ ...body, [member]: value }),
  })),
);

const refusals: Refusal[] = [
  ...missing,
  ...wrong,
  {
    requirements: ['TV-CFG-14'],
    title: 'refuses a title of 51 characters',
    pointer: '/title',
    fault: (body) => ({ ...body, title: `${body['title']}x` }),
  },
  {
    requirements: ['TV-CFG-18'],
    title: 'refuses a description of 501 characters',
    pointer: '/description',
    fault: (body) => ({ ...body, description: 'd'.repeat(501) }),
  },
  {
    requirements: ['TV-CFG-24'],
    title: 'refuses a creation with a list of keys for credentials',
    pointer: '/credentials',
    fault: (body) => ({ ...body, credentials: [sampleKey('ec-p256', 'key-1')] }),
  },
  ...[{}, { keys: null }, { keys: 'key-1' }, { keys: { kid: 'key-1' } }].map(
    (credentials): Refusal => ({
      requirements: ['TV-CFG-25'],
      title: `refuses credentials ${JSON.stringify(credentials)}`,
      pointer: '/credentials/keys',
      fault: (body) => ({ ...body, credentials }),
    }),
  ),
  ...['key-1', 42, null, ['key-1']].map(
    (key): Refusal => ({
      requirements: ['TV-CFG-26'],
      title: `refuses a key ${JSON.stringify(key)}`,
      pointer: '/credentials/keys/1',
      // The key beside it is fine: a server that passes over the faulty one has something to store.
      fault: (body) => ({ ...body, credentials: { keys: [sampleKey('ec-p256', 'key-0'), key] } }),
    }),
  ),
];

const refusalTests = refusals.map(
  ({ requirements, title, pointer, fault }): Test<Id> => ({
    title,
    requirements,
    run: async (t) => {
      // The valid twin is at the limits, so that the faulty one is one step beyond them.
      const body = { ...t.configBody(), title: t.title(50), description: 'd'.repeat(500) };
      await t.refused({
        good: () => createConfig(t, body),
        bad: () => createConfig(t, fault(body)),
        pointer,
      });
    },
  }),
);

/** Creation of token configurations: what it answers, and what it refuses. */
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
      title: 'accepts token_type JWT as well',
      requirements: ['TV-CFG-36'],
      run: async (t) => {
        const config = await t.config({ token_type: 'JWT' });
        equal(config.token_type, 'JWT', 'result.token_type');
      },
    },
    {
      title: 'accepts a title of 50 characters',
      requirements: ['TV-CFG-13'],
      run: async (t) => {
        // One character that is two bytes of UTF-8 is one by every other count.
        for (const title of [t.title(50), t.title(20) + 'é'.repeat(30)]) {
          equal((await t.config({ title })).title, title, 'result.title');
        }
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
      title: 'accepts a description of 500 characters',
      requirements: ['TV-CFG-17'],
      run: async (t) => {
        for (const description of ['d'.repeat(500), 'é'.repeat(500)]) {
          equal((await t.config({ description })).description, description, 'result.description');
        }
      },
    },
    {
      title: 'accepts an empty description',
      requirements: ['TV-CFG-47'],
      run: async (t) => {
        equal((await t.config({ description: '' })).description, '', 'result.description');
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
    ...refusalTests,
  ],
});

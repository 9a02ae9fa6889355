import type { Reply } from '../../spec/client.ts';
import { contract } from '../../spec/contract.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, ok, show } from '../harness/assertions.ts';
import { succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { openPrivatePort, privateAddress } from '../harness/private-port.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import type { Role } from '../harness/target.ts';
import {
  type ActionId,
  actionIds,
  askLinks,
  askShared,
  getName,
  goods,
  html,
  inAccount,
  type Members,
  needs,
} from './rendering.ts';

const unknownToken = 'touchstone-conform-token-that-nobody-issued';

/** A page, and a function that requests an action on it in a role. */
async function opened(t: TestContext) {
  const site = await t.site({ '/': goods });
  const ask = (id: ActionId, role: Role, headers: Readonly<Record<string, string>> = {}) =>
    t.as(role).ask(id, {
      params: inAccount(t),
      query: { cacheTTL: '0' },
      headers,
      body: { url: `${site.url}/`, ...needs[id] },
    });
  return { site, ask };
}

function refused(reply: Reply): void {
  ok(!succeeded(reply), `the request was accepted with status ${reply.status}`);
  ok(reply.status >= 400 && reply.status < 500, `the refusal differs: ${summary(reply)}`);
}

/** Fails unless a token was refused as unauthenticated: Cloudflare docs, Browser Run errors. */
function isUnauthenticated(reply: Reply): void {
  equal(reply.status, 401, 'the status');
  const errors = isObject(reply.body) ? reply.body['errors'] : undefined;
  const codes = Array.isArray(errors) ? errors.map((one) => (isObject(one) ? one['code'] : undefined)) : [];
  ok(codes.includes(10_000), `errors is ${show(errors)}, expected one with code 10000`);
}

/** The seed names only two of the actions. */
const getLevel = (id: ActionId) => (contract[id].certainty === 'seed' ? {} : ({ atMost: 'should' } as const));

const actions = actionIds.flatMap((id): Test<KnownRequirementId>[] => [
  {
    title: `accepts ${getName(id)} with an API token`,
    requirements: ['BR-AUTH-1'],
    ...getLevel(id),
    features: ['browser', 'pages'],
    run: async (t) => {
      const { site, reply } = await askShared(t, id);
      t.expectSuccess(reply, getName(id));
      ok(site.received.length > 0, 'the page was never requested');
    },
  },
  {
    title: `refuses ${getName(id)} without credentials, without a visit to the page`,
    requirements: ['BR-AUTH-2'],
    ...getLevel(id),
    features: ['browser', 'pages'],
    run: async (t) => {
      t.expectSuccess((await askShared(t, id)).reply, 'the same with credentials');
      const { site, ask } = await opened(t);
      refused(await ask(id, 'none'));
      equal(site.received.length, 0, 'the number of requests for the page');
    },
  },
]);

/** Who may use the rendering actions. */
export const renderingAccessSuite = defineSuite(
  { name: 'browser-rendering/access', features: ['browser', 'pages'] },
  [
    ...actions,
    {
      title: 'refuses an unknown token with status 401 and code 10000, without a visit to the page',
      requirements: ['BR-AUTH-4'],

      run: async (t) => {
        const { site, ask } = await opened(t);
        for (const id of actionIds) {
          isUnauthenticated(await ask(id, 'none', { authorization: `Bearer ${unknownToken}` }));
        }
        equal(site.received.length, 0, 'the number of requests for the page');
      },
    },
    ...(
      [
        ['read', 'with read permission only', 'read-only-token'],
        ['gateway', 'of another service', 'gateway-token'],
      ] as const
    ).map(
      ([role, what, feature]): Test<KnownRequirementId> => ({
        title: `refuses a token ${what}, without a visit to the page`,
        requirements: ['BR-AUTH-3', 'BR-AUTH-4'],
        features: ['browser', 'pages', feature],
        run: async (t) => {
          const { site, ask } = await opened(t);
          for (const id of actionIds) {
            const reply = await ask(id, role);
            await t.check('BR-AUTH-3', () => refused(reply));
            await t.check('BR-AUTH-4', () => isUnauthenticated(reply));
          }
          equal(site.received.length, 0, 'the number of requests for the page');
        },
      }),
    ),
    {
      title: 'accepts an e-mail address and a key',
      requirements: ['BR-AUTH-5'],
      features: ['browser', 'pages', 'legacy-auth'],
      run: async (t) => {
        const { ask } = await opened(t);
        t.expectSuccess(await ask('browser-rendering.links.create', 'legacy'), 'the links of a page');
      },
    },
    {
      title: 'refuses a page in a private network, without a visit',
      requirements: ['BR-NET-1'],
      run: async (t) => {
        const address = privateAddress();
        if (address === undefined) return t.skip('this machine has no address in a private network');
        const port = await openPrivatePort(address);
        t.after(() => port.close());
        refused(await askLinks(t, { url: `http://${address}:${port.port}/` }));
        equal(port.connections(), 0, 'the number of connections');
        const site = await t.site({ '/': html('') });
        t.expectSuccess(await askLinks(t, { url: `${site.url}/` }), 'an allowed page');
      },
    },
  ],
);

/** The last part of the path of an action. */
const toPart = (id: ActionId) => contract[id].path.split('/').at(-1) ?? '';

const send = (t: TestContext, prefix: string, action: string, body: Members) =>
  t.send({
    method: 'POST',
    path: `/accounts/${t.accountId}/${prefix}/${action}?cacheTTL=0`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Names of the members in a JSON answer; null for other answers. */
const getMembers = (body: unknown) => (isObject(body) ? Object.keys(body).sort() : null);

/** Both path prefixes of each action. */
export const renderingPrefixesSuite = defineSuite(
  'browser-rendering/prefixes',
  actionIds
    .map((id) => [id, toPart(id)] as const)
    .map(
      ([id, action]): Test<KnownRequirementId> => ({
        title: `answers ${action} the same under both prefixes`,
        requirements: ['BR-ROUTE-1', 'BR-ROUTE-2'],
        features: ['browser', 'pages'],
        run: async (t) => {
          const { reply: older, body } = await askShared(t, id);
          const newer = await send(t, 'browser-run', action, body);
          await t.check('BR-ROUTE-1', () => t.expectSuccess(newer, `${action} below browser-run`));
          await t.check('BR-ROUTE-2', () => {
            equal(newer.headers.get('content-type'), older.headers.get('content-type'), 'the content type');
            equal(getMembers(newer.body), getMembers(older.body), 'the members of the answer');
            // A PDF contains its creation time, and a model may use other words.
            if (action === 'screenshot')
              equal([...newer.bytes], [...older.bytes], 'the bytes of the screenshot');
            else if (isObject(newer.body) && isObject(older.body) && action !== 'json')
              equal(newer.body['result'], older.body['result'], 'result');
          });
          const faulty = { ...body, url: 7 };
          equal(
            (await send(t, 'browser-run', action, faulty)).status,
            (await send(t, 'browser-rendering', action, faulty)).status,
            'the status of a refusal',
          );
        },
      }),
    ),
);

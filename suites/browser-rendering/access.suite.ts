import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, ok, oneOf, show } from '../harness/assertions.ts';
import { succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import type { Role } from '../harness/target.ts';
import { actionIds, askShared, goods, nameOf, needs } from './every-action.ts';
import { type ActionId, inAccount } from './rendering.ts';

const unknownToken = 'touchstone-conform-token-that-nobody-issued';

/** A page of the test, and an action on it in a role. */
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
  ok(!succeeded(reply), `it was accepted with status ${reply.status}`);
  ok(reply.status >= 400 && reply.status < 500, `it was refused otherwise: ${summary(reply)}`);
}

/** Fails unless a refusal is that of a token that is not taken: fact sheet browser-rendering, section 8. */
function isUnauthenticated(reply: Reply): void {
  equal(reply.status, 401, 'the status');
  const errors = isObject(reply.body) ? reply.body['errors'] : undefined;
  const codes = Array.isArray(errors) ? errors.map((one) => (isObject(one) ? one['code'] : undefined)) : [];
  ok(codes.includes(10_000), `errors is ${show(errors)}, expected one with code 10000`);
}

const actions = actionIds.flatMap((id): Test<KnownRequirementId>[] => [
  {
    title: `does ${nameOf(id)} for an API token`,
    requirements: ['BR-AUTH-1'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const { site, reply } = await askShared(t, id);
      t.expectSuccess(reply, nameOf(id));
      ok(site.received.length > 0, 'the page was never asked for');
    },
  },
  {
    title: `refuses ${nameOf(id)} without credentials, and visits nothing`,
    requirements: ['BR-AUTH-2'],
    features: ['browser', 'pages'],
    run: async (t) => {
      const { site, ask } = await opened(t);
      refused(await ask(id, 'none'));
      equal(site.received.length, 0, 'how often the page was asked for');
      t.expectSuccess((await askShared(t, id)).reply, 'the same with credentials');
    },
  },
]);

const foreignAccount = 'f'.repeat(32);

/** Who may have pages rendered. */
export const renderingAccessSuite = defineSuite({
  name: 'browser-rendering/access',
  tests: [
    ...actions,
    {
      title: 'refuses a token that nobody issued with status 401 and code 10000, and visits nothing',
      requirements: ['BR-AUTH-4'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const { site, ask } = await opened(t);
        for (const id of actionIds) {
          isUnauthenticated(await ask(id, 'none', { authorization: `Bearer ${unknownToken}` }));
        }
        equal(site.received.length, 0, 'how often the page was asked for');
      },
    },
    ...(
      [
        ['read', 'that may only read', 'read-only-token'],
        ['gateway', 'of another service', 'gateway-token'],
      ] as const
    ).map(
      ([role, what, feature]): Test<KnownRequirementId> => ({
        title: `refuses a token ${what}, and visits nothing`,
        requirements: ['BR-AUTH-3', 'BR-AUTH-4'],
        features: ['browser', 'pages', feature],
        run: async (t) => {
          const { site, ask } = await opened(t);
          for (const id of actionIds) {
            const reply = await ask(id, role);
            await t.check('BR-AUTH-3', () => refused(reply));
            await t.check('BR-AUTH-4', () => isUnauthenticated(reply));
          }
          equal(site.received.length, 0, 'how often the page was asked for');
        },
      }),
    ),
    {
      title: 'takes the pair of e-mail address and key',
      requirements: ['BR-AUTH-5'],
      features: ['browser', 'pages', 'legacy-auth'],
      run: async (t) => {
        const { ask } = await opened(t);
        t.expectSuccess(await ask('browser-rendering.links.create', 'legacy'), 'the links of a page');
      },
    },
    {
      title: 'refuses to render for an account that the token has no rights on, and visits nothing',
      requirements: ['BR-AUTH-6'],
      features: ['browser', 'pages'],
      run: async (t) => {
        const { site } = await opened(t);
        for (const id of actionIds) {
          const body = { url: `${site.url}/`, ...needs[id] };
          const reply = await t.ask(id, { params: { account_id: foreignAccount }, body });
          refused(reply);
          oneOf(reply.status, [401, 403, 404], 'the status');
        }
        equal(site.received.length, 0, 'how often the page was asked for');
      },
    },
  ],
});

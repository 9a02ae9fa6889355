import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { addClaimRule, claimIs, type Issuer, openIssuer, openSite, type Site } from './waf.ts';

type Id = KnownRequirementId;
type Payload = Readonly<Record<string, unknown>>;

/** A site, an issuer of tokens, and a rule that blocks the site if the expression is true. */
async function blockedWhere(t: TestContext, expression: (issuer: Issuer, site: Site) => string) {
  const site = await openSite(t);
  const issuer = await openIssuer(t);
  const condition = expression(issuer, site);
  await addClaimRule(t, `${site.here} and ${condition}`);
  return { site, issuer };
}

/** A test of one expression: payloads that satisfy it, and payloads that do not. */
const about = (
  title: string,
  requirement: Id,
  expression: (issuer: Issuer) => string,
  satisfying: Payload,
  ...others: readonly Payload[]
) =>
  test(requirement, title, async (t) => {
    const { site, issuer } = await blockedWhere(t, (one) => `(${expression(one)})`);
    await site.blocks({ headers: await issuer.token(satisfying) });
    for (const payload of others) await site.admits({ headers: await issuer.token(payload) });
    await site.admits();
  });

const isAdmin = ({ config }: Issuer) => claimIs(config.id, 'role', 'admin');
const byConfig =
  (field: string, rest: string) =>
  ({ config }: Issuer) =>
    `http.request.jwt.claims.${field}["${config.id}"]${rest}`;

/** Custom rules on the claims of verified tokens. */
export const wafClaimsSuite = defineSuite('rulesets/waf-claims', [
  test('RS-JWT-1', 'acts on whether the token of a request was valid', async (t) => {
    const { site, issuer } = await blockedWhere(t, (one) => `not ${isAdmin(one)}`);
    await site.admits({ headers: await issuer.token({ role: 'admin' }) });
    await site.blocks({ headers: await issuer.forged({ role: 'admin' }) });
    await site.blocks();
  }),
  about('acts on a verified claim', 'RS-JWT-2', isAdmin, { role: 'admin' }, { role: 'user' }, {}),
  test('RS-JWT-3', 'acts on every path of the zone when its expression names none', async (t) => {
    const sites = [await openSite(t, '/orders'), await openSite(t, '/deep/er/page')];
    const issuer = await openIssuer(t);
    await addClaimRule(t, isAdmin(issuer));
    const [admin, user] = [await issuer.token({ role: 'admin' }), await issuer.token({ role: 'user' })];
    for (const site of sites) {
      await site.blocks({ headers: admin });
      await site.admits({ headers: user });
    }
  }),
  test('RS-JWT-4', 'acts only on the endpoints that its expression names', async (t) => {
    const other = await openSite(t, '/other');
    const { site, issuer } = await blockedWhere(t, isAdmin);
    const headers = await issuer.token({ role: 'admin' });
    await site.blocks({ headers });
    await other.admits({ headers });
  }),
  test('RS-JWT-5', 'requires both a claim and another signal of the request', async (t) => {
    const { site, issuer } = await blockedWhere(
      t,
      (one) => `(${isAdmin(one)} and http.request.headers["x-suspect"][0] eq "yes")`,
    );
    const [admin, user] = [await issuer.token({ role: 'admin' }), await issuer.token({ role: 'user' })];
    await site.blocks({ headers: { ...admin, 'x-suspect': 'yes' } });
    await site.admits({ headers: admin });
    await site.admits({ headers: { ...user, 'x-suspect': 'yes' } });
  }),
  about(
    'finds the claims below http.request.jwt.claims',
    'RS-JWT-6',
    ({ config }) => claimIs(config.id, 'team', 'blue'),
    { team: 'blue' },
    { team: 'red' },
  ),
  about(
    'reads a custom claim by the id of the configuration and its name',
    'RS-JWT-7',
    ({ config }) => claimIs(config.id, 'user', 'ada'),
    { user: 'ada' },
    { user: 'bob' },
    { sub: 'ada' },
  ),
  test('RS-JWT-8', 'does not find the claims of an invalid token', async (t) => {
    const { site, issuer } = await blockedWhere(t, isAdmin);
    const now = Math.floor((await t.now()) / 1000);
    await site.blocks({ headers: await issuer.token({ role: 'admin' }) });
    await site.admits({ headers: await issuer.forged({ role: 'admin' }) });
    await site.admits({ headers: await issuer.token({ role: 'admin', exp: now - 3600 }) });
  }),
  about(
    'finds the claims of a request that no token rule and no operation covers',
    'RS-JWT-9',
    isAdmin,
    { role: 'admin' },
    { role: 'user' },
  ),
  about(
    'reads a custom claim that is a number',
    'RS-JWT-10',
    ({ payload }) => `lookup_json_integer(${payload}, "level") ge 7`,
    { level: 7 },
    { level: 6 },
    { level: '7' },
  ),
  about(
    'reads the issuer of a token',
    'RS-CLAIM-1',
    byConfig('iss', '[0] eq "https://id.example"'),
    { iss: 'https://id.example' },
    { iss: 'https://other.example' },
    {},
  ),
  about(
    'reads the subject of a token',
    'RS-CLAIM-2',
    byConfig('sub', '[0] eq "ada"'),
    { sub: 'ada' },
    { sub: 'bob' },
  ),
  about(
    'reads a claim within a claim',
    'RS-CLAIM-3',
    ({ payload }) => `lookup_json_string(${payload}, "user", "email") eq "ada@shop.example"`,
    { user: { email: 'ada@shop.example' } },
    { user: { email: 'bob@shop.example' } },
    { 'user.email': 'ada@shop.example' },
  ),
]);

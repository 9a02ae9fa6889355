import { equal } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { addCustomRules, openIssuer, openSite, signals } from './waf.ts';

const score = (value: number) => signals({ 'cf.waf.score': value });

/** What a laptop lacks, told to the edge: scores, and where a request comes from. */
export const wafSignalsSuite = defineSuite({
  name: 'rulesets/waf-signals',
  tests: [
    {
      title: 'challenges a request whose claim and attack score both say so',
      requirements: ['RS-CLAIM-11'],
      features: ['edge'],
      run: async (t) => {
        const site = await openSite(t);
        const issuer = await openIssuer(t);
        const expression = `(lookup_json_string(${issuer.payload}, "user") eq "admin" and cf.waf.score < 40)`;
        await addCustomRules(t, { action: 'managed_challenge', expression });
        const [admin, user] = [await issuer.token({ user: 'admin' }), await issuer.token({ user: 'ada' })];
        const { headers } = await site.stops({ headers: { ...admin, ...score(39) } });
        equal(headers.get('cf-mitigated'), 'challenge', 'cf-mitigated');
        await site.admits({ headers: { ...admin, ...score(40) } });
        await site.admits({ headers: { ...user, ...score(39) } });
        await site.admits({ headers: admin });
      },
    },
    {
      title: 'gives fields their values for one request',
      requirements: ['TS-SIGNAL-1'],
      features: ['edge'],
      run: async (t) => {
        const site = await openSite(t);
        const expression = `${site.here} and ip.src.country eq "NL" and ip.src in {203.0.113.0/24} and cf.client.bot`;
        await addCustomRules(t, { action: 'block', expression });
        const said = { 'ip.src.country': 'NL', 'ip.src': '203.0.113.7', 'cf.client.bot': true };
        await site.stops({ headers: signals(said) });
        await site.admits({ headers: signals({ ...said, 'ip.src.country': 'BE' }) });
        await site.admits();
      },
    },
    {
      title: 'holds signals that are set for the requests that follow, unless a request says otherwise',
      requirements: ['TS-SIGNAL-2', 'TS-SIGNAL-3'],
      features: ['edge'],
      // Signals that are set hold for every zone.
      exclusive: true,
      run: async (t) => {
        const site = await openSite(t);
        await addCustomRules(t, { action: 'block', expression: `${site.here} and cf.waf.score le 20` });
        const { body: before } = await t.call('touchstone.signals.get', {});
        t.after(() => t.ask('touchstone.signals.set', { body: before }));
        await site.admits();
        const set = await t.call('touchstone.signals.set', { body: { 'cf.waf.score': 5 } });
        equal(set.body, { 'cf.waf.score': 5 }, 'the answer');
        await t.check('TS-SIGNAL-2', () => site.stops());
        await t.check('TS-SIGNAL-3', () => site.admits({ headers: score(90) }));
        await t.call('touchstone.signals.set', { body: {} });
        await t.check('TS-SIGNAL-2', () => site.admits());
      },
    },
    {
      title: 'refuses what is no signal or has another type',
      requirements: ['TS-SIGNAL-4', 'TS-SIGNAL-5'],
      exclusive: true,
      run: async (t) => {
        const { body: before } = await t.call('touchstone.signals.get', {});
        t.after(() => t.ask('touchstone.signals.set', { body: before }));
        const set = (body: Readonly<Record<string, unknown>>) => t.ask('touchstone.signals.set', { body });
        const snapshot = async () => (await t.call('touchstone.signals.get', {})).body;
        const good = () => set({ 'cf.waf.score': 5 });
        await t.check('TS-SIGNAL-4', () =>
          t.refused({ good, bad: () => set({ 'http.host': 'a.example' }), pointer: '/http.host', snapshot }),
        );
        await t.check('TS-SIGNAL-5', () =>
          t.refused({ good, bad: () => set({ 'cf.waf.score': '5' }), pointer: '/cf.waf.score', snapshot }),
        );
      },
    },
    {
      title: 'answers a request with wrong signals with status 400',
      requirements: ['TS-SIGNAL-6'],
      features: ['edge'],
      run: async (t) => {
        const site = await openSite(t);
        await site.admits({ headers: score(5) });
        const wrong = {
          'no JSON': { 'touchstone-signals': 'cf.waf.score=5' },
          'an unknown field': signals({ 'cf.score': 5 }),
          'another type': signals({ 'cf.waf.score': 'low' }),
        };
        for (const [what, headers] of Object.entries(wrong)) {
          equal((await site.send({ headers })).status, 400, `the status for ${what}`);
        }
      },
    },
  ],
});

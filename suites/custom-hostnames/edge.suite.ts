import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { addCustomRules } from '../rulesets/waf.ts';
import { createHostname, customerHost, deleteHostname, editHostname } from './making.ts';

/** Whether a request for a host is answered as one for the zone itself is. */
async function reaches(t: TestContext, host: string): Promise<boolean> {
  const path = t.path('/page');
  const own = await t.edge({ path });
  const { status } = await t.edge({ host, path });
  return status === own.status;
}

/** Requests for custom hostnames. */
export const customHostnameEdgeSuite = defineSuite('custom-hostnames/edge', [
  {
    title: 'leads requests to the origin of its zone, until it is deleted',
    requirements: ['CH-EDGE-1', 'CH-EDGE-2'],
    run: async (t) => {
      const host = customerHost(t);
      ok(!(await reaches(t, host)), 'a host that nobody knows is answered as the zone is');
      const { id } = await createHostname(t, { hostname: host });
      await t.check('CH-EDGE-1', async () =>
        equal(await reaches(t, host), true, 'whether the origin answers'),
      );
      await deleteHostname(t, id);
      await t.check('CH-EDGE-2', async () =>
        equal(await reaches(t, host), false, 'whether the origin answers'),
      );
    },
  },
  test('CH-EDGE-3', 'leads requests for what a wildcard covers to the origin of its zone', async (t) => {
    const parent = customerHost(t);
    await createHostname(t, { hostname: `*.${parent}` });
    equal(await reaches(t, `one.${parent}`), true, 'whether the origin answers a host below the wildcard');
    equal(await reaches(t, parent), false, 'whether the origin answers the parent of the wildcard');
  }),
  test('CH-META-3', 'lets rules read the metadata of the requested hostname', async (t) => {
    const path = t.path('/tagged');
    const low = await createHostname(t, { custom_metadata: { security_tag: 'low' } });
    const high = await createHostname(t, { custom_metadata: { security_tag: 'high' } });
    const bare = await createHostname(t);
    const hosts = [low.hostname, high.hostname, bare.hostname, t.host()];
    for (const host of hosts) await t.learn({ host, path });
    await addCustomRules(t, {
      action: 'block',
      expression: `http.request.uri.path eq "${path}" and lookup_json_string(cf.hostname.metadata, "security_tag") eq "low"`,
    });
    await t.blocked({ host: low.hostname, path });
    for (const host of hosts.slice(1)) await t.reachesOrigin({ host, path });
    await editHostname(t, low.id, { custom_metadata: { security_tag: 'high' } });
    await editHostname(t, bare.id, { custom_metadata: { security_tag: 'low' } });
    await t.reachesOrigin({ host: low.hostname, path });
    await t.blocked({ host: bare.hostname, path });
  }),
]);

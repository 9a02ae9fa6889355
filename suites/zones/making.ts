import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { isObject, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { listAll } from '../harness/snapshot.ts';
import type { Test } from '../harness/suite.ts';

/** Tests of zones read all zones of the account, so they run one at a time. */
export const alone = (tests: readonly Test<KnownRequirementId>[]): Test<KnownRequirementId>[] =>
  tests.map((test) => ({ ...test, exclusive: true }));

/** A unique domain name with the mark of the run, so that a sweep finds the zone. */
export const domain = (t: TestContext, label = 'zone'): string =>
  `${t.title().replace(' ', '-')}-${label}.${t.zoneName}`;

/** A domain name of exactly that many characters, in labels of at most 63. */
export function getDomain(t: TestContext, length: number): string {
  const start = domain(t);
  let name = start;
  while (name.length < length) {
    const missing = length - name.length - 1;
    // With 64 characters missing, one is left over, and no label is empty.
    const label = missing === 64 ? 62 : Math.min(missing, 63);
    name = `${'l'.repeat(label)}.${name}`;
  }
  return name;
}

/** Sends any body to the creation of a zone. */
export const createZone = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('zones.zone.create', { body });

/** A body that creates a zone in the account of the target. */
export const zoneBody = (t: TestContext, members: Readonly<Record<string, unknown>> = {}) => ({
  name: domain(t),
  account: { id: t.accountId },
  ...members,
});

/** `result` of an answer, which must be an object. */
export const getResult = ({ body }: Reply) => object(isObject(body) ? body['result'] : undefined, 'result');

/**
 * Names of the tests' zones among all that a query selects, in the order of the list. The zones of parallel jobs have a
 * word after the mark where these have a number.
 */
export async function namesListed(
  t: TestContext,
  query: Readonly<Record<string, unknown>> = {},
): Promise<string[]> {
  const mark = new RegExp(`${t.title('').trim()}-\\d`);
  const zones = await listAll(t, 'zones.zone.list', {}, query);
  return zones.flatMap((zone) => {
    const { name } = object(zone, 'a zone');
    return typeof name === 'string' && mark.test(name) ? [name] : [];
  });
}

/** A snapshot of the zones of this run, for refusals. */
export const getZones = (t: TestContext) => async () => (await namesListed(t)).sort();

import { runMark } from './resources.ts';
import type { RunContext, TestZone } from './run-context.ts';
import { quietCaller } from './run-test.ts';

/** Where a test runs. */
export interface Place {
  readonly run: RunContext;
  readonly zone: TestZone;
}

/**
 * Makes an account for the tests that others in theirs would notice, with a zone and a clock of its own, where the
 * target makes accounts. It goes with the run.
 *
 * @returns null where the target makes none
 */
export async function openOwnAccount(run: RunContext): Promise<Place | null> {
  const { target } = run;
  if (!target.features.has('admin') || !target.features.has('clock')) return null;
  const body = { name: `${runMark(run.run)} own account` };
  const { body: tenant } = await quietCaller(run).call('touchstone.tenant.create', { body });
  const { account_id: accountId, zone_id: id, zone_name: name } = tenant;
  return {
    run: {
      ...run,
      target: { ...target, accountId, zoneId: id, zoneName: name },
      clockOf: accountId,
    },
    zone: { id, name },
  };
}

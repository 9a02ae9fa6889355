import type { Tenant } from '../../../../mock/index.ts';

const visit = (tenant: Tenant, path: string) =>
  fetch(`http://shop.${tenant.zoneName}${path}`).then((answer) => answer.text());
const fail = () => {
  throw new Error('as wanted');
};

interface FailingTest {
  readonly title: string;
  /** Runs beside the other tests of which this holds, where a runner can do that. */
  readonly concurrent?: true;
  /** Never ends by itself: the runner gives up. */
  readonly hangs?: true;
  readonly run: (tenant: Tenant) => unknown;
}

/** Failing tests, each with one request whose path is its title; `passes` is the only one that does. */
export const failingTests: readonly FailingTest[] = [
  { title: 'passes', run: (tenant) => visit(tenant, '/passes') },
  { title: 'throws', run: fail },
  { title: 'rejects', run: (tenant) => visit(tenant, '/rejects').then(fail) },
  { title: 'beside', concurrent: true, run: (tenant) => visit(tenant, '/beside').then(fail) },
  { title: 'another', concurrent: true, run: (tenant) => visit(tenant, '/another').then(fail) },
  { title: 'hangs', hangs: true, run: (tenant) => visit(tenant, '/hangs').then(() => new Promise(() => {})) },
];

/** Milliseconds after which a runner gives up on a test. */
export const patienceMs = 2000;

import type { Mock } from '../../mock/assembly/create-mock.ts';
import type { StoredTokenRule } from '../../mock/world/records.ts';
import type { ZoneTenant } from '../../mock/world/zone-tenant.ts';
import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { interleave, ratio, type Series, type Take } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './table.ts';
import { createConfigs, createSigner, createZone, host, type Signer } from './zone.ts';

const requests = 2_000;
/** Operations that are requested; the others of the zone only have to be distinguished from them. */
const asked = 10;

/** The size of a zone. */
interface Size {
  readonly configs: number;
  readonly rules: number;
  readonly operations: number;
}

const few = { rules: 10, operations: 10 };
const sizes = {
  small: { configs: 1, ...few },
  manyRules: { configs: 1, rules: 1_000, operations: 10 },
  manyOperations: { configs: 1, rules: 10, operations: 10_000 },
  wide: { configs: 32, ...few },
  wideMany: { configs: 32, rules: 1_000, operations: 10_000 },
} as const satisfies Record<string, Size>;

type SizeName = keyof typeof sizes;

/** The cost of one request to a zone, from the smallest zone to the largest. */
export async function measureEdgeRequests(): Promise<Result[]> {
  const signer = await createSigner('HS256');
  const takes = new Map<SizeName, Take>();
  for (const name of Object.keys(sizes) as SizeName[]) takes.set(name, await getZone(sizes[name], signer));
  const contenders = Object.fromEntries(takes) as Record<SizeName, Take>; // One for each size.
  const { small, manyRules, manyOperations, wide, wideMany } = await interleave(contenders, 9, 2);

  // A constant cost has ratio 1; the rest is noise of the machine.
  const flat = { atMost: 1.2 };
  return [
    row('1,000 rules instead of 10', manyRules, small, flat),
    row('10,000 operations instead of 10', manyOperations, small, flat),
    row('both, with 32 configurations', wideMany, wide, flat),
    row('32 configurations instead of 1', wide, small),
  ];
}

function row(name: string, more: Series, less: Series, target?: Result['target']): Result {
  return {
    name: `Edge request, ${name}`,
    ours: `${figure(more.median)} µs`,
    peer: `the smaller zone: ${figure(less.median)} µs`,
    ratio: ratio(more, less),
    ...(target ? { target } : {}),
  };
}

/** Creates a zone of a size; the figure is the time of one request, in microseconds. */
async function getZone(size: Size, signer: Signer): Promise<Take> {
  const { mock, zone } = createZone();
  // All configurations read the same header, so each of them checks the token of the first.
  const others = await Promise.all(Array.from({ length: size.configs - 1 }, () => createSigner('HS256')));
  const [id = ''] = await createConfigs(mock, [signer.jwk, ...others.map(({ jwk }) => jwk)]);
  const operations = addOperations(zone, size.operations);
  addRules(zone, size.rules, id, operations);
  const headers = { authorization: `Bearer ${await signer.sign('user-1')}` };
  const urls = operations.map(({ endpoint }) => `http://${host}${endpoint.replace('{id}', '42')}`);
  return async () => {
    const started = performance.now();
    for (let number = 0; number < requests; number++) {
      await expectPassed(mock, new Request(urls[number % urls.length] as string, { headers }));
    }
    return ((performance.now() - started) * 1000) / requests;
  };
}

async function expectPassed(mock: Mock, request: Request): Promise<void> {
  const { status } = await mock.edge(request);
  if (status !== 200) throw new BenchError('bench', `the edge answered ${status} to ${request.url}`);
}

/** Saves operations; returns the ones to request, which lie far apart. */
function addOperations(zone: ZoneTenant, count: number): Operation[] {
  const operations = Array.from(
    { length: count },
    (_, index): Operation => ({
      operation_id: crypto.randomUUID(),
      method: 'GET',
      host,
      endpoint: `/v1/resource-${index}/{id}/items`,
      last_updated: zone.zone.created_on,
    }),
  );
  zone.operations.put(...operations);
  return operations.filter((_, index) => index % (count / asked) === 0);
}

/** Adds rules for one host, of which all but the last exclude the requested operations. */
function addRules(zone: ZoneTenant, count: number, configId: string, operations: readonly Operation[]): void {
  const excluded = operations.map(({ operation_id }) => operation_id);
  const rules = Array.from(
    { length: count },
    (_, index): StoredTokenRule => ({
      id: crypto.randomUUID(),
      title: `Rule ${index}`,
      description: '',
      action: 'block',
      enabled: true,
      expression: `is_jwt_valid("${configId}")`,
      selector: {
        include: [{ host: [host] }],
        ...(index === count - 1 ? {} : { exclude: [{ operation_ids: excluded }] }),
      },
      created_at: zone.zone.created_on,
      last_updated: zone.zone.created_on,
      modified_by: 'bench',
    }),
  );
  zone.tokenRules.replaceAll(rules);
}

import { z } from 'zod';
import type { Reply } from '../../../spec/client.ts';
import { isObject } from '../assertions.ts';
import type { Caller } from '../caller.ts';
import type { Creation } from '../creation.ts';
import { SkipTest } from '../errors.ts';
import { forAllTests } from '../running-test.ts';
import type { GivenOperation } from './members.ts';
import { lackOfWay } from './routes.ts';

/** An operation in the inventory of the zone that a test needs, from any source. */
export interface NeededOperation {
  readonly operation_id: string;
  readonly method: string;
  readonly host: string;
  readonly endpoint: string;
  /** A path that its endpoint covers. */
  readonly path: string;
}

/** Requirements for an operation. */
export interface OperationNeed {
  /** Operations with the same label share a host, others do not; defaults to `api`. */
  readonly label?: string;
  /** Path of the endpoint if the operation is created for the test. */
  readonly path?: string;
  /** Defaults to `GET`, since tests send requests to the operation; `any` where only its id matters. */
  readonly method?: 'GET' | 'any';
}

/** Operations that a test needs of a zone. */
export interface OperationTools {
  /**
   * Distinct operations of the zone, one per argument: from the target file, else created for the test, else from a
   * preview of the empty selector.
   *
   * @throws SkipTest where the target has no such operations
   */
  operations<const Needs extends readonly OperationNeed[]>(
    ...needs: Needs
  ): Promise<{ [Index in keyof Needs]: NeededOperation }>;
}

/** Access to the inventory of a zone. */
export interface InventoryTools {
  readonly ask: Caller['ask'];
  readonly creation: Pick<Creation, 'operation' | 'host' | 'path'>;
  readonly zoneId: () => string;
  /** Operations of the target file; null for a zone that the file does not describe. */
  readonly given: readonly GivenOperation[] | null;
  /** Inventories by zone, for zones in which no operation can be saved; shared by the run. */
  readonly inventories: Map<string, Promise<readonly NeededOperation[]>>;
  /** Records how the origin answers an operation. */
  readonly learn: (operation: NeededOperation) => Promise<void>;
}

export function createOperationTools(tools: InventoryTools): OperationTools {
  const { creation, given, learn, inventories, zoneId } = tools;
  const hosts = new Map<string, string>();
  const taken = new Set<string>();
  const inventory = () => {
    if (given && given.length > 0 && !inventories.has(zoneId())) {
      inventories.set(
        zoneId(),
        fromFile(given, () => previewed(tools)),
      );
    }
    return inventories.get(zoneId());
  };
  const make = async (need: OperationNeed): Promise<NeededOperation> => {
    const host = creation.host(need.label);
    const endpoint = creation.path(need.path ?? '/orders');
    const saved = await creation.operation({ host, endpoint });
    return { operation_id: saved.operation_id, method: 'GET', host, endpoint, path: getPath(endpoint) };
  };
  const take = async (
    known: readonly NeededOperation[],
    needs: readonly OperationNeed[],
  ): Promise<NeededOperation[]> => {
    const found = choose(known, needs, hosts, taken);
    if (!found)
      throw new SkipTest(`${lackOfWay('save operations of a zone', 'operations')}: ${wanted(needs)}`);
    for (const [place, operation] of found.entries()) {
      hosts.set(getLabel(needs[place] ?? {}), operation.host);
      taken.add(operation.operation_id);
      if (needs[place]?.method !== 'any') await learn(operation);
    }
    return found;
  };
  return {
    async operations<const Needs extends readonly OperationNeed[]>(...needs: Needs) {
      type Found = { [Index in keyof Needs]: NeededOperation };
      const known = inventory();
      if (known) return (await take(await known, needs)) as Found; // one for each need
      const made: NeededOperation[] = [];
      try {
        for (const need of needs) made.push(await make(need));
      } catch (error) {
        if (!(error instanceof SkipTest) || made.length > 0) throw error;
        const shown = forAllTests(() => previewed(tools));
        inventories.set(zoneId(), shown);
        return (await take(await shown, needs)) as Found;
      }
      return made as Found;
    },
  };
}

const getLabel = ({ label = 'api' }: OperationNeed) => label;

/** A path that matches an endpoint with variables. */
const getPath = (endpoint: string) => endpoint.replace(/\{[^/}]+\}/g, '1');

/** Describes what a test needs: `2 operations on 1 host`. */
function wanted(needs: readonly OperationNeed[]): string {
  const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;
  const method = needs.some(({ method }) => method !== 'any') ? 'GET ' : '';
  const hosts = new Set(needs.map(getLabel)).size;
  return `the test needs ${count(needs.length, `${method}operation`)} on ${count(hosts, 'host')}`;
}

/** Operations of the target file; a preview completes those that only have an id. */
async function fromFile(
  given: readonly GivenOperation[],
  preview: () => Promise<readonly NeededOperation[]>,
): Promise<NeededOperation[]> {
  const isWhole = given.every(({ method, host, endpoint }) => method && host && endpoint);
  const known = isWhole ? [] : await preview();
  return given.flatMap(({ operation_id, method, host, endpoint }) => {
    const seen = known.find((one) => one.operation_id === operation_id);
    const at = { host: host ?? seen?.host, endpoint: endpoint ?? seen?.endpoint };
    if (at.host === undefined || at.endpoint === undefined) return [];
    return [
      {
        operation_id,
        method: method ?? seen?.method ?? 'GET',
        host: at.host,
        endpoint: at.endpoint,
        path: getPath(at.endpoint),
      },
    ];
  });
}

/** Operations of the zone that previews of the empty selector show. */
async function previewed({ ask, zoneId }: InventoryTools): Promise<NeededOperation[]> {
  const found = new Map<string, NeededOperation>();
  for (let page = 1; page <= mostPages; page++) {
    const reply = await ask('token-validation.rule.preview', {
      params: { zone_id: zoneId() },
      query: { page },
      body: {},
    });
    const before = found.size;
    for (const one of operationsIn(reply)) found.set(one.operation_id, one);
    if (found.size === before) break;
  }
  return [...found.values()];
}

/** Number of pages to read at most. */
const mostPages = 10;

const operationSchema = z.object({
  operation_id: z.string().min(1),
  method: z.string(),
  host: z.string(),
  endpoint: z.string(),
});

function operationsIn({ body }: Reply): NeededOperation[] {
  const result = isObject(body) && isObject(body['result']) ? body['result'] : {};
  const listed = Array.isArray(result['operations']) ? result['operations'] : [];
  return listed.flatMap((one) => {
    const { data } = operationSchema.safeParse(one);
    return data ? [{ ...data, path: getPath(data.endpoint) }] : [];
  });
}

/**
 * Assigns an operation to each need, and a host to each label.
 *
 * @param hosts hosts by label, so far
 * @param taken ids of assigned operations, so far
 */
function choose(
  known: readonly NeededOperation[],
  needs: readonly OperationNeed[],
  hosts: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): NeededOperation[] | undefined {
  const [need, ...rest] = needs;
  if (!need) return [];
  const label = getLabel(need);
  const host = hosts.get(label);
  for (const one of known) {
    const isFree = !taken.has(one.operation_id) && (need.method === 'any' || one.method === 'GET');
    const fits = host === undefined ? ![...hosts.values()].includes(one.host) : one.host === host;
    if (!isFree || !fits) continue;
    const others = choose(
      known,
      rest,
      new Map([...hosts, [label, one.host]]),
      new Set([...taken, one.operation_id]),
    );
    if (others) return [one, ...others];
  }
  return undefined;
}

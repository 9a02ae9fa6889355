import { z } from 'zod';
import type { Reply } from '../../../spec/client.ts';
import { isObject } from '../assertions.ts';
import type { Caller } from '../caller.ts';
import type { Creation } from '../creation.ts';
import { SkipTest } from '../errors.ts';
import type { GivenOperation } from './members.ts';
import { lackOfWay } from './routes.ts';

/** An operation of the inventory of the zone that a test needs, wherever it comes from. */
export interface NeededOperation {
  readonly operation_id: string;
  readonly method: string;
  readonly host: string;
  readonly endpoint: string;
  /** A path that its endpoint covers. */
  readonly path: string;
}

/** What an operation has to be like. */
export interface OperationWish {
  /** Those of one label share a host, those of different labels do not; `api` where it is left out. */
  readonly label?: string;
  /** Path of its endpoint where it is made for the test. */
  readonly path?: string;
  /** `GET` where it is left out, since tests send requests to it; `any` where only its id counts. */
  readonly method?: 'GET' | 'any';
}

/** Operations that a test needs of a zone. */
export interface OperationTools {
  /**
   * Operations of the zone, one for each wish, each another: of the target file, else made for the test, else of those
   * that a preview of the empty selector shows.
   *
   * @throws SkipTest where the target has no such operations
   */
  operations<const Wishes extends readonly OperationWish[]>(
    ...wishes: Wishes
  ): Promise<{ [Index in keyof Wishes]: NeededOperation }>;
}

/** What the inventory of a zone is read and changed with. */
export interface InventoryTools {
  readonly ask: Caller['ask'];
  readonly creation: Pick<Creation, 'operation' | 'host' | 'path'>;
  readonly zoneId: () => string;
  /** Operations of the target file; null where the zone is another one. */
  readonly given: readonly GivenOperation[] | null;
  /** Inventories of the run, by zone, of zones in which no operation can be saved. */
  readonly inventories: Map<string, Promise<readonly NeededOperation[]>>;
  /** Learns how the origin answers an operation. */
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
  const make = async (wish: OperationWish): Promise<NeededOperation> => {
    const host = creation.host(wish.label);
    const endpoint = creation.path(wish.path ?? '/orders');
    const saved = await creation.operation({ host, endpoint });
    return { operation_id: saved.operation_id, method: 'GET', host, endpoint, path: getPath(endpoint) };
  };
  const take = async (
    known: readonly NeededOperation[],
    wishes: readonly OperationWish[],
  ): Promise<NeededOperation[]> => {
    const found = choose(known, wishes, hosts, taken);
    if (!found)
      throw new SkipTest(`${lackOfWay('save operations of a zone', 'operations')}: ${wanted(wishes)}`);
    for (const [place, operation] of found.entries()) {
      hosts.set(getLabel(wishes[place] ?? {}), operation.host);
      taken.add(operation.operation_id);
      if (wishes[place]?.method !== 'any') await learn(operation);
    }
    return found;
  };
  return {
    async operations<const Wishes extends readonly OperationWish[]>(...wishes: Wishes) {
      type Found = { [Index in keyof Wishes]: NeededOperation };
      const known = inventory();
      if (known) return (await take(await known, wishes)) as Found; // one for each wish
      const made: NeededOperation[] = [];
      try {
        for (const wish of wishes) made.push(await make(wish));
      } catch (error) {
        if (!(error instanceof SkipTest) || made.length > 0) throw error;
        const shown = previewed(tools);
        inventories.set(zoneId(), shown);
        return (await take(await shown, wishes)) as Found;
      }
      return made as Found;
    },
  };
}

const getLabel = ({ label = 'api' }: OperationWish) => label;

/** A path that an endpoint with variables covers. */
const getPath = (endpoint: string) => endpoint.replace(/\{[^/}]+\}/g, '1');

/** What a test wants in words: `2 operations on 1 host`. */
function wanted(wishes: readonly OperationWish[]): string {
  const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;
  const sent = wishes.some(({ method }) => method !== 'any') ? ' of the method GET' : '';
  const hosts = new Set(wishes.map(getLabel)).size;
  return `the test needs ${count(wishes.length, 'operation')}${sent} on ${count(hosts, 'host')}`;
}

/** Operations of the target file, with what a preview tells of those that are only named. */
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

/** Pages of operations that are read. */
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
 * Chooses operations for wishes, and hosts for their labels.
 *
 * @param hosts those of labels that are chosen already
 * @param taken ids that are chosen already
 */
function choose(
  known: readonly NeededOperation[],
  wishes: readonly OperationWish[],
  hosts: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): NeededOperation[] | undefined {
  const [wish, ...rest] = wishes;
  if (!wish) return [];
  const label = getLabel(wish);
  const host = hosts.get(label);
  for (const one of known) {
    const isFree = !taken.has(one.operation_id) && (wish.method === 'any' || one.method === 'GET');
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

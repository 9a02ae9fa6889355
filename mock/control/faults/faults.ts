import type { OperationId } from '../../../spec/contract.ts';
import { type FailureName, failures } from '../../../spec/errors.ts';
import { operationIds } from '../../../spec/lookup.ts';
import { nearestNames } from '../../../spec/nearest-names.ts';
import {
  type Fault,
  type FaultRecord,
  faultLimits,
  faultSchema,
} from '../../../spec/services/touchstone/faults.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { getFault } from '../../api/validate.ts';
import type { WorldPart } from '../../world/world.ts';

/** Operations that a fault matches: an id, the beginning of some, or a pattern with `*`. */
export type FaultOperation =
  | OperationId
  | (typeof planeOperations)[number]
  | 'edge'
  | 'git'
  | 'objects'
  | 'interpreter'
  | 'worker'
  | '*'
  | (string & {});

/** A fault as a mock is told of it. */
export interface FaultInput extends Omit<Fault, 'operation' | 'failure'> {
  readonly operation: FaultOperation;
  readonly failure?: FailureName | undefined;
}

/** What faults are told of a request. */
export interface Asked {
  readonly operation: string;
  readonly method: string;
  /** From the root of the host, without the query. */
  readonly path: string;
  /** Id of the account that it is about. */
  readonly account?: string | undefined;
  /** Id of the zone that it is about. */
  readonly zone?: string | undefined;
}

/** A fault that matches a request. */
export interface MatchedFault {
  readonly id: string;
  readonly fault: CheckedFault;
  /** Milliseconds before anything happens. */
  readonly waitMs: number;
}

interface Placed {
  readonly id: string;
  readonly fault: CheckedFault;
  readonly meant: (asked: Asked) => boolean;
  readonly chance: () => number;
  used: number;
  left: number;
}

/**
 * What goes wrong on purpose. Of several faults that match a request, the one that was added last applies; one that is
 * used up, or that chance passes over, leaves it to the next.
 *
 * @example
 * const remove = faults.add({ operation: 'zones.zone.get', status: 503, times: 'once' });
 */
export class Faults implements WorldPart {
  readonly #seed: number;
  /** In order of precedence. */
  #placed: readonly Placed[] = [];
  #count = 0;

  /** @param seed of the chance by which they matched: the same gives the same faults in the same order */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /**
   * Has requests go wrong from now on; the returned function takes that back.
   *
   * @throws FaultError for a fault that can't be
   */
  add(fault: FaultInput): () => void {
    const { id } = this.put(fault);
    return () => {
      this.remove(id);
    };
  }

  /** Adds a fault and tells of it. @throws FaultError for one that can't be */
  put(told: FaultInput | Fault): FaultRecord {
    const { fault, meant } = readFault(told);
    if (this.#placed.length >= faultLimits.faults) {
      throw new FaultError([], `there are ${faultLimits.faults} faults, which is as many as there may be`);
    }
    const number = ++this.#count;
    const left = fault.times === 'once' ? 1 : (fault.times ?? Number.POSITIVE_INFINITY);
    const chance = createChance(this.#seed, number);
    const placed: Placed = { id: `fault-${number}`, fault, meant, chance, used: 0, left };
    this.#placed = [placed, ...this.#placed];
    return toRecord(placed);
  }

  /** The faults that are in place, in order of precedence. @param account whose match alone is meant */
  list(account?: string): FaultRecord[] {
    return this.#placed.filter(of(account)).map(toRecord);
  }

  /** Takes one out; false where there is none of this id. */
  remove(id: string): boolean {
    const before = this.#placed.length;
    this.#placed = this.#placed.filter((one) => one.id !== id);
    return this.#placed.length < before;
  }

  /** Takes all out and says how many there were. @param account whose match alone is meant */
  clear(account?: string): number {
    const before = this.#placed.length;
    const taken = of(account);
    this.#placed = this.#placed.filter((one) => !taken(one));
    return before - this.#placed.length;
  }

  /** Takes all out and begins to count anew, so that chance takes the same turns. */
  reset(): void {
    this.#placed = [];
    this.#count = 0;
  }

  /** They stay as they are: what tests have set is no part of the world. */
  snapshot(): () => void {
    return () => {};
  }

  /** Takes those of an account out, which is no more. */
  forget({ id }: { readonly id: string }): void {
    this.clear(id);
  }

  /** Whether there are none, so that nothing of a request need be looked at. */
  get none(): boolean {
    return this.#placed.length === 0;
  }

  /** the fault that matches a request, which counts as one of the times that it may. */
  match(asked: Asked): MatchedFault | undefined {
    for (const one of this.#placed) {
      if (one.left === 0 || !one.meant(asked)) continue;
      const { id, fault } = one;
      if (fault.rate !== undefined && one.chance() >= fault.rate) continue;
      one.used++;
      one.left--;
      const byChance = fault.jitterMs === undefined ? 0 : fault.jitterMs * one.chance();
      return { id, fault, waitMs: (fault.latencyMs ?? 0) + byChance };
    }
    return undefined;
  }
}

/**
 * A fault that can be, and whether it means a request.
 *
 * @throws FaultError
 */
export function readFault(told: unknown): Pick<Placed, 'fault' | 'meant'> {
  const fault = checkFault(told);
  return { fault, meant: getMeaning(fault) };
}

/** @throws FaultError for an operation that is none */
function getMeaning({ operation, match = {} }: CheckedFault): Placed['meant'] {
  const { method, path, account, zone } = match;
  const isOperation = readOperationPattern(operation);
  const isPath = path === undefined ? () => true : compileGlob(path);
  return (asked) =>
    isOperation(asked.operation) &&
    (method === undefined || method.toUpperCase() === asked.method) &&
    (account === undefined || account === asked.account) &&
    (zone === undefined || zone === asked.zone) &&
    isPath(asked.path);
}

function of(account: string | undefined): (placed: Placed) => boolean {
  return ({ fault }) => account === undefined || fault.match?.account === account;
}

function toRecord({ id, fault, used, left }: Placed): FaultRecord {
  return { id, used, left: Number.isFinite(left) ? left : null, fault };
}

/** What goes wrong on purpose for the requests about one account, and for no others. */
export interface AccountFaults {
  /**
   * Has requests about the account go wrong from now on; the returned function takes that back.
   *
   * @throws FaultError for a fault that can't be
   */
  add(fault: FaultInput): () => void;
  list(): FaultRecord[];
  /** Takes those of the account out and says how many there were. */
  clear(): number;
}

/** The faults of one account among those of a mock. */
export function accountFaults(faults: Faults, account: string): AccountFaults {
  return {
    add: (fault) => faults.add({ ...fault, match: { ...fault.match, account } }),
    list: () => faults.list(account),
    clear: () => faults.clear(account),
  };
}

/** A fault whose failure is one of the catalogue. */
export type CheckedFault = Fault & { readonly failure?: FailureName | undefined };

/**
 * What is told of a fault, checked but for its operation.
 *
 * @throws FaultError that names the first member that is wrong
 */
export function checkFault(told: unknown): CheckedFault {
  const outcome = faultSchema.safeParse(told);
  if (outcome.error) {
    const { path, problem } = getFault(outcome.error.issues, told);
    throw new FaultError(path, problem);
  }
  const fault = outcome.data as Fault; // It is there where there is no issue.
  const { failure } = fault;
  if (failure !== undefined && !Object.hasOwn(failures, failure)) {
    const near = nearestNames(failure, Object.keys(failures));
    const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    throw new FaultError(['failure'], `there is no failure ${JSON.stringify(failure)}${hint}`);
  }
  return fault as CheckedFault; // The catalogue has it.
}

/** Thrown for a fault that can't be. */
export class FaultError extends TouchstoneError {
  /** Names of the members that lead to the one that is wrong; none for the fault as a whole. */
  readonly path: readonly string[];
  /** What is wrong with it. */
  readonly problem: string;

  constructor(path: readonly string[], problem: string, options?: ErrorOptions) {
    super('fault', path.length === 0 ? problem : `${path.join('.')}: ${problem}`, options);
    this.path = path;
    this.problem = problem;
  }
}

/**
 * Numbers from 0 to 1 that look like chance and are the same for the same seeds, on every runtime.
 *
 * @param seed of the mock
 * @param number of the one who draws; each has numbers of its own, whatever others draw
 */
export function createChance(seed: number, number: number): () => number {
  let state = Math.imul(seed, 0x9e3779b9) ^ Math.imul(number, 0x85ebca6b);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let x = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** What requests are beside operations of the API: zone traffic, Git, and those of applications and Workers. */
export const planeOperations = [
  'edge.request',
  'git.upload-pack.advertise',
  'git.upload-pack',
  'git.receive-pack.advertise',
  'git.receive-pack',
  'objects.request',
  'interpreter.request',
  'worker.request',
] as const;

/** Everything that a fault can matched. */
const known: readonly string[] = [...operationIds, ...planeOperations];

/**
 * Reads what a fault says of operations: an id, the beginning of some (`zones`, `edge`), or a pattern in which `*` is
 * any run of characters.
 *
 * @returns whether an operation is meant
 * @throws FaultError where no operation can be meant; it names those that are written alike
 * @example
 * readOperationPattern('zones.*')('zones.zone.get'); // true
 */
export function readOperationPattern(pattern: string): (operation: string) => boolean {
  const meant = compileGlob(pattern);
  const within = `${pattern}.`;
  const matches = (operation: string) => operation.startsWith(within) || meant(operation);
  if (known.some(matches)) return matches;
  if (pattern.startsWith('touchstone')) {
    throw new FaultError(['operation'], 'the admin interface has no faults, or nobody could take them back');
  }
  const [first, ...others] = nearestNames(pattern, known);
  const hint =
    first === undefined
      ? 'name one, the beginning of some (zones, edge, git), or a pattern with *'
      : `did you mean ${[first, ...others].join(' or ')}?`;
  throw new FaultError(['operation'], `there is no operation ${JSON.stringify(pattern)}; ${hint}`);
}

/**
 * A pattern in which `*` is any run of characters, as a test of texts. It takes time that grows with the text, not with
 * the ways to match it.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (text) => text === pattern;
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}

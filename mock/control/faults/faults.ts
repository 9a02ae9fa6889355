import type { OperationId } from '../../../spec/contract.ts';
import { type FailureName, failures } from '../../../spec/errors.ts';
import { operationIds } from '../../../spec/lookup.ts';
import { getMistake } from '../../../spec/mistake.ts';
import { isSlip, nearestNames } from '../../../spec/nearest-names.ts';
import {
  type Fault,
  type FaultRecord,
  faultLimits,
  faultSchema,
} from '../../../spec/services/touchstone/faults.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { WorldPart } from '../../world/world.ts';

/** Operations that a fault matches: an id, a prefix, or a pattern with `*`. */
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

/** Operations beside those of the contract. */
export type MoreIds = () => {
  readonly ids: readonly string[];
  /** First parts of ids that are not known before a request. */
  readonly prefixes: ReadonlySet<string>;
};

const noMoreIds: MoreIds = () => ({ ids: [], prefixes: new Set() });

/** A fault as a user describes it. */
export interface FaultInput extends Omit<Fault, 'operation' | 'failure'> {
  readonly operation: FaultOperation;
  readonly failure?: FailureName | undefined;
}

/** The request that faults are matched against. */
export interface Asked {
  readonly operation: string;
  readonly method: string;
  /** From the root of the host, without the query. */
  readonly path: string;
  /** Id of the account that the request is about. */
  readonly account?: string | undefined;
  /** Id of the zone that the request is about. */
  readonly zone?: string | undefined;
}

/** A fault that matches a request. */
export interface MatchedFault {
  readonly id: string;
  readonly fault: CheckedFault;
  /** Milliseconds to wait first. */
  readonly waitMs: number;
}

interface Placed {
  readonly id: string;
  readonly fault: CheckedFault;
  readonly matches: (asked: Asked) => boolean;
  readonly chance: () => number;
  used: number;
  left: number;
}

/**
 * Injects faults into requests. Of several faults that match a request, the latest one applies. If that is used up, or
 * skipped by its rate, the one before it applies.
 *
 * @example
 * const remove = faults.add({ operation: 'zones.zone.get', status: 503, times: 'once' });
 */
export class Faults implements WorldPart {
  readonly #seed: number;
  /** In order of precedence. */
  #placed: readonly Placed[] = [];
  #count = 0;

  readonly #more: MoreIds;

  /**
   * @param seed of the random numbers: the same seed gives the same faults in the same order
   */
  constructor(seed: number, more: MoreIds = noMoreIds) {
    this.#seed = seed;
    this.#more = more;
  }

  /**
   * Adds a fault and returns a function that removes it.
   *
   * @throws FaultError for an invalid fault
   */
  add(fault: FaultInput): () => void {
    const { id } = this.put(fault);
    return () => {
      this.remove(id);
    };
  }

  /** Adds a fault and returns its record. @throws FaultError for an invalid fault */
  put(input: FaultInput | Fault): FaultRecord {
    const { fault, matches } = readFault(input, this.#more);
    if (this.#placed.length >= faultLimits.faults) {
      throw new FaultError([], `there are ${faultLimits.faults} faults already, the maximum`);
    }
    const number = ++this.#count;
    const left = fault.times === 'once' ? 1 : (fault.times ?? Number.POSITIVE_INFINITY);
    const chance = createChance(this.#seed, number);
    const placed: Placed = { id: `fault-${number}`, fault, matches, chance, used: 0, left };
    this.#placed = [placed, ...this.#placed];
    return toRecord(placed);
  }

  /** Lists the faults in order of precedence. @param account only those that match this account */
  list(account?: string): FaultRecord[] {
    return this.#placed.filter(of(account)).map(toRecord);
  }

  /** Removes a fault; false if the id is unknown. */
  remove(id: string): boolean {
    const before = this.#placed.length;
    this.#placed = this.#placed.filter((one) => one.id !== id);
    return this.#placed.length < before;
  }

  /** Removes all faults and returns their number. @param account only those that match this account */
  clear(account?: string): number {
    const before = this.#placed.length;
    const taken = of(account);
    this.#placed = this.#placed.filter((one) => !taken(one));
    return before - this.#placed.length;
  }

  /** Removes all faults and restarts their random numbers. */
  reset(): void {
    this.#placed = [];
    this.#count = 0;
  }

  /** Restores nothing: what tests have set is not part of the world. */
  snapshot(): () => void {
    return () => {};
  }

  /** Removes the faults of a deleted account. */
  forget({ id }: { readonly id: string }): void {
    this.clear(id);
  }

  /** Whether there are no faults, so that requests need no matching. */
  get none(): boolean {
    return this.#placed.length === 0;
  }

  /** Returns the fault that matches a request and counts its use. */
  match(asked: Asked): MatchedFault | undefined {
    for (const one of this.#placed) {
      if (one.left === 0 || !one.matches(asked)) continue;
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
 * Reads a fault and returns it with a test of requests.
 *
 * @throws FaultError
 */
export function readFault(input: unknown, more?: MoreIds): Pick<Placed, 'fault' | 'matches'> {
  const fault = checkFault(input);
  return { fault, matches: getMatcher(fault, more) };
}

/** @throws FaultError for an unknown operation */
function getMatcher({ operation, match = {} }: CheckedFault, more: MoreIds | undefined): Placed['matches'] {
  const { method, path, account, zone } = match;
  const isOperation = readOperationPattern(operation, more);
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

/** The faults of one account. */
export interface AccountFaults {
  /**
   * Adds a fault for requests about the account and returns a function that removes it.
   *
   * @throws FaultError for an invalid fault
   */
  add(fault: FaultInput): () => void;
  list(): FaultRecord[];
  /** Removes the faults of the account and returns their number. */
  clear(): number;
}

/** Returns the faults of one account, out of those of a mock. */
export function accountFaults(faults: Faults, account: string): AccountFaults {
  return {
    add: (fault) => faults.add({ ...fault, match: { ...fault.match, account } }),
    list: () => faults.list(account),
    clear: () => faults.clear(account),
  };
}

/** A fault whose failure is in the catalogue. */
export type CheckedFault = Fault & { readonly failure?: FailureName | undefined };

/**
 * Checks a fault except for its operation.
 *
 * @throws FaultError that names the first wrong member
 */
export function checkFault(input: unknown): CheckedFault {
  const outcome = faultSchema.safeParse(input);
  if (outcome.error) {
    const { path, problem } = getMistake(outcome.error.issues, input);
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

/** Thrown for an invalid fault. */
export class FaultError extends TouchstoneError {
  /** Path of the wrong member; empty for the fault as a whole. */
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
 * Pseudo-random numbers from 0 to 1, the same on every runtime for the same seeds.
 *
 * @param seed of the mock
 * @param number of the sequence; sequences are independent of each other
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

/** Operations other than those of the API: zone traffic, Git, applications and Workers. */
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

/** Everything that a fault can match. */
const known: readonly string[] = [...operationIds, ...planeOperations];

/**
 * Reads the operation of a fault: an id, a prefix (`zones`, `edge`), or a pattern in which `*` matches any characters.
 *
 * @returns whether an operation matches
 * @throws FaultError if no operation can match; it names similar ones
 * @example
 * readOperationPattern('zones.*')('zones.zone.get'); // true
 */
export function readOperationPattern(
  pattern: string,
  more: MoreIds = noMoreIds,
): (operation: string) => boolean {
  const isMatch = compileGlob(pattern);
  const within = `${pattern}.`;
  const matches = (operation: string) => operation.startsWith(within) || isMatch(operation);
  const { ids, prefixes } = more();
  if (known.some(matches) || ids.some(matches)) return matches;
  if (pattern.startsWith('touchstone')) {
    throw new FaultError(
      ['operation'],
      'the admin interface has no faults, as they could not be removed again',
    );
  }
  const [first, ...others] = nearestNames(pattern, [...known, ...ids]);
  if (!isSlip(pattern, first) && prefixes.has(pattern.split(/[.*]/, 1)[0] ?? '')) return matches;
  const hint =
    first === undefined
      ? 'give an id, a prefix (zones, edge, git), or a pattern with *'
      : `did you mean ${[first, ...others].join(' or ')}?`;
  throw new FaultError(['operation'], `there is no operation ${JSON.stringify(pattern)}; ${hint}`);
}

/**
 * Compiles a pattern in which `*` matches any characters. Matching takes time linear in the text, without backtracking.
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

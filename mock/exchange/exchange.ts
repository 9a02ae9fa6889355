import { type Certainty, weaker } from '../../spec/certainty.ts';
import type { ApiError } from '../../spec/errors.ts';
import { journalHeader } from '../../spec/services/touchstone/limits.ts';
import type { Faults, MatchedFault } from '../control/faults/faults.ts';
import { changedBy, comesThrough, explainFault, isReplaced } from '../control/faults/under-fault.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { Exchange, NotedHeaders } from '../world/journal-entry.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { belowBasis } from './refusals.ts';

/** What every plane knows about a request. Each plane adds its own members. */
export class Trace {
  readonly request: Pick<Request, 'method' | 'signal'>;
  /** Path from the root of the host, without the query. */
  readonly path: string;
  /** Certainty of the answer. */
  basis: Certainty;
  /** Id of the operation, `null` while it is unknown. */
  operation: string | null = null;
  /** The account that the request is about; its clock, faults and journal apply. */
  account: AccountTenant | undefined = undefined;
  zone: ZoneTenant | undefined = undefined;
  /**
   * Certainty of the decision behind the answer, where it differs from `basis`: `seed` for answers about the mock
   * itself.
   */
  decided: Certainty | undefined = undefined;
  /** The refusal that was answered with. */
  error: ApiError | undefined = undefined;
  /** The fault that matched the request. */
  matched: MatchedFault | undefined = undefined;
  /** Id of its journal entry, once it is recorded. */
  entryId: number | undefined = undefined;

  constructor(request: Trace['request'], path: string, basis: Certainty) {
    this.request = request;
    this.path = path;
    this.basis = basis;
  }
}

/** What a plane adds to the journal entry of a request. */
export interface PlaneNote
  extends Partial<
    Pick<
      Exchange,
      | 'endpoint'
      | 'accountId'
      | 'secretHeaders'
      | 'requestBody'
      | 'responseBody'
      | 'configuration'
      | 'steps'
      | 'ray'
    >
  > {
  /** 0 for a connection that ended without an answer. */
  readonly status: number;
  readonly url: string;
  readonly requestHeaders: Headers | NotedHeaders;
}

/**
 * An entry point of the mock: the API, the edge, Git, a Worker, a binding. A plane identifies and does the work;
 * `exchange` does the rest.
 */
export interface Plane<T extends Trace, A> {
  readonly name: Exchange['plane'];
  /**
   * Finds what the request is about, checks access, and fills the trace.
   *
   * @returns the operation that faults can name; undefined where faults don't apply
   * @throws a refusal
   */
  identify(trace: T): string | undefined | Promise<string | undefined>;
  /** Does what was requested. @throws a refusal */
  work(trace: T): A | Promise<A>;
  /** The answer of a fault, in place of the work. */
  answerFault?(trace: T, matched: MatchedFault): A;
  /** Creates the answer to an error. @param answer the answer that a refusal replaces, if the work is already done */
  refuse(trace: T, thrown: unknown, answer?: A): A | Promise<A>;
  /** @returns undefined for requests that are not recorded */
  note(trace: T, answer: A | undefined): PlaneNote | undefined;
  /** Returns the explanation, which the journal calls when an entry is read. */
  explain(trace: T, answer: A | undefined): (() => readonly string[]) | undefined;
}

/** What exchanges share in one mock. */
export interface ExchangeParts {
  readonly world: World;
  /** By default there are none. */
  readonly faults?: Faults | undefined;
  /** The lowest certainty that answers may have. */
  readonly basis: Certainty;
}

/**
 * Takes a request through its plane.
 *
 * Steps: identify, fault, work, certify, keep (with `--state`), note with explain
 *
 * @returns undefined if a fault dropped the connection before the work
 */
export async function exchange<T extends Trace, A>(
  plane: Plane<T, A>,
  trace: T,
  parts: ExchangeParts,
): Promise<A | undefined> {
  const started = performance.now();
  const { keeper } = parts.world;
  const failures = keeper?.failures;
  let answer: A | undefined;
  let at: number | undefined;
  try {
    const operation = await plane.identify(trace);
    at = getArrival(trace, parts.world, started);
    trace.matched = matchFault(operation, trace, parts.faults);
    answer = await (trace.matched ? underFault(plane, trace, trace.matched, parts) : plane.work(trace));
  } catch (thrown) {
    answer = await plane.refuse(trace, thrown);
  }
  const below = certify(trace, parts.basis);
  if (below && answer !== undefined) answer = await plane.refuse(trace, below, answer);
  if (keeper) {
    try {
      // A read makes nothing that it could lose.
      if (safeMethods.has(trace.request.method)) keeper.tryCommit();
      else keeper.commit(failures);
    } catch (thrown) {
      answer = await plane.refuse(trace, thrown, answer);
    }
  }
  note(plane, trace, answer, { at, started }, parts);
  return answer;
}

/** When a request arrived, on its clock, which is known once it is identified. @param started by `performance.now` */
function getArrival(trace: Trace, world: World, started: number): number {
  const clock = getClock(trace, world);
  return clock.now() - (clock.frozen ? 0 : Math.floor(performance.now() - started));
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request asks to be left out: those of the console, and health checks. The journal does not have it, and
 * no fault applies to it, as a user who tests with faults means other requests.
 */
export const isLeftOut = ({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean =>
  headers.get(journalHeader) === 'off';

function matchFault(
  operation: string | undefined,
  trace: Trace,
  faults: Faults | undefined,
): MatchedFault | undefined {
  if (operation === undefined || !faults || faults.none) return undefined;
  const { request, path, zone } = trace;
  return faults.match({
    operation,
    method: request.method,
    path,
    account: getAccountId(trace),
    zone: zone?.id,
  });
}

/** Waits as the fault says, then does the work or answers in its place. */
async function underFault<T extends Trace, A>(
  plane: Plane<T, A>,
  trace: T,
  matched: MatchedFault,
  { world }: ExchangeParts,
): Promise<A | undefined> {
  // Deno warns when the signal of a request is read, so only faults read it.
  const scene = { clock: getClock(trace, world), signal: trace.request.signal };
  if (!(await comesThrough(matched, scene))) return undefined;
  return isReplaced(matched) && plane.answerFault ? plane.answerFault(trace, matched) : plane.work(trace);
}

/** The refusal of an answer with too low a certainty. The answer of a fault is never refused. */
function certify(
  { basis, decided = basis, matched, error }: Trace,
  required: Certainty,
): ApiError | undefined {
  if (matched && isReplaced(matched)) return undefined;
  return belowBasis(decided, required, error);
}

/** Writes the journal entry. */
function note<T extends Trace, A>(
  plane: Plane<T, A>,
  trace: T,
  answer: A | undefined,
  { at, started }: { readonly at: number | undefined; readonly started: number },
  { world }: ExchangeParts,
): void {
  const noted = plane.note(trace, answer);
  if (!noted) return;
  const { matched } = trace;
  const explain = plane.explain(trace, answer);
  trace.entryId = world.journal.note({
    // The account of a refused request may be known only now.
    at: at ?? getArrival(trace, world, started),
    plane: plane.name,
    method: trace.request.method,
    url: noted.url,
    operation: trace.operation,
    endpoint: noted.endpoint,
    accountId: noted.accountId ?? getAccountId(trace),
    zoneId: trace.zone?.id,
    basis: trace.basis,
    status: matched?.fault.drop === undefined ? noted.status : 0,
    durationMs: performance.now() - started,
    requestHeaders: noted.requestHeaders,
    secretHeaders: noted.secretHeaders,
    requestBody: noted.requestBody ?? null,
    responseBody: noted.responseBody ?? null,
    configuration: noted.configuration ?? null,
    steps: noted.steps,
    ray: noted.ray,
    explain: matched ? () => [explainFault(matched), ...(explain?.() ?? [])] : explain,
  });
}

const getAccountId = ({ account, zone }: Trace) => account?.id ?? zone?.zone.account.id;

/** The clock of a request. */
const getClock = ({ account, zone }: Pick<Trace, 'account' | 'zone'>, world: World) =>
  (zone ?? account ?? world).clock;

/** A plane whose answers become responses. */
export interface ResponsePlane<T extends Trace, A> extends Plane<T, A> {
  /** Whether its responses have the id of their journal entry already: headers are cheaper to make than to add. */
  readonly namesEntries?: boolean;
  respond(trace: T, answer: A): Response;
}

/** Answers a request. @returns `Response.error()` if the connection ends without an answer */
export async function respond<T extends Trace, A>(
  plane: ResponsePlane<T, A>,
  trace: T,
  parts: ExchangeParts,
): Promise<Response> {
  const answer = await exchange(plane, trace, parts);
  if (answer === undefined) return Response.error();
  const response = plane.respond(trace, answer);
  if (!plane.namesEntries && trace.entryId !== undefined && response.type !== 'error') {
    response.headers.set(journalHeader, String(trace.entryId));
  }
  return trace.matched ? changedBy(trace.matched, response) : response;
}

/**
 * Lowers the certainty of an answer.
 *
 * @throws ApiError `basis-refused` if the mock requires more
 */
export function restOn(certainty: Certainty, trace: Pick<Trace, 'basis'>, required: Certainty): void {
  trace.basis = weaker(trace.basis, certainty);
  const refused = belowBasis(certainty, required);
  if (refused) throw refused;
}

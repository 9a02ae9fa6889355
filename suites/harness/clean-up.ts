import { exchangeBy } from '../../spec/client.ts';
import { suiteLimits } from '../../spec/engine-limits.ts';
import type { Feature } from '../../spec/requirement.ts';
import { isObject } from './assertions.ts';
import { createCaller, getMissingOperation, succeeded, summary } from './caller.ts';
import { catalogue } from './catalogue.ts';
import { dropJournal, journalFolder, leftJournals } from './cleanup-journal.ts';
import { SkipTest } from './errors.ts';
import { createFindings } from './findings.ts';
import type { PendingResource } from './journal-lines.ts';
import { isId, type ResourceKind, resourceKind, resourceKinds, runMark, scopeParams } from './resources.ts';
import { fetchInTime } from './sending.ts';
import { type Lister, listAll } from './snapshot.ts';
import type { Target } from './target.ts';
import { timeLimits } from './time-limits.ts';
import { fetchTrusting } from './trust.ts';

/** A resource that could not be removed, and why. */
export interface Leak {
  readonly kind: string;
  readonly id: string;
  readonly reason: string;
  /** When it was made, as RFC 3339; null where that is unknown. */
  readonly at: string | null;
}

/** A leak in one line, with its age. */
export function describeLeak({ kind, id, reason, at }: Leak, now: number = Date.now()): string {
  return `${kind} ${id}${at === null ? '' : ` (made ${getAge(at, now)} ago)`}: ${reason}`;
}

/** The warning that a run which ended early may have left resources behind. */
export function leftBehind({ kind, ids, labels, at }: PendingResource): string {
  const id = (ids ?? labels).join(', ');
  return describeLeak({ kind, id, at, reason: 'the run ended early; conform sweep removes it' });
}

/**
 * Removes resources, newest first, but tenants and zones before all others: their contents go with them. A resource
 * that is already gone counts as removed. A resource whose id never arrived is found by its label; once the run is over,
 * by the mark of the run, since a target may change labels.
 *
 * @param caller calls the API in the full role; if it throws, the resource is a leak
 * @param run its id, and whether it is over: until then, other tests use resources with its mark
 */
export async function removeResources(
  caller: Lister,
  pending: readonly PendingResource[],
  { run, isOver }: { readonly run: string; readonly isOver: boolean },
  removed: (id: string) => void,
): Promise<Leak[]> {
  const leaks: Leak[] = [];
  const gone = new Set<string | null>();
  for (const resource of pending.toSorted((a, b) => toTurn(a) - toTurn(b))) {
    const kind = resourceKind(resource.kind);
    if (!kind || gone.has(resource.scopeId)) continue;
    try {
      // A zone with its contents belongs to one test at a time.
      const labels = isOver || kind.scope === 'zone_id' ? undefined : resource.labels;
      const ids = resource.ids ?? (await findByMark(caller, kind, resource.scopeId, run, labels));
      for (const id of ids) {
        const leak = await removeOne(caller, kind, resource.scopeId, id, resource.at);
        if (leak) {
          leaks.push(leak);
          continue;
        }
        removed(id);
        if (holders.includes(kind.name)) gone.add(id);
      }
    } catch (error) {
      const id = resource.ids?.join(', ') ?? `with the mark ${runMark(run)}`;
      const reason = error instanceof Error ? error.message : String(error);
      leaks.push({ kind: kind.name, id, reason, at: resource.at });
    }
  }
  return leaks;
}

/** Kinds whose contents are removed with them, the outermost first. */
const holders = ['tenant', 'zone'];

/** The position of a resource in the order of removal. */
function toTurn({ kind }: PendingResource): number {
  const turn = holders.indexOf(kind);
  return turn < 0 ? holders.length : turn;
}

/** A zone and its account; null where the target names none. */
export interface MarkedScopes {
  readonly zone_id: string | null;
  readonly account_id: string | null;
}

/**
 * Removes everything in a zone and its account that carries the mark of a run, even if the journal does not list it.
 *
 * @param features the features that the target claims
 */
export async function removeMarked(
  caller: Lister,
  scopes: MarkedScopes,
  features: ReadonlySet<Feature>,
  run: string,
  removed: (id: string) => void,
): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const kind of resourceKinds) {
    if (kind.feature !== undefined && !features.has(kind.feature)) continue;
    for (const scopeId of await getScopeIds(caller, kind, scopes, run)) {
      for (const id of await findByMark(caller, kind, scopeId, run)) {
        const leak = await removeOne(caller, kind, scopeId, id);
        if (leak) leaks.push(leak);
        else removed(id);
      }
    }
  }
  return leaks;
}

/** The scopes that may hold resources of a kind with the mark of a run. */
async function getScopeIds(
  caller: Lister,
  { scope = 'zone_id' }: ResourceKind,
  scopes: MarkedScopes,
  run: string,
): Promise<string[]> {
  if (scope !== 'namespace') {
    const scopeId = scopes[scope];
    return scopeId === null ? [] : [scopeId];
  }
  const { account_id } = scopes;
  const namespaces = resourceKind('namespace');
  if (account_id === null || !namespaces) return [];
  const marked = await findByMark(caller, namespaces, account_id, run);
  return marked.map((namespace) => `${account_id}/${namespace}`);
}

async function removeOne(
  caller: Lister,
  kind: ResourceKind,
  scopeId: string | null,
  id: string,
  at: string | null = null,
): Promise<Leak | undefined> {
  const params: Record<string, string> = { ...scopeParams(kind, scopeId), [kind.idVariable]: id };
  const reply = await caller.ask(kind.remove, { params });
  if (succeeded(reply)) return undefined;
  if (getMissingOperation(reply) !== undefined) {
    await disarm(caller, kind, scopeId, id);
    return undefined;
  }
  const gone = [404, 410].includes(reply.status) || (kind.name === 'zone' && reply.status === 403);
  return gone ? undefined : { kind: kind.name, id, reason: summary(reply), at };
}

/** Switches off a rule that the target has no way to remove, so that it does not affect later tests. */
async function disarm(
  caller: Lister,
  { name }: ResourceKind,
  scopeId: string | null,
  id: string,
): Promise<void> {
  if (name !== 'rule' || scopeId === null) return;
  const body = [{ id, enabled: false }];
  await caller.ask('token-validation.rule.bulk-edit', { params: { zone_id: scopeId }, body });
}

/** Ids of the resources of one kind whose label contains the mark of a run, and is one of `labels` where given. */
async function findByMark(
  caller: Lister,
  kind: ResourceKind,
  scopeId: string | null,
  run: string,
  labels?: PendingResource['labels'],
): Promise<string[]> {
  const params = scopeParams(kind, scopeId);
  if (kind.mayLack) {
    const { status } = await caller.ask(kind.list, { params });
    if ([401, 403, 404, 405].includes(status)) return [];
  }
  const records = await listAll(caller, kind.list, params).catch((error: unknown) => {
    // Kinds without a list operation can't be searched.
    if (error instanceof SkipTest) return [];
    throw error;
  });
  return records.flatMap((record) => {
    if (!isObject(record)) return [];
    const label = record[kind.labelMember];
    const id = record[kind.idMember];
    const isMarked = typeof label === 'string' && label.includes(runMark(run));
    return isId(id) && isMarked && (labels?.includes(label) ?? true) ? [id] : [];
  });
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/**
 * The age of something, in the largest unit that fits.
 *
 * @param at RFC 3339
 * @param now milliseconds since 1970
 *
 * @example
 * getAge('2026-01-02T03:04:05Z', Date.parse('2026-01-02T05:04:05Z')) // '2 h'
 */
export function getAge(at: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1000));
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}

/** The result of a sweep for one run. */
export interface SweptRun {
  readonly run: string;
  readonly started_at: string;
  readonly removed: readonly string[];
  readonly leaks: readonly Leak[];
  /** The process of a run that is still going; the sweep then removes nothing of it. */
  readonly process: number | null;
}

/**
 * Removes what killed runs left behind in this target. Deletes the journal of a run once everything in it is gone,
 * leaves running runs alone, and restarts a clock that a killed run may have stopped.
 *
 * @param options.journal folder of the journals
 *
 * @example
 * for (const { run, removed } of await sweep(target)) console.log(run, removed.length);
 */
export async function sweep(
  target: Target,
  options: { readonly journal?: string; readonly fetch?: (request: Request) => Promise<Response> } = {},
): Promise<SweptRun[]> {
  const doFetch = options.fetch ?? fetchTrusting(target.tlsCertificate);
  const inLimits = fetchInTime(doFetch, timeLimits().request, suiteLimits.jsonBytes);
  const caller = createCaller(target, 'full', exchangeBy(inLimits), createFindings(catalogue));
  const swept: SweptRun[] = [];
  for (const journal of leftJournals(options.journal ?? journalFolder)) {
    if (journal.api !== target.api) continue;
    const about = { run: journal.run, started_at: journal.at, process: journal.process };
    if (journal.process !== null) {
      swept.push({ ...about, removed: [], leaks: [] });
      continue;
    }
    const removed: string[] = [];
    const ended = { run: journal.run, isOver: true };
    const leaks = await removeResources(caller, journal.pending, ended, (id) => removed.push(id));
    if (leaks.length === 0) dropJournal(journal);
    swept.push({ ...about, removed, leaks });
  }
  const over = swept.length > 0 && swept.every(({ process }) => process === null);
  if (over && target.features.has('clock')) await caller.ask('touchstone.clock.release');
  return swept;
}

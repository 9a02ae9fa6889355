import { touchstoneLimits } from '../../../spec/services/touchstone/schemas.ts';
import type { RateLimit } from '../../api/access/rate-limit.ts';
import { explainFault } from '../../control/faults/under-fault.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import { NotedHeaders } from '../../world/journal-entry.ts';
import type { World } from '../../world/world.ts';
import type { Answered, Trace } from '../trace.ts';
import { explainAnswer, explainRefusal } from './explain-refusal.ts';

/** Where a call is noted, and what explains refusals. */
export interface Notes {
  readonly world: World;
  readonly rateLimit: RateLimit;
}

/**
 * Notes a call of the API in the journal of its account. Calls of the admin interface are not noted: it would only find
 * itself in there, and its answers name credentials.
 *
 * @param durationMs how long the answer took
 */
export function noteCall(
  request: Request,
  trace: Trace,
  { status, text }: Answered,
  durationMs: number,
  notes: Notes,
): void {
  if (trace.route?.endpoint.access.kind === 'admin') return;
  const { world } = notes;
  const { account = accountNamed(trace, world), zone } = trace;
  const requestHeaders = new NotedHeaders(request.headers);
  world.journal.note({
    at: (account ?? world).clock.now(),
    plane: 'api',
    method: request.method,
    url: request.url,
    operation: trace.operation,
    endpoint: trace.route?.endpoint,
    accountId: account?.id,
    zoneId: zone?.id,
    basis: trace.basis,
    status,
    durationMs,
    requestHeaders,
    requestBody: trace.requestBody,
    responseBody: text,
    explain:
      status < 400 && !trace.matched ? undefined : explaining(requestHeaders, trace, { status, text }, notes),
  });
}

/** The account that a refused request names: its journal is where people look for it. */
function accountNamed({ route }: Trace, { accounts, zones }: World): AccountTenant | undefined {
  const { account_id: account = '', zone_id: zone = '' } = route?.params ?? {};
  return accounts.get(account || (zones.get(zone)?.zone.account.id ?? ''));
}

/** Says why a request was refused, once somebody asks; of the request itself only its headers are kept. */
function explaining(
  headers: NotedHeaders,
  { error, route, actor, nearest, matched }: Trace,
  { status, text }: Pick<Answered, 'status' | 'text'>,
  { world, rateLimit: { quota } }: Notes,
): () => string[] {
  if (matched && !error) return () => [explainFault(matched)];
  if (!error) return explainingAnswer(status, text);
  const { endpoint, params = {} } = route ?? {};
  const refused = { error, endpoint, params, headers, actor, world, quota };
  return () => [...explainRefusal(refused), ...nearest];
}

/** The same for an answer that its operation wrote: what is long is read now, and not kept. */
function explainingAnswer(status: number, text: string | null): () => string[] {
  if (text === null || text.length <= touchstoneLimits.journalBodyCharacters) {
    return () => explainAnswer(status, text);
  }
  return constant(explainAnswer(status, text));
}

const constant = (lines: string[]) => () => lines;

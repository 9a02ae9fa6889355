import { ApiError } from '../../../spec/errors.ts';
import type { journalEndpoints } from '../../../spec/services/touchstone/journal.ts';
import type { Service } from '../../api/call.ts';
import type { JournalQuery } from '../../world/journal-query.ts';
import { journalStream } from './journal-stream.ts';
import { replay, type SendToPlane } from './replay.ts';
import { sendZoneRequest } from './zone-request.ts';

/** The operations of the journal of requests. */
export function createJournalOperations(send: SendToPlane): Service<typeof journalEndpoints> {
  return {
    'touchstone.journal.list': ({ world, query: { limit, bodies = true, ...query } }) => {
      const wanted = toJournalQuery(query);
      const journal = world.journal.of({ accountId: wanted.accountId });
      return { result: bodies ? journal.findAll(wanted, limit) : journal.rows(wanted, limit) };
    },

    'touchstone.journal.stream': ({ world, query: { bodies = true, ...query }, lastEventId }) => ({
      stream: journalStream(world.journal, { query: toJournalQuery(query), bodies, lastEventId }),
    }),

    'touchstone.journal.get': ({ world, params: { entry_id: id } }) => {
      const entry = world.journal.get(Number(id));
      if (!entry) throw new ApiError('journal-entry-unknown', { id });
      return { result: entry };
    },

    'touchstone.journal.replay': async ({ world: { journal }, params: { entry_id: id }, body }) => {
      const exchange = journal.exchange(Number(id));
      if (!exchange) throw new ApiError('journal-entry-unknown', { id });
      const replayed = await replay(exchange, body, send);
      const entry = journal.get(replayed);
      if (!entry) throw new ApiError('journal-entry-unknown', { id: String(replayed) });
      return { result: entry };
    },

    'touchstone.zone-request.send': async ({ world, zone, body }) => ({
      result: await sendZoneRequest(world, zone, body, send),
    }),

    'touchstone.journal.clear': ({ world, query: { account_id: accountId } }) => ({
      result: { removed: world.journal.remove(accountId) },
    }),
  };
}

/** The query of a journal in the names of its own members; in a query string, 0 is no value. */
function toJournalQuery({
  account_id: accountId,
  zone_id: zoneId,
  status,
  before = 0,
  ...rest
}: SentQuery): JournalQuery {
  return { ...rest, accountId, zoneId, status: status || undefined, before: before || undefined };
}

interface SentQuery extends Omit<JournalQuery, 'accountId' | 'zoneId' | 'status'> {
  readonly account_id?: string | undefined;
  readonly zone_id?: string | undefined;
  readonly status: number;
}

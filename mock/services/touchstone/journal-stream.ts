import { journalLimits } from '../../../spec/services/touchstone/events.ts';
import type { Journal } from '../../world/journal.ts';
import { type JournalQuery, selectsExchange } from '../../world/journal-query.ts';
import { liveStream, message } from './live-stream.ts';

export interface JournalStreamOptions {
  /** The requests to send. */
  readonly query: JournalQuery;
  /** Whether entries have explanations, headers, bodies and configuration. */
  readonly bodies: boolean;
  /** Id of the last entry that the client has; the stream continues after it. */
  readonly lastEventId: string | undefined;
}

/**
 * The requests of a journal as server-sent events, from now on, until the reader leaves or the journal is reset.
 *
 * Requests are formatted only when a reader is ready for them, a limited number at once with a pause in between. A
 * message `missed` has the number of those left out.
 *
 * @throws JournalError for an invalid query
 */
export function journalStream(
  journal: Journal,
  { query, bodies, lastEventId }: JournalStreamOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const selects = selectsExchange(query);
  const isId = lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId);
  const tail = journal.tail(isId ? Number(lastEventId) : undefined);
  const { streamPause, streamedAtOnce } = journalLimits;
  let rested = Promise.resolve();
  return liveStream({
    over: tail.over,
    async next(signal) {
      for (;;) {
        await rested;
        if (!(await tail.next(signal))) return undefined;
        const { entries, missed } = tail.take(selects, streamedAtOnce, bodies);
        rested = new Promise((resolve) => setTimeout(resolve, streamPause));
        if (entries.length === 0 && missed === 0) continue;
        const skipped = missed === 0 ? '' : message('missed', undefined, { count: missed });
        return `${skipped}${entries.map((entry) => message('request', entry.id, entry)).join('')}`;
      }
    },
  });
}

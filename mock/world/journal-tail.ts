import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import type { EventLog } from './event-log.ts';
import { type Exchange, type Numbered, toRow } from './journal-entry.ts';
import type { ExchangeLog } from './journal-reader.ts';

/** New requests of a journal. */
export interface TailPart {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Further requests that the reader does not get: there were too many at once, or the journal dropped them before. */
  readonly missed: number;
}

/** The journal of a reader. */
interface Source extends Pick<ExchangeLog, 'toEntry'> {
  /** Id of the latest entry that made room for newer ones. */
  readonly droppedUpTo: number;
}

/** A reader of the requests of a journal as they come. It costs nothing while it does not read. */
export class JournalTail {
  readonly #log: EventLog<Numbered>;
  readonly #source: Source;
  /** Aborts when the reader must end. */
  readonly over: AbortSignal;
  #position: number;

  /**
   * @param log its positions are the ids of the entries
   * @param after id of the last entry that the reader has; by default the latest
   */
  constructor(log: EventLog<Numbered>, source: Source, after?: number) {
    this.#log = log;
    this.#source = source;
    this.over = log.readers;
    const { end } = log;
    // An id of the future is from before a reset.
    this.#position = after === undefined ? end : after > end ? 0 : after;
  }

  /** Waits for a request. @returns false if the signal ends the wait first */
  next(signal: AbortSignal): Promise<boolean> {
    return this.#log.next(this.#position, signal);
  }

  /**
   * Takes the requests since the last call.
   *
   * @param most maximum number of entries, the newest ones
   * @param bodies whether entries have explanations, headers, bodies and configuration
   */
  take(selects: (exchange: Exchange) => boolean, most: number, bodies: boolean): TailPart {
    const entries: JournalEntry[] = [];
    let missed = Math.max(0, this.#source.droppedUpTo - this.#position);
    for (const [id, exchange] of this.#log.newestFirst()) {
      if (id <= this.#position) break;
      if (!selects(exchange)) continue;
      if (entries.length === most) missed++;
      else entries.push(bodies ? this.#source.toEntry(exchange, id) : toRow(exchange, id));
    }
    this.#position = this.#log.end;
    return { entries: entries.reverse(), missed };
  }
}

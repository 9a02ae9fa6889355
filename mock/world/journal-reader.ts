import { type JournalEntry, journalLimits } from '../../spec/services/touchstone/events.ts';
import { formatJournal } from '../exchange/journal/format.ts';
import type { Exchange, NotedExchange } from './journal-entry.ts';
import { JournalError, type JournalQuery, selectsExchange } from './journal-query.ts';

/** What is looked for in a journal: by its members, or by a function of the entry. */
export type Wanted = JournalQuery | ((entry: JournalEntry) => boolean);

/** Exchanges with their numbers. */
export interface ExchangeLog {
  newestFirst(): Iterable<readonly [id: number, exchange: NotedExchange]>;
  /** An exchange as it is read. */
  toEntry(exchange: NotedExchange, id: number): JournalEntry;
  /** Told of every exchange from here on, until the returned function is called. */
  listen(onExchange: (id: number, exchange: NotedExchange) => void): () => void;
}

/** The journal, or a part of it such as a tenant's, as people and assertions read it. */
export class JournalReader {
  readonly #log: ExchangeLog;
  readonly #isPart: (exchange: Exchange) => boolean;

  /** @param part which exchanges it has; all of them unless it is said */
  constructor(log: ExchangeLog, part: (exchange: Exchange) => boolean = () => true) {
    this.#log = log;
    this.#isPart = part;
  }

  /** Entries from the newest to the oldest; credentials are masked. */
  *entries(): Generator<JournalEntry> {
    for (const [id, exchange] of this.#log.newestFirst()) {
      if (this.#isPart(exchange)) yield this.#log.toEntry(exchange, id);
    }
  }

  /**
   * The newest entry that is wanted.
   *
   * @throws JournalError for a query that can't be
   * @example
   * mock.journal.find({ operation: 'zones.zone.get', status: 403 })?.explanation;
   */
  find(wanted: Wanted): JournalEntry | undefined {
    for (const entry of this.#select(wanted)) return entry;
    return undefined;
  }

  /**
   * The entries that are wanted, newest first.
   *
   * @param limit how many at most
   * @throws JournalError for a query that can't be
   */
  findAll(wanted: Wanted, limit = Number.POSITIVE_INFINITY): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const entry of this.#select(wanted)) if (entries.push(entry) >= limit) break;
    return entries;
  }

  /** How many entries are wanted; of all, unless it is said. @throws JournalError for a query that can't be */
  count(wanted: Wanted = {}): number {
    return this.findAll(wanted).length;
  }

  /**
   * The newest entry that is wanted, or else the first that comes: for requests that nobody waits for. The time is the
   * machine's, whatever clocks show.
   *
   * @throws JournalError when none has come in time, with what has, or for a query that can't be
   * @example
   * await mock.journal.waitFor({ plane: 'edge', path: '/orders' }, { timeoutMs: 2000 });
   */
  async waitFor(wanted: Wanted, options: { readonly timeoutMs?: number } = {}): Promise<JournalEntry> {
    const { timeoutMs = journalLimits.waitMs } = options;
    const there = this.find(wanted);
    if (there) return there;
    const isWanted = this.#test(wanted);
    const { promise, resolve, reject } = Promise.withResolvers<JournalEntry>();
    const leave = this.#log.listen((id, exchange) => {
      if (!this.#isPart(exchange)) return;
      const entry = isWanted(id, exchange);
      if (entry) resolve(entry);
    });
    const timer = setTimeout(() => reject(this.#late(timeoutMs)), timeoutMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  /** What was asked and answered, oldest first, a line for each request and one for each reason. */
  toString(): string {
    return formatJournal(this.entries());
  }

  *#select(wanted: Wanted): Generator<JournalEntry> {
    const isWanted = this.#test(wanted);
    for (const [id, exchange] of this.#log.newestFirst()) {
      const entry = this.#isPart(exchange) ? isWanted(id, exchange) : undefined;
      if (entry) yield entry;
    }
  }

  #late(timeoutMs: number): JournalError {
    const seen = this.toString();
    const said = seen === '' ? 'There was no request at all.' : `These were:\n${seen}`;
    return new JournalError(
      'journal-wait',
      `No request that was waited for came within ${timeoutMs} ms. ${said}`,
    );
  }

  /** Gives the entry of an exchange that is wanted; a query is asked of the exchange, which costs less. */
  #test(wanted: Wanted): (id: number, exchange: NotedExchange) => JournalEntry | undefined {
    if (typeof wanted === 'function') {
      return (id, exchange) => {
        const entry = this.#log.toEntry(exchange, id);
        return wanted(entry) ? entry : undefined;
      };
    }
    const selects = selectsExchange(wanted);
    return (id, exchange) => (selects(exchange) ? this.#log.toEntry(exchange, id) : undefined);
  }
}

import {
  type JournalEntry,
  type JournalSummary,
  journalLimits,
} from '../../spec/services/touchstone/events.ts';
import { type Exchange, type NotedExchange, toRow } from './journal-entry.ts';
import { formatJournal } from './journal-format.ts';
import { JournalError, type JournalQuery, selectsExchange } from './journal-query.ts';

/** A query of a journal, or a function that tests an entry. */
export type Wanted = JournalQuery | ((entry: JournalEntry) => boolean);

/** Exchanges with their numbers. */
export interface ExchangeLog {
  newestFirst(): Iterable<readonly [id: number, exchange: NotedExchange]>;
  /** An exchange as users read it. */
  toEntry(exchange: NotedExchange, id: number): JournalEntry;
  toSummary(exchange: NotedExchange, id: number): JournalSummary;
  /** Calls the listener for every new exchange, until the returned function is called. */
  listen(onExchange: (id: number, exchange: NotedExchange) => void): () => void;
}

/** A request that was just answered. */
export interface AnsweredRequest {
  /** 0 for a connection that ended without an answer. */
  readonly status: number;
  /** Its entry without headers and bodies; credentials are masked. Made with each call. */
  summary(): JournalSummary;
}

/** A journal or part of it, such as a tenant's, for people and assertions. */
export class JournalReader {
  readonly #log: ExchangeLog;
  readonly #isPart: (exchange: Exchange) => boolean;

  /** @param part which exchanges it contains; all by default */
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
   * Returns the latest matching entry.
   *
   * @throws JournalError for an invalid query
   * @example
   * mock.journal.find({ operation: 'zones.zone.get', status: 403 })?.explanation;
   */
  find(wanted: Wanted): JournalEntry | undefined {
    for (const entry of this.#select(wanted)) return entry;
    return undefined;
  }

  /**
   * Returns the matching entries, latest first.
   *
   * @param limit maximum number of entries
   * @throws JournalError for an invalid query
   */
  findAll(wanted: Wanted, limit = Number.POSITIVE_INFINITY): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const entry of this.#select(wanted)) if (entries.push(entry) >= limit) break;
    return entries;
  }

  /**
   * Returns the matching entries without explanations, headers, bodies and configuration, latest first.
   *
   * @throws JournalError for an invalid query
   */
  rows(query: JournalQuery, limit: number): JournalEntry[] {
    const selects = selectsExchange(query);
    const rows: JournalEntry[] = [];
    for (const [id, exchange] of this.#log.newestFirst()) {
      if (!this.#isPart(exchange) || !isBefore(id, query) || !selects(exchange)) continue;
      if (rows.push(toRow(exchange, id)) >= limit) break;
    }
    return rows;
  }

  /** Counts the matching entries, or all of them. @throws JournalError for an invalid query */
  count(wanted: Wanted = {}): number {
    return this.findAll(wanted).length;
  }

  /**
   * Returns the latest matching entry, or waits for the first one. For requests that nothing else waits for. The
   * time-out is in real time, whatever the clocks show.
   *
   * @throws JournalError for an invalid query, or after the time-out; the message then lists the requests that came
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

  /**
   * Calls a function for every new request, as soon as it is answered.
   *
   * @returns a function that ends this
   * @example
   * const stop = mock.journal.listen((request) => {
   *   if (request.status >= 400) console.log(request.summary().explanation);
   * });
   */
  listen(onRequest: (request: AnsweredRequest) => void): () => void {
    return this.#log.listen((id, exchange) => {
      if (!this.#isPart(exchange)) return;
      onRequest({ status: exchange.status, summary: () => this.#log.toSummary(exchange, id) });
    });
  }

  /** Formats requests and answers, oldest first: a line per request and per reason. */
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
    const summary = seen === '' ? 'There were no requests at all.' : `These were:\n${seen}`;
    return new JournalError('journal-wait', `No matching request came within ${timeoutMs} ms. ${summary}`);
  }

  /** Returns the entry of a matching exchange. A query is matched against the exchange, which is cheaper. */
  #test(wanted: Wanted): (id: number, exchange: NotedExchange) => JournalEntry | undefined {
    if (typeof wanted === 'function') {
      return (id, exchange) => {
        const entry = this.#log.toEntry(exchange, id);
        return wanted(entry) ? entry : undefined;
      };
    }
    const selects = selectsExchange(wanted);
    return (id, exchange) =>
      isBefore(id, wanted) && selects(exchange) ? this.#log.toEntry(exchange, id) : undefined;
  }
}

const isBefore = (id: number, { before }: JournalQuery) => before === undefined || id < before;

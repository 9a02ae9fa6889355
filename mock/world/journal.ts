import type { JournalEntry } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { AccountExchanges } from './account-exchanges.ts';
import { type BasisCount, BasisCounts } from './basis-counts.ts';
import { type Exchange, entryOf } from './journal-entry.ts';
import { type JournalQuery, selectsExchange } from './journal-query.ts';
import { type ExchangeLog, JournalReader } from './journal-reader.ts';
import { RingBuffer } from './ring-buffer.ts';
import { type UnknownRequest, type UnknownRoute, UnknownRoutes } from './unknown-routes.ts';

export type { Exchange } from './journal-entry.ts';

/** The newest requests a mock was asked, for people and for assertions. */
export class Journal extends JournalReader {
  readonly #notes: Notes;
  readonly #unknown = new UnknownRoutes();
  readonly #bases = new BasisCounts();

  constructor() {
    const notes = new Notes();
    super(notes);
    this.#notes = notes;
  }

  note(exchange: Exchange): void {
    this.#notes.add(exchange);
    this.#bases.note(exchange);
  }

  /** Has entries explained by something beside the one who noted them. */
  explainBy(explain: (exchange: Exchange) => readonly string[]): void {
    this.#notes.explainBy = explain;
  }

  /** Counts a request that no operation is there for. */
  noteUnknown(request: UnknownRequest): void {
    this.#unknown.note(request);
  }

  /** Counts a request that was left to others, though it looks like one for this mock. */
  notePassed(request: UnknownRequest): void {
    this.#unknown.notePassed(request);
  }

  /** The requests that no operation was there for, or that were left to others, since the start; most frequent first. */
  unknown(): UnknownRoute[] {
    return this.#unknown.list();
  }

  /** What the answers since the start rested on, by operation; the least sure first. */
  bases(): BasisCount[] {
    return this.#bases.list();
  }

  /**
   * The part that is about one account or one zone. An account has newest requests of its own, which those of others do
   * not push out.
   *
   * @example
   * mock.journal.of({ accountId }).count({ status: 403 });
   */
  of(place: Pick<JournalQuery, 'accountId' | 'zoneId'>): JournalReader {
    const { accountId } = place;
    const log = accountId === undefined ? this.#notes : this.#notes.ofAccount(accountId);
    return new JournalReader(log, selectsExchange(place));
  }

  clear(): void {
    this.#notes.clear();
    this.#unknown.clear();
    this.#bases.clear();
  }
}

/** Exchanges, numbered as they come. */
class Notes {
  readonly #exchanges = new RingBuffer<Exchange>(touchstoneLimits.journalEntries);
  readonly #byAccount = new AccountExchanges();
  readonly #listeners = new Set<(id: number, exchange: Exchange) => void>();
  explainBy: (exchange: Exchange) => readonly string[] = () => [];
  #count = 0;

  entryOf(exchange: Exchange, id: number): JournalEntry {
    return entryOf(exchange, id, this.explainBy(exchange));
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    const id = ++this.#count;
    this.#byAccount.add(id, exchange);
    for (const listener of this.#listeners) listener(id, exchange);
  }

  *newestFirst(): Generator<readonly [id: number, exchange: Exchange]> {
    let id = this.#count;
    for (const exchange of this.#exchanges.newestFirst()) yield [id--, exchange];
  }

  ofAccount(accountId: string): ExchangeLog {
    return {
      newestFirst: () => this.#byAccount.newestFirst(accountId),
      entryOf: (exchange, id) => this.entryOf(exchange, id),
      listen: (listener) => this.listen(listener),
    };
  }

  listen(listener: (id: number, exchange: Exchange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  clear(): void {
    this.#exchanges.clear();
    this.#byAccount.clear();
    this.#count = 0;
  }
}

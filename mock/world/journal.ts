import { type Certainty, certainties } from '../../spec/certainty.ts';
import {
  type JournalEntry,
  type JournalSummary,
  journalLimits,
} from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { splitUrl } from '../../spec/url.ts';
import { RingBuffer } from './bounded.ts';
import {
  AccountExchanges,
  type Exchange,
  type NotedExchange,
  notedExchange,
  toEntry,
  toSummary,
  type UnknownRoute,
} from './journal-entry.ts';
import { type JournalQuery, selectsExchange } from './journal-query.ts';
import { type ExchangeLog, JournalReader } from './journal-reader.ts';

/** How often an operation was answered on one basis. */
export interface BasisCount {
  /** Operation id, `edge.request` for zone traffic, or the plane for anything without an operation. */
  readonly operation: string;
  readonly basis: Certainty;
  readonly count: number;
}

/** Counts the basis of all answers, not only of the latest. */
export class BasisCounts {
  readonly #counts = new Map<string, Map<Certainty, number>>();

  note({ operation, plane, basis }: Exchange): void {
    const name = operation ?? (plane === 'edge' ? 'edge.request' : plane);
    let counts = this.#counts.get(name);
    if (!counts) {
      counts = new Map();
      this.#counts.set(name, counts);
    }
    counts.set(basis, (counts.get(basis) ?? 0) + 1);
  }

  /** The weakest basis first, then the most frequent. */
  list(): BasisCount[] {
    return [...this.#counts]
      .flatMap(([operation, counts]) => [...counts].map(([basis, count]) => ({ operation, basis, count })))
      .sort((a, b) => certainties.indexOf(b.basis) - certainties.indexOf(a.basis) || b.count - a.count);
  }

  clear(): void {
    this.#counts.clear();
  }
}

/** An unknown request of a mock. */
export interface UnknownRequest {
  readonly method: string;
  readonly url: string;
  /** What was probably intended, or why it was not answered, one reason per line. */
  readonly explanation: readonly string[];
}

const id = /\/(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})(?=\/|$)/gi;

/** Counts requests without an operation, to report them at the end of a run. */
export class UnknownRoutes {
  readonly #routes = new Map<string, { -readonly [Name in keyof UnknownRoute]: UnknownRoute[Name] }>();

  note({ method, url, explanation }: UnknownRequest): void {
    this.#count(method, splitUrl(url).path, explanation);
  }

  /** The same for a request that was passed through although it looks like one of the mock's. */
  notePassed({ method, url, explanation }: UnknownRequest): void {
    const { host, path } = splitUrl(url);
    this.#count(method, `${url.slice(0, url.indexOf('://'))}://${host}${path}`, explanation);
  }

  /** The most frequent first. */
  list(): UnknownRoute[] {
    return [...this.#routes.values()].map((route) => ({ ...route })).sort((a, b) => b.count - a.count);
  }

  clear(): void {
    this.#routes.clear();
  }

  #count(method: string, written: string, explanation: readonly string[]): void {
    const path = written.replace(id, '/{id}');
    const key = `${method} ${path}`;
    const known = this.#routes.get(key);
    if (known) known.count++;
    else if (this.#routes.size < journalLimits.unknownRoutes) {
      this.#routes.set(key, { method, path, count: 1, explanation });
    }
  }
}

export type { Exchange } from './journal-entry.ts';

/** The latest requests of a mock, for people and assertions. */
export class Journal extends JournalReader {
  readonly #notes: Notes;
  readonly #unknown = new UnknownRoutes();
  readonly #bases = new BasisCounts();

  /** @param bytes maximum bytes of all its requests */
  constructor(bytes: number = touchstoneLimits.journalBytes) {
    const notes = new Notes(bytes);
    super(notes);
    this.#notes = notes;
  }

  note(exchange: Exchange): void {
    this.#notes.add(notedExchange(exchange));
    this.#bases.note(exchange);
  }

  /** Adds a function that explains entries further. */
  explainBy(explain: (exchange: Exchange) => readonly string[]): void {
    this.#notes.explainBy = explain;
  }

  /** Counts a request without an operation. */
  noteUnknown(request: UnknownRequest): void {
    this.#unknown.note(request);
  }

  /** Counts a request that was passed through although it looks like one for this mock. */
  notePassed(request: UnknownRequest): void {
    this.#unknown.notePassed(request);
  }

  /** The requests since the start that had no operation or were passed through; most frequent first. */
  unknown(): UnknownRoute[] {
    return this.#unknown.list();
  }

  /** The basis of the answers since the start, by operation; the weakest first. */
  bases(): BasisCount[] {
    return this.#bases.list();
  }

  /**
   * The part about one account or one zone. Each account has its own latest requests, which other accounts do not push
   * out.
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

/** Exchanges, numbered in order. */
class Notes {
  readonly #exchanges = new RingBuffer<NotedExchange>(touchstoneLimits.journalEntries);
  readonly #byAccount: AccountExchanges;
  /** Maximum bytes of the latest exchanges, and again of those by account: an exchange may be in only one of them. */
  readonly #most: number;
  #bytes = 0;
  readonly #listeners = new Set<(id: number, exchange: NotedExchange) => void>();
  explainBy: (exchange: Exchange) => readonly string[] = () => [];
  #count = 0;

  constructor(bytes: number) {
    this.#most = bytes / 2;
    this.#byAccount = new AccountExchanges(journalLimits.accountEntries, this.#most);
  }

  toEntry(exchange: NotedExchange, id: number): JournalEntry {
    return toEntry(exchange, id, this.explainBy(exchange));
  }

  toSummary(exchange: NotedExchange, id: number): JournalSummary {
    return toSummary(exchange, id, this.explainBy(exchange));
  }

  add(exchange: NotedExchange): void {
    this.#bytes += exchange.bytes - (this.#exchanges.push(exchange)?.bytes ?? 0);
    while (this.#bytes > this.#most && this.#exchanges.size > 1) {
      this.#bytes -= this.#exchanges.dropOldest()?.bytes ?? 0;
    }
    const id = ++this.#count;
    this.#byAccount.add(id, exchange);
    for (const listener of this.#listeners) listener(id, exchange);
  }

  *newestFirst(): Generator<readonly [id: number, exchange: NotedExchange]> {
    let id = this.#count;
    for (const exchange of this.#exchanges.newestFirst()) yield [id--, exchange];
  }

  ofAccount(accountId: string): ExchangeLog {
    return {
      newestFirst: () => this.#byAccount.newestFirst(accountId),
      toEntry: (exchange, id) => this.toEntry(exchange, id),
      toSummary: (exchange, id) => this.toSummary(exchange, id),
      listen: (listener) => this.listen(listener),
    };
  }

  listen(listener: (id: number, exchange: NotedExchange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  clear(): void {
    this.#exchanges.clear();
    this.#byAccount.clear();
    this.#bytes = 0;
    this.#count = 0;
  }
}

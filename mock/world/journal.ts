import { type Certainty, certainties } from '../../spec/certainty.ts';
import {
  type JournalEntry,
  type JournalSummary,
  journalLimits,
} from '../../spec/services/touchstone/events.ts';
import type { ExplainedEntry } from '../../spec/services/touchstone/journal.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { splitUrl } from '../../spec/url.ts';
import { EventLog } from './event-log.ts';
import {
  AccountExchanges,
  type Exchange,
  type NotedExchange,
  type Numbered,
  notedExchange,
  toEntry,
  toSteps,
  toSummary,
  type UnknownRoute,
} from './journal-entry.ts';
import { type JournalQuery, selectsExchange } from './journal-query.ts';
import { type ExchangeLog, JournalReader } from './journal-reader.ts';
import { JournalTail } from './journal-tail.ts';

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

  /** Records an exchange and returns the id of its entry. */
  note(exchange: Exchange): number {
    this.#bases.note(exchange);
    return this.#notes.add(notedExchange(exchange));
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

  /** The entry with an id and its steps, if the journal still has it. */
  get(id: number): ExplainedEntry | undefined {
    const exchange = this.#notes.get(id);
    return exchange && { ...this.#notes.toEntry(exchange, id), steps: toSteps(exchange) };
  }

  /** The exchange of an entry as it was, with credentials; long texts are cut. */
  exchange(id: number): NotedExchange | undefined {
    return this.#notes.get(id);
  }

  /** A reader of the requests from now on. @param after id of the last entry that it has; by default the latest */
  tail(after?: number): JournalTail {
    return new JournalTail(this.#notes.log, this.#notes, after);
  }

  /**
   * Removes the entries of one account, or all. Ids continue, and {@link unknown} and {@link bases} stay.
   *
   * @returns the number of removed entries
   */
  remove(accountId?: string): number {
    return this.#notes.remove(accountId);
  }

  /** Forgets everything. Ids start again, and readers end. */
  clear(): void {
    this.#notes.clear();
    this.#unknown.clear();
    this.#bases.clear();
  }

  /** Ends all readers, as the mock is about to close. */
  dismiss(): void {
    this.#notes.log.dismiss();
  }
}

/** Exchanges, numbered in order. */
class Notes {
  /** Its positions are the ids. */
  #log = new EventLog<Numbered>(touchstoneLimits.journalEntries);
  readonly #byAccount: AccountExchanges;
  /** Maximum bytes of the latest exchanges, and again of those by account: an exchange may be in only one of them. */
  readonly #most: number;
  #bytes = 0;
  readonly #listeners = new Set<(id: number, exchange: NotedExchange) => void>();
  explainBy: (exchange: Exchange) => readonly string[] = () => [];
  /** Id of the latest entry that made room for newer ones. */
  droppedUpTo = 0;

  constructor(bytes: number) {
    this.#most = bytes / 2;
    this.#byAccount = new AccountExchanges(journalLimits.accountEntries, this.#most);
  }

  get log(): EventLog<Numbered> {
    return this.#log;
  }

  toEntry(exchange: NotedExchange, id: number): JournalEntry {
    return toEntry(exchange, id, this.explainBy(exchange));
  }

  toSummary(exchange: NotedExchange, id: number): JournalSummary {
    return toSummary(exchange, id, this.explainBy(exchange));
  }

  add(exchange: NotedExchange): number {
    const id = this.#log.end + 1;
    const numbered: Numbered = [id, exchange];
    this.#bytes += exchange.bytes;
    this.#drop(this.#log.push(numbered));
    while (this.#bytes > this.#most && this.#log.size > 1) this.#drop(this.#log.dropOldest());
    this.#byAccount.add(numbered);
    for (const listener of this.#listeners) listener(id, exchange);
    return id;
  }

  #drop(oldest: Numbered | undefined): void {
    if (!oldest) return;
    this.droppedUpTo = oldest[0];
    this.#bytes -= oldest[1].bytes;
  }

  newestFirst(): Generator<Numbered> {
    return this.#log.newestFirst();
  }

  get(wanted: number): NotedExchange | undefined {
    for (const [id, exchange] of this.#all()) if (id === wanted) return exchange;
    return undefined;
  }

  *#all(): Generator<Numbered> {
    yield* this.#log.newestFirst();
    yield* this.#byAccount.all();
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

  remove(accountId: string | undefined): number {
    const isRemoved = (exchange: Exchange) => accountId === undefined || exchange.accountId === accountId;
    const removed = new Set<number>();
    for (const [id, exchange] of this.#all()) if (isRemoved(exchange)) removed.add(id);
    this.#log.keep(([, exchange]) => !isRemoved(exchange));
    this.#bytes = 0;
    for (const [, { bytes }] of this.#log.newestFirst()) this.#bytes += bytes;
    if (accountId === undefined) this.#byAccount.clear();
    else this.#byAccount.remove(accountId);
    return removed.size;
  }

  clear(): void {
    this.#log.dismiss();
    this.#log = new EventLog(touchstoneLimits.journalEntries);
    this.#byAccount.clear();
    this.#bytes = 0;
    this.droppedUpTo = 0;
  }
}

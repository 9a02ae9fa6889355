import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { RingBuffer } from './bounded.ts';
import type { NotedExchange } from './journal-entry.ts';

type Numbered = readonly [id: number, exchange: NotedExchange];

/**
 * The latest exchanges of each account, so that one test does not push out those of another. When there are too many in
 * total, the account that was idle longest loses its own.
 */
export class AccountExchanges {
  /** Ordered by the time of the last exchange. */
  readonly #byAccount = new Map<string, RingBuffer<Numbered>>();
  /** The last account; most exchanges belong to the same account as the one before. */
  #newest: { readonly accountId: string; readonly ring: RingBuffer<Numbered> } | undefined;
  readonly #most: number;
  readonly #mostBytes: number;
  #size = 0;
  #bytes = 0;

  /**
   * @param most maximum number of exchanges of all accounts together
   * @param mostBytes maximum bytes of these exchanges
   */
  constructor(most: number = journalLimits.accountEntries, mostBytes = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  add(id: number, exchange: NotedExchange): void {
    const { accountId } = exchange;
    if (accountId === undefined) return;
    const ring = this.#newest?.accountId === accountId ? this.#newest.ring : this.#moveToEnd(accountId);
    const [, oldest] = ring.push([id, exchange]) ?? [];
    if (!oldest) this.#size++;
    this.#bytes += exchange.bytes - (oldest?.bytes ?? 0);
    if (this.#isFull) this.#dropSilent(accountId);
    while (this.#bytes > this.#mostBytes && ring.size > 1) this.#dropOldest(ring);
  }

  get #isFull(): boolean {
    return this.#size > this.#most || this.#bytes > this.#mostBytes;
  }

  #dropOldest(ring: RingBuffer<Numbered>): void {
    const [, oldest] = ring.dropOldest() ?? [];
    if (!oldest) return;
    this.#size--;
    this.#bytes -= oldest.bytes;
  }

  #moveToEnd(accountId: string): RingBuffer<Numbered> {
    const ring = this.#byAccount.get(accountId) ?? new RingBuffer<Numbered>(touchstoneLimits.journalEntries);
    this.#byAccount.delete(accountId);
    this.#byAccount.set(accountId, ring);
    this.#newest = { accountId, ring };
    return ring;
  }

  #dropSilent(kept: string): void {
    for (const [silent, ring] of this.#byAccount) {
      if (!this.#isFull || silent === kept) break;
      while (ring.size > 0) this.#dropOldest(ring);
      this.#byAccount.delete(silent);
    }
  }

  *newestFirst(accountId: string): Generator<Numbered> {
    yield* this.#byAccount.get(accountId)?.newestFirst() ?? [];
  }

  clear(): void {
    this.#byAccount.clear();
    this.#newest = undefined;
    this.#size = 0;
    this.#bytes = 0;
  }
}

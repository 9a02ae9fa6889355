import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import { RingBuffer } from './bounded.ts';
import type { Exchange } from './journal-entry.ts';

type Numbered = readonly [id: number, exchange: Exchange];

/**
 * The newest exchanges of each account: what one test asks pushes nothing out of the journal of another. Where there are
 * too many in all, those of the account go that was silent longest.
 */
export class AccountExchanges {
  /** In the order in which they were last asked something. */
  readonly #byAccount = new Map<string, RingBuffer<Numbered>>();
  /** The last of them, which most exchanges are of again. */
  #newest: { readonly accountId: string; readonly ring: RingBuffer<Numbered> } | undefined;
  readonly #most: number;
  #size = 0;

  /** @param most exchanges of all accounts together */
  constructor(most: number = journalLimits.accountEntries) {
    this.#most = most;
  }

  add(id: number, exchange: Exchange): void {
    const { accountId } = exchange;
    if (accountId === undefined) return;
    const ring = this.#newest?.accountId === accountId ? this.#newest.ring : this.#moveToEnd(accountId);
    this.#size -= ring.size;
    ring.push([id, exchange]);
    this.#size += ring.size;
    if (this.#size > this.#most) this.#dropSilent(accountId);
  }

  #moveToEnd(accountId: string): RingBuffer<Numbered> {
    const ring = this.#byAccount.get(accountId) ?? new RingBuffer<Numbered>(touchstoneLimits.journalEntries);
    this.#byAccount.delete(accountId);
    this.#byAccount.set(accountId, ring);
    this.#newest = { accountId, ring };
    return ring;
  }

  #dropSilent(kept: string): void {
    for (const [silent, { size }] of this.#byAccount) {
      if (this.#size <= this.#most || silent === kept) break;
      this.#byAccount.delete(silent);
      this.#size -= size;
    }
  }

  *newestFirst(accountId: string): Generator<Numbered> {
    yield* this.#byAccount.get(accountId)?.newestFirst() ?? [];
  }

  clear(): void {
    this.#byAccount.clear();
    this.#newest = undefined;
    this.#size = 0;
  }
}

import type { OperationId } from '../spec/contract.ts';
import type { AnyHandler } from './call.ts';
import type { Account } from './world/account-tenant.ts';
import type { WorldPart } from './world/world.ts';

/** Implementations that a user has put in place of those of the services, for all accounts or for one. */
export class Overrides implements WorldPart {
  readonly #general = new Map<OperationId, AnyHandler>();
  /** By account. */
  readonly #own = new Map<string, Map<OperationId, AnyHandler>>();

  /**
   * What stands in place of an operation: what was said of the account beats what was said of all.
   *
   * @param accountId of the account that a call is about, where it is about one
   */
  find(id: OperationId, accountId: string | undefined): AnyHandler | undefined {
    const own = accountId === undefined ? undefined : this.#own.get(accountId)?.get(id);
    return own ?? this.#general.get(id);
  }

  /** Replaces an operation; the returned function takes that back. */
  set(id: OperationId, handler: AnyHandler, accountId?: string): () => void {
    const handlers = accountId === undefined ? this.#general : this.#of(accountId);
    handlers.set(id, handler);
    return () => {
      if (handlers.get(id) === handler) handlers.delete(id);
    };
  }

  /** Takes back what was said of an account. */
  forget({ id }: Pick<Account, 'id'>): void {
    this.#own.get(id)?.clear();
    this.#own.delete(id);
  }

  /** Takes everything back. */
  reset(): void {
    for (const id of [...this.#own.keys()]) this.forget({ id });
    this.#general.clear();
  }

  /** What is put in place is code and no state: it stays. */
  snapshot(): () => void {
    return () => {};
  }

  #of(accountId: string): Map<OperationId, AnyHandler> {
    const known = this.#own.get(accountId);
    if (known) return known;
    const made = new Map<OperationId, AnyHandler>();
    this.#own.set(accountId, made);
    return made;
  }
}

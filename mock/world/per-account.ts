import type { AccountTenant } from './account-tenant.ts';

/**
 * Something that each account has to itself, which is made when it is first asked for and goes with the account: what
 * counts or keeps by the time of an account can't be shared by several.
 *
 * @example
 * const limiters = new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() }));
 * limiters.of(account).take('gateway', rule);
 */
export class PerAccount<T> {
  readonly #make: (account: AccountTenant) => T;
  #made = new WeakMap<AccountTenant, T>();

  constructor(make: (account: AccountTenant) => T) {
    this.#make = make;
  }

  of(account: AccountTenant): T {
    const known = this.#made.get(account);
    if (known !== undefined) return known;
    const made = this.#make(account);
    this.#made.set(account, made);
    return made;
  }

  /** Forgets those of all accounts. */
  clear(): void {
    this.#made = new WeakMap();
  }
}

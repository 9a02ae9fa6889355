import type { Account } from './account.ts';
import { Collection } from './collection.ts';
import type { StoredRuleset } from './records.ts';

/** One account: a tenant with collections of its own. */
export class AccountTenant {
  readonly account: Account;
  readonly rulesets = new Collection<StoredRuleset>({ id: (ruleset) => ruleset.id });

  constructor(account: Account) {
    this.account = account;
  }

  get id(): string {
    return this.account.id;
  }

  /** A function that puts the account back to how it is now. */
  snapshot(): () => void {
    const rulesets = this.rulesets.list();
    return () => this.rulesets.replaceAll(rulesets);
  }
}

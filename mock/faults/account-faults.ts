import type { FaultRecord } from '../../spec/services/touchstone/faults.ts';
import type { FaultInput, Faults } from './faults.ts';

/** What goes wrong on purpose for the requests about one account, and for no others. */
export interface AccountFaults {
  /**
   * Has requests about the account go wrong from now on; the returned function takes that back.
   *
   * @throws FaultError for a fault that can't be
   */
  add(fault: FaultInput): () => void;
  list(): FaultRecord[];
  /** Takes those of the account out and says how many there were. */
  clear(): number;
}

/** The faults of one account among those of a mock. */
export function accountFaults(faults: Faults, account: string): AccountFaults {
  return {
    add: (fault) => faults.add({ ...fault, match: { ...fault.match, account } }),
    list: () => faults.list(account),
    clear: () => faults.clear(account),
  };
}

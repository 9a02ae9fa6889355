import { ApiError } from '../../../spec/errors.ts';
import type { Fault, faultEndpoints } from '../../../spec/services/touchstone/faults.ts';
import type { Service } from '../../call.ts';
import { FaultError } from '../../faults/fault-error.ts';
import type { Faults } from '../../faults/faults.ts';
import { jsonPointer } from '../../validate.ts';

/** The operations by which requests are made to go wrong. */
export function createFaultOperations(faults: Faults): Service<typeof faultEndpoints> {
  return {
    'touchstone.fault.list': ({ query }) => ({ result: faults.list(query.account_id) }),

    'touchstone.fault.add': ({ body, query: { account_id: account } }) => {
      const fault = account === undefined ? body : { ...body, match: { ...body.match, account } };
      return { result: placed(faults, fault) };
    },

    'touchstone.fault.clear': ({ query }) => ({ result: { removed: faults.clear(query.account_id) } }),

    'touchstone.fault.remove': ({ params: { fault_id: id } }) => {
      if (!faults.remove(id)) throw new ApiError('fault-unknown', { id });
      return { result: { id } };
    },
  };
}

/** @throws ApiError `body-invalid` for what the contract can't know of a fault */
function placed(faults: Faults, fault: Fault) {
  try {
    return faults.put(fault);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { path, problem } = error;
    const field = path.join('.') || 'the fault';
    throw new ApiError('body-invalid', { field, problem }, jsonPointer(path), { cause: error });
  }
}

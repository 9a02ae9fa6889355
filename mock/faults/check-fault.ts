import { type FailureName, failures } from '../../spec/errors.ts';
import { nearestNames } from '../../spec/nearest-names.ts';
import { type Fault, faultSchema } from '../../spec/services/touchstone/faults.ts';
import { FaultError } from './fault-error.ts';

/** A fault whose failure is one of the catalogue. */
export type CheckedFault = Fault & { readonly failure?: FailureName | undefined };

/**
 * What is told of a fault, checked but for its operation.
 *
 * @throws FaultError that names the first member that is wrong
 */
export function checkFault(told: unknown): CheckedFault {
  const outcome = faultSchema.safeParse(told);
  const issue = outcome.error?.issues[0];
  if (issue) throw new FaultError(issue.path.map(String), issue.message);
  const fault = outcome.data as Fault; // It is there where there is no issue.
  const { failure } = fault;
  if (failure !== undefined && !Object.hasOwn(failures, failure)) {
    const near = nearestNames(failure, Object.keys(failures));
    const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    throw new FaultError(['failure'], `there is no failure ${JSON.stringify(failure)}${hint}`);
  }
  return fault as CheckedFault; // The catalogue has it.
}

import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** A query that is refused while it is answered, with the status that its answer carries. */
export class AnalyticsRefusal extends TouchstoneError {
  readonly status: 400 | 403 | 429;

  constructor(status: AnalyticsRefusal['status'], message: string) {
    super('analytics', message);
    this.status = status;
  }
}

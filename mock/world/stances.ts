import type { OperationId } from '../../spec/contract.ts';
import { ApiError, type FailureName } from '../../spec/errors.ts';
import type { Failure } from '../../spec/failure.ts';
import { checkStances } from '../../spec/stances/check-stances.ts';
import { type AnswerTo, type StanceId, type Stances, stanceList, stances } from '../../spec/stances/index.ts';

/** What one mock does where the documents are silent: the given stances, else its own. */
export class StanceSettings {
  #given: Stances = {};
  readonly #successes = new Map<OperationId, number>();
  readonly #refusals = new Map<FailureName, Partial<Failure>>();

  /** @throws StanceError */
  constructor(given: Stances = {}) {
    this.change(given);
  }

  /** Replaces the given stances. @throws StanceError; nothing has changed then */
  change(given: Stances): void {
    this.#given = checkStances(given);
    this.#successes.clear();
    this.#refusals.clear();
    for (const [id, { switch: way }] of stanceList) {
      const value = this.#given[id];
      if (typeof value !== 'number' || typeof way !== 'object') continue;
      if ('success' in way) this.#successes.set(way.success, value);
      else this.#refusals.set(way.refusal, { ...this.#refusals.get(way.refusal), [way.member]: value });
    }
  }

  /** The mock's answer to one question. */
  get<Id extends StanceId>(id: Id): AnswerTo<Id> {
    return this.#given[id] ?? stances[id].mock;
  }

  /** The status of a success, if it differs from the contract's. */
  getSuccess(operation: string): number | undefined {
    return this.#successes.get(operation as OperationId); // others are not in it
  }

  /** A refusal with the status and code of this mock. */
  applyTo(error: ApiError): ApiError {
    const change = this.#refusals.get(error.failure);
    if (!change) return error;
    const { failure, detail, pointer, entry, messages } = error;
    return new ApiError(failure, detail, pointer, { cause: error, entry: { ...entry, ...change }, messages });
  }
}

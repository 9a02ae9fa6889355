import type { Endpoint } from '../../spec/endpoint.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { Answer, AnyAnswer, AnyHandler, Call, ResultAnswer } from '../api/call.ts';
import type { Account } from '../world/account-tenant.ts';
import type { WorldPart } from '../world/world.ts';

/** A call of an overridden operation, which can still run the original. */
export interface OverrideCall<E extends Endpoint> extends Call<E> {
  /**
   * Runs the original operation and returns its result, to inspect or change.
   *
   * @throws ApiError as the operation does
   * @throws TouchstoneError `not-a-result` if it answers with a stream or a file; use {@link originalAnswer} for those
   * @example
   * mock.on('zones.zone.get', async ({ original }) => {
   *   const answer = await original();
   *   return { ...answer, result: { ...answer.result, paused: true } };
   * });
   */
  original(): Promise<OriginalAnswer<E>>;
  /** The same for every kind of answer. */
  originalAnswer(): Promise<Answer<E>>;
}

/** The original answer of an operation. */
export type OriginalAnswer<E extends Endpoint> = E['answer'] extends 'stream' | 'bytes'
  ? Answer<E>
  : ResultAnswer<E>;

/** A user's implementation of an operation. */
export type Override<E extends Endpoint> = (call: OverrideCall<E>) => Answer<E> | Promise<Answer<E>>;

/** The call as an override gets it; a service gets it unchanged. */
export function withOriginal(
  operations: { before(id: string, handler: AnyHandler): AnyHandler | undefined },
  { id, endpoint }: { readonly id: string; readonly endpoint: Pick<Endpoint, 'answer'> },
  handler: AnyHandler,
  call: Call<Endpoint>,
): Call<Endpoint> {
  const before = operations.before(id, handler);
  if (!before) return call;
  const originalAnswer = async (): Promise<AnyAnswer> =>
    before(withOriginal(operations, { id, endpoint }, before, call));
  const hasResult = endpoint.answer !== 'stream' && endpoint.answer !== 'bytes';
  const overridden: Call<Endpoint> & {
    original: typeof originalAnswer;
    originalAnswer: typeof originalAnswer;
  } = {
    ...call,
    originalAnswer,
    async original() {
      const answer = await originalAnswer();
      if (!hasResult || (answer.stream === undefined && answer.written === undefined)) return answer;
      const kind = answer.stream === undefined ? 'a file or raw text' : 'a stream';
      throw new TouchstoneError(
        'not-a-result',
        `${id} answered with ${kind}: call originalAnswer() instead.`,
      );
    },
  };
  return overridden;
}

/** The overrides of operations, for all accounts or for one. */
export class Overrides implements WorldPart {
  readonly #general = new Map<string, AnyHandler>();
  /** By account. */
  readonly #own = new Map<string, Map<string, AnyHandler>>();

  /**
   * Returns the override of an operation: one for the account takes precedence over one for all.
   *
   * @param accountId account of the call, if there is one
   */
  find(id: string, accountId: string | undefined): AnyHandler | undefined {
    const own = accountId === undefined ? undefined : this.#own.get(accountId)?.get(id);
    return own ?? this.#general.get(id);
  }

  /** Overrides an operation and returns a function that removes the override. */
  set(id: string, handler: AnyHandler, accountId?: string): () => void {
    const handlers = accountId === undefined ? this.#general : this.#of(accountId);
    handlers.set(id, handler);
    return () => {
      if (handlers.get(id) === handler) handlers.delete(id);
    };
  }

  /** Removes the overrides of an account. */
  forget({ id }: Pick<Account, 'id'>): void {
    this.#own.get(id)?.clear();
    this.#own.delete(id);
  }

  /** Removes all overrides. */
  reset(): void {
    for (const id of [...this.#own.keys()]) this.forget({ id });
    this.#general.clear();
  }

  /** Restores nothing: overrides are code, not state. */
  snapshot(): () => void {
    return () => {};
  }

  #of(accountId: string): Map<string, AnyHandler> {
    const known = this.#own.get(accountId);
    if (known) return known;
    const made = new Map<string, AnyHandler>();
    this.#own.set(accountId, made);
    return made;
  }
}

import type { OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { Answer, AnyAnswer, AnyHandler, Call, ResultAnswer } from '../api/call.ts';
import type { Account } from '../world/account-tenant.ts';
import type { WorldPart } from '../world/world.ts';

/** A call of an operation that somebody has replaced; it can still be done as usual. */
export interface OverrideCall<E extends Endpoint> extends Call<E> {
  /**
   * Does the operation as usual, and gives what it answers, to be changed or looked at.
   *
   * @throws ApiError as the operation does
   * @throws TouchstoneError `not-a-result` where it answers with a stream or a file: {@link originalAnswer} gives those
   * @example
   * mock.on('zones.zone.get', async ({ original }) => {
   *   const answer = await original();
   *   return { ...answer, result: { ...answer.result, paused: true } };
   * });
   */
  original(): Promise<OriginalAnswer<E>>;
  /** The same, whatever kind of answer that is. */
  originalAnswer(): Promise<Answer<E>>;
}

/** What an operation usually answers. */
export type OriginalAnswer<E extends Endpoint> = E['answer'] extends 'stream' | 'bytes'
  ? Answer<E>
  : ResultAnswer<E>;

/** An implementation of an operation in place of the usual one. */
export type Override<E extends Endpoint> = (call: OverrideCall<E>) => Answer<E> | Promise<Answer<E>>;

/** The call as whoever stands in an operation's place gets it; a service gets it as it is. */
export function withOriginal(
  operations: { before(id: OperationId, handler: AnyHandler): AnyHandler | undefined },
  { id, endpoint }: { readonly id: OperationId; readonly endpoint: Pick<Endpoint, 'answer'> },
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
      const kind = answer.stream === undefined ? 'a file or a text of its own' : 'a stream';
      throw new TouchstoneError('not-a-result', `${id} answered with ${kind}: ask for originalAnswer().`);
    },
  };
  return overridden;
}

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

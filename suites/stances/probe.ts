import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { Feature } from '../../spec/requirement.ts';
import type { AnswerTo, StanceId } from '../../spec/stances/index.ts';
import { isObject } from '../harness/assertions.ts';
import { type LooseInput, skipWhereLacking, succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';

/** What a target does that is none of the answers of a question, in a few words. */
export class Otherwise {
  readonly seen: string;

  constructor(seen: string) {
    this.seen = seen;
  }
}

/** Asks a target one question; `t.skip` where it can't be asked. What it makes is removed by the run. */
export type Ask<V> = (t: TestContext) => Promise<V | Otherwise>;

/** How a question is asked. */
export type Probe<V> = Ask<V> | { readonly needs: readonly Feature[]; readonly ask: Ask<V> };

/** A probe for each question of a service. */
export type Probes<Prefix extends string> = {
  readonly [Id in Extract<StanceId, `${Prefix}.${string}`>]: Probe<AnswerTo<Id>>;
};

/**
 * The status of a refusal.
 *
 * @throws SkipTest where the target lacks the operation
 */
export function statusOfRefusal(reply: Reply): number | Otherwise {
  skipWhereLacking(reply);
  return succeeded(reply) ? new Otherwise('takes it') : reply.status;
}

/**
 * The code of the first error of a refusal.
 *
 * @throws SkipTest where the target lacks the operation
 */
export function codeOfRefusal(reply: Reply): number | Otherwise {
  skipWhereLacking(reply);
  if (succeeded(reply)) return new Otherwise('takes it');
  const errors = isObject(reply.body) ? reply.body['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const code = isObject(first) ? first['code'] : undefined;
  return typeof code === 'number' ? code : new Otherwise(`status ${reply.status}, without a code in errors`);
}

/**
 * Whether a request is refused that differs in one thing from another, which has to succeed.
 *
 * @throws SkipTest where that is refused too
 */
export async function isRefused(
  t: TestContext,
  good: () => Promise<Reply>,
  bad: () => Promise<Reply>,
): Promise<boolean> {
  unlessRefused(t, await good(), 'the same request without that');
  return !succeeded(await bad());
}

/** An answer to go on with; where the target refuses, there is nothing to learn. @throws SkipTest */
export function unlessRefused(t: TestContext, reply: Reply, what: string): Reply {
  if (succeeded(reply)) return reply;
  skipWhereLacking(reply);
  return t.skip(`the target refuses ${what}: ${summary(reply)}`);
}

/** The status of a success; where the target refuses, there is nothing to learn. */
export async function statusOfSuccess(t: TestContext, id: OperationId, input: LooseInput): Promise<number> {
  return (await succeeds(t, id, input)).status;
}

/** Calls an operation; where the target refuses, there is nothing to learn. */
export async function succeeds(t: TestContext, id: OperationId, input: LooseInput): Promise<Reply> {
  return unlessRefused(t, await t.ask(id, input), id);
}

/** The `result` of an answer. */
export const getResult = ({ body }: Reply): unknown => (isObject(body) ? body['result'] : undefined);

/** A member of an object; undefined where there is none. */
export const getMember = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

/** Whether a list has what was made first in front, or what was made last; `ids` as they were made. */
export function getOrder(reply: Reply, ids: readonly string[]): 'oldest first' | 'newest first' | Otherwise {
  const result = getResult(reply);
  const listed = Array.isArray(result) ? result.map((one) => getMember(one, 'id')) : [];
  const known = listed.filter((id) => ids.some((one) => one === id));
  if (known.length < 2) return new Otherwise('shows neither on its first page');
  return known[0] === ids[0] ? 'oldest first' : 'newest first';
}

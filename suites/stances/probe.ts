import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { Feature } from '../../spec/requirement.ts';
import type { AnswerTo, StanceId } from '../../spec/stances/index.ts';
import { isObject } from '../harness/assertions.ts';
import { type LooseInput, skipWhereLacking, succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';

/** Behaviour of a target that is none of the answers to a question, in a few words. */
export class OtherBehaviour {
  readonly seen: string;

  constructor(seen: string) {
    this.seen = seen;
  }
}

/** Asks a target one question; calls `t.skip` where that is impossible. The run removes what it creates. */
export type Ask<V> = (t: TestContext) => Promise<V | OtherBehaviour>;

/** A question, with the features that it needs. */
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
export function statusOfRefusal(reply: Reply): number | OtherBehaviour {
  skipWhereLacking(reply);
  return succeeded(reply) ? new OtherBehaviour('accepts it') : reply.status;
}

/**
 * The code of the first error of a refusal.
 *
 * @throws SkipTest where the target lacks the operation
 */
export function codeOfRefusal(reply: Reply): number | OtherBehaviour {
  skipWhereLacking(reply);
  if (succeeded(reply)) return new OtherBehaviour('accepts it');
  const errors = isObject(reply.body) ? reply.body['errors'] : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const code = isObject(first) ? first['code'] : undefined;
  return typeof code === 'number'
    ? code
    : new OtherBehaviour(`status ${reply.status}, without a code in errors`);
}

/**
 * Whether the target refuses the second of two requests; the first must succeed.
 *
 * @throws SkipTest where it refuses the first too
 */
export async function isRefused(
  t: TestContext,
  good: () => Promise<Reply>,
  bad: () => Promise<Reply>,
): Promise<boolean> {
  unlessRefused(t, await good(), 'the same request without that');
  return !succeeded(await bad());
}

/** Returns a successful answer; a refused one can't answer the question. @throws SkipTest */
export function unlessRefused(t: TestContext, reply: Reply, what: string): Reply {
  if (succeeded(reply)) return reply;
  skipWhereLacking(reply);
  return t.skip(`the target refuses ${what}: ${summary(reply)}`);
}

/** The status of a success; skips where the target refuses. */
export async function statusOfSuccess(t: TestContext, id: OperationId, input: LooseInput): Promise<number> {
  return (await succeeds(t, id, input)).status;
}

/** Calls an operation; skips where the target refuses. */
export async function succeeds(t: TestContext, id: OperationId, input: LooseInput): Promise<Reply> {
  return unlessRefused(t, await t.ask(id, input), id);
}

/** The `result` of an answer. */
export const getResult = ({ body }: Reply): unknown => (isObject(body) ? body['result'] : undefined);

/** A member of an object; undefined where there is none. */
export const getMember = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

/** The order of a list, from two of its ids in the order of their creation. */
export function getOrder(
  reply: Reply,
  ids: readonly string[],
): 'oldest first' | 'newest first' | OtherBehaviour {
  const result = getResult(reply);
  const listed = Array.isArray(result) ? result.map((one) => getMember(one, 'id')) : [];
  const known = listed.filter((id) => ids.some((one) => one === id));
  if (known.length < 2) return new OtherBehaviour('shows neither on its first page');
  return known[0] === ids[0] ? 'oldest first' : 'newest first';
}

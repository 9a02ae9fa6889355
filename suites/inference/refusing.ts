import type { Reply } from '../../spec/client.ts';
import { isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { FailureExpectation, Fault } from '../harness/refusals.ts';

/** A run leaves nothing behind that a refusal could have changed. */
const nothing = async () => null;

/**
 * Sends a valid request and then faulty ones, which must be refused. What stands in a refusal is not asked:
 * three layers refuse, each in a shape of its own (fact sheet inference, section 1).
 */
export function refusedRuns(
  t: TestContext,
  good: () => Promise<Reply>,
  bad: (() => Promise<Reply>) | readonly Fault[],
  expected: FailureExpectation = {},
): Promise<void> {
  return t.refused({ ...expected, shape: 'own', good, bad, snapshot: nothing });
}

/** Codes and messages of a refusal, from wherever its shape has them. */
export function entriesOf(reply: Reply): { readonly code: unknown; readonly message: unknown }[] {
  const body = isObject(reply.body) ? reply.body : {};
  return [body['errors'], body['error']]
    .flatMap((found) => (Array.isArray(found) ? found : [found]))
    .filter(isObject)
    .map((entry) => ({ code: entry['code'], message: entry['message'] }));
}

/** All messages of a refusal as one text. */
export const messageOf = (reply: Reply): string =>
  entriesOf(reply)
    .map(({ message }) => String(message))
    .join('\n');

/** Whether a refusal has an entry with this code. */
export const hasCode = (reply: Reply, code: number): boolean =>
  entriesOf(reply).some((entry) => String(entry.code) === String(code));

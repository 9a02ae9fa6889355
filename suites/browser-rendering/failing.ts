import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match, ok, show } from '../harness/assertions.ts';
import { succeeded, summary } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';

/** What a failure has to be. */
export interface Failure {
  readonly status: number;
  /** Left out where none is documented. */
  readonly code?: number;
}

/** Members of the error of a failure that has this code, or of the first one. */
export function errorOf({ body }: Reply, code?: number): Readonly<Record<string, unknown>> {
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'].filter(isObject) : [];
  return (code === undefined ? errors[0] : errors.find((one) => one['code'] === code)) ?? {};
}

/** What every failure is held to, whatever it is that failed. */
export const ofEveryFailure = ['BR-ERR-1', 'BR-META-10'] as const satisfies readonly KnownRequirementId[];

/**
 * Fails unless an answer is this failure. Its shape and its browser time are judged by requirements of their own,
 * which stand in `judges` of the test: {@link ofEveryFailure}.
 */
export async function isFailure(t: TestContext, reply: Reply, { status, code }: Failure): Promise<void> {
  ok(!succeeded(reply), `it succeeded with status ${reply.status}: ${show(reply.text.slice(0, 200))}`);
  await t.check('BR-ERR-1', () => {
    const { success } = isObject(reply.body) ? reply.body : {};
    equal(success, false, 'success');
    match(errorOf(reply)['message'], /./, 'the message of its error');
  });
  await t.check('BR-META-10', () =>
    match(reply.headers.get('x-browser-ms-used'), /^\d+$/, 'x-browser-ms-used of a failure'),
  );
  ok(reply.status === status, `it failed otherwise: ${summary(reply)}, expected status ${status}`);
  if (code !== undefined)
    ok(
      errorOf(reply, code)['code'] === code,
      `it failed otherwise: ${summary(reply)}, expected code ${code}`,
    );
}

import type { Reply } from '../../spec/client.ts';
import { equal, isObject, match, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';

const verifyUnknown = (t: TestContext): Promise<Reply> =>
  t.as('none').send({
    method: 'GET',
    path: '/user/tokens/verify',
    headers: { authorization: 'Bearer touchstone-conform-token-that-nobody-issued' },
  });

/** Fails unless a member of the envelope has an entry with this code and text. */
function holds({ body }: Reply, member: 'errors' | 'messages', code: number, message: string): void {
  const entries = object(body, 'the body')[member];
  const found =
    Array.isArray(entries) &&
    entries.some((one) => isObject(one) && one['code'] === code && one['message'] === message);
  ok(found, `${member} is ${show(entries)}, expected ${code} ${JSON.stringify(message)}`);
}

/** Verification of the request's own token. */
export const userTokensSuite = defineSuite('user/tokens', [
  test(['US-TOKEN-1', 'US-TOKEN-2', 'US-TOKEN-5'], 'reports that a valid token is active', async (t) => {
    const reply = await t.ask('user.token.verify');
    t.expectSuccess(reply, 'the verification');
    const result = object(object(reply.body, 'the body')['result'], 'result');
    await t.check('US-TOKEN-1', () => equal(result['status'], 'active', 'result.status'));
    await t.check('US-TOKEN-2', () => holds(reply, 'messages', 10000, 'This API Token is valid and active'));
    await t.check('US-TOKEN-5', () => match(result['id'], /^[0-9a-f]{32}$/, 'result.id'));
  }),
  test(['US-TOKEN-3', 'US-TOKEN-4'], 'refuses an unknown token', async (t) => {
    const reply = await verifyUnknown(t);
    t.expectFailure(reply);
    await t.check('US-TOKEN-3', () => equal(reply.status, 401, 'the status'));
    await t.check('US-TOKEN-4', () => holds(reply, 'errors', 1000, 'Invalid API Token'));
  }),
]);

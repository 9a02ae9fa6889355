import { contract } from '../../spec/contract.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { actionIds, askShared } from './every-action.ts';
import type { ActionId, Members } from './rendering.ts';

/** The last part of the path of an action. */
const partOf = (id: ActionId) => contract[id].path.split('/').at(-1) ?? '';

const send = (t: TestContext, prefix: string, action: string, body: Members) =>
  t.send({
    method: 'POST',
    path: `/accounts/${t.accountId}/${prefix}/${action}?cacheTTL=0`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Members of a JSON answer, or nothing of one that is none. */
const membersOf = (body: unknown) => (isObject(body) ? Object.keys(body).sort() : null);

/** Both paths of each action. */
export const renderingPrefixesSuite = defineSuite({
  name: 'browser-rendering/prefixes',
  tests: actionIds
    .map((id) => [id, partOf(id)] as const)
    .map(
      ([id, action]): Test<KnownRequirementId> => ({
        title: `answers ${action} alike below both prefixes`,
        requirements: ['BR-ROUTE-1', 'BR-ROUTE-2'],
        features: ['browser', 'pages'],
        run: async (t) => {
          const { reply: older, body } = await askShared(t, id);
          const newer = await send(t, 'browser-run', action, body);
          await t.check('BR-ROUTE-1', () => t.expectSuccess(newer, `${action} below browser-run`));
          await t.check('BR-ROUTE-2', () => {
            equal(newer.headers.get('content-type'), older.headers.get('content-type'), 'the content type');
            equal(membersOf(newer.body), membersOf(older.body), 'the members of the answer');
            // A PDF says when it was made, and a model may say the same in other words.
            if (action === 'screenshot')
              equal([...newer.bytes], [...older.bytes], 'the bytes of the picture');
            else if (isObject(newer.body) && isObject(older.body) && action !== 'json')
              equal(newer.body['result'], older.body['result'], 'result');
          });
          const faulty = { ...body, url: 7 };
          equal(
            (await send(t, 'browser-run', action, faulty)).status,
            (await send(t, 'browser-rendering', action, faulty)).status,
            'the status of a refusal',
          );
        },
      }),
    ),
});

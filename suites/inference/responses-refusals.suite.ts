import type { KnownRequirementId } from '../../spec/requirements.ts';
import { match, object } from '../harness/assertions.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { models } from './asking.ts';
import { refusedRuns } from './refusing.ts';
import { askResponse } from './responses-asking.ts';

const good = { model: models.responses, input: 'Say hello.' };

const faults: readonly {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly status?: number;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  { title: 'of a hosted model that lacks the format', id: 'INF-RESP-3', bad: { model: models.vectors } },
  {
    title: 'with an item of a type that nobody has',
    id: 'INF-RESP-27',
    status: 400,
    bad: { input: [{ type: 'telegram', text: 'Hello' }] },
  },
];

/** Requests whose model or prompt is refused, each of another layer. */
const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['an unknown hosted model', { model: '@cf/meta/no-such-model' }],
  ['an unknown model of a third party', { model: 'openai/no-such-model' }],
  ['a hosted model that lacks the format', { model: models.vectors }],
  ['a missing input', { input: undefined }],
];

/** Responses that are refused. */
export const responsesRefusalsSuite = defineSuite({
  name: 'inference/responses-refusals',
  tests: [
    ...faults.map(
      ({ title, id, status, bad }): Test<KnownRequirementId> => ({
        title: `refuses a response ${title}`,
        requirements: [id],
        run: (t) =>
          refusedRuns(
            t,
            () => askResponse(t, good),
            () => askResponse(t, { ...good, ...bad }),
            status === undefined ? {} : { status },
          ),
      }),
    ),
    ...refusals.map(
      ([what, bad]): Test<KnownRequirementId> => ({
        title: `says in its own form what is wrong with ${what}`,
        requirements: ['INF-ERR-7'],
        run: async (t) => {
          const reply = await askResponse(t, { ...good, ...bad });
          t.expectFailure(reply, { shape: 'own' });
          const error = object(object(reply.body, 'the refusal')['error'], 'error');
          match(error['code'], /\S/, 'error.code');
          match(error['message'], /\S/, 'error.message');
        },
      }),
    ),
    {
      title: 'refuses a body that is no JSON',
      requirements: ['INF-ERR-15'],
      run: async (t) => {
        const reply = await t.send({
          method: 'POST',
          path: `/accounts/${t.accountId}/ai/v1/responses`,
          headers: { 'content-type': 'application/json', 'cf-aig-gateway-id': 'default' },
          body: '{"model":',
        });
        t.expectFailure(reply, { shape: 'own', status: 400 });
      },
    },
  ],
});

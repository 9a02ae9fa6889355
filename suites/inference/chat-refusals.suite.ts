import type { KnownRequirementId } from '../../spec/requirements.ts';
import { match, object } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askChat, models, refusedRuns, says } from './asking.ts';
import { askResponse } from './responses.suite.ts';

const good = { model: models.classic, messages: says('Say hello.') };

const faults: readonly {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly status?: number;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  {
    title: 'with an unknown role',
    id: 'INF-CHAT-40',
    status: 400,
    bad: { model: models.third, messages: [{ role: 'wizard', content: 'Hello' }] },
  },
  { title: 'with an unknown hosted model', id: 'INF-CHAT-41', bad: { model: '@cf/meta/no-such-model' } },
  {
    title: 'with an unknown third-party model',
    id: 'INF-CHAT-41',
    bad: { model: models.unknown },
  },
  { title: 'with a model id without an author', id: 'INF-CHAT-41', bad: { model: 'gpt-5' } },
  { title: 'with an embedding model', id: 'INF-CHAT-42', bad: { model: models.vectors } },
  { title: 'with an image model', id: 'INF-CHAT-42', bad: { model: models.picture } },
  { title: 'with a dynamic route as the model', id: 'INF-CHAT-38', bad: { model: 'dynamic/support' } },
];

/** Refusals of chat completions. */
export const chatRefusalsSuite = defineSuite('inference/chat-refusals', [
  ...faults.map(({ title, id, status, bad }) =>
    test(id, `refuses a chat completion ${title}`, (t) =>
      refusedRuns(
        t,
        () => askChat(t, good),
        () => askChat(t, { ...good, ...bad }),
        status === undefined ? {} : { status },
      ),
    ),
  ),
]);

const goodOfResponsesRefusals = { model: models.responses, input: 'Say hello.' };

const faultsOfResponsesRefusals: readonly {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly status?: number;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  { title: 'for a hosted model that lacks the format', id: 'INF-RESP-3', bad: { model: models.vectors } },
  {
    title: 'with an item of an unknown type',
    id: 'INF-RESP-27',
    status: 400,
    bad: { input: [{ type: 'telegram', text: 'Hello' }] },
  },
];

/** Requests with an invalid model or prompt, each refused by another layer. */
const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['an unknown hosted model', { model: '@cf/meta/no-such-model' }],
  ['an unknown third-party model', { model: models.unknown }],
  ['a hosted model that lacks the format', { model: models.vectors }],
  ['a missing input', { input: undefined }],
];

/** Refusals of responses. */
export const responsesRefusalsSuite = defineSuite('inference/responses-refusals', [
  ...faultsOfResponsesRefusals.map(({ title, id, status, bad }) =>
    test(id, `refuses a response ${title}`, (t) =>
      refusedRuns(
        t,
        () => askResponse(t, goodOfResponsesRefusals),
        () => askResponse(t, { ...goodOfResponsesRefusals, ...bad }),
        status === undefined ? {} : { status },
      ),
    ),
  ),
  ...refusals.map(([what, bad]) =>
    test('INF-ERR-7', `reports ${what} in its own error format`, async (t) => {
      const reply = await askResponse(t, { ...goodOfResponsesRefusals, ...bad });
      t.expectFailure(reply, { shape: 'own' });
      const error = object(object(reply.body, 'the refusal')['error'], 'error');
      match(error['code'], /\S/, 'error.code');
      match(error['message'], /\S/, 'error.message');
    }),
  ),
  test('INF-ERR-15', 'refuses a body that is not JSON', async (t) => {
    const reply = await t.send({
      method: 'POST',
      path: `/accounts/${t.accountId}/ai/v1/responses`,
      headers: { 'content-type': 'application/json', 'cf-aig-gateway-id': 'default' },
      body: '{"model":',
    });
    t.expectFailure(reply, { shape: 'own', status: 400 });
  }),
]);

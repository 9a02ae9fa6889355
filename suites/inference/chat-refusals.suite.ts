import type { KnownRequirementId } from '../../spec/requirements.ts';
import { match, object } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askChat, models, refusedRuns, says } from './asking.ts';
import { askResponse } from './responses.suite.ts';

const good = { model: models.classic, messages: says('Say hello.') };

const faults: readonly (readonly [title: string, id: KnownRequirementId, model: string])[] = [
  ['with an embedding model', 'INF-CHAT-42', models.vectors],
  ['with an image model', 'INF-CHAT-42', models.picture],
  ['with a dynamic route as the model', 'INF-CHAT-38', 'dynamic/support'],
];

/** Refusals of chat completions. */
export const chatRefusalsSuite = defineSuite('inference/chat-refusals', [
  ...faults.map(([title, id, model]) =>
    test(id, `refuses a chat completion ${title}`, (t) =>
      refusedRuns(
        t,
        () => askChat(t, good),
        () => askChat(t, { ...good, model }),
      ),
    ),
  ),
]);

const goodOfResponsesRefusals = { model: models.responses, input: 'Say hello.' };

/** Requests with an invalid model or prompt, each refused by another layer. */
const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['an unknown hosted model', { model: '@cf/meta/no-such-model' }],
  ['an unknown third-party model', { model: models.unknown }],
  ['a hosted model that lacks the format', { model: models.vectors }],
  ['a missing input', { input: undefined }],
];

/** Refusals of responses. */
export const responsesRefusalsSuite = defineSuite('inference/responses-refusals', [
  test('INF-RESP-3', 'refuses a response for a hosted model that lacks the format', (t) =>
    refusedRuns(
      t,
      () => askResponse(t, goodOfResponsesRefusals),
      () => askResponse(t, { ...goodOfResponsesRefusals, model: models.vectors }),
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
]);

import type { KnownRequirementId } from '../../spec/requirements.ts';
import { messagesErrorSchema } from '../../spec/services/inference/formats/messages/answer.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askChat, askRun, fits, getMessage, hasCode, models, refusedRuns, says } from './asking.ts';
import { asking, askMessage } from './messages-asking.ts';
import { askResponse } from './responses.suite.ts';

const good = asking('Say hello.');

const faults: readonly {
  readonly title: string;
  readonly id: KnownRequirementId;
  readonly status?: number;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  { title: 'by a hosted model', id: 'INF-MSG-2', bad: { model: models.classic } },
  { title: 'by a hosted model', id: 'INF-MSG-19', status: 400, bad: { model: models.classic } },
];

/** Faults that the gateway finds in a run of an Anthropic model: Cloudflare docs, Models. */
const runFaults: readonly (readonly [string, KnownRequirementId, Readonly<Record<string, unknown>>])[] = [
  ['without max_tokens', 'INF-MSG-21', { max_tokens: undefined }],
  ['with a system prompt in blocks', 'INF-MSG-22', { system: [{ type: 'text', text: 'Be brief.' }] }],
  ['with messages that are text', 'INF-MSG-23', { messages: 'Hello' }],
];

/** Refusals in the format's own shape, and the error type of each. */
const shapes: readonly {
  readonly what: string;
  readonly id: KnownRequirementId;
  readonly status: number;
  readonly type: string;
  readonly bad: Readonly<Record<string, unknown>>;
}[] = [
  {
    what: 'an unknown model',
    id: 'INF-ERR-9',
    status: 404,
    type: 'not_found_error',
    bad: { model: models.unknown },
  },
  {
    what: 'messages that are not a list',
    id: 'INF-ERR-10',
    status: 400,
    type: 'invalid_request_error',
    bad: { messages: 'Hello' },
  },
  {
    what: 'max_tokens of text',
    id: 'INF-ERR-10',
    status: 400,
    type: 'invalid_request_error',
    bad: { max_tokens: 'many' },
  },
];

/** Refusals of messages. */
export const messagesRefusalsSuite = defineSuite('inference/messages-refusals', [
  ...faults.map(({ title, id, status, bad }) =>
    test(id, `refuses a message ${title}${status === undefined ? '' : ` with status ${status}`}`, (t) =>
      refusedRuns(
        t,
        () => askMessage(t, good),
        () => askMessage(t, { ...good, ...bad }),
        status === undefined ? {} : { status },
      ),
    ),
  ),
  test('INF-MSG-20', 'names a hosted model that does not support the format', async (t) => {
    const reply = await askMessage(t, { ...good, model: models.classic });
    match(getMessage(reply), /not supported/i, 'the message');
    ok(
      getMessage(reply).includes(models.classic),
      `the message is ${getMessage(reply)}, expected the model in it`,
    );
  }),
  ...runFaults.map(([what, id, bad]) =>
    test(id, `refuses a run of an Anthropic model ${what} with code 7003`, async (t) => {
      const { model, ...input } = good;
      const ask = (more: object) => askRun(t, { model, input: { ...input, ...more } });
      t.expectSuccess(await ask({}), 'the run without the fault');
      const reply = await ask(bad);
      t.expectFailure(reply, { shape: 'own', status: 400 });
      ok(hasCode(reply, 7003), `the refusal is ${reply.text}, expected code 7003 in it`);
    }),
  ),
  {
    title: 'refuses temperature for a newer Anthropic model, and accepts it for an older one',
    requirements: ['INF-MSG-24'],
    run: async (t) => {
      const { model: _, ...input } = { ...good, temperature: 0.5 };
      await refusedRuns(
        t,
        () => askRun(t, { model: 'anthropic/claude-haiku-4.5', input }),
        () => askRun(t, { model: models.message, input }),
      );
    },
  },
  {
    title: 'has type error, and an error with type and message, in refusals of its own',
    requirements: ['INF-ERR-8'],
    run: async (t) => {
      for (const bad of [{ model: models.classic }, ...shapes.map((shape) => shape.bad)]) {
        const reply = await askMessage(t, { ...good, ...bad });
        t.expectFailure(reply, { shape: 'own' });
        fits(messagesErrorSchema, reply.body, 'the refusal');
      }
    },
  },
  ...shapes.map(({ what, id, status, type, bad }) =>
    test(id, `calls ${what} a ${type}`, async (t) => {
      const reply = await askMessage(t, { ...good, ...bad });
      t.expectFailure(reply, { shape: 'own', status });
      equal(object(object(reply.body, 'the refusal')['error'], 'error')['type'], type, 'error.type');
    }),
  ),
]);

const goodOfChatRefusals = { model: models.classic, messages: says('Say hello.') };

const faultsOfChatRefusals: readonly (readonly [title: string, id: KnownRequirementId, model: string])[] = [
  ['with an embedding model', 'INF-CHAT-42', models.vectors],
  ['with an image model', 'INF-CHAT-42', models.picture],
  ['with a dynamic route as the model', 'INF-CHAT-38', 'dynamic/support'],
];

/** Refusals of chat completions. */
export const chatRefusalsSuite = defineSuite('inference/chat-refusals', [
  ...faultsOfChatRefusals.map(([title, id, model]) =>
    test(id, `refuses a chat completion ${title}`, (t) =>
      refusedRuns(
        t,
        () => askChat(t, goodOfChatRefusals),
        () => askChat(t, { ...goodOfChatRefusals, model }),
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

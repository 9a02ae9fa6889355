import {
  messageEventSchema,
  messageSchema,
  messageStreamProblems,
} from '../../spec/services/inference/formats/messages/answer.ts';
import { equal, json, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { readBy, unlessOwn } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, inAccount, models, says, throughGateway } from './asking.ts';
import { asking, messageText } from './messages-asking.ts';

/** The judged parts of a client library's request. */
interface Sent {
  readonly url: string;
  readonly authorization: string | null;
}

const base = 'http://target.invalid/ai/v1';
const key = 'the-token-of-the-target';

/** The unmodified official library of the format, on top of the test's transport. */
async function library(t: TestContext) {
  const { default: OpenAI } = await import('openai').catch(() =>
    t.skip('the npm package openai is not installed'),
  );
  const sent: Sent[] = [];
  const client = new OpenAI({
    apiKey: key,
    baseURL: base,
    maxRetries: 0,
    defaultHeaders: throughGateway,
    async fetch(input, init) {
      const request = new Request(input, init);
      sent.push({ url: request.url, authorization: request.headers.get('authorization') });
      // The test sends the target's token. The library's own header is only recorded.
      const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== 'authorization'));
      const reply = await t.send({
        method: request.method,
        path: `/accounts/${t.accountId}/ai/v1${request.url.slice(base.length)}`,
        headers,
        body: await request.text(),
      });
      return new Response(reply.text, { status: reply.status, headers: reply.headers });
    },
  });
  return { client, sent };
}

// It does not check what its types promise.
const reader = 'The library of the format';

const hello = { model: models.classic, messages: says('Say hello.') };

/** The client library of the chat-completions format, without changes for this API. */
export const clientLibrarySuite = defineSuite('inference/client-library', [
  {
    title: 'completes a chat through the library of the format, with the API token as its key',
    requirements: ['INF-CHAT-9', 'INF-CHAT-10'],
    run: async (t) => {
      const { client, sent } = await library(t);
      await readBy(reader, async () => {
        const { choices } = await client.chat.completions.create(hello);
        match(choices[0]?.message.content, /\S/, 'the content');
      });
      await t.check('INF-CHAT-10', () =>
        equal(sent[0]?.authorization, `Bearer ${key}`, "the library's authorization header"),
      );
    },
  },
  test('INF-CHAT-9', 'streams a chat through the library of the format', async (t) => {
    const { client } = await library(t);
    await readBy(reader, async () => {
      const stream = await client.chat.completions.create({ ...hello, stream: true });
      let text = '';
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
      match(text, /\S/, 'the text of the stream');
      const { choices } = await client.chat.completions.stream(hello).finalChatCompletion();
      match(choices[0]?.message.content, /\S/, 'the content');
    });
  }),
  test('INF-ERR-13', 'gives the library of the format a readable error', async (t) => {
    const { client } = await library(t);
    const pending = client.chat.completions.create({ ...hello, model: models.unknown });
    const thrown: unknown = await pending.catch(unlessOwn);
    ok(thrown instanceof Error, 'the library throws nothing');
    match(thrown.message, /no-such-model/, 'the message of the library');
  }),
]);

const helloOfMessagesClients = asking('Say hello.');

/** Headers that client libraries send in addition to credentials: cloudflare-typescript, AI. */
const libraryHeaders = {
  accept: 'application/json',
  'anthropic-version': '2026-10-21',
  'x-stainless-lang': 'js',
  'x-stainless-retry-count': '0',
};

const operations = ['inference.messages', 'inference.messages-sdk'] as const;

/** Messages as client libraries request them. */
export const messagesClientsSuite = defineSuite('inference/messages-clients', [
  test('INF-MSG-25', 'answers at /ai/v1/v1/messages as at /ai/v1/messages', async (t) => {
    for (const operation of operations) {
      const input = { params: inAccount(t), headers: throughGateway, body: helloOfMessagesClients };
      const { body } = await t.call(operation, input);
      messageText(fits(messageSchema, body, 'the message'));
      const bad = { ...input, body: { ...helloOfMessagesClients, model: models.unknown } };
      const refused = await t.ask(operation, bad);
      t.expectFailure(refused, { shape: 'own' });
      match(refused.text, /"type":\s*"error"/, `the refusal of ${operation}`);
    }
  }),
  test('INF-MSG-26', 'serves requests of the client library with the base URL /ai/v1', async (t) => {
    const input = { params: inAccount(t), headers: libraryHeaders, body: helloOfMessagesClients };
    const { body } = await t.call('inference.messages-sdk', input);
    messageText(fits(messageSchema, body, 'the message'));
    const stream = await t.stream('inference.messages-sdk', {
      ...input,
      body: { ...helloOfMessagesClients, stream: true },
    });
    equal(stream.status, 200, 'the status of the stream');
    const events = await stream.rest();
    const frames = events.map(({ event, data }, at) => {
      const frame = fits(messageEventSchema, json(data, `event ${at}`), `event ${at}`);
      // The library silently ignores an event without a name.
      equal(event, frame.type, `the name of event ${at}`);
      return frame;
    });
    equal(messageStreamProblems(frames), [], 'the problems with the order');
    equal(frames.at(-1)?.type, 'message_stop', 'the type of the last event');
  }),
]);

import { defineMutants, mutant } from '../mutant.ts';

const find = 'mock/services/inference/run/identify-run.ts';
const handlers = 'mock/services/inference/run/format-handlers.ts';

const speaks = '!speaks(model, format) || model.realtime';
const unspoken = '!speaks(model, format)';
const shape = 'The requirement is the shape of the answer.';

const wholeResponse =
  'responsesRun(runnable, { input: call.body, account: account.id }, bare, partsFor(account, parts))';
const wholeMessage = 'messagesRun(runnable, call.body, bare, partsFor(account, parts))';

/** Responses and messages. */
export const formatMutants = defineMutants([
  mutant('INF-RESP-1', 'makes-responses-of-hosted-models-alone', {
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'responses' && !id.startsWith('@cf/'))`,
    first: 'with a third-party model',
  }),
  mutant('INF-RESP-2', 'makes-responses-of-third-parties-alone', {
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'responses' && id.startsWith('@cf/'))`,
  }),
  mutant('INF-RESP-3', 'makes-responses-of-any-model', {
    file: find,
    replace: unspoken,
    by: "(format !== 'responses' && !speaks(model, format))",
  }),
  mutant('INF-RESP-4', 'answers-the-items-of-responses-as-text', {
    unfit: shape,
    file: handlers,
    replace: wholeResponse,
    by: wholeResponse.replace(
      'bare',
      '(answer) => JSON.stringify({ ...Object(answer), output: JSON.stringify(Object(answer).output) })',
    ),
    first: 'answers in the responses format',
  }),
  mutant('INF-MSG-1', 'writes-messages-of-no-third-party', {
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'messages' && !id.startsWith('@cf/'))`,
    first: 'with a third-party model',
  }),
  mutant('INF-MSG-2', 'writes-messages-of-hosted-models', {
    file: find,
    replace: unspoken,
    by: "(format !== 'messages' && !speaks(model, format))",
  }),
  mutant('INF-MSG-3', 'writes-messages-without-blocks', {
    unfit: shape,
    file: handlers,
    replace: wholeMessage,
    by: wholeMessage.replace(
      'bare',
      '(answer) => JSON.stringify({ ...Object(answer), content: Object(answer).content[0].text })',
    ),
    first: 'answers in the messages format',
  }),
]);

const chat = 'mock/services/inference/run/chat-run.ts';
const frames = 'mock/services/inference/formats/chat-completions/chat-completions.ts';
const messages = 'spec/services/inference/formats/chat-completions/request.ts';
const request = 'spec/services/inference/formats/chat-completions/request.ts';

const streams = 'streams: input.stream ?? false';

/** Chat completions. */
export const chatMutants = defineMutants([
  mutant('INF-CHAT-1', 'completes-chats-of-hosted-models-alone', {
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'chat-completions' && !id.startsWith('@cf/'))`,
  }),
  mutant('INF-CHAT-2', 'completes-chats-of-third-parties-alone', {
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'chat-completions' && id.startsWith('@cf/'))`,
  }),
  mutant('INF-CHAT-3', 'answers-chats-in-the-shape-of-runs', {
    unfit: 'The requirement is the shape of the answer.',
    file: handlers,
    replace: 'chatRun(runnable, call.body, bare, partsFor(account, parts))',
    by: 'chatRun(runnable, call.body, (answer) => JSON.stringify({ response: Object(answer).choices[0].message.content, usage: Object(answer).usage }), partsFor(account, parts))',
    first: 'answers in the chat-completions format',
  }),
  mutant('INF-CHAT-4', 'knows-no-system-messages', {
    file: messages,
    replace: "z.enum(['system', 'developer'])",
    by: "z.literal('developer')",
  }),
  mutant('INF-CHAT-5', 'takes-max-completion-tokens-alone', {
    file: request,
    replace: 'max_tokens: count.nullable().optional(),',
    by: 'max_tokens: z.null().optional(),',
  }),
  mutant('INF-CHAT-47', 'forgets-max-tokens-of-a-chat', {
    file: chat,
    replace: 'chatCompletions.toGeneration(input)',
    by: 'chatCompletions.toGeneration({ ...input, max_tokens: undefined })',
  }),
  mutant('INF-CHAT-6', 'takes-whole-temperatures-alone', {
    file: request,
    replace: 'temperature: z.number()',
    by: 'temperature: z.int()',
  }),
  mutant('INF-CHAT-7', 'answers-streams-in-one-piece', {
    file: chat,
    replace: streams,
    by: 'streams: false',
  }),
  mutant('INF-CHAT-8', 'streams-whenever-it-reads-stream', {
    file: chat,
    replace: streams,
    by: "streams: typeof input.stream === 'boolean'",
  }),
  mutant('INF-CHAT-9', 'ends-streams-without-a-reason', {
    file: frames,
    replace: 'chunk(index, {}, toFinishReason(event.reason, asFunction))',
    by: 'chunk(index, {})',
  }),
  mutant('INF-CHAT-10', 'knows-no-token-of-a-library', {
    tamper: {
      request: (sent) => {
        if (!sent.headers.has('x-stainless-lang')) return sent;
        const headers = new Headers(sent.headers);
        headers.delete('authorization');
        return new Request(sent, { headers });
      },
    },
  }),
]);

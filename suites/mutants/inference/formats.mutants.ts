import { defineMutants } from '../mutant.ts';

const find = 'mock/services/inference/run/find-runnable.ts';
const handlers = 'mock/services/inference/run/format-handlers.ts';

const speaks = '!speaks(model, format) || model.realtime';
const unspoken = '!speaks(model, format)';
const shape = 'The requirement is the shape of the answer.';

const wholeResponse =
  'responsesRun(runnable, { input: call.body, account: account.id }, bare, partsFor(account, parts))';
const wholeMessage = 'messagesRun(runnable, call.body, bare, partsFor(account, parts))';

/** Responses and messages. */
export const formatMutants = defineMutants([
  {
    id: 'makes-responses-of-hosted-models-alone',
    requirement: 'INF-RESP-1',
    does: 'It refuses the responses format to models of third parties.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'responses' && !id.startsWith('@cf/'))`,
    first: 'by a model of a third party',
  },
  {
    id: 'makes-responses-of-third-parties-alone',
    requirement: 'INF-RESP-2',
    does: 'It refuses the responses format to hosted models.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'responses' && id.startsWith('@cf/'))`,
  },
  {
    id: 'makes-responses-of-any-model',
    requirement: 'INF-RESP-3',
    does: 'It answers in the responses format for a hosted model that lacks it.',
    file: find,
    replace: unspoken,
    by: "(format !== 'responses' && !speaks(model, format))",
  },
  {
    id: 'answers-the-items-of-responses-as-text',
    requirement: 'INF-RESP-4',
    does: 'It answers the items of a response as a text that holds JSON.',
    unfit: shape,
    file: handlers,
    replace: wholeResponse,
    by: wholeResponse.replace(
      'bare',
      '(answer) => JSON.stringify({ ...Object(answer), output: JSON.stringify(Object(answer).output) })',
    ),
    first: 'answers in the responses format',
  },
  {
    id: 'writes-messages-of-no-third-party',
    requirement: 'INF-MSG-1',
    does: 'It refuses the messages format to models of third parties.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'messages' && !id.startsWith('@cf/'))`,
    first: 'by a model of a third party',
  },
  {
    id: 'writes-messages-of-hosted-models',
    requirement: 'INF-MSG-2',
    does: 'It answers in the messages format for a hosted model.',
    file: find,
    replace: unspoken,
    by: "(format !== 'messages' && !speaks(model, format))",
  },
  {
    id: 'writes-messages-without-blocks',
    requirement: 'INF-MSG-3',
    does: 'It answers the text of a message in place of its blocks.',
    unfit: shape,
    file: handlers,
    replace: wholeMessage,
    by: wholeMessage.replace(
      'bare',
      '(answer) => JSON.stringify({ ...Object(answer), content: Object(answer).content[0].text })',
    ),
    first: 'answers in the messages format',
  },
]);

const chat = 'mock/services/inference/run/chat-run.ts';
const frames = 'mock/services/inference/formats/chat-completions/chat-completions.ts';
const messages = 'spec/services/inference/formats/chat-completions/request.ts';
const request = 'spec/services/inference/formats/chat-completions/request.ts';

const streams = 'streams: input.stream ?? false';

/** Chat completions. */
export const chatMutants = defineMutants([
  {
    id: 'completes-chats-of-hosted-models-alone',
    requirement: 'INF-CHAT-1',
    does: 'It refuses the chat-completions format to models of third parties.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'chat-completions' && !id.startsWith('@cf/'))`,
  },
  {
    id: 'completes-chats-of-third-parties-alone',
    requirement: 'INF-CHAT-2',
    does: 'It refuses the chat-completions format to hosted models.',
    file: find,
    replace: speaks,
    by: `${speaks} || (format === 'chat-completions' && id.startsWith('@cf/'))`,
  },
  {
    id: 'answers-chats-in-the-shape-of-runs',
    requirement: 'INF-CHAT-3',
    does: 'It answers a chat completion as a run of the model would be.',
    unfit: 'The requirement is the shape of the answer.',
    file: handlers,
    replace: 'chatRun(runnable, call.body, bare, partsFor(account, parts))',
    by: 'chatRun(runnable, call.body, (answer) => JSON.stringify({ response: Object(answer).choices[0].message.content, usage: Object(answer).usage }), partsFor(account, parts))',
    first: 'answers in the chat-completions format',
  },
  {
    id: 'knows-no-system-messages',
    requirement: 'INF-CHAT-4',
    does: 'It takes the role developer in place of system.',
    file: messages,
    replace: "z.enum(['system', 'developer'])",
    by: "z.literal('developer')",
  },
  {
    id: 'forgets-max-tokens-of-a-chat',
    requirement: 'INF-CHAT-5',
    does: 'It passes over max_tokens of a chat completion.',
    file: chat,
    replace: 'chatCompletions.toGeneration(input)',
    by: 'chatCompletions.toGeneration({ ...input, max_tokens: undefined })',
  },
  {
    id: 'takes-whole-temperatures-alone',
    requirement: 'INF-CHAT-6',
    does: 'It refuses a temperature with digits behind the point.',
    file: request,
    replace: 'temperature: z.number()',
    by: 'temperature: z.int()',
  },
  {
    id: 'answers-streams-in-one-piece',
    requirement: 'INF-CHAT-7',
    does: 'It answers a chat that is to be streamed as one JSON document.',
    file: chat,
    replace: streams,
    by: 'streams: false',
  },
  {
    id: 'streams-whenever-it-reads-stream',
    requirement: 'INF-CHAT-8',
    does: 'It streams a chat completion with stream false.',
    file: chat,
    replace: streams,
    by: "streams: typeof input.stream === 'boolean'",
  },
  {
    id: 'ends-streams-without-a-reason',
    requirement: 'INF-CHAT-9',
    does: 'It says in no chunk of a stream why it ended, without which libraries know no end.',
    file: frames,
    replace: 'chunk(index, {}, chatFinishReasons[event.reason])',
    by: 'chunk(index, {})',
  },
  {
    id: 'knows-no-token-of-a-library',
    requirement: 'INF-CHAT-10',
    does: 'It does not find the token in a request of a client library.',
    tamper: {
      request: (sent) => {
        if (!sent.headers.has('x-stainless-lang')) return sent;
        const headers = new Headers(sent.headers);
        headers.delete('authorization');
        return new Request(sent, { headers });
      },
    },
  },
]);

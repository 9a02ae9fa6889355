import { defineMutants } from '../mutant.ts';

const chat = 'mock/services/inference/run/chat-run.ts';
const find = 'mock/services/inference/run/find-runnable.ts';
const handlers = 'mock/services/inference/run/format-handlers.ts';
const frames = 'mock/services/inference/formats/chat-completions/frames-of.ts';
const messages = 'spec/services/inference/formats/chat-completions/request.ts';
const request = 'spec/services/inference/formats/chat-completions/request.ts';

const speaks = '!speaks(model, format) || model.realtime';
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

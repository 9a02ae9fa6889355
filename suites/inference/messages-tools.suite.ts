import {
  type MessageEvent,
  messageStreamProblems,
} from '../../spec/services/inference/formats/messages/answer.ts';
import { equal, json, match, ok } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, says } from './asking.ts';
import {
  asking,
  getBlocks,
  type MessagesBody,
  messageText,
  weatherTool,
  writeMessage,
} from './messages-asking.ts';
import { streamMessage } from './reading-streams.ts';
import {
  cityJsonSchema,
  cityQuestion,
  citySchema,
  toolName,
  weatherArguments,
  weatherQuestion,
} from './tools.ts';

const otherTool = {
  name: 'send_mail',
  description: 'Sends a mail',
  input_schema: { type: 'object' as const, properties: {} },
};

const withTool = (content: string, more: Partial<MessagesBody> = {}): MessagesBody => ({
  ...asking(content),
  tools: [weatherTool],
  ...more,
});

/** The conversation after the tool call and its result. */
function afterCall(call: { readonly id: string; readonly input: Record<string, unknown> }, result: unknown) {
  return [
    ...says(weatherQuestion),
    {
      role: 'assistant' as const,
      content: [{ type: 'tool_use' as const, id: call.id, name: toolName, input: call.input }],
    },
    {
      role: 'user' as const,
      content: [
        { type: 'tool_result' as const, tool_use_id: call.id, content: result as string }, // or blocks of text
      ],
    },
  ];
}

const results = (celsius: number) =>
  [
    ['text', `{"temperature":${celsius}}`],
    ['blocks', [{ type: 'text', text: `{"temperature":${celsius}}` }]],
  ] as const;

/** The text of a stream's deltas. */
const getText = (frames: readonly MessageEvent[]) =>
  frames
    .map((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? event.delta.text : '',
    )
    .join('');

/** Tools of messages. */
export const messagesToolsSuite = defineSuite('inference/messages-tools', [
  test(['INF-MSG-10', 'INF-MSG-11'], 'uses a tool that answers the question', async (t) => {
    const message = await writeMessage(t, withTool(weatherQuestion));
    await t.check('INF-MSG-10', () => {
      const calls = getBlocks(message, 'tool_use');
      ok(calls.length > 0, 'the message uses no tool');
      for (const call of calls) {
        match(call.id, /\S/, 'the id');
        equal(call.name, toolName, 'the name');
        match(fits(weatherArguments, call.input, 'the input').city, /Lisbo/i, 'the city');
      }
    });
    await t.check('INF-MSG-11', () => equal(message.stop_reason, 'tool_use', 'stop_reason'));
  }),
  ...(['text', 'blocks'] as const).map((form, index) =>
    test('INF-MSG-12', `uses a tool result in the form of ${form}`, async (t) => {
      const [call] = getBlocks(await writeMessage(t, withTool(weatherQuestion)), 'tool_use');
      ok(call, 'the message uses no tool');
      for (const celsius of [23, 37]) {
        const messages = afterCall(call, results(celsius)[index]?.[1]);
        const answer = await writeMessage(t, withTool(weatherQuestion, { messages }));
        equal(answer.stop_reason, 'end_turn', 'stop_reason');
        match(messageText(answer), new RegExp(`\\b${celsius}\\b`), 'the message');
      }
    }),
  ),
  test(['INF-MSG-10', 'INF-MSG-12'], 'uses a tool and its result with streaming', async (t) => {
    const callStream = await streamMessage(t, withTool(weatherQuestion));
    equal(messageStreamProblems(callStream.frames), [], 'the problems with the stream of the call');
    const start = callStream.frames.find(
      (event) => event.type === 'content_block_start' && event.content_block.type === 'tool_use',
    );
    ok(
      start?.type === 'content_block_start' && start.content_block.type === 'tool_use',
      'the stream uses no tool',
    );
    const pieces = callStream.frames.map((event) =>
      event.type === 'content_block_delta' &&
      event.index === start.index &&
      event.delta.type === 'input_json_delta'
        ? event.delta.partial_json
        : '',
    );
    const input = fits(weatherArguments, json(pieces.join(''), 'the input'), 'the input');
    const messages = afterCall({ id: start.content_block.id, input }, '{"temperature":23}');
    const answerStream = await streamMessage(t, withTool(weatherQuestion, { messages }));
    equal(messageStreamProblems(answerStream.frames), [], 'the problems with the stream of the answer');
    match(getText(answerStream.frames), /\b23\b/, 'the message');
  }),
  test('INF-MSG-13', 'uses some tool if tool_choice is any, whatever the question', async (t) => {
    const tools = [otherTool, weatherTool];
    const message = await writeMessage(t, withTool('Hello!', { tools, tool_choice: { type: 'any' } }));
    ok(getBlocks(message, 'tool_use').length > 0, 'the message uses no tool');
  }),
  test('INF-MSG-14', 'uses the tool named by tool_choice, whatever the question', async (t) => {
    const tools = [otherTool, weatherTool];
    for (const { name } of tools) {
      const tool_choice = { type: 'tool' as const, name };
      const calls = getBlocks(await writeMessage(t, withTool('Hello!', { tools, tool_choice })), 'tool_use');
      ok(calls.length > 0, 'the message uses no tool');
      for (const call of calls) equal(call.name, name, 'the name of the tool');
    }
  }),
  test('INF-MSG-15', 'uses no tool if tool_choice is none', async (t) => {
    const message = await writeMessage(t, withTool(weatherQuestion, { tool_choice: { type: 'none' } }));
    equal(getBlocks(message, 'tool_use'), [], 'the tools in the message');
    equal(message.stop_reason, 'end_turn', 'stop_reason');
  }),
  {
    title: 'answers with JSON that conforms to the schema of output_config',
    requirements: ['INF-MSG-3'],
    atMost: 'may',
    run: async (t) => {
      const format = { type: 'json_schema' as const, schema: cityJsonSchema };
      const message = await writeMessage(t, { ...asking(cityQuestion), output_config: { format } });
      fits(citySchema, json(messageText(message), 'the message'), 'the message');
    },
  },
]);

import { messageSchema } from '../../spec/services/inference/formats/messages/answer.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, inAccount, models, says } from './asking.ts';
import { asking, askMessage, messageText, writeMessage } from './messages-asking.ts';
import { readableMessage } from './readable-answers.ts';

const history = 'Tell me all about the history of Lisbon, in ten long paragraphs.';
const counting = 'Count from 1 to 9 in digits, one after the other, separated by spaces.';
const hello = asking('Say hello.');

/** Messages without streaming. */
export const messagesSuite = defineSuite('inference/messages', [
  test('INF-MSG-1', 'writes a message with a third-party model, without headers', async (t) => {
    await t.call('inference.messages', { params: inAccount(t), body: hello });
  }),
  {
    title: 'writes a message with a model of another author too',
    requirements: ['INF-MSG-1'],
    atMost: 'may',
    run: async (t) => {
      messageText(await writeMessage(t, { ...hello, model: models.third }));
    },
  },
  {
    title: 'answers in the messages format',
    requirements: [
      'INF-MSG-3',
      'INF-MSG-4',
      'INF-MSG-5',
      'INF-MSG-6',
      'INF-MSG-7',
      'INF-MSG-17',
      'INF-MSG-18',
    ],
    run: async (t) => {
      const reply = await askMessage(t, hello);
      expectSuccess(reply, 'the message');
      const body = object(reply.body, 'the answer');
      await t.check('INF-MSG-3', () => fits(readableMessage, body, 'the answer'));
      await t.check('INF-MSG-4', () => {
        const members = ['id', 'type', 'role', 'model', 'content', 'stop_reason', 'stop_sequence', 'usage'];
        equal(
          members.filter((name) => !(name in body)),
          [],
          'the missing members',
        );
        fits(messageSchema, body, 'the answer');
      });
      await t.check('INF-MSG-5', () => {
        equal(body['type'], 'message', 'type');
        equal(body['role'], 'assistant', 'role');
      });
      await t.check('INF-MSG-6', () => {
        const blocks = array(body['content'], 'content').map((block) => object(block, 'a block'));
        const text = object(
          blocks.find(({ type }) => type === 'text'),
          'the text block',
        );
        match(text['text'], /\S/, 'the text');
      });
      await t.check('INF-MSG-7', () => equal(body['stop_reason'], 'end_turn', 'stop_reason'));
      await t.check('INF-MSG-17', () => {
        const usage = object(body['usage'], 'usage');
        for (const member of ['input_tokens', 'output_tokens']) {
          ok(Number(usage[member]) > 0, `${member} is ${usage[member]}, expected more`);
        }
      });
      await t.check('INF-MSG-18', () => {
        const envelope = ['success', 'errors', 'messages', 'result'].filter((name) => name in body);
        equal(envelope, [], 'the members of an envelope');
      });
    },
  },
  test('INF-MSG-8', 'reports that max_tokens was reached', async (t) => {
    const short = await writeMessage(t, { ...asking(history), max_tokens: 5 });
    equal(short.stop_reason, 'max_tokens', 'stop_reason');
    const tokens = short.usage.output_tokens;
    ok(tokens > 0 && tokens <= 5, `the message has ${tokens} tokens, expected 1 to 5`);
    const longer = await writeMessage(t, { ...asking(history), max_tokens: 60 });
    const more = longer.usage.output_tokens;
    ok(more > 5 && more <= 60, `the longer message has ${more} tokens, expected 6 to 60`);
  }),
  test('INF-MSG-9', 'ends before a text of stop_sequences, and names it', async (t) => {
    match(messageText(await writeMessage(t, asking(counting))), /5/, 'the message without stop_sequences');
    const stopped = await writeMessage(t, { ...asking(counting), stop_sequences: ['never', '5'] });
    const text = messageText(stopped);
    ok(!text.includes('5'), `the message is ${text}, expected no 5 in it`);
    equal(stopped.stop_reason, 'stop_sequence', 'stop_reason');
    equal(stopped.stop_sequence, '5', 'stop_sequence');
  }),
  test('INF-MSG-16', 'accepts a system prompt as text', async (t) => {
    const message = await writeMessage(t, {
      ...asking('What is my name?'),
      system: "The user's name is Ada. Say it when you are asked.",
    });
    match(messageText(message), /\bAda\b/, 'the message');
  }),
  {
    title: 'answers with the whole conversation in mind',
    requirements: ['INF-MSG-1'],
    atMost: 'should',
    run: async (t) => {
      const message = await writeMessage(t, {
        ...hello,
        messages: [
          ...says('My name is Ada.'),
          { role: 'assistant', content: [{ type: 'text', text: 'Hello Ada!' }] },
          ...says('What is my name?'),
        ],
      });
      match(messageText(message), /\bAda\b/, 'the message');
    },
  },
]);

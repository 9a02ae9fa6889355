import { z } from 'zod';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { outputItemSchema, responseSchema } from '../../spec/services/inference/formats/responses/answer.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { fits, inAccount, models } from './asking.ts';
import { askResponse, itemsOf, type ResponsesBody, respond, responseText } from './responses-asking.ts';

const hello: ResponsesBody = { model: models.third, input: 'Say hello.' };
const history = 'Tell me all about the history of Lisbon, in ten long paragraphs.';

/** What makes an answer one of this format: what clients read whatever they ask. */
const coreSchema = z.looseObject({
  id: z.string().min(1),
  object: z.literal('response'),
  status: z.literal('completed'),
  model: z.string().min(1),
  output: z.array(z.union([outputItemSchema, z.looseObject({ type: z.string() })])).min(1),
});

/** Responses that are answered whole. */
export const responsesSuite = defineSuite({
  name: 'inference/responses',
  tests: [
    {
      title: 'makes a response by a model of a third party, which needs no header',
      requirements: ['INF-RESP-1'],
      run: async (t) => {
        const { body } = await t.call('inference.responses', { params: inAccount(t), body: hello });
        ok(responseText(body) !== '', 'the answer has no text');
      },
    },
    {
      title: 'makes a response by a hosted model that has the format',
      requirements: ['INF-RESP-2', 'INF-RESP-21'],
      run: async (t) => {
        const response = await respond(t, { ...hello, model: models.responses });
        fits(coreSchema, response, 'the answer');
      },
    },
    {
      title: 'answers in the responses format',
      requirements: [
        'INF-RESP-4',
        'INF-RESP-5',
        'INF-RESP-6',
        'INF-RESP-7',
        'INF-RESP-8',
        'INF-RESP-11',
        'INF-RESP-18',
        'INF-RESP-24',
      ],
      run: async (t) => {
        const reply = await askResponse(t, hello);
        expectSuccess(reply, 'the response');
        const body = object(reply.body, 'the answer');
        await t.check('INF-RESP-4', () => {
          match(reply.headers.get('content-type'), /^application\/json\b/, 'the content type');
          fits(coreSchema, body, 'the answer');
        });
        await t.check('INF-RESP-5', () => {
          const members = ['id', 'object', 'created_at', 'status', 'model', 'output', 'usage'];
          equal(
            members.filter((name) => !(name in body)),
            [],
            'the members that are missing',
          );
        });
        await t.check('INF-RESP-6', () => equal(body['object'], 'response', 'object'));
        await t.check('INF-RESP-7', () => {
          const envelope = ['success', 'errors', 'messages', 'result'].filter((name) => name in body);
          equal(envelope, [], 'the members of an envelope');
        });
        await t.check('INF-RESP-8', () => equal(body['status'], 'completed', 'status'));
        await t.check('INF-RESP-11', () => {
          const items = array(body['output'], 'output').map((item) => object(item, 'an item'));
          const message = object(
            items.find(({ type }) => type === 'message'),
            'the message',
          );
          const [part] = array(message['content'], 'its content').map((one) => object(one, 'a part'));
          equal(part?.['type'], 'output_text', 'the type of the part');
          match(part?.['text'], /\S/, 'the text');
        });
        await t.check('INF-RESP-18', () => {
          const usage = object(body['usage'], 'usage');
          const [input, output] = [Number(usage['input_tokens']), Number(usage['output_tokens'])];
          ok(input > 0, `input_tokens is ${input}, expected more`);
          ok(output > 0, `output_tokens is ${output}, expected more`);
          equal(usage['total_tokens'], input + output, 'total_tokens');
        });
        await t.check('INF-RESP-24', () => fits(responseSchema, body, 'the answer'));
      },
    },
    {
      title: 'says that max_output_tokens cut it off',
      requirements: ['INF-RESP-9', 'INF-RESP-10'],
      run: async (t) => {
        const short = await respond(t, { input: history, max_output_tokens: 16 });
        await t.check('INF-RESP-9', () => {
          equal(short.status, 'incomplete', 'status');
          const tokens = short.usage?.output_tokens ?? 0;
          ok(tokens > 0 && tokens <= 16, `the answer has ${tokens} tokens, expected 1 to 16`);
        });
        await t.check('INF-RESP-10', () =>
          equal(short.incomplete_details, { reason: 'max_output_tokens' }, 'incomplete_details'),
        );
      },
    },
    {
      title: 'tells the instructions of its request',
      requirements: ['INF-RESP-14'],
      run: async (t) => {
        const instructions = 'Answer in one short sentence.';
        equal((await respond(t, { ...hello, instructions })).instructions, instructions, 'instructions');
        equal((await respond(t, hello)).instructions, null, 'instructions of a request without them');
      },
    },
    {
      title: 'tells how it was asked to write',
      requirements: ['INF-RESP-23'],
      run: async (t) => {
        const settings = { temperature: 0.3, top_p: 0.9, max_output_tokens: 500 };
        const response = await respond(t, { ...hello, model: models.responses, ...settings });
        const { temperature, top_p, max_output_tokens } = response;
        equal({ temperature, top_p, max_output_tokens }, settings, 'the settings');
      },
    },
    ...(['minimal', 'low', 'medium', 'high'] as const).map(
      (effort): Test<KnownRequirementId> => ({
        title: `takes the effort ${effort}`,
        requirements: ['INF-RESP-22'],
        run: async (t) => {
          const response = await respond(t, { ...hello, reasoning: { effort } });
          equal(response.status, 'completed', 'status');
          ok(itemsOf(response, 'message').length > 0, 'the answer has no message');
        },
      }),
    ),
  ],
});

import { equal, match, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite } from '../harness/suite.ts';
import { models } from './asking.ts';
import { smallPicture } from './picture.ts';
import { askResponse, itemsOf, respond, responseText, saysItem } from './responses-asking.ts';

/** A conversation whose last question only its beginning answers. */
const introduction = 'My name is Ada.';
const question = 'What is my name?';

/** What a request for a response may be made of. */
export const responsesInputSuite = defineSuite({
  name: 'inference/responses-input',
  tests: [
    {
      title: 'takes a list of messages, and answers all of it',
      requirements: ['INF-RESP-12'],
      run: async (t) => {
        const response = await respond(t, {
          input: [
            saysItem(introduction),
            {
              type: 'message',
              role: 'assistant',
              id: 'msg_1',
              status: 'completed',
              content: [{ type: 'output_text', text: 'Hello Ada!', annotations: [] }],
            },
            saysItem(question),
          ],
        });
        match(responseText(response), /\bAda\b/, 'the answer');
      },
    },
    {
      title: 'takes a message without a type',
      requirements: ['INF-RESP-28'],
      run: async (t) => {
        const input = [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: `${introduction} ${question}` },
        ];
        const reply = await askResponse(t, { model: models.third, input });
        expectSuccess(reply, 'a response to messages without types');
        match(reply.text, /\bAda\b/, 'the answer');
      },
    },
    {
      title: 'takes text and a picture in one message',
      requirements: ['INF-RESP-13'],
      run: async (t) => {
        const response = await respond(t, {
          input: [
            {
              type: 'message',
              role: 'user',
              content: [
                { type: 'input_text', text: 'What is in this picture?' },
                { type: 'input_image', image_url: smallPicture, detail: 'auto' },
              ],
            },
          ],
        });
        responseText(response);
      },
    },
    {
      title: 'takes back what it answered, with what it thought',
      requirements: ['INF-RESP-19'],
      run: async (t) => {
        const first = saysItem(`${introduction} Think hard: what is 17 times 23?`);
        const thought = await respond(t, { input: [first], reasoning: { effort: 'high', summary: 'auto' } });
        if (itemsOf(thought, 'reasoning').length === 0) t.skip('the model shows nothing that it thought');
        const input = [first, ...thought.output, saysItem(question)];
        match(responseText(await respond(t, { input })), /\bAda\b/, 'the answer');
      },
    },
    {
      title: 'goes on with the conversation of an earlier response',
      requirements: ['INF-RESP-25'],
      run: async (t) => {
        const first = await respond(t, { input: introduction, store: true });
        const second = await respond(t, { input: 'Tell me about tea.', previous_response_id: first.id });
        equal(second.previous_response_id, first.id, 'previous_response_id');
        const third = await respond(t, { input: question, previous_response_id: second.id });
        match(responseText(third), /\bAda\b/, 'the answer');
        const alone = await respond(t, { input: question });
        ok(!/\bAda\b/.test(responseText(alone)), 'an answer knows the name without its conversation');
      },
    },
  ],
});

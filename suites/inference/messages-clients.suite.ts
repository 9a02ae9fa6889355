import type { KnownRequirementId } from '../../spec/requirements.ts';
import {
  messageEventSchema,
  messageSchema,
  messageStreamProblems,
} from '../../spec/services/inference/formats/messages/answer.ts';
import { equal, match } from '../harness/assertions.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { fits, inAccount, json, throughGateway } from './asking.ts';
import { asking, askMessage, messageText } from './messages-asking.ts';
import { refusedRuns } from './refusing.ts';

const hello = asking('Say hello.');

/** Headers that the client libraries send beside their credentials: fact sheet inference, section 8. */
const libraryHeaders = {
  accept: 'application/json',
  'anthropic-version': '2026-10-21',
  'x-stainless-lang': 'js',
  'x-stainless-retry-count': '0',
};

const operations = ['inference.messages', 'inference.messages-sdk'] as const;

/** Messages as client libraries ask for them. */
export const messagesClientsSuite = defineSuite({
  name: 'inference/messages-clients',
  tests: [
    {
      title: 'answers at /ai/v1/v1/messages as at /ai/v1/messages',
      requirements: ['INF-MSG-25'],
      run: async (t) => {
        for (const operation of operations) {
          const input = { params: inAccount(t), headers: throughGateway, body: hello };
          const { body } = await t.call(operation, input);
          messageText(fits(messageSchema, body, 'the message'));
          const bad = { ...input, body: { ...hello, model: 'anthropic/no-such-model' } };
          const refused = await t.ask(operation, bad);
          t.expectFailure(refused, { shape: 'own' });
          match(refused.text, /"type":\s*"error"/, `the refusal of ${operation}`);
        }
      },
    },
    {
      title: 'serves the requests of the client library below the base URL /ai/v1',
      requirements: ['INF-MSG-26'],
      run: async (t) => {
        const input = { params: inAccount(t), headers: libraryHeaders, body: hello };
        const { body } = await t.call('inference.messages-sdk', input);
        messageText(fits(messageSchema, body, 'the message'));
        const stream = await t.stream('inference.messages-sdk', {
          ...input,
          body: { ...hello, stream: true },
        });
        equal(stream.status, 200, 'the status of the stream');
        const events = await stream.rest();
        const frames = events.map(({ event, data }, at) => {
          const frame = fits(messageEventSchema, json(data, `event ${at}`), `event ${at}`);
          // The library reads nothing of an event without a name, and says nothing of that.
          equal(event, frame.type, `the name of event ${at}`);
          return frame;
        });
        equal(messageStreamProblems(frames), [], 'what is wrong with the order');
        equal(frames.at(-1)?.type, 'message_stop', 'the type of the last event');
      },
    },
    ...operations.map(
      (operation): Test<KnownRequirementId> => ({
        title: `takes the API token from x-api-key in ${operation}`,
        requirements: ['INF-AUTH-10'],
        run: async (t) => {
          const input = {
            params: inAccount(t),
            headers: { ...throughGateway, ...libraryHeaders },
            body: hello,
          };
          const wrong = { ...input.headers, 'x-api-key': 'a-key-that-nobody-has-issued' };
          await refusedRuns(
            t,
            () => t.as('key').ask(operation, input),
            () => t.as('none').ask(operation, { ...input, headers: wrong }),
          );
        },
      }),
    ),
    {
      title: 'takes the token from authorization where both are sent',
      requirements: ['INF-AUTH-10'],
      run: async (t) => {
        const reply = await askMessage(t, hello, { 'x-api-key': 'a-key-that-nobody-has-issued' });
        t.expectSuccess(reply, 'a request with both');
      },
    },
  ],
});

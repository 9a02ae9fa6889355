import { array, equal, json, match, object, ok } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { models } from '../inference/asking.ts';
import { getBindings, getError, getObject, getResult, getText } from './calling.ts';

const binding = 'AI';
const messages = [{ role: 'user', content: 'Say hello.' }];

/** What Worker code can do with an AI binding. */
export const modelBindingSuite = defineSuite('bindings/models', [
  {
    title: 'binds the models under the configured name, and runs one without a token',
    requirements: ['INF-BIND-1'],
    run: async (t) => {
      ok(array(await getBindings(t), 'the bindings').includes(binding), `there is no binding ${binding}`);
      const output = await getObject(t, binding, ['run', models.classic, { messages }]);
      ok(!('success' in output) && !('result' in output), 'the output is wrapped in an envelope');
      match(output['response'], /./, 'response');
    },
  },
  test('INF-BIND-2', 'streams events on request', async (t) => {
    const stream = getText(await getResult(t, binding, ['run', models.classic, { messages, stream: true }]));
    const events = stream.split('\n').filter((line) => line.startsWith('data: '));
    equal(events.at(-1), 'data: [DONE]', 'the last event');
    const pieces = events.slice(0, -1).map((line) => object(json(line.slice(6), 'an event'), 'an event'));
    match(pieces.map((piece) => piece['response'] ?? '').join(''), /./, 'the text of the pieces');
  }),
  test('INF-BIND-3', "throws the number and the text of a model's refusal", async (t) => {
    for (const [model, input] of [
      ['@cf/nobody/nothing', { messages }],
      [models.classic, { messages: 'not a list' }],
    ] as const)
      match((await getError(t, binding, ['run', model, input])).message, /^\d{3,5}: \S/, 'the message');
  }),
]);

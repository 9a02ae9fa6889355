import { array, equal, match, object, ok } from '../harness/assertions.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { models } from '../inference/asking.ts';
import { getBindings, getError, getObject, getResult, getText } from './calling.ts';

const binding = 'AI';
const messages = [{ role: 'user', content: 'Say hello.' }];

/** What Worker code finds in its binding of models. */
export const modelBindingSuite = defineSuite('bindings/models', [
  {
    title: 'is there under the name of its configuration, and runs a model without a token',
    requirements: ['INF-BIND-1'],
    run: async (t) => {
      ok(array(await getBindings(t), 'the bindings').includes(binding), `there is no binding ${binding}`);
      const said = await getObject(t, binding, ['run', models.classic, { messages }]);
      ok(!('success' in said) && !('result' in said), 'the output stands in an envelope');
      match(said['response'], /./, 'response');
    },
  },
  test('INF-BIND-2', 'streams events where it is asked to', async (t) => {
    const stream = getText(await getResult(t, binding, ['run', models.classic, { messages, stream: true }]));
    const events = stream.split('\n').filter((line) => line.startsWith('data: '));
    equal(events.at(-1), 'data: [DONE]', 'the last event');
    const pieces = events.slice(0, -1).map((line) => object(JSON.parse(line.slice(6)), 'an event'));
    match(pieces.map((piece) => piece['response'] ?? '').join(''), /./, 'what the pieces say');
  }),
  test('INF-BIND-3', 'throws what a model refuses with, as number and text', async (t) => {
    for (const [model, input] of [
      ['@cf/nobody/nothing', { messages }],
      [models.classic, { messages: 'not a list' }],
    ] as const)
      match((await getError(t, binding, ['run', model, input])).message, /^\d{3,5}: \S/, 'the message');
  }),
]);

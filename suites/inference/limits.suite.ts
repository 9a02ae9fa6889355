import type { OperationId } from '../../spec/contract.ts';
import type { ModelReplyInput } from '../../spec/model-reply.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { inferenceLimits } from '../../spec/services/inference/limits.ts';
import { equal, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { askModel, hasCode, inAccount, models, refusedRuns, says, throughGateway } from './asking.ts';
import { replying } from './replying.ts';

/** Scripts a model's reply to a prompt, and returns the prompt. */
async function promptAnswered(t: TestContext, reply: ModelReplyInput['reply']): Promise<string> {
  const prompt = `Tell me about ${t.title()}.`;
  await replying(t, { match: { text: prompt }, reply });
  return prompt;
}

/** Bodies that contain a text, and are too large with a long enough text. */
const tooLarge: readonly (readonly [OperationId, (text: string) => object])[] = [
  ['inference.run', (prompt) => ({ model: models.classic, input: { prompt } })],
  ['inference.run-model', (prompt) => ({ prompt })],
  ['inference.chat-completions', (text) => ({ model: models.classic, messages: says(text) })],
];

/** How large a run may be, and how long it may take. */
export const inferenceLimitsSuite = defineSuite('inference/limits', [
  ...tooLarge.map(
    ([operation, body]): Test<KnownRequirementId> => ({
      title: `refuses too large a body of ${operation} with 413 and code 3006`,
      requirements: ['INF-LIM-1'],
      // Several such bodies at once, each copied several times, use most of a run's memory.
      exclusive: 'room for large bodies',
      run: async (t) => {
        const params =
          operation === 'inference.run-model' ? { ...inAccount(t), model: models.classic } : inAccount(t);
        const ask = (text: string) => t.ask(operation, { params, headers: throughGateway, body: body(text) });
        expectSuccess(await ask('Say hello.'), 'a short one');
        const reply = await ask('x'.repeat(inferenceLimits.bodyBytes));
        equal(reply.status, 413, 'the status');
        ok(hasCode(reply, 3006), 'no entry has the code 3006');
      },
    }),
  ),
  test('INF-LIM-3', "refuses a prompt longer than the model's context window", (t) =>
    refusedRuns(
      t,
      () => askModel(t, models.classic, { prompt: 'lorem ipsum '.repeat(100) }),
      () => askModel(t, models.classic, { prompt: 'lorem ipsum '.repeat(20_000) }),
    ),
  ),
  {
    title: 'answers 429 and code 3040 if a busy model should reject',
    requirements: ['INF-LIM-2'],
    features: ['admin'],
    run: async (t) => {
      const prompt = await promptAnswered(t, { error: { reason: 'overloaded' } });
      expectSuccess(await askModel(t, models.classic, { prompt: 'Say hello.' }), 'another prompt');
      const reply = await askModel(t, models.classic, { prompt, options: { rejectIfBusy: true } });
      equal(reply.status, 429, 'the status');
      ok(hasCode(reply, 3040), 'no entry has the code 3040');
    },
  },
]);

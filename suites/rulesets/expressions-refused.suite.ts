import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { RefusalVector } from '../../spec/vectors/expressions.ts';
import { isObject, ok } from '../harness/assertions.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { byRequirement, refusedVectors } from './expression-vectors.ts';
import { custom, openDesk } from './rulesets.ts';

type Id = KnownRequirementId;

/** The messages of a refusal, joined. */
function messagesOf({ body }: Reply): string {
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  return errors.map((error) => (isObject(error) ? String(error['message']) : '')).join('\n');
}

/** A custom rule that differs in its expression alone. */
const rule = (expression: string) => ({ action: 'log' as const, expression });

/** Each expression of a group is refused where its twin is accepted, and the error says where and why. */
const refuses = (requirement: Id, vectors: readonly RefusalVector[]): Test<Id> => ({
  title: `refuses the vectors of ${requirement}`,
  requirements: [requirement],
  judges: ['RL-ERR-1', 'RL-ERR-5', 'V4-ENV-7', 'V4-ENV-8', 'V4-ENV-9', 'V4-ENV-18', 'V4-ENV-19', 'V4-ENV-21'],
  run: async (t) => {
    const desk = await openDesk(t, []);
    const params = { zone_id: desk.zone_id, ruleset_phase: custom } as const;
    const put = (rules: readonly object[]) =>
      t.ask('rulesets.zone.entrypoint.update', { params, body: { rules } });
    const answers = new Map<RefusalVector, Reply>();
    await t.refused({
      good: () => put(vectors.map(({ twin }) => rule(twin))),
      bad: vectors.map((vector) => ({
        what: `with ${vector.expression}`,
        pointer: '/rules/0/expression',
        send: async () => {
          const reply = await put([rule(vector.expression)]);
          answers.set(vector, reply);
          return reply;
        },
      })),
      snapshot: () => desk.read(),
    });
    for (const [{ expression, refused }, reply] of answers) {
      const { message, line, column } = refused;
      const text = messagesOf(reply);
      await t.check('RL-ERR-1', () =>
        ok(text.includes(`(${line}:${column})`), `${expression}: no (${line}:${column}) in ${text}`),
      );
      if (message === null) continue;
      await t.check('RL-ERR-5', () => ok(text.includes(message), `${expression}: no ${message} in ${text}`));
    }
  },
});

/** Expressions that can't be saved, by the sentences that they show. */
export const expressionsRefusedSuite = defineSuite({
  name: 'rulesets/expressions-refused',
  tests: byRequirement(refusedVectors, 'RL-ERR-5').map(([requirement, vectors]) =>
    refuses(requirement, vectors),
  ),
});

import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { RefusalVector } from '../../spec/vectors/expressions.ts';
import { equal, isObject, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { byRequirement, refusedVectors, type SendableVector, sendableVectors } from './expression-vectors.ts';
import { custom, openRuleset } from './rulesets.ts';
import { addCustomRules, openSite } from './waf.ts';

type Id = KnownRequirementId;

/** The messages of a refusal, joined. */
function toMessages({ body }: Reply): string {
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  return errors.map((error) => (isObject(error) ? String(error['message']) : '')).join('\n');
}

/** Custom rules that differ only in their expression. */
const rule = (expression: string) => ({ action: 'log' as const, expression });

/** Refuses each expression of a group and accepts its twin; the error names the place and the reason. */
const refuses = (requirement: Id, vectors: readonly RefusalVector[]): Test<Id> => ({
  title: `refuses the vectors of ${requirement}`,
  requirements: [requirement],
  judges: ['RL-ERR-1', 'RL-ERR-5', 'V4-ENV-7', 'V4-ENV-8', 'V4-ENV-9', 'V4-ENV-18', 'V4-ENV-19', 'V4-ENV-21'],
  run: async (t) => {
    const opened = await openRuleset(t, []);
    const params = { zone_id: opened.zone_id, ruleset_phase: custom } as const;
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
      snapshot: () => opened.read(),
    });
    for (const [{ expression, refused }, reply] of answers) {
      const { message, line, column } = refused;
      const text = toMessages(reply);
      await t.check('RL-ERR-1', () =>
        ok(text.includes(`(${line}:${column})`), `${expression}: no (${line}:${column}) in ${text}`),
      );
      if (message === null) continue;
      await t.check('RL-ERR-5', () => ok(text.includes(message), `${expression}: no ${message} in ${text}`));
    }
  },
});

/** Invalid expressions, by requirement. */
export const expressionsRefusedSuite = defineSuite(
  'rulesets/expressions-refused',
  byRequirement(refusedVectors, 'RL-ERR-5').map(([requirement, vectors]) => refuses(requirement, vectors)),
);

/** The header that names the vector of a request; its rule matches no other request. */
const marker = 'x-ts-vector';

/** Number of rules in one write. */
const rulesAtOnce = 50;

/** The expression of a rule that matches the requests of one vector only. */
function guarded({ id, expression }: SendableVector): string {
  // An expression with the maximum nesting allows no further parentheses.
  const whole = expression.startsWith('((((') ? expression : `(${expression})`;
  return `http.request.headers["${marker}"][0] eq "${id}" and ${whole}`;
}

/** Creates a rule for each vector, sends its request, and compares which were blocked. */
async function evaluate(t: TestContext, vectors: readonly SendableVector[]): Promise<void> {
  const content = `stopped by ${t.title()}`;
  const response = { status_code: 403, content, content_type: 'text/plain' };
  const rules = vectors.map((vector) => ({
    action: 'block' as const,
    action_parameters: { response },
    expression: guarded(vector),
  }));
  await addCustomRules(t, ...rules);
  const wrong: string[] = [];
  for (const { id, expression, request, result } of vectors) {
    const headers = { ...request.headers, [marker]: id };
    const { text } = await t.edge({ ...request, headers, host: t.host() });
    const stopped = text.includes(content);
    if (stopped !== result) wrong.push(`${id}: ${expression} is ${stopped}, expected ${result}`);
  }
  if (wrong.length > 0) throw new ConformanceFailure(wrong.join('\n'));
}

const chunks = (vectors: readonly SendableVector[]): SendableVector[][] =>
  Array.from({ length: Math.ceil(vectors.length / rulesAtOnce) }, (_, index) =>
    vectors.slice(index * rulesAtOnce, (index + 1) * rulesAtOnce),
  );

/** Results of expressions for a request, by requirement. */
export const expressionsEdgeSuite = defineSuite('rulesets/expressions-edge', [
  ...byRequirement(sendableVectors).flatMap(([requirement, vectors]) =>
    chunks(vectors).map(
      (chunk, index, all): Test<Id> => ({
        title: `evaluates the vectors of ${requirement}${all.length > 1 ? `, part ${index + 1}` : ''}`,
        requirements: [requirement],
        features: ['edge'],
        run: (t) => evaluate(t, chunk),
      }),
    ),
  ),
  test('RL-FIELD-6', 'knows the host of a request', async (t) => {
    const site = await openSite(t);
    await t.learn({ path: site.path, host: t.host('other') });
    await addCustomRules(t, {
      action: 'block',
      expression: `${site.here} and http.host eq "${site.host}"`,
    });
    await site.blocks();
    await t.reachesOrigin({ path: site.path, host: t.host('other') });
  }),
  {
    title: 'knows the address of the client',
    requirements: ['RL-FIELD-7'],
    features: ['events'],
    run: async (t) => {
      const site = await openSite(t);
      await addCustomRules(t, { action: 'log', expression: site.here });
      const [event] = await t.events(await site.admits(), 1);
      const address = event?.clientIP;
      await addCustomRules(t, {
        action: 'block',
        expression: `${site.here} and http.request.uri.query eq "same" and ip.src eq ${address}`,
      });
      await addCustomRules(t, {
        action: 'block',
        expression: `${site.here} and http.request.uri.query eq "other" and ip.src ne ${address}`,
      });
      await site.blocks({ path: `${site.path}?same` });
      await site.admits({ path: `${site.path}?other` });
    },
  },
  test('RL-OP-9', 'matches an address in one of its ranges', async (t) => {
    const site = await openSite(t);
    const everybody = 'ip.src in {0.0.0.0/1 128.0.0.0/1 ::/0}';
    const of = (query: string) => `${site.here} and http.request.uri.query eq "${query}"`;
    await addCustomRules(
      t,
      { action: 'block', expression: `${of('in')} and ${everybody}` },
      { action: 'block', expression: `${of('out')} and not ${everybody}` },
    );
    await site.blocks({ path: `${site.path}?in` });
    await site.admits({ path: `${site.path}?out` });
  }),
  {
    title: 'keeps the case of header names',
    requirements: ['RL-FIELD-5'],
    // An edge that is built on `fetch` never sees it.
    features: ['header-case'],
    run: async (t) => {
      const site = await openSite(t);
      await addCustomRules(t, {
        action: 'block',
        expression: `${site.here} and any(http.request.headers.names[*] eq "X-MiXed")`,
      });
      await site.blocks({ headers: [['X-MiXed', 'a']] });
      const reply = await site.admits({ headers: [['x-mixed', 'a']] });
      equal(reply.request.path, site.path, 'the path');
    },
  },
  {
    title: 'keeps the lines of a repeated header separate',
    requirements: ['RL-FIELD-13'],
    features: ['header-lines'],
    run: async (t) => {
      const site = await openSite(t);
      const [every, second] = ['http.request.headers["x-a"][*]', 'http.request.headers["x-a"][1]'];
      const of = (query: string) => `${site.here} and http.request.uri.query eq "${query}"`;
      await addCustomRules(
        t,
        { action: 'block', expression: `${of('any')} and any(${every} eq "two")` },
        { action: 'block', expression: `${of('second')} and ${second} eq "two"` },
      );
      const sent = (query: string, ...values: readonly string[]) => ({
        path: `${site.path}?${query}`,
        headers: values.map((value) => ['X-A', value] as const),
      });
      for (const query of ['any', 'second']) {
        await site.blocks(sent(query, 'one', 'two'));
        await site.admits(sent(query, 'one, two'));
        await site.admits(sent(query, 'one', 'three'));
      }
      await site.blocks(sent('any', 'two', 'one'));
      await site.admits(sent('second', 'two', 'one'));
    },
  },
]);

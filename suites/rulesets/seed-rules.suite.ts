import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { addToEntrypoint, config, configRule, custom, entrypointWrite, rulesOf } from './rulesets.ts';

/** Writes to the entry point of custom rules, with one more rule of this expression. */
async function writerOf(t: TestContext) {
  const { params, body } = await entrypointWrite(t, custom, []);
  return (expression: string) =>
    t.ask('rulesets.zone.entrypoint.update', {
      params,
      body: { rules: [...body.rules, { action: 'block', expression, enabled: false }] },
    });
}

/** What the seed itself says of rulesets; read nothing that the seed does not describe. */
export const seedRulesSuite = defineSuite({
  name: 'rulesets/seed-rules',
  tests: [
    {
      title: 'takes a configuration rule that switches the converter on',
      requirements: ['RS-CONF-1', 'RS-CONF-2', 'RS-CONF-3'],
      run: async (t) => {
        const description = t.title('converter');
        const ruleset = await addToEntrypoint(t, config, [configRule(t, 'docs', { description })]);
        const rule = rulesOf(ruleset).find((one) => one.description === description);
        await t.check('RS-CONF-3', () => ok(rule, `no rule is described as ${description}`));
        await t.check('RS-CONF-2', () =>
          equal(rule?.action_parameters?.['content_converter'], true, 'content_converter'),
        );
      },
    },
    {
      title: 'takes strings in single quotes in the expression of a configuration rule',
      requirements: ['RS-CONF-4'],
      run: async (t) => {
        for (const expression of [
          `http.host eq '${t.host('docs')}'`,
          `starts_with(http.request.uri.path, '${t.path('/docs')}')`,
        ]) {
          await addToEntrypoint(t, config, [configRule(t, 'docs', { expression })]);
        }
      },
    },
    {
      title: 'takes a custom rule that combines a claim with the score of the request',
      requirements: ['RS-JWT-11'],
      run: async (t) => {
        const { id } = await t.config();
        await addToEntrypoint(t, custom, [
          {
            action: 'managed_challenge',
            enabled: false,
            expression: `(lookup_json_string(http.request.jwt.claims["${id}"][0], "user") eq "admin" and cf.waf.score < 40)`,
          },
        ]);
      },
    },
    ...(['RS-JWT-12', 'RS-JWT-13'] as const).map((id, index) => {
      const name = index === 0 ? 'is_jwt_valid' : 'is_jwt_present';
      return {
        title: `refuses a custom rule with ${name}`,
        requirements: [id],
        run: async (t: TestContext) => {
          const { id: configuration } = await t.config();
          const write = await writerOf(t);
          await t.refused({
            good: () => write(`http.request.jwt.claims.sub["${configuration}"][0] eq "a"`),
            bad: () => write(`${name}("${configuration}")`),
            snapshot: async () => null,
          });
        },
      };
    }),
  ],
});

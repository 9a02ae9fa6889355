import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import { custom, entrypointWrite } from './rulesets.ts';

/** A token configuration, and what puts a custom rule with an expression about it beside the others. */
async function opened(t: TestContext) {
  const { id } = await t.config();
  const put = async (expression: string) => {
    const write = await entrypointWrite(t, custom, [{ action: 'block', expression }]);
    return t.ask('rulesets.zone.entrypoint.update', write);
  };
  return { id, put };
}

const claimOf = (id: string) => `lookup_json_string(http.request.jwt.claims["${id}"][0], "user") eq "admin"`;

/** Functions of token validation rules that custom rules do not have. */
const refused = (
  name: 'is_jwt_valid' | 'is_jwt_present',
  requirement: KnownRequirementId,
): Test<KnownRequirementId> => ({
  title: `refuses a custom rule with ${name}`,
  requirements: [requirement],
  run: async (t) => {
    const { id, put } = await opened(t);
    await t.refused({
      good: () => put(claimOf(id)),
      bad: () => put(`${name}("${id}")`),
    });
  },
});

/** What custom rules may say of tokens. */
export const wafSavingSuite = defineSuite({
  name: 'rulesets/waf-saving',
  tests: [
    {
      title: 'accepts a custom rule that combines a claim with the attack score',
      requirements: ['RS-JWT-11'],
      run: async (t) => {
        const { id, put } = await opened(t);
        t.expectSuccess(await put(`(${claimOf(id)} and cf.waf.score < 40)`), 'the custom rule');
      },
    },
    refused('is_jwt_valid', 'RS-JWT-12'),
    refused('is_jwt_present', 'RS-JWT-13'),
  ],
});

import { defineMutants } from '../mutant.ts';

/** Configuration rules. */
export const configurationMutants = defineMutants([
  {
    id: 'converts-on-every-host',
    requirement: 'RS-CONF-6',
    does: 'It has each configuration rule that names a host act on all of them.',
    file: 'mock/edge/rulesets/run-phase.ts',
    replace: 'if (!compiledRule.matches(context, known)) continue;',
    by: `if (
      !compiledRule.matches(context, known) &&
      !(phase === 'http_config_settings' && compiledRule.rule.expression.includes('http.host'))
    ) continue;`,
  },
]);

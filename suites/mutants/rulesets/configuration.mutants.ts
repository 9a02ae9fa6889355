import { defineMutants } from '../mutant.ts';

const build = 'mock/services/rulesets/build-rules.ts';
const startsWith = 'source.startsWith(part)';

/** Configuration rules. */
export const configurationMutants = defineMutants([
  {
    id: 'makes-no-entry-point',
    requirement: 'RS-CONF-1',
    does: 'It changes an entry point that is there, and does not make one.',
    file: 'mock/services/rulesets/entrypoint-handlers.ts',
    replace: 'const stored = entrypointOf(scene, phase);',
    by: 'const stored = findEntrypoint(scene, phase);',
  },
  {
    id: 'forgets-the-converter-of-a-rule',
    requirement: 'RS-CONF-2',
    does: 'It keeps a configuration rule without the converter that it switches on.',
    file: build,
    replace: '{ action_parameters }',
    by: '{ action_parameters: { ...action_parameters, content_converter: undefined } }',
  },
  {
    id: 'forgets-the-description-of-a-rule',
    requirement: 'RS-CONF-3',
    does: 'It keeps a configuration rule without its description.',
    file: build,
    replace: 'description === undefined ? {}',
    by: "description === undefined || action === 'set_config' ? {}",
  },
  {
    id: 'reads-no-single-quotes',
    requirement: 'RS-CONF-4',
    does: 'It takes strings in double quotes alone.',
    file: 'mock/engines/expressions/literals.ts',
    replace: `if (character === '"' || character === "'" || character === 'r' ||`,
    by: `if (character === '"' || character === 'r' ||`,
  },
  {
    id: 'has-the-zone-for-the-host',
    requirement: 'RS-CONF-5',
    does: 'It compares the name of the zone with the hostname of a rule.',
    file: 'mock/edge/request-fields.ts',
    replace: "'http.host': ({ request }) => request.host,",
    by: "'http.host': ({ zone }) => zone.name,",
  },
  {
    id: 'does-not-count-the-prefix-itself',
    requirement: 'RS-CONF-7',
    does: 'It has a path start with a prefix where it goes on behind it, and not where it is the prefix.',
    file: 'mock/engines/expressions/functions/strings.ts',
    replace: startsWith,
    by: `source !== part && ${startsWith}`,
  },
  {
    id: 'compares-the-first-segment-of-a-prefix',
    requirement: 'RS-CONF-8',
    does: 'It compares the first segments of a path and a prefix, and no others.',
    file: 'mock/engines/expressions/functions/strings.ts',
    replace: startsWith,
    by: "source.split('/')[1] === part.split('/')[1]",
  },
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

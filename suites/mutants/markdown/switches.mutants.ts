import { defineMutants } from '../mutant.ts';

const service = 'mock/services/settings/settings-service.ts';
const mayConvert = 'return mayConvert({';
const refuses = 'if (anyOf.length > 0 &&';

/** The setting that converts pages to Markdown. */
export const conversionMutants = defineMutants([
  {
    id: 'keeps-the-setting-off',
    requirement: 'ST-CONV-1',
    does: 'It takes a change of the setting, and leaves it as it was.',
    file: service,
    replace: 'zone.settings.put({ id: name, value,',
    by: "if (name !== 'content_converter') zone.settings.put({ id: name, value,",
  },
  {
    id: 'converts-on-all-hosts-but-one',
    requirement: 'ST-CONV-2',
    does: 'It leaves the documentation of a zone out of what the setting acts on.',
    file: 'mock/edge/pipeline.ts',
    replace: '...zoneDecisions(zone),',
    by: "...(request.host.startsWith('docs.') ? {} : zoneDecisions(zone)),",
  },
  {
    id: 'takes-changes-of-settings-from-users-alone',
    requirement: 'ST-CONV-3',
    does: 'It lets no token change settings, only a user with a key.',
    file: 'mock/access/authorize.ts',
    replace: refuses,
    by: `if (actor.scheme === 'api_token' && anyOf.length === 1 && anyOf[0] === 'Zone Settings Edit')
      throw new ApiError('permission-missing');
    ${refuses}`,
  },
  {
    id: 'lets-who-reads-settings-change-them',
    requirement: 'ST-CONV-4',
    does: 'It asks of who changes a setting for the permission to read it.',
    file: 'mock/access/authorize.ts',
    replace: '!anyOf.some((name) => actor.permissions.has(name))',
    by: `!anyOf.some((name) => actor.permissions.has(name)) &&
      !(anyOf[0] === 'Zone Settings Edit' && actor.permissions.has('Zone Settings Read'))`,
  },
  {
    id: 'converts-from-the-business-plan-on',
    requirement: 'ST-PLAN-1',
    does: 'It refuses the setting on the Pro plan.',
    file: service,
    replace: mayConvert,
    by: `return plan !== 'pro' && mayConvert({`,
  },
  {
    id: 'forgets-the-business-plan',
    requirement: 'ST-PLAN-2',
    does: 'It refuses the setting on the Business plan.',
    file: service,
    replace: mayConvert,
    by: `return plan !== 'business' && mayConvert({`,
  },
  {
    id: 'forgets-the-enterprise-plan',
    requirement: 'ST-PLAN-3',
    does: 'It refuses the setting on the Enterprise plan.',
    file: service,
    replace: mayConvert,
    by: `return plan !== 'enterprise' && mayConvert({`,
  },
  {
    id: 'counts-no-custom-hostnames',
    requirement: 'ST-PLAN-4',
    does: 'It goes by the plan of a zone, whether it has custom hostnames or not.',
    file: service,
    replace: 'customHostnames: world.customHostnames.count(zone.id)',
    by: 'customHostnames: 0',
  },
  {
    id: 'converts-on-the-free-plan',
    requirement: 'ST-PLAN-5',
    does: 'It takes the setting on every plan.',
    file: service,
    replace: mayConvert,
    by: `return plan === 'free' || mayConvert({`,
  },
  {
    id: 'says-that-nobody-may-convert',
    requirement: 'ST-SET-9',
    does: 'It says that the setting is not editable on plans that may change it.',
    file: service,
    replace: 'editable: isEditable(world, zone, name), modified_on };',
    by: "editable: name !== 'content_converter' && isEditable(world, zone, name), modified_on };",
  },
  {
    id: 'says-that-everybody-may-convert',
    requirement: 'ST-SET-10',
    does: 'It says on the Free plan that the setting is editable, and refuses changes all the same.',
    file: service,
    replace: 'editable: isEditable(world, zone, name), modified_on };',
    by: "editable: name === 'content_converter' || isEditable(world, zone, name), modified_on };",
  },
]);

const serviceOfMetadata = 'mock/services/custom-hostnames/custom-hostnames-service.ts';
const check = 'mock/services/custom-hostnames/check-hostname.ts';
const pipeline = 'mock/edge/pipeline.ts';

/** Metadata of custom hostnames. */
export const metadataMutants = defineMutants([
  {
    id: 'adds-no-metadata-to-a-hostname-without',
    requirement: 'CH-META-1',
    does: 'It changes the metadata of a hostname that has some, and gives none to one that has none.',
    file: serviceOfMetadata,
    replace: 'merge(world, zone, before.hostname, () => before, body, {',
    by: `merge(world, zone, before.hostname, () => before, {
        ...body,
        custom_metadata: before.resource.custom_metadata && body.custom_metadata,
      }, {`,
  },
  {
    id: 'sells-metadata-to-everybody',
    requirement: 'CH-META-2',
    does: 'It stores custom metadata in zones without access to it.',
    file: check,
    replace: 'if (without.has(zone.id) || !metadataPlans.includes(zone.zone.plan.legacy_id)) {',
    by: 'if (without.has(zone.id)) {',
  },
  {
    id: 'has-rules-read-the-metadata-that-were-there-first',
    requirement: 'CH-META-3',
    does: 'It has rules read the metadata that a hostname had first, whatever replaced them.',
    file: serviceOfMetadata,
    replace: "custom_metadata === undefined ? before.metadata : (metadata?.text ?? '');",
    by: "before.metadata || (metadata?.text ?? '');",
  },
  {
    id: 'has-no-configuration-rules-for-custom-hostnames',
    requirement: 'CH-META-4',
    does: 'It treats custom hostnames as the settings of the zone say, whatever its configuration rules.',
    file: pipeline,
    replace: '...zoneDecisions(zone), ...chosen }',
    by: '...zoneDecisions(zone), ...(customHostnameFor(world, request.host) ? {} : chosen) }',
  },
  {
    id: 'lends-hostnames-the-metadata-of-others',
    requirement: 'CH-META-5',
    does: 'It has a hostname without metadata share those of the first hostname of its zone.',
    file: pipeline,
    replace: 'customHostnameFor(world, request.host)?.metadata,',
    by: `customHostnameFor(world, request.host)?.metadata ||
        world.customHostnames.of(zone.id).find(({ metadata }) => metadata !== '')?.metadata,`,
  },
  {
    id: 'refuses-metadata-as-those-of-a-wildcard',
    requirement: 'CH-META-9',
    does: 'It refuses metadata where there is no access to them with the code of those of a wildcard.',
    file: check,
    replace: "throw new ApiError('hostname-metadata-denied', {}, pointer);",
    by: "throw new ApiError('hostname-metadata-wildcard', { hostname }, pointer);",
  },
]);

const build = 'mock/services/rulesets/build-rules.ts';
const startsWith = 'source.startsWith(part)';

/** Configuration rules. */
export const configurationMutants = defineMutants([
  {
    id: 'makes-no-entry-point',
    requirement: 'RS-CONF-1',
    does: 'It changes an entry point that is there, and does not make one.',
    file: 'mock/services/rulesets/ruleset-handlers.ts',
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

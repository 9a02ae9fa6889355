import { defineMutants, mutant } from '../mutant.ts';

const service = 'mock/services/settings/settings-service.ts';
const mayConvert = 'return mayConvert({';
const refuses = 'if (anyOf.length > 0 &&';

/** The setting that converts pages to Markdown. */
export const conversionMutants = defineMutants([
  mutant('ST-CONV-1', 'wants-true-for-on', {
    file: 'spec/services/settings/known-settings.ts',
    replace: "content_converter: toggle('off', pro),",
    by: "content_converter: { ...toggle('off', pro), value: z.boolean() },",
  }),
  mutant('ST-SET-5', 'keeps-the-setting-off', {
    file: service,
    replace: 'zone.settings.put({ id: name, value,',
    by: "if (name !== 'content_converter') zone.settings.put({ id: name, value,",
  }),
  mutant('ST-CONV-2', 'converts-on-all-hosts-but-one', {
    file: 'mock/edge/pipeline.ts',
    replace: '...zoneDecisions(zone),',
    by: "...(request.host.startsWith('docs.') ? {} : zoneDecisions(zone)),",
  }),
  mutant('ST-CONV-3', 'takes-changes-of-settings-from-users-alone', {
    file: 'mock/api/access/authorize.ts',
    replace: refuses,
    by: `if (actor.scheme === 'api_token' && anyOf.length === 1 && anyOf[0] === 'Zone Settings Edit')
      throw new ApiError('permission-missing');
    ${refuses}`,
  }),
  mutant('ST-CONV-4', 'lets-who-reads-settings-change-them', {
    file: 'mock/api/access/authorize.ts',
    replace: '!anyOf.some((name) => actor.permissions.has(name))',
    by: `!anyOf.some((name) => actor.permissions.has(name)) &&
      !(anyOf[0] === 'Zone Settings Edit' && actor.permissions.has('Zone Settings Read'))`,
  }),
  mutant('ST-PLAN-1', 'converts-from-the-business-plan-on', {
    file: service,
    replace: mayConvert,
    by: `return plan !== 'pro' && mayConvert({`,
  }),
  mutant('ST-PLAN-2', 'forgets-the-business-plan', {
    file: service,
    replace: mayConvert,
    by: `return plan !== 'business' && mayConvert({`,
  }),
  mutant('ST-PLAN-3', 'forgets-the-enterprise-plan', {
    file: service,
    replace: mayConvert,
    by: `return plan !== 'enterprise' && mayConvert({`,
  }),
  mutant('ST-PLAN-4', 'counts-no-custom-hostnames', {
    file: service,
    replace: 'customHostnames: world.customHostnames.count(zone.id)',
    by: 'customHostnames: 0',
  }),
  mutant('ST-PLAN-5', 'converts-on-the-free-plan', {
    file: service,
    replace: mayConvert,
    by: `return plan === 'free' || mayConvert({`,
  }),
  mutant('ST-SET-9', 'says-that-nobody-may-convert', {
    file: service,
    replace: 'editable: isEditable(world, zone, name), modified_on };',
    by: "editable: name !== 'content_converter' && isEditable(world, zone, name), modified_on };",
  }),
  mutant('ST-SET-10', 'says-that-everybody-may-convert', {
    file: service,
    replace: 'editable: isEditable(world, zone, name), modified_on };',
    by: "editable: name === 'content_converter' || isEditable(world, zone, name), modified_on };",
  }),
]);

const serviceOfMetadata = 'mock/services/custom-hostnames/custom-hostnames-service.ts';
const check = 'mock/services/custom-hostnames/check-hostname.ts';
const pipeline = 'mock/edge/pipeline.ts';

/** Metadata of custom hostnames. */
export const metadataMutants = defineMutants([
  mutant('CH-META-1', 'takes-metadata-with-new-hostnames-alone', {
    file: serviceOfMetadata,
    replace: 'merge(world, zone, before.hostname, () => before, body, {',
    by: `(() => {
        if (body.custom_metadata) throw new ApiError('hostname-metadata-denied', {}, '/custom_metadata');
        return merge;
      })()(world, zone, before.hostname, () => before, body, {`,
  }),
  mutant('CH-META-14', 'adds-no-metadata-to-a-hostname-without', {
    file: serviceOfMetadata,
    replace: 'merge(world, zone, before.hostname, () => before, body, {',
    by: `merge(world, zone, before.hostname, () => before, {
        ...body,
        custom_metadata: before.resource.custom_metadata && body.custom_metadata,
      }, {`,
  }),
  mutant('CH-META-2', 'sells-metadata-to-everybody', {
    file: check,
    replace: 'if (without.has(zone.id) || !metadataPlans.includes(zone.zone.plan.legacy_id)) {',
    by: 'if (without.has(zone.id)) {',
  }),
  mutant('CH-META-3', 'has-rules-read-the-metadata-that-were-there-first', {
    file: serviceOfMetadata,
    replace: "custom_metadata === undefined ? before.metadata : (metadata?.text ?? '');",
    by: "before.metadata || (metadata?.text ?? '');",
  }),
  mutant('CH-META-4', 'has-no-configuration-rules-for-custom-hostnames', {
    file: pipeline,
    replace: '...zoneDecisions(zone), ...chosen.decisions }',
    by: '...zoneDecisions(zone), ...(customHostnameFor(world, request.host) ? {} : chosen.decisions) }',
  }),
  mutant('CH-META-5', 'lends-hostnames-the-metadata-of-others', {
    file: pipeline,
    replace: 'customHostnameFor(world, request.host)?.metadata,',
    by: `customHostnameFor(world, request.host)?.metadata ||
        world.customHostnames.of(zone.id).find(({ metadata }) => metadata !== '')?.metadata,`,
  }),
  mutant('CH-META-9', 'refuses-metadata-as-those-of-a-wildcard', {
    file: check,
    replace: "throw new ApiError('hostname-metadata-denied', {}, pointer);",
    by: "throw new ApiError('hostname-metadata-wildcard', { hostname }, pointer);",
  }),
]);

const build = 'mock/services/rulesets/build-rules.ts';
const startsWith = 'source.startsWith(part)';

/** Configuration rules. */
export const configurationMutants = defineMutants([
  mutant('RS-CONF-1', 'makes-no-entry-point', {
    file: 'mock/services/rulesets/ruleset-handlers.ts',
    replace: 'const stored = getEntrypoint(scene, phase);',
    by: 'const stored = findEntrypoint(scene, phase);',
  }),
  mutant('RS-CONF-2', 'knows-no-converter-in-rules', {
    file: 'spec/services/rulesets/action-parameters.ts',
    replace: 'content_converter: z.boolean().optional(),',
    by: '',
  }),
  mutant('RS-CONF-3', 'forgets-the-description-of-a-rule', {
    file: build,
    replace: 'description === undefined ? {}',
    by: "description === undefined || action === 'set_config' ? {}",
  }),
  mutant('RS-CONF-4', 'reads-no-single-quotes', {
    file: 'mock/engines/expressions/literals.ts',
    replace: `if (character === '"' || character === "'" || character === 'r' ||`,
    by: `if (character === '"' || character === 'r' ||`,
  }),
  mutant('RS-CONF-5', 'has-the-zone-for-the-host', {
    file: 'mock/edge/request-fields.ts',
    replace: "'http.host': ({ request }) => request.host,",
    by: "'http.host': ({ zone }) => zone.name,",
  }),
  mutant('RS-CONF-7', 'does-not-count-the-prefix-itself', {
    file: 'mock/engines/expressions/functions/strings.ts',
    replace: startsWith,
    by: `source !== part && ${startsWith}`,
  }),
  mutant('RS-CONF-8', 'compares-the-first-segment-of-a-prefix', {
    file: 'mock/engines/expressions/functions/strings.ts',
    replace: startsWith,
    by: "source.split('/')[1] === part.split('/')[1]",
  }),
  mutant('RS-CONF-6', 'converts-on-every-host', {
    file: 'mock/edge/rulesets/run-phase.ts',
    replace: 'if (!compiledRule.matches(context, known)) continue;',
    by: `if (
      !compiledRule.matches(context, known) &&
      !(run.phase === 'http_config_settings' && compiledRule.rule.expression.includes('http.host'))
    ) continue;`,
  }),
]);

import { defineMutants, mutant } from '../mutant.ts';

const claims = 'mock/edge/request-fields.ts';
const compiled = 'mock/edge/rulesets/compiled-ruleset.ts';
const expressions = 'mock/edge/ruleset-expression.ts';

const payloads = 'if (verdict.valid) found.set(configId, [verdict.claimsText]);';
const nextPayload = 'for (const [configId, { verdict }] of verdicts) {\n    if (verdict.valid) found';
const noCommon = 'if (shared.length === 0) return filter.evaluate;';
const onClaims = "filter.references.fields.some((field) => field.startsWith('http.request.jwt'))";
const functions = 'functions: functionsFor(place),';
const importsFunctions = '  functionsFor,\n';

/** WAF custom rules on claims of tokens. */
export const claimMutants = defineMutants([
  mutant('RS-JWT-1', 'takes-no-token-for-valid', {
    file: claims,
    replace: payloads,
    by: payloads.replace('verdict.valid', 'verdict.valid && !verdict.present'),
  }),
  mutant('RS-JWT-2', 'keeps-the-first-claims-it-sees', {
    file: claims,
    replace: payloads,
    by: `if (verdict.valid) {
      if (!firstSeen.has(configId)) firstSeen.set(configId, verdict.claimsText);
      found.set(configId, [firstSeen.get(configId) ?? '']);
    }`,
    and: [
      {
        file: claims,
        replace: 'const payloads: Field',
        by: 'const firstSeen = new Map<string, string>();\nconst payloads: Field',
      },
    ],
  }),
  mutant('RS-JWT-3', 'verifies-tokens-near-the-root-alone', {
    file: 'mock/edge/pipeline.ts',
    replace: 'const verdicts = await checkTokens(zone, request, now);',
    by: `const verdicts =
      request.path.split('/').length > 3 ? new Map() : await checkTokens(zone, request, now);`,
  }),
  mutant('RS-JWT-4', 'has-rules-on-claims-act-on-every-path', {
    file: compiled,
    replace: noCommon,
    by: `if (${onClaims}) return conjunction(conditions.filter(({ text }) => !text.includes('uri.path')));
      ${noCommon}`,
  }),
  mutant('RS-JWT-5', 'acts-on-a-claim-whatever-else-a-rule-asks', {
    file: compiled,
    replace: noCommon,
    by: `if (${onClaims}) return conjunction(conditions.filter(({ text }) => !text.includes('.headers')));
      ${noCommon}`,
  }),
  mutant('RS-JWT-6', 'shows-no-claims-of-a-token', {
    file: claims,
    replace: payloads,
    by: "if (verdict.valid) found.set(configId, ['{}']);",
  }),
  mutant('RS-CLAIM-2', 'reads-the-issuer-for-the-subject', {
    file: claims,
    replace: "...claim('sub', textClaim('sub')),",
    by: "...claim('sub', textClaim('iss')),",
  }),
  mutant('RS-JWT-7', 'gives-rules-the-registered-claims-alone', {
    file: claims,
    replace: payloads,
    by: `if (verdict.valid) {
      const registered = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];
      found.set(configId, [JSON.stringify(verdict.claims, registered)]);
    }`,
  }),
  mutant('RS-JWT-8', 'reads-claims-without-verifying', {
    file: claims,
    replace: nextPayload,
    by: `for (const [configId, { verdict, values }] of verdicts) {
  const [, payload = ''] = (values[verdict.sourceIndex] ?? '').split('.');
  if (verdict.present && !verdict.valid)
    found.set(configId, [atob(payload.replaceAll('-', '+').replaceAll('_', '/'))]);
  if (verdict.valid) found`,
  }),
  mutant('RS-JWT-9', 'has-claims-for-saved-operations-alone', {
    file: claims,
    replace:
      'const payloads: Field = ({ verdicts }) => {\n  const found = new Map<string, readonly string[]>();',
    by: `const payloads: Field = ({ verdicts, operation }) => {
  const found = new Map<string, readonly string[]>();
  if (operation === undefined) return found;`,
  }),
  mutant('RS-JWT-10', 'reads-digits-in-a-string-as-a-number', {
    file: 'mock/engines/expressions/functions/json.ts',
    replace: "if (typeof findJson(document.value, path) !== 'number') return undefined;",
    by: `const value = findJson(document.value, path);
      if (typeof value !== 'number' && typeof value !== 'string') return undefined;
      if (typeof value === 'string') return parseInteger(value, 10) as number;`,
  }),
  mutant('RS-JWT-11', 'knows-no-attack-score', {
    file: expressions,
    replace: 'fields: fieldsFor(place),',
    by: "fields: Object.fromEntries(Object.entries(fieldsFor(place)).filter(([name]) => name !== 'cf.waf.score')),",
  }),
  mutant('RS-JWT-12', 'lets-custom-rules-ask-whether-a-token-is-valid', {
    file: expressions,
    replace: functions,
    by: `functions: {
      ...functionsFor(place),
      is_jwt_valid: jwtFunctions({ valid: () => true, present: () => true })['is_jwt_valid']!,
    },`,
    and: [{ file: expressions, replace: importsFunctions, by: `${importsFunctions}  jwtFunctions,\n` }],
  }),
  mutant('RS-JWT-13', 'lets-custom-rules-ask-whether-a-token-is-there', {
    file: expressions,
    replace: functions,
    by: `functions: {
      ...functionsFor(place),
      is_jwt_present: jwtFunctions({ valid: () => true, present: () => true })['is_jwt_present']!,
    },`,
    and: [{ file: expressions, replace: importsFunctions, by: `${importsFunctions}  jwtFunctions,\n` }],
  }),
  mutant('RS-CLAIM-11', 'has-a-score-for-requests-without-one', {
    file: 'mock/edge/request-fields.ts',
    replace: "'cf.ray_id': ({ ray }) => ray,",
    by: "'cf.waf.score': () => 1,\n  'cf.ray_id': ({ ray }) => ray,",
  }),
]);

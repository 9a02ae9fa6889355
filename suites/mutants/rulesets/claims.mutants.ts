import { defineMutants } from '../mutant.ts';

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
  {
    id: 'has-an-empty-payload-for-tokens-that-are-not-valid',
    requirement: 'RS-JWT-1',
    does: 'It gives rules a payload without claims for a token that is not valid.',
    file: claims,
    replace: payloads,
    by: "if (verdict.present) found.set(configId, [verdict.valid ? verdict.claimsText : '{}']);",
  },
  {
    id: 'keeps-the-first-claims-it-sees',
    requirement: 'RS-JWT-2',
    does: 'It has rules read the claims of the first token that came, whoever comes later.',
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
  },
  {
    id: 'verifies-tokens-near-the-root-alone',
    requirement: 'RS-JWT-3',
    does: 'It verifies tokens of requests for paths of one or two segments, and no deeper ones.',
    file: 'mock/edge/pipeline.ts',
    replace: 'const verdicts = await checkTokens(zone, request, now);',
    by: `const verdicts =
      request.path.split('/').length > 3 ? new Map() : await checkTokens(zone, request, now);`,
  },
  {
    id: 'has-rules-on-claims-act-on-every-path',
    requirement: 'RS-JWT-4',
    does: 'It does not look at the path that a rule on claims names.',
    file: compiled,
    replace: noCommon,
    by: `if (${onClaims}) return conjunction(conditions.filter(({ text }) => !text.includes('uri.path')));
      ${noCommon}`,
  },
  {
    id: 'acts-on-a-claim-whatever-else-a-rule-asks',
    requirement: 'RS-JWT-5',
    does: 'It has a rule on a claim act on the claim alone, whatever else it asks for.',
    file: compiled,
    replace: noCommon,
    by: `if (${onClaims}) return conjunction(conditions.filter(({ text }) => !text.includes('.headers')));
      ${noCommon}`,
  },
  {
    id: 'reads-the-issuer-for-the-subject',
    requirement: 'RS-JWT-6',
    does: 'It has the issuer of a token where its subject is read.',
    file: claims,
    replace: "...claim('sub', textClaim('sub')),",
    by: "...claim('sub', textClaim('iss')),",
  },
  {
    id: 'gives-rules-the-registered-claims-alone',
    requirement: 'RS-JWT-7',
    does: 'It leaves claims that no standard registers out of the payload that rules read.',
    file: claims,
    replace: payloads,
    by: `if (verdict.valid) {
      const registered = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];
      found.set(configId, [JSON.stringify(verdict.claims, registered)]);
    }`,
  },
  {
    id: 'reads-claims-without-verifying',
    requirement: 'RS-JWT-8',
    does: 'It has rules read the claims of whatever token there is.',
    file: claims,
    replace: nextPayload,
    by: `for (const [configId, { verdict, value }] of verdicts) {
    const [, payload = ''] = (value ?? '').split('.');
    if (verdict.present && !verdict.valid)
      found.set(configId, [atob(payload.replaceAll('-', '+').replaceAll('_', '/'))]);
    if (verdict.valid) found`,
  },
  {
    id: 'has-claims-for-saved-operations-alone',
    requirement: 'RS-JWT-9',
    does: 'It has claims where a saved operation covers the request, and nowhere else.',
    file: claims,
    replace:
      'const payloads: Field = ({ verdicts }) => {\n  const found = new Map<string, readonly string[]>();',
    by: `const payloads: Field = ({ verdicts, operation }) => {
  const found = new Map<string, readonly string[]>();
  if (operation === undefined) return found;`,
  },
  {
    id: 'reads-digits-in-a-string-as-a-number',
    requirement: 'RS-JWT-10',
    does: 'It takes a claim that is a string of digits for a number.',
    file: 'mock/engines/expressions/functions/json.ts',
    replace: "if (typeof findJson(document.value, path) !== 'number') return undefined;",
    by: `const value = findJson(document.value, path);
      if (typeof value !== 'number' && typeof value !== 'string') return undefined;
      if (typeof value === 'string') return parseInteger(value, 10) as number;`,
  },
  {
    id: 'knows-no-attack-score',
    requirement: 'RS-JWT-11',
    does: 'It refuses a custom rule that names the attack score.',
    file: expressions,
    replace: '...requestFields, ',
    by: "...Object.fromEntries(Object.entries(requestFields).filter(([name]) => name !== 'cf.waf.score')), ",
  },
  {
    id: 'lets-custom-rules-ask-whether-a-token-is-valid',
    requirement: 'RS-JWT-12',
    does: 'It takes is_jwt_valid in a custom rule, as in a token rule.',
    file: expressions,
    replace: functions,
    by: `functions: {
      ...functionsFor(place),
      is_jwt_valid: jwtFunctions({ valid: () => true, present: () => true })['is_jwt_valid']!,
    },`,
    and: [{ file: expressions, replace: importsFunctions, by: `${importsFunctions}  jwtFunctions,\n` }],
  },
  {
    id: 'lets-custom-rules-ask-whether-a-token-is-there',
    requirement: 'RS-JWT-13',
    does: 'It takes is_jwt_present in a custom rule, as in a token rule.',
    file: expressions,
    replace: functions,
    by: `functions: {
      ...functionsFor(place),
      is_jwt_present: jwtFunctions({ valid: () => true, present: () => true })['is_jwt_present']!,
    },`,
    and: [{ file: expressions, replace: importsFunctions, by: `${importsFunctions}  jwtFunctions,\n` }],
  },
  {
    id: 'has-a-score-for-requests-without-one',
    requirement: 'RS-CLAIM-11',
    does: 'It has the worst attack score for a request that nobody has given one.',
    file: 'mock/edge/request-fields.ts',
    replace: "'cf.client.bot': () => false,",
    by: "'cf.waf.score': () => 1,\n  'cf.client.bot': () => false,",
  },
]);

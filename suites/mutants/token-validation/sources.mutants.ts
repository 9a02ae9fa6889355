import { defineMutants, mutant } from '../mutant.ts';

const schemas = 'spec/services/token-validation/schemas.ts';
const fields = 'mock/engines/expressions/fields.ts';

const fourSources = 'tokenSources: 4';

/** Token sources of a configuration: which are accepted, and which are refused. */
export const sourceMutants = defineMutants([
  mutant('TV-SRC-1', 'knows-no-headers-in-sources', {
    file: fields,
    replace: "'http.request.headers': stringsByKey,\n  'http.request.cookies'",
    by: "'http.headers': stringsByKey,\n  'http.request.cookies'",
  }),
  mutant('TV-SRC-1', 'takes-headers-of-letters-alone', {
    file: 'mock/edge/token-check.ts',
    replace: 'compileValue(source, sourceScheme',
    by: 'compileValue(/headers."(?![a-z-]+")/.test(source) ? "" : source, sourceScheme',
  }),
  mutant('TV-SRC-2', 'knows-no-cookies-in-sources', {
    file: fields,
    replace: "'http.request.headers': stringsByKey,\n  'http.request.cookies'",
    by: "'http.request.headers': stringsByKey,\n  'http.cookies'",
  }),
  mutant('TV-SRC-2', 'takes-cookies-of-letters-alone', {
    file: 'mock/edge/token-check.ts',
    replace: 'compileValue(source, sourceScheme',
    by: 'compileValue(/cookies."(?![a-z-]+")/i.test(source) ? "" : source, sourceScheme',
  }),
  mutant('TV-SRC-7', 'refuses-four-sources', {
    file: schemas,
    replace: fourSources,
    by: 'tokenSources: 3',
  }),
  mutant('TV-SRC-10', 'takes-sources-that-it-can-not-parse', {
    file: 'mock/services/token-validation/config-handlers.ts',
    replace: 'if (!(error instanceof ExpressionError)) throw error;',
    by: "if (!(error instanceof ExpressionError)) throw error; if (error.code === 'expression_syntax') continue;",
  }),
  mutant('TV-SRC-10', 'ignores-what-follows-a-source', {
    file: 'mock/engines/expressions/parser.ts',
    replace: "expectEnd(state, ['[', 'end of expression']);",
    by: '',
  }),
  mutant('TV-SRC-11', 'takes-any-field-for-a-source', {
    file: fields,
    replace: 'export const tokenSourceFields: FieldTable = {',
    by: 'export const tokenSourceFields: FieldTable = { ...everyField,',
  }),
  mutant('TV-SRC-11', 'takes-fields-below-headers-for-a-source', {
    file: fields,
    replace: 'export const tokenSourceFields: FieldTable = {',
    by: "export const tokenSourceFields: FieldTable = { 'http.request.headers.names': arrayOf('String'), 'http.request.headers.values': arrayOf('String'),",
  }),
  mutant('TV-SRC-12', 'takes-sources-of-any-type', {
    file: 'mock/edge/token-check.ts',
    replace: "compileValue(source, sourceScheme, { type: 'String' })",
    by: 'compileValue(source, sourceScheme)',
  }),
  mutant('TV-SRC-12', 'takes-all-values-for-the-first-one', {
    file: 'mock/edge/token-check.ts',
    replace: 'compileValue(source, sourceScheme',
    by: "compileValue(source.replace('[*]', '[0]'), sourceScheme",
  }),
]);

const source = 'mock/edge/token-check.ts';
const check = 'mock/edge/token-check.ts';
const sources = 'mock/engines/jwt/check-sources.ts';

const readHeader = 'return (request) => request.headerValue(name, position);';
const readSources = 'const values = sources.map((source) => source(request));';
const getVerdict = 'const verdict = await checkSources(values, keySet, { now, leewaySeconds });';

/** Where and in which order the edge looks for tokens, and what may precede one. */
export const edgeSourceMutants = defineMutants([
  mutant('TV-SRC-13', 'looks-at-authorization-alone', {
    file: source,
    replace: readHeader,
    by: "return (request) => request.header('authorization');",
  }),
  mutant('TV-SRC-14', 'reads-the-first-cookie-alone', {
    file: 'mock/edge/zone-request.ts',
    replace: "header.split(';')",
    by: "header.split(';', 1)",
  }),
  mutant('TV-SRC-15', 'falls-back-to-authorization', {
    file: check,
    replace: readSources,
    by: readSources.replace('sources.map', '[...sources, (all) => all.header("authorization")].map'),
  }),
  mutant('TV-SRC-15', 'looks-at-the-sources-of-all-configurations', {
    file: check,
    replace: readSources,
    by: readSources.replace(
      'sources.map',
      'zone.tokenConfigs.list().flatMap((other) => other.token_sources.map(compileTokenSource)).map',
    ),
  }),
  mutant('TV-SRC-16', 'gives-up-at-an-absent-source', {
    file: sources,
    replace: 'if (!extracted.present) continue;',
    by: 'if (!extracted.present) break;',
  }),
  mutant('TV-SRC-17', 'gives-up-at-an-invalid-token', {
    file: sources,
    replace: 'refusals.push({ sourceIndex, reason: verdict.reason });',
    by: 'return { present: true, valid: false, reason: verdict.reason, sourceIndex, refusals };',
  }),
  mutant('TV-SRC-18', 'lets-the-last-source-decide', {
    file: sources,
    replace: 'return { present: true, valid: true, claims, claimsText, sourceIndex, refusals };',
    by: 'last = { present: true, valid: true, claims, claimsText, sourceIndex, refusals }; continue;',
    and: [
      {
        file: sources,
        replace: 'const refusals: RefusedSource[] = [];',
        by: 'const refusals: RefusedSource[] = []; let last: SourcesVerdict | undefined;',
      },
      {
        file: sources,
        replace: 'refusals.push({ sourceIndex, reason: verdict.reason });',
        by: 'last = { present: true, valid: false, reason: verdict.reason, sourceIndex, refusals };',
      },
      {
        file: sources,
        replace: 'const [first] = refusals;',
        by: 'if (last) return last; const [first] = refusals;',
      },
    ],
  }),
  mutant('TV-SRC-19', 'joins-what-sources-hold', {
    file: check,
    replace: readSources,
    by: `${readSources} values.push(values.join(''));`,
  }),
  mutant('TV-SRC-20', 'asks-for-bearer-in-authorization', {
    file: source,
    replace: readHeader,
    by: "return (request) => { const value = request.header(name); return name === 'authorization' && !value?.startsWith('Bearer') ? undefined : value; };",
  }),
  mutant('TV-SRC-21', 'takes-bearer-in-authorization-alone', {
    file: source,
    replace: readHeader,
    by: "return (request) => { const value = request.header(name); return name !== 'authorization' && value?.startsWith('Bearer') ? undefined : value; };",
  }),
  mutant('TV-SRC-22', 'takes-bearer-in-any-case', {
    file: sources,
    replace: "value.startsWith('Bearer ')",
    by: '/^Bearer /i.test(value)',
  }),
  mutant('TV-SRC-23', 'takes-bearer-and-a-colon', {
    file: sources,
    replace: "if (value.startsWith('Bearer ')) {",
    by: "if (value.startsWith('Bearer: ')) return { present: true, token: value.slice(8) };\n  if (value.startsWith('Bearer ')) {",
  }),
  mutant('TV-SRC-24', 'takes-bearer-and-many-spaces', {
    file: sources,
    replace: 'token: value.slice(7)',
    by: "token: value.slice(7).replace(/^ +/, '')",
  }),
  mutant('TV-SRC-25', 'takes-bearer-without-a-space', {
    file: sources,
    replace: '{ present: true, token: value } : ABSENT',
    by: "{ present: true, token: value.replace(/^Bearer/, '') } : ABSENT",
  }),
  mutant('TV-SRC-26', 'records-what-stands-behind-a-valid-token', {
    file: check,
    replace: getVerdict,
    by: `${getVerdict} if (verdict.valid) { const rest = values.slice(verdict.sourceIndex + 1); verdicts.set(config.id.toUpperCase(), { verdict: await checkSources(rest, keySet, { now, leewaySeconds }), values: rest }); }`,
    and: [
      {
        file: 'mock/edge/token-rules.ts',
        replace: 'if (compiled.filter.evaluate(context)) return { rule, compiled };',
        by: "if (compiled.filter.evaluate(context)) { const noted = unruledViolations(verdicts); return noted.length === 0 ? { rule, compiled } : { rule, compiled, finding: { ...getFinding(rule, operationId, noted), action: 'log' } }; }",
      },
    ],
  }),
]);

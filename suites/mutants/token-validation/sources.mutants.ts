import { defineMutants } from '../mutant.ts';

const schemas = 'spec/services/token-validation/schemas.ts';
const fields = 'mock/engines/expressions/fields.ts';

const fourSources = 'tokenSources: 4';

/** Token sources of a configuration: what is taken and what is refused. */
export const sourceMutants = defineMutants([
  {
    id: 'knows-no-headers-in-sources',
    requirement: 'TV-SRC-1',
    does: 'It knows the headers of a request in token sources by another name.',
    file: fields,
    replace: "'http.request.headers': stringsByKey,\n  'http.request.cookies'",
    by: "'http.headers': stringsByKey,\n  'http.request.cookies'",
  },
  {
    id: 'takes-headers-of-letters-alone',
    requirement: 'TV-SRC-1',
    does: 'It takes in token sources names of letters and hyphens only.',
    file: 'mock/edge/token-check.ts',
    replace: 'compileValue(source, sourceScheme',
    by: 'compileValue(/headers."(?![a-z-]+")/.test(source) ? "" : source, sourceScheme',
  },
  {
    id: 'knows-no-cookies-in-sources',
    requirement: 'TV-SRC-2',
    does: 'It knows the cookies of a request in token sources by another name.',
    file: fields,
    replace: "'http.request.headers': stringsByKey,\n  'http.request.cookies'",
    by: "'http.request.headers': stringsByKey,\n  'http.cookies'",
  },
  {
    id: 'takes-cookies-of-letters-alone',
    requirement: 'TV-SRC-2',
    does: 'It takes in token sources names of cookies in letters and hyphens only.',
    file: 'mock/edge/token-check.ts',
    replace: 'compileValue(source, sourceScheme',
    by: 'compileValue(/cookies."(?![a-z-]+")/i.test(source) ? "" : source, sourceScheme',
  },
  {
    id: 'refuses-four-sources',
    requirement: 'TV-SRC-7',
    does: 'It refuses a configuration with four token sources.',
    file: schemas,
    replace: fourSources,
    by: 'tokenSources: 3',
  },
  {
    id: 'takes-sources-that-it-can-not-parse',
    requirement: 'TV-SRC-10',
    does: 'It leaves the syntax of token sources for later.',
    file: 'mock/services/token-validation/config-handlers.ts',
    replace: 'if (!(error instanceof ExpressionError)) throw error;',
    by: "if (!(error instanceof ExpressionError)) throw error; if (error.code === 'expression_syntax') continue;",
  },
  {
    id: 'ignores-what-follows-a-source',
    requirement: 'TV-SRC-10',
    does: 'It does not look at what stands behind the field of a token source.',
    file: 'mock/engines/expressions/parser.ts',
    replace: "expectEnd(state, ['[', 'end of expression']);",
    by: '',
  },
  {
    id: 'takes-any-field-for-a-source',
    requirement: 'TV-SRC-11',
    does: 'It knows all fields of a request in token sources.',
    file: fields,
    replace: 'export const tokenSourceFields: FieldTable = {',
    by: 'export const tokenSourceFields: FieldTable = { ...requestFields,',
  },
  {
    id: 'takes-fields-below-headers-for-a-source',
    requirement: 'TV-SRC-11',
    does: 'It takes a field of which the name begins with that of the headers.',
    file: fields,
    replace: 'export const tokenSourceFields: FieldTable = {',
    by: "export const tokenSourceFields: FieldTable = { 'http.request.headers.names': strings, 'http.request.headers.values': strings,",
  },
  {
    id: 'takes-sources-of-any-type',
    requirement: 'TV-SRC-12',
    does: 'It takes a token source for all headers of one name.',
    file: 'mock/edge/token-check.ts',
    replace: "compileValue(source, sourceScheme, { type: 'String' })",
    by: 'compileValue(source, sourceScheme)',
  },
  {
    id: 'takes-all-values-for-the-first-one',
    requirement: 'TV-SRC-12',
    does: 'It reads all headers of a name as the first of them.',
    file: 'mock/edge/token-check.ts',
    replace: 'compileValue(source, sourceScheme',
    by: "compileValue(source.replace('[*]', '[0]'), sourceScheme",
  },
]);

const source = 'mock/edge/token-check.ts';
const check = 'mock/edge/token-check.ts';
const sources = 'mock/engines/jwt/check-sources.ts';

const readHeader = 'return (request) => request.header(name);';
const readSources = 'const values = sources.map((source) => source(request));';
const verdictOf = 'const verdict = await checkSources(values, keySet, { now, leewaySeconds });';

/** Where tokens are looked for at the edge, in which order, and what may stand before one. */
export const edgeSourceMutants = defineMutants([
  {
    id: 'looks-at-authorization-alone',
    requirement: 'TV-SRC-13',
    does: 'It looks at the header Authorization, whatever header a source names.',
    file: source,
    replace: readHeader,
    by: "return (request) => request.header('authorization');",
  },
  {
    id: 'reads-the-first-cookie-alone',
    requirement: 'TV-SRC-14',
    does: 'It finds of several cookies the first one only.',
    file: 'mock/edge/zone-request.ts',
    replace: "header.split(';')",
    by: "header.split(';', 1)",
  },
  {
    id: 'falls-back-to-authorization',
    requirement: 'TV-SRC-15',
    does: 'It looks at the header Authorization too, although no source names it.',
    file: check,
    replace: readSources,
    by: readSources.replace('sources.map', '[...sources, (all) => all.header("authorization")].map'),
  },
  {
    id: 'looks-at-the-sources-of-all-configurations',
    requirement: 'TV-SRC-15',
    does: 'It looks for the tokens of a configuration at the sources of all others too.',
    file: check,
    replace: readSources,
    by: readSources.replace(
      'sources.map',
      'zone.tokenConfigs.list().flatMap((other) => other.token_sources.map(compileTokenSource)).map',
    ),
  },
  {
    id: 'gives-up-at-an-absent-source',
    requirement: 'TV-SRC-16',
    does: 'It looks at no source behind one that is absent.',
    file: sources,
    replace: 'if (!extracted.present) continue;',
    by: 'if (!extracted.present) break;',
  },
  {
    id: 'gives-up-at-an-invalid-token',
    requirement: 'TV-SRC-17',
    does: 'It looks at no source behind one that holds an invalid token.',
    file: sources,
    replace: 'refused ??= { present',
    by: 'return { present',
  },
  {
    id: 'lets-the-last-source-decide',
    requirement: 'TV-SRC-18',
    does: 'It goes by the last source that holds anything.',
    file: sources,
    replace: 'return { present: true, valid: true, claims, claimsText, sourceIndex };',
    by: 'refused = { present: true, valid: true, claims, claimsText, sourceIndex }; continue;',
    and: [{ file: sources, replace: 'refused ??= {', by: 'refused = {' }],
  },
  {
    id: 'joins-what-sources-hold',
    requirement: 'TV-SRC-19',
    does: 'It tries the values of all sources joined to one as well.',
    file: check,
    replace: readSources,
    by: `${readSources} values.push(values.join(''));`,
  },
  {
    id: 'asks-for-bearer-in-authorization',
    requirement: 'TV-SRC-20',
    does: 'It finds no token in the header Authorization that stands there alone.',
    file: source,
    replace: readHeader,
    by: "return (request) => { const value = request.header(name); return name === 'authorization' && !value?.startsWith('Bearer') ? undefined : value; };",
  },
  {
    id: 'takes-bearer-in-authorization-alone',
    requirement: 'TV-SRC-21',
    does: 'It finds no token behind Bearer in other headers than Authorization.',
    file: source,
    replace: readHeader,
    by: "return (request) => { const value = request.header(name); return name !== 'authorization' && value?.startsWith('Bearer') ? undefined : value; };",
  },
  {
    id: 'takes-bearer-in-any-case',
    requirement: 'TV-SRC-22',
    does: 'It compares Bearer without regard to case.',
    file: sources,
    replace: "value.startsWith('Bearer ')",
    by: '/^Bearer /i.test(value)',
  },
  {
    id: 'takes-bearer-and-a-colon',
    requirement: 'TV-SRC-23',
    does: 'It takes a token behind Bearer, a colon and a space.',
    file: sources,
    replace: "if (value.startsWith('Bearer ')) {",
    by: "if (value.startsWith('Bearer: ')) return { present: true, token: value.slice(8) };\n  if (value.startsWith('Bearer ')) {",
  },
  {
    id: 'takes-bearer-and-many-spaces',
    requirement: 'TV-SRC-24',
    does: 'It takes a token behind Bearer and any number of spaces.',
    file: sources,
    replace: 'token: value.slice(7)',
    by: "token: value.slice(7).replace(/^ +/, '')",
  },
  {
    id: 'takes-bearer-without-a-space',
    requirement: 'TV-SRC-25',
    does: 'It takes a token that follows Bearer at once.',
    file: sources,
    replace: '{ present: true, token: value };',
    by: "{ present: true, token: value.replace(/^Bearer/, '') };",
  },
  {
    id: 'records-what-stands-behind-a-valid-token',
    requirement: 'TV-SRC-26',
    does: 'It notes the violations of the sources behind the first valid token.',
    file: check,
    replace: verdictOf,
    by: `${verdictOf} if (verdict.valid) { const rest = values.slice(verdict.sourceIndex + 1); verdicts.set(config.id.toUpperCase(), { verdict: await checkSources(rest, keySet, { now, leewaySeconds }), value: rest[0] }); }`,
    and: [
      {
        file: 'mock/edge/token-rules.ts',
        replace: 'if (satisfiedBy(context)) return undefined;',
        by: "if (satisfiedBy(context)) { const noted = unruledViolations(verdicts); return noted.length === 0 ? undefined : { ...finding(rule, operationId, noted), action: 'log' }; }",
      },
    ],
  },
]);

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
    file: 'mock/services/token-validation/token-config.ts',
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

import { defineMutants } from '../mutant.ts';

const handlers = 'mock/services/token-validation/config-handlers.ts';
const schemas = 'spec/services/token-validation/schemas.ts';
const fields = 'mock/engines/expressions/fields.ts';

const received = 'const { title, description, token_sources, credentials } = body;';
const sourcesOfContract = 'token_sources: tokenSources,\n  token_type';
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
    file: 'mock/edge/token-source.ts',
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
    file: 'mock/edge/token-source.ts',
    replace: 'compileValue(source, sourceScheme',
    by: 'compileValue(/cookies."(?![a-z-]+")/i.test(source) ? "" : source, sourceScheme',
  },
  {
    id: 'takes-configurations-without-sources',
    requirement: 'TV-SRC-3',
    does: 'It looks at the header Authorization where no sources are sent.',
    file: handlers,
    replace: received,
    by: received.replace('token_sources', `token_sources = ['http.request.headers["authorization"][0]']`),
    and: [
      {
        file: schemas,
        replace: sourcesOfContract,
        by: sourcesOfContract.replace(',', '.optional(),'),
      },
    ],
  },
  {
    id: 'takes-a-text-for-a-list-of-sources',
    requirement: 'TV-SRC-4',
    does: 'It takes a text for a list of one token source.',
    file: handlers,
    replace: received,
    by: 'const { title, description, credentials } = body; const token_sources = [body.token_sources].flat();',
    and: [
      {
        file: schemas,
        replace: sourcesOfContract,
        by: sourcesOfContract.replace('tokenSources', 'z.union([tokenSources, z.string()])'),
      },
    ],
  },
  {
    id: 'takes-no-sources',
    requirement: 'TV-SRC-5',
    does: 'It takes an empty list of token sources.',
    file: schemas,
    replace: '.min(1)\n  .max(tokenValidationLimits.tokenSources)',
    by: '.max(tokenValidationLimits.tokenSources)',
  },
  {
    id: 'asks-for-two-sources',
    requirement: 'TV-SRC-6',
    does: 'It refuses a configuration with one token source.',
    file: schemas,
    replace: '.min(1)\n  .max(tokenValidationLimits.tokenSources)',
    by: '.min(2)\n  .max(tokenValidationLimits.tokenSources)',
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
    id: 'takes-five-sources',
    requirement: 'TV-SRC-8',
    does: 'It takes a configuration with five token sources.',
    file: schemas,
    replace: fourSources,
    by: 'tokenSources: 5',
  },
  {
    id: 'flattens-lists-of-sources',
    requirement: 'TV-SRC-9',
    does: 'It takes a list for a token source and makes sources of what is in it.',
    file: handlers,
    replace: received,
    by: 'const { title, description, credentials } = body; const token_sources = body.token_sources.flat();',
    and: [
      {
        file: schemas,
        replace: sourcesOfContract,
        by: sourcesOfContract.replace('tokenSources', 'z.array(z.union([z.string(), tokenSources]))'),
      },
    ],
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
    file: 'mock/edge/token-source.ts',
    replace: "compileValue(source, sourceScheme, { type: 'String' })",
    by: 'compileValue(source, sourceScheme)',
  },
  {
    id: 'takes-all-values-for-the-first-one',
    requirement: 'TV-SRC-12',
    does: 'It reads all headers of a name as the first of them.',
    file: 'mock/edge/token-source.ts',
    replace: 'compileValue(source, sourceScheme',
    by: "compileValue(source.replace('[*]', '[0]'), sourceScheme",
  },
]);

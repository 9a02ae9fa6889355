import { compileValue, createScheme, tokenSourceFields } from '../engines/expressions/index.ts';
import type { ZoneRequest } from './zone-request.ts';

/** Resolves to what one source of a request holds, or to nothing. */
export type TokenSource = (request: ZoneRequest) => string | undefined;

/** Token sources may name two fields, and no functions (seed token-validation, Token configuration). */
const sourceScheme = createScheme({ fields: tokenSourceFields });

/** A name that a header can have, in lower case: anything else is found in no request. */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/**
 * Compiles a token source such as `http.request.headers["authorization"][0]`.
 *
 * Header names are looked up in lower case only, cookie names exactly: fact sheet token-validation, 5.1.
 *
 * @throws ExpressionError when it is anything else than one value of a header or a cookie.
 */
export function compileTokenSource(source: string): TokenSource {
  const { ast } = compileValue(source, sourceScheme, { type: 'String' });
  const [key, index] = ast.indexes;
  const name = key?.kind === 'key' ? key.value : '';
  const position = index?.kind === 'index' ? index.value : 0;
  if (ast.root.name === 'http.request.cookies') return (request) => request.cookies.get(name)?.[position];
  if (position > 0 || !headerName.test(name)) return () => undefined;
  return (request) => request.header(name);
}

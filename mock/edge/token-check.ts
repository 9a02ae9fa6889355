import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { compileValue, createScheme, tokenSourceFields } from '../engines/expressions/index.ts';
import { checkSources, importKeys, type KeySet, type SourcesVerdict } from '../engines/jwt/index.ts';
import type { StoredTokenConfig } from '../world/records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { Recent } from './recent.ts';
import type { ZoneRequest } from './zone-request.ts';

/** The result of the token check, by configuration id. */
export type TokenVerdicts = ReadonlyMap<string, TokenVerdict>;

export interface TokenVerdict {
  readonly verdict: SourcesVerdict;
  /** The value of each source. */
  readonly values: readonly (string | undefined)[];
}

interface Compiled {
  readonly sources: readonly TokenSource[];
  readonly keySet: KeySet;
}

export interface TokenCheckOptions {
  /** Allowed clock skew in seconds for `exp` and `nbf`. */
  readonly leewaySeconds: number;
  /** Whether `bearer` counts as `Bearer`. */
  readonly anyCaseBearer: boolean;
}

/**
 * Checks requests for tokens. This happens to every request of a zone with a configuration (seed token-validation, What
 * the service does, 2). Keys and sources of a configuration are compiled once.
 */
export function createTokenCheck({ leewaySeconds, anyCaseBearer }: TokenCheckOptions) {
  // A stored configuration never changes in place, so it is its own cache key.
  const compiled = new Recent<StoredTokenConfig, Compiled>();

  function getSource(text: string): TokenSource {
    const source = compileTokenSource(text);
    return anyCaseBearer ? (request) => source(request)?.replace(/^bearer /i, 'Bearer ') : source;
  }

  async function compile(config: StoredTokenConfig): Promise<Compiled> {
    const keySet = await importKeys(config.keys);
    const result = { sources: config.token_sources.map(getSource), keySet };
    compiled.set(config, result);
    return result;
  }

  /** @param now milliseconds since the epoch */
  return async function checkTokens(
    zone: ZoneTenant,
    request: ZoneRequest,
    now: number,
  ): Promise<TokenVerdicts> {
    const verdicts = new Map<string, TokenVerdict>();
    for (const config of zone.tokenConfigs.list()) {
      const { sources, keySet } = compiled.get(config) ?? (await compile(config));
      const values = sources.map((source) => source(request));
      const verdict = await checkSources(values, keySet, { now, leewaySeconds });
      verdicts.set(config.id, { verdict, values });
    }
    return verdicts;
  };
}

/** Reads one source of a request; may find nothing. */
export type TokenSource = (request: ZoneRequest) => string | undefined;

/** Token sources may name two fields, and no functions (seed token-validation, Token configuration). */
const sourceScheme = createScheme({ fields: tokenSourceFields });

/** A valid header name, in lower case: no request has any other. */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

/** @throws ExpressionError when a source is not one value of a header or a cookie. */
function parseTokenSource(source: string) {
  const { ast } = compileValue(source, sourceScheme, { type: 'String' });
  const [key, index] = ast.indexes;
  return {
    ofCookie: ast.root.name === 'http.request.cookies',
    name: key?.kind === 'key' ? key.value : '',
    position: index?.kind === 'index' ? index.value : 0,
  };
}

/**
 * Compiles a token source such as `http.request.headers["authorization"][0]`.
 *
 * Header names are looked up in lower case only, cookie names exactly: Cloudflare docs, Rules language
 * fields.
 *
 * @throws ExpressionError when it is not one value of a header or a cookie.
 */
export function compileTokenSource(source: string): TokenSource {
  const { ofCookie, name, position } = parseTokenSource(source);
  if (ofCookie) return (request) => request.cookies.get(name)?.[position];
  if (!headerName.test(name)) return () => undefined;
  return (request) => request.headerValue(name, position);
}

/**
 * Why no request can match a token source, and what to do; undefined when requests can match it.
 *
 * @throws ExpressionError as `compileTokenSource`
 *
 * @example
 * whyNeverFound('http.request.headers["X-Token"][0]')
 * // header names are in lower case here: write "x-token"
 */
export function whyNeverFound(source: string): string | undefined {
  const { ofCookie, name } = parseTokenSource(source);
  if (ofCookie || headerName.test(name)) return undefined;
  const lower = name.toLowerCase();
  return headerName.test(lower)
    ? `header names are in lower case here: write ${JSON.stringify(lower)}`
    : `${JSON.stringify(name)} is no name that a header can have`;
}

export type Violations = SecurityEvent['token_validation_violations'];

/** Why the configurations in a rule found no valid token. */
export function ruleViolations(verdicts: TokenVerdicts, configIds: Iterable<string>): Violations {
  const violations: Violations = [];
  for (const id of configIds) {
    const verdict = verdicts.get(id)?.verdict;
    if (verdict?.valid) continue;
    violations.push({ token_configuration_id: id, reason: verdict?.reason ?? 'missing_token' });
  }
  return violations;
}

/**
 * Invalid tokens that no rule checks. A valid token of another configuration is not a violation: two identity providers
 * may share a header (inferred).
 */
export function unruledViolations(verdicts: TokenVerdicts): Violations {
  const violations: Violations = [];
  for (const [id, { verdict, values }] of verdicts) {
    if (!verdict.present || verdict.valid) continue;
    const value = values[verdict.sourceIndex];
    let accepted = false;
    for (const other of verdicts.values()) {
      accepted ||= other.verdict.valid && other.values[other.verdict.sourceIndex] === value;
    }
    if (!accepted) violations.push({ token_configuration_id: id, reason: verdict.reason });
  }
  return violations;
}

const headerSource = /^\s*http\.request\.headers\s*\[\s*(?:r#*)?"((?:[^"\\]|\\.)+)"/;

/** Lower-case names of the headers that the token configurations of a zone read tokens from. */
export function getSecretHeaders(zone: ZoneTenant): readonly string[] {
  const names: string[] = [];
  for (const { token_sources: sources } of zone.tokenConfigs.list()) {
    for (const source of sources) {
      const name = headerSource.exec(source)?.[1];
      if (name !== undefined) names.push(name.toLowerCase());
    }
  }
  return names;
}

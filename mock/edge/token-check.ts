import { checkSources, importKeys, type KeySet, type SourcesVerdict } from '../engines/jwt/index.ts';
import type { StoredTokenConfig } from '../world/records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { Recent } from './recent.ts';
import { compileTokenSource, type TokenSource } from './token-source.ts';
import type { ZoneRequest } from './zone-request.ts';

/** What the token check found, by configuration id. */
export type TokenVerdicts = ReadonlyMap<string, TokenVerdict>;

export interface TokenVerdict {
  readonly verdict: SourcesVerdict;
  /** What the source held that decided the verdict. */
  readonly value: string | undefined;
}

interface Compiled {
  readonly sources: readonly TokenSource[];
  readonly keySet: KeySet;
}

export interface TokenCheckOptions {
  /** Clock mismatch in seconds that `exp` and `nbf` allow. */
  readonly leewaySeconds: number;
}

/**
 * Checks requests for tokens, as every request of a zone is as soon as the zone has a configuration (seed
 * token-validation, What the service does, 2). Keys and sources of a configuration are compiled once.
 */
export function createTokenCheck({ leewaySeconds }: TokenCheckOptions) {
  // A stored configuration never changes in place, so it is its own cache key.
  const compiled = new Recent<StoredTokenConfig, Compiled>();

  async function compile(config: StoredTokenConfig): Promise<Compiled> {
    const keySet = await importKeys(config.keys);
    const result = { sources: config.token_sources.map(compileTokenSource), keySet };
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
      verdicts.set(config.id, { verdict, value: verdict.present ? values[verdict.sourceIndex] : undefined });
    }
    return verdicts;
  };
}

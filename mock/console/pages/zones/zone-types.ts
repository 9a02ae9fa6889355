import type { z } from 'zod';
import type { Operation } from '../../../../spec/services/api-gateway/endpoints.ts';
import type { configSchema, ruleSchema } from '../../../../spec/services/token-validation/schemas.ts';
import type { Session } from '../../session.ts';

export type TokenConfig = z.infer<typeof configSchema>;
export type TokenRule = z.infer<typeof ruleSchema>;

/** What belongs to tokens in a zone. */
export interface ZoneTokens {
  readonly configs: readonly TokenConfig[];
  readonly rules: readonly TokenRule[];
  readonly operations: readonly Operation[];
}

/** Most entries of a list to show; the API has pages of at most 50. */
const page = 'per_page=50';

/** Reads the token configurations, rules and operations of a zone. */
export async function readTokens({ v4 }: Session, zoneId: string): Promise<ZoneTokens> {
  const [configs, rules, operations] = await Promise.all([
    v4<readonly TokenConfig[]>(`zones/${zoneId}/token_validation/config?${page}`),
    v4<readonly TokenRule[]>(`zones/${zoneId}/token_validation/rules?${page}`),
    v4<readonly Operation[]>(`zones/${zoneId}/api_gateway/operations?${page}`),
  ]);
  return { configs: configs.result, rules: rules.result, operations: operations.result };
}

/** A header or a cookie that a token is read from. */
export interface Source {
  readonly kind: 'header' | 'cookie';
  readonly name: string;
}

/** Reads a token source such as `http.request.headers["authorization"][0]`; undefined for any other form. */
export function readSource(source: string): Source | undefined {
  const [, field, name] = /^\s*http\.request\.(headers|cookies)\s*\["([^"\\]+)"\]/.exec(source) ?? [];
  if (name === undefined) return undefined;
  return { kind: field === 'headers' ? 'header' : 'cookie', name };
}

/** The headers that carry a token to a source. A token in `authorization` follows `Bearer`. */
export function toHeaders(source: Source, token: string): Record<string, string> {
  if (token === '') return {};
  if (source.kind === 'cookie') return { cookie: `${source.name}=${token}` };
  const isBare = source.name !== 'authorization' || /^\w+ /.test(token);
  return { [source.name]: isBare ? token : `Bearer ${token}` };
}

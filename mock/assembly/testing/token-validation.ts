import type { z } from 'zod';
import type { Client } from '../../../spec/client.ts';
import type {
  configCreateBody,
  jwkInputSchema,
  ruleCreateBody,
} from '../../../spec/services/token-validation/schemas.ts';
import type { Alg } from '../../engines/jwt/index.ts';
import { jwk, type TestKeyName } from '../../engines/jwt/testing/test-keys.ts';

export type Key = z.input<typeof jwkInputSchema>;
export type ConfigBody = z.input<typeof configCreateBody>;
export type RuleBody = z.input<typeof ruleCreateBody>;

/** A fixed key as a caller sends it. */
export function key(name: TestKeyName, kid: string, alg?: Alg, more: Record<string, unknown> = {}): Key {
  // The fixed keys all have a kty, and the kid is given.
  return jwk(name, kid, alg, more) as Key;
}

/** A configuration to create, with optional changes. */
export function configBody(more: Partial<ConfigBody> = {}): ConfigBody {
  return {
    title: 'Shop',
    description: 'Tokens of the shop',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'jwt',
    credentials: { keys: [key('p256', 'key-1', 'ES256')] },
    ...more,
  };
}

/** A rule to create, with optional changes. */
export function ruleBody(more: Partial<RuleBody> = {}): RuleBody {
  return {
    title: 'Guard',
    description: 'Refuses what is not valid',
    action: 'block',
    enabled: true,
    expression: 'http.request.method eq "GET"',
    selector: { include: [{ host: ['api.example.localhost'] }] },
    ...more,
  };
}

/** Creates a configuration and returns its id. */
export async function createConfig(
  client: Client,
  zone_id: string,
  more: Partial<ConfigBody> = {},
): Promise<string> {
  const { status, body, text } = await client.call('token-validation.config.create', {
    params: { zone_id },
    body: configBody(more),
  });
  if (status !== 200) throw new Error(`the configuration was refused: ${text}`);
  return body.result.id;
}

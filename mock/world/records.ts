import type { z } from 'zod';
import type { CustomHostname } from '../../spec/services/custom-hostnames/schemas.ts';
import type { Ruleset } from '../../spec/services/rulesets/schemas.ts';
import type { configSchema, ruleSchema } from '../../spec/services/token-validation/schemas.ts';
import type { StoredKey } from '../engines/jwt/index.ts';

/** A token configuration as it is kept: like the resource, but with the secrets of HMAC keys. */
export type StoredTokenConfig = Readonly<
  Omit<z.infer<typeof configSchema>, 'credentials'> & { keys: readonly StoredKey[] }
>;

/** A token validation rule as it is kept: the resource itself. */
export type StoredTokenRule = Readonly<z.infer<typeof ruleSchema>>;

/** A ruleset with its history: the newest version first, as the resource, and the older ones behind it. */
export interface StoredRuleset {
  readonly id: string;
  readonly current: Readonly<Ruleset>;
  /** Newest first. */
  readonly older: readonly Readonly<Ruleset>[];
}

/** A setting of a zone that was changed from its default. */
export interface StoredSetting {
  readonly id: string;
  readonly value: unknown;
  readonly modified_on: string;
}

/** A custom hostname as it is kept: the resource, and what the edge asks for. */
export interface StoredCustomHostname {
  readonly id: string;
  /** In lower case; a wildcard begins with `*.`. */
  readonly hostname: string;
  readonly zoneId: string;
  readonly resource: Readonly<CustomHostname>;
  /** The JSON text of its metadata, as `cf.hostname.metadata` reads it; empty where it has none. */
  readonly metadata: string;
}

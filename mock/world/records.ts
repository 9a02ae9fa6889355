import type { z } from 'zod';
import type { CustomHostname } from '../../spec/services/custom-hostnames/schemas.ts';
import type { ResponseObject } from '../../spec/services/inference/formats/responses/answer.ts';
import type { InputItem } from '../../spec/services/inference/formats/responses/request.ts';
import type { Ruleset } from '../../spec/services/rulesets/schemas.ts';
import type { configSchema, ruleSchema } from '../../spec/services/token-validation/schemas.ts';
import type { StoredKey } from '../engines/jwt/index.ts';

/** A stored token configuration: the resource, but with the secrets of HMAC keys. */
export type StoredTokenConfig = Readonly<
  Omit<z.infer<typeof configSchema>, 'credentials'> & { keys: readonly StoredKey[] }
>;

/** A stored token validation rule: the resource itself. */
export type StoredTokenRule = Readonly<z.infer<typeof ruleSchema>>;

/** A ruleset with its history: the latest version as the resource, and the older ones. */
export interface StoredRuleset {
  readonly id: string;
  readonly current: Readonly<Ruleset>;
  /** Newest first. */
  readonly older: readonly Readonly<Ruleset>[];
}

/** A setting of a zone that differs from its default. */
export interface StoredSetting {
  readonly id: string;
  readonly value: unknown;
  readonly modified_on: string;
}

/** A stored custom hostname: the resource, and what the edge needs. */
export interface StoredCustomHostname {
  readonly id: string;
  /** In lower case; a wildcard begins with `*.`. */
  readonly hostname: string;
  readonly zoneId: string;
  readonly resource: Readonly<CustomHostname>;
  /** The metadata as JSON text, as `cf.hostname.metadata` reads it; empty without metadata. */
  readonly metadata: string;
}

/** A stored response of a model, and its input. */
export interface StoredResponse {
  readonly id: string;
  readonly response: ResponseObject;
  /** The conversation before the request, and the request. */
  readonly before: readonly InputItem[];
  readonly input: readonly InputItem[];
}

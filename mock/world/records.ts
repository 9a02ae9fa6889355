import type { z } from 'zod';
import type { configSchema, ruleSchema } from '../../spec/services/token-validation/schemas.ts';
import type { StoredKey } from '../engines/jwt/index.ts';

/** A token configuration as it is kept: like the resource, but with the secrets of HMAC keys. */
export type StoredTokenConfig = Readonly<
  Omit<z.infer<typeof configSchema>, 'credentials'> & { keys: readonly StoredKey[] }
>;

/** A token validation rule as it is kept: the resource itself. */
export type StoredTokenRule = Readonly<z.infer<typeof ruleSchema>>;

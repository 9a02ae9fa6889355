import { CompactSign, importJWK } from 'jose';
import { z } from 'zod';
import { certainties } from '../certainty.ts';
import { tokenValidationLimits } from '../services/token-validation/schemas.ts';
import { violationReasons } from '../violation-reasons.ts';

/** The subject of a vector. Each class has at least {@link jwtVectorLimits.perClass} vectors. */
export const jwtVectorClasses = [
  'algorithm',
  'key_size',
  'kid',
  'alg',
  'none',
  'hmac_confusion',
  'foreign_key',
  'tampered',
  'structure',
  'base64url',
  'der',
  'rsa_padding',
  'time',
  'crit',
  'json_serialisation',
  'payload',
  'multi_source',
  'bearer',
  'cookie',
] as const;

/** Limits that `touchstone record jwt` and its lint enforce. */
export const jwtVectorLimits = { vectors: 200, perClass: 12, configurations: 14 } as const;

/** A configuration as a user would POST it. */
const jwtVectorConfigurationSchema = z.strictObject({
  title: z.string().max(tokenValidationLimits.title),
  description: z.string().max(tokenValidationLimits.description),
  token_sources: z.array(z.string()).min(1).max(tokenValidationLimits.tokenSources),
  token_type: z.literal('jwt'),
  credentials: z.strictObject({
    keys: z
      .array(z.looseObject({ kty: z.string(), kid: z.string() }))
      .max(tokenValidationLimits.keysPerConfig),
  }),
});

const jsonObject = z.record(z.string(), z.json());

/** How a stored token was made: its content, its key, and later changes. */
const jwtRecipeSchema = z.strictObject({
  /** A key of `fixtures/jwt/keys.json`. */
  key: z.string(),
  /** The signing algorithm; the header may name another. */
  alg: z.string(),
  /** The form in which a key served as an HMAC secret, if it is not an HMAC key. */
  secret: z.string().optional(),
  /** An object is serialised as JSON; a string is used as it is. */
  header: z.union([jsonObject, z.string()]),
  payload: z.union([jsonObject, z.string(), z.strictObject({ bytes: z.string() })]),
  /** Changes during or after signing. */
  fault: z.string().optional(),
});

/** A time relative to the clock of the target: `{ "offset": 30 }` is 30 seconds from now. */
const jwtOffsetSchema = z.strictObject({ offset: z.number() });

/** A token that is signed during the run, because its times are relative to now. */
const jwtTemplateSchema = z.strictObject({
  /** A key of `fixtures/jwt/keys.json`. */
  key: z.string(),
  header: z.looseObject({ alg: z.string(), kid: z.string() }),
  claims: z.record(z.string(), z.union([jwtOffsetSchema, z.json()])),
});

const requestSchema = z.strictObject({
  method: z.string(),
  /** Path and query. */
  path: z.string().startsWith('/'),
  /** Names and values in order; `{{name}}` in a value is the token of that template. */
  headers: z.array(z.tuple([z.string(), z.string()])),
});

const expectedSchema = z.discriminatedUnion('valid', [
  z.strictObject({ present: z.literal(true), valid: z.literal(true), reason: z.null() }),
  z.strictObject({
    present: z.boolean(),
    valid: z.literal(false),
    /** The words are ours, because the platform's are not public, so this is never more than a MAY. */
    reason: z.enum(violationReasons),
  }),
]);

export const jwtVectorSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  class: z.enum(jwtVectorClasses),
  /** The behaviour as one sentence. */
  title: z.string(),
  /** The requirement behind `expected.valid`. */
  requirement: z.string(),
  /** Certainty of the two verdicts. */
  certainty: z.strictObject({ present: z.enum(certainties), valid: z.enum(certainties) }),
  /** A name in `configurations`. */
  configuration: z.string(),
  request: requestSchema,
  expected: expectedSchema,
  /** Set if the verdict holds only for a target with exactly this leeway in seconds. */
  leeway: z.number().optional(),
  /** Tokens that are signed during the run, by their names in the request. */
  templates: z.record(z.string(), jwtTemplateSchema).optional(),
  /** How the stored tokens of the request were made. */
  made: z.record(z.string(), jwtRecipeSchema).optional(),
  /** Whether two JOSE libraries accept it by default; a strict target may refuse more. */
  witnesses: z.strictObject({ jose: z.boolean(), 'fast-jwt': z.boolean() }),
});

export const jwtVectorsSchema = z.strictObject({
  about: z.string(),
  configurations: z.record(z.string(), jwtVectorConfigurationSchema),
  vectors: z.array(jwtVectorSchema),
});

/** The fixed private keys and secrets that sign vectors and templates, as JSON Web Keys. */
export const jwtVectorKeysSchema = z.strictObject({
  about: z.string(),
  keys: z.record(z.string(), z.looseObject({ kty: z.string() })),
});
export type JwtVectorConfiguration = z.infer<typeof jwtVectorConfigurationSchema>;
export type JwtRecipe = z.infer<typeof jwtRecipeSchema>;
export type JwtTemplate = z.infer<typeof jwtTemplateSchema>;
export type JwtVector = z.infer<typeof jwtVectorSchema>;
export type JwtVectors = z.infer<typeof jwtVectorsSchema>;
export type JwtVectorKeys = z.infer<typeof jwtVectorKeysSchema>;

/**
 * The claims of a template at one time.
 *
 * @param now seconds since the epoch, by the clock of the target (its `Date` header)
 *
 * @example
 * resolveClaims({ sub: 'user-1', exp: { offset: 30 } }, 1000) // { sub: 'user-1', exp: 1030 }
 */
export function resolveClaims(claims: JwtTemplate['claims'], now: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => {
      const offset = jwtOffsetSchema.safeParse(value);
      return [name, offset.success ? now + offset.data.offset : value];
    }),
  );
}

/**
 * Signs a template as a compact JWS.
 *
 * @param keys the keys of `fixtures/jwt/keys.json`
 * @param now seconds since the epoch, by the clock of the target
 * @throws TypeError if `keys` does not have the key of the template
 *
 * @example
 * const token = await signTemplate(template, keys, Date.parse(response.headers.get('date') ?? '') / 1000);
 */
export async function signTemplate(
  { key, header, claims }: JwtTemplate,
  keys: JwtVectorKeys['keys'],
  now: number,
): Promise<string> {
  const jwk = keys[key];
  if (!jwk) throw new TypeError(`There is no key ${key} among ${Object.keys(keys).join(', ')}`);
  const payload = new TextEncoder().encode(JSON.stringify(resolveClaims(claims, now)));
  return new CompactSign(payload).setProtectedHeader(header).sign(await importJWK(jwk, header.alg));
}

/**
 * The headers of a vector's request, with its templates signed for this time.
 *
 * @param now seconds since the epoch, by the clock of the target
 *
 * @example
 * await requestHeaders(vector, keys, 1_700_000_000) // [['authorization', 'Bearer eyJ...']]
 */
export async function requestHeaders(
  { request, templates = {} }: JwtVector,
  keys: JwtVectorKeys['keys'],
  now: number,
): Promise<[string, string][]> {
  const tokens = new Map<string, string>();
  for (const [name, template] of Object.entries(templates)) {
    tokens.set(name, await signTemplate(template, keys, now));
  }
  return request.headers.map(([name, value]) => [
    name,
    value.replace(/\{\{(\w+)\}\}/g, (whole, token: string) => tokens.get(token) ?? whole),
  ]);
}

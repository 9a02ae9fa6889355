import { CompactSign, importJWK } from 'jose';
import { type JwtTemplate, type JwtVector, type JwtVectorKeys, jwtOffsetSchema } from './jwt.ts';

/**
 * The claims of a template at one moment.
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
 * @throws TypeError when the template names a key that `keys` does not have
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
 * The headers of a vector's request, with its templates signed for this moment.
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

import type { JwtRecipe } from '../../../spec/vectors/jwt.ts';
import { type Draft, encodePart, faults, soundToken } from './faults.ts';
import { type KeyStore, secretForms } from './keys.ts';
import { sign } from './signatures.ts';

/**
 * Makes the token of a recipe.
 *
 * @throws Error if a name in the recipe is unknown, or its fault changes nothing
 *
 * @example
 * forge({ key: 'p256', alg: 'ES256', header: { alg: 'ES256', kid: 'es256' }, payload: {} }, keys)
 */
export function forge(recipe: JwtRecipe, keys: KeyStore): string {
  const jwk = named(keys, recipe.key);
  const secret = recipe.secret === undefined ? undefined : named(secretForms, recipe.secret)(jwk);
  const draft: Draft = {
    jwk,
    alg: recipe.alg,
    header: encodePart(recipe.header),
    payload: encodePart(recipe.payload),
    recipe,
    sign: (input, alg = recipe.alg) => sign(jwk, alg, input, secret),
  };
  if (recipe.fault === undefined) return soundToken(draft);
  const token = named(faults, recipe.fault)(draft);
  if (token === soundToken(draft)) throw new Error(`The fault ${recipe.fault} changes nothing in ${token}`);
  return token;
}

/** @throws TypeError for an unknown name */
export function named<T>(all: Readonly<Record<string, T>>, name: string): T {
  const found = all[name];
  if (found === undefined) throw new TypeError(`There is no ${name} among ${Object.keys(all).join(', ')}`);
  return found;
}

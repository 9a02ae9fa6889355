import type { JwtRecipe } from '../../../spec/vectors/jwt.ts';
import { type Draft, encodePart, soundToken } from './draft.ts';
import { type FaultName, faults } from './faults.ts';
import type { KeyId, KeyStore } from './key-store.ts';
import { type SecretForm, secretForms } from './secret-forms.ts';
import { sign } from './sign.ts';

/** A recipe whose names are checked by the compiler. */
export interface Recipe extends JwtRecipe {
  readonly key: KeyId;
  readonly secret?: SecretForm;
  readonly fault?: FaultName;
}

/**
 * Makes the token of a recipe.
 *
 * @throws Error when its fault would leave the token as it is
 *
 * @example
 * forge({ key: 'p256', alg: 'ES256', header: { alg: 'ES256', kid: 'es256' }, payload: {} }, keys)
 */
export function forge(recipe: Recipe, keys: KeyStore): string {
  const jwk = keys[recipe.key];
  const secret = recipe.secret && secretForms[recipe.secret](jwk);
  const draft: Draft = {
    jwk,
    alg: recipe.alg,
    header: encodePart(recipe.header),
    payload: encodePart(recipe.payload),
    recipe,
    sign: (input, alg = recipe.alg) => sign(jwk, alg, input, secret),
  };
  if (!recipe.fault) return soundToken(draft);
  const token = faults[recipe.fault](draft);
  if (token === soundToken(draft)) throw new Error(`The fault ${recipe.fault} changes nothing in ${token}`);
  return token;
}

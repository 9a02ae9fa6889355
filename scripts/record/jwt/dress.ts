import { soundClaims, type VectorPlan } from './plan.ts';

/** Claims that say nothing about validity: other names and other types in each. */
const WARDROBE = [
  {},
  { iat: 1_500_000_000 },
  { jti: 'a' },
  { aud: 'a' },
  { aud: ['a', 'b'] },
  { iss: 'https://issuer.example' },
  { nbf: 1_500_000_000 },
  { scope: 'read write' },
  { roles: ['reader'] },
  { email: 'user@a.example', email_verified: true },
  { azp: 'client' },
  { sid: 's', nonce: 'n' },
  { user: { id: 1 } },
  { tenant: null },
  { level: 3 },
  { region: { name: 'a', codes: [1, 2] } },
  { flags: [true, false] },
] as const;

/**
 * Gives the tokens of a plan that have nothing but sound claims some more, by its place in its class.
 * Vectors of one class then differ in the shape of their claims too, so no verdict hangs on one shape.
 */
export function dress(plan: VectorPlan, place: number): VectorPlan {
  if (!plan.made) return plan;
  const more = WARDROBE[place % WARDROBE.length];
  const made = Object.entries(plan.made).map(([name, recipe]) => [
    name,
    recipe.payload === soundClaims ? { ...recipe, payload: { ...soundClaims, ...more } } : recipe,
  ]);
  return { ...plan, made: Object.fromEntries(made) };
}

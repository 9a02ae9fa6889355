import type { Certainty } from '../../../spec/certainty.ts';
import type { RequirementId } from '../../../spec/requirement.ts';
import type { JwtTemplate, JwtVector, JwtVectorClass } from '../../../spec/vectors/jwt.ts';
import type { ConfigurationName, Slot } from './configurations.ts';
import type { Recipe } from './forge.ts';
import type { KeyStore } from './key-store.ts';

/** What a vector expects: a valid token, or the reason for which there is none. */
export type Expectation = 'valid' | Extract<JwtVector['expected'], { valid: false }>['reason'];

/** A vector before its tokens are made. */
export interface VectorPlan {
  readonly id: string;
  readonly title: string;
  readonly configuration: ConfigurationName;
  readonly requirement: RequirementId;
  readonly expected: Expectation;
  /** How sure `present` is, where the usual rule of {@link presentCertainty} does not hold. */
  readonly present?: Certainty;
  /** How sure `valid` is, where it is less sure than the requirement. */
  readonly valid?: Certainty;
  readonly method?: string;
  readonly path?: string;
  /** Names and values; `{{name}}` stands for a token of `made` or `templates`. */
  readonly headers: readonly (readonly [string, string])[];
  readonly made?: Readonly<Record<string, Recipe>>;
  readonly templates?: Readonly<Record<string, JwtTemplate>>;
  readonly leeway?: number;
}

/** The vectors of one class. */
export interface ClassPlan {
  readonly name: JwtVectorClass;
  readonly vectors: (keys: KeyStore) => readonly VectorPlan[];
}

/** The first second of the year 2100: stored tokens are valid until then. */
export const YEAR_2100 = 4_102_444_800;
/** The first second of the year 2019: stored tokens that expired did so then or before. */
export const YEAR_2019 = 1_546_300_800;

/** The claims of a token that nothing is wrong with. */
export const soundClaims = { sub: 'user-1', exp: YEAR_2100 };

/** Replaces parts of a recipe; `header` and `payload` objects replace the whole part. */
export type RecipeChange = Partial<Recipe>;

/** The recipe of a sound token by a configured key, with changes. */
export function token(slot: Slot, change: RecipeChange = {}): Recipe {
  return {
    key: slot.key,
    alg: slot.alg,
    header: { alg: slot.alg, kid: slot.kid },
    payload: soundClaims,
    ...change,
  };
}

/** The header of a configured key with more parameters; `undefined` leaves one out. */
export function headerOf(slot: Slot, more: Record<string, unknown> = {}): Recipe['header'] {
  const entries = Object.entries({ alg: slot.alg, kid: slot.kid, ...more });
  // Values come from literals of the plans, which are JSON.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Recipe['header'];
}

/** One line of a table of vectors: id, what happens, requirement, expectation and the token. */
export type Row = readonly [string, string, RequirementId, Expectation, Recipe];

/** Vectors whose one token stands in the Authorization header after `Bearer`. */
export function inAuthorization(configuration: ConfigurationName, rows: readonly Row[]): VectorPlan[] {
  return rows.map(([id, title, requirement, expected, made]) => ({
    id,
    title,
    configuration,
    requirement,
    expected,
    headers: [['authorization', 'Bearer {{token}}']],
    made: { token: made },
  }));
}

/** Vectors that follow from their requirement by a deduction only. */
export function inferred(plans: readonly VectorPlan[]): VectorPlan[] {
  return plans.map((plan) => ({ ...plan, valid: 'inferred' }));
}

/**
 * How sure it is that a token counts as present, or as absent: certain when it is valid or when nothing
 * was sent, documented when it is a token that fails, inferred when it is no token (fact sheet, 5.3).
 */
export function presentCertainty({ expected, headers, present }: VectorPlan): Certainty {
  if (present) return present;
  if (expected === 'valid') return 'seed';
  if (expected === 'missing_token') return headers.length === 0 ? 'seed' : 'inferred';
  return expected === 'malformed_token' ? 'inferred' : 'documented';
}

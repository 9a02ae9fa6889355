import { z } from 'zod';

/** The direction of data for a rule. */
const dlpChecks = ['REQUEST', 'RESPONSE'] as const;

export type DlpCheck = (typeof dlpChecks)[number];

/** The action of a data rule: it is recorded, or the run ends. */
const dlpActions = ['FLAG', 'BLOCK'] as const;

export type DlpAction = (typeof dlpActions)[number];

/**
 * What the profiles of the mock match, by their entries (inferred: those of the platform use ids of an account). A
 * profile with any other name matches nothing.
 */
export const dlpProfiles = {
  financial: ['card-number'],
  identity: ['us-social-security-number'],
  credentials: ['aws-access-key', 'private-key'],
} as const;

/** One data rule of a gateway. */
interface DlpPolicy {
  readonly id: string;
  readonly action: DlpAction;
  readonly checks: readonly DlpCheck[];
  readonly profiles: readonly string[];
}

const policy = z.looseObject({
  id: z.string().optional(),
  enabled: z.boolean().optional(),
  action: z.enum(dlpActions),
  check: z.array(z.enum(dlpChecks)).optional(),
  profiles: z.array(z.string()),
});

const several = z.looseObject({ enabled: z.boolean().optional(), policies: z.array(z.unknown()) });

/**
 * The data rules in the `dlp` of a gateway: one for both directions, or several. Values that are not rules are ignored,
 * because the setting is stored as sent.
 *
 * @example
 * dlpPolicies({ enabled: true, action: 'BLOCK', profiles: ['financial'] })
 * // [{ id: 'default', action: 'BLOCK', checks: ['REQUEST', 'RESPONSE'], profiles: ['financial'] }]
 */
export function dlpPolicies(setting: unknown): DlpPolicy[] {
  const many = several.safeParse(setting);
  if (many.success && many.data.enabled === false) return [];
  const sent = many.success ? many.data.policies : [setting];
  return sent.flatMap((one, index) => {
    const parsed = policy.safeParse(one);
    if (!parsed.success || parsed.data.enabled === false) return [];
    const { id = index === 0 ? 'default' : String(index), action, check = dlpChecks, profiles } = parsed.data;
    return [{ id, action, checks: check, profiles }];
  });
}

/** A match of a data rule, as in the header `cf-aig-dlp`. */
export interface DlpFinding {
  readonly profile: {
    readonly context: object;
    readonly entry_ids: readonly string[];
    readonly profile_id: string;
  };
  readonly policy_ids: readonly string[];
  readonly check: DlpCheck;
}

/**
 * Categories of guardrails: Cloudflare docs, AI Gateway guardrails. Names are those of the hazard taxonomy (inferred).
 */
const guardrailCategories = {
  S1: 'violent crimes',
  S2: 'other crimes',
  S3: 'sex-related crimes',
  S4: 'sexual exploitation of children',
  S5: 'defamation',
  S6: 'specialised advice',
  S7: 'privacy',
  S8: 'intellectual property',
  S9: 'indiscriminate weapons',
  S10: 'hate',
  S11: 'suicide and self-harm',
  S12: 'sexual content',
  S13: 'elections',
  P1: 'prompt injection',
} as const;

type GuardrailCategory = keyof typeof guardrailCategories;

/** The action on a match: it is recorded, or the request ends. */
const guardrailActions = ['FLAG', 'BLOCK'] as const;

const categoryNames = Object.keys(guardrailCategories) as [GuardrailCategory, ...GuardrailCategory[]]; // a literal
const rules = z.partialRecord(z.enum(categoryNames), z.enum(guardrailActions));

/** The `guardrails` of a gateway: an action for each enabled category and phase. */
export const guardrailsSchema = z.object({ prompt: rules, response: rules });

export type Guardrails = z.infer<typeof guardrailsSchema>;

/** The phase of a match. */
export type GuardrailPhase = keyof Guardrails;

const holdsWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Words of a category that the mock's scanner finds. */
export const scannedWordsSchema = z.object({
  category: z.enum(categoryNames),
  /** Words or phrases, matched as whole words in any case. */
  words: z.array(z.string().min(1).refine(holdsWord, 'must hold a letter or a digit')).min(1),
  /** By default they apply to prompts and answers. */
  phases: z
    .array(z.enum(['prompt', 'response']))
    .min(1)
    .optional(),
});

export type ScannedWords = z.infer<typeof scannedWordsSchema>;

/** Phrases that any scanner recognises, with their category. */
const plainPhrases: Readonly<Partial<Record<GuardrailCategory, readonly string[]>>> = {
  S1: ['build a bomb', 'murder my neighbour'],
  S2: ['hotwire a car', 'forge a passport'],
  S9: ['make nerve gas', 'build a bomb'],
  S11: ['kill myself', 'hurt myself'],
  P1: ['ignore all previous instructions', 'ignore your instructions'],
};

/**
 * The default words of the mock's scanner: `unsafe s1` to `unsafe s13` and `unsafe p1` for each category, so that tests
 * need no offensive text, and a few plain phrases (inferred).
 */
export const defaultScannedWords: readonly ScannedWords[] = categoryNames.map((category) => ({
  category,
  words: [`unsafe ${category.toLowerCase()}`, ...(plainPhrases[category] ?? [])],
}));

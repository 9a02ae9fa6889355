import { z } from 'zod';

/** Which way data goes that a rule looks at. */
const dlpChecks = ['REQUEST', 'RESPONSE'] as const;

export type DlpCheck = (typeof dlpChecks)[number];

/** What happens to data that a rule finds: it is noted, or the run ends. */
const dlpActions = ['FLAG', 'BLOCK'] as const;

export type DlpAction = (typeof dlpActions)[number];

/**
 * What the profiles of the mock find, by their entries (inferred: those of the platform go by ids of an account).
 * A profile with any other name finds nothing.
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
 * The data rules in the `dlp` of a gateway: one for both directions, or several. Anything that is not a rule
 * is ignored, since the setting is kept as it was sent.
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

/** Something that a data rule found, as the header `cf-aig-dlp` tells it. */
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
 * What guardrails look for: Cloudflare docs, AI Gateway guardrails. Names are those of the hazard taxonomy
 * (inferred).
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

/** What happens to what is found: it is noted, or the request ends. */
const guardrailActions = ['FLAG', 'BLOCK'] as const;

const categoryNames = Object.keys(guardrailCategories) as [GuardrailCategory, ...GuardrailCategory[]]; // a literal
const rules = z.partialRecord(z.enum(categoryNames), z.enum(guardrailActions));

/** The `guardrails` of a gateway: an action for each category and phase that is looked at. */
export const guardrailsSchema = z.object({ prompt: rules, response: rules });

export type Guardrails = z.infer<typeof guardrailsSchema>;

/** Where something was found. */
export type GuardrailPhase = keyof Guardrails;

const holdsWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Words of a category that the mock's scanner finds. */
export const scannedWordsSchema = z.object({
  category: z.enum(categoryNames),
  /** Words or phrases, found as whole words whatever their case. */
  words: z.array(z.string().min(1).refine(holdsWord, 'must hold a letter or a digit')).min(1),
  /** Left out, they are looked for in prompts and in answers. */
  phases: z
    .array(z.enum(['prompt', 'response']))
    .min(1)
    .optional(),
});

export type ScannedWords = z.infer<typeof scannedWordsSchema>;

/** Phrases that anybody's scanner takes for what they are, with the category that they mean. */
const plainPhrases: Readonly<Partial<Record<GuardrailCategory, readonly string[]>>> = {
  S1: ['build a bomb', 'murder my neighbour'],
  S2: ['hotwire a car', 'forge a passport'],
  S9: ['make nerve gas', 'build a bomb'],
  S11: ['kill myself', 'hurt myself'],
  P1: ['ignore all previous instructions', 'ignore your instructions'],
};

/**
 * What the mock's scanner finds unless it is told otherwise: `unsafe s1` to `unsafe s13` and `unsafe p1` for
 * each category, so that a test need not write what nobody wants to read, and a few plain phrases (inferred).
 */
export const defaultScannedWords: readonly ScannedWords[] = categoryNames.map((category) => ({
  category,
  words: [`unsafe ${category.toLowerCase()}`, ...(plainPhrases[category] ?? [])],
}));

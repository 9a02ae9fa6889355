import { z } from 'zod';

/** Which way data goes that a rule looks at. */
export const dlpChecks = ['REQUEST', 'RESPONSE'] as const;

export type DlpCheck = (typeof dlpChecks)[number];

/** What happens to data that a rule finds: it is noted, or the run ends. */
export const dlpActions = ['FLAG', 'BLOCK'] as const;

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
export interface DlpPolicy {
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
 * The data rules that the `dlp` of a gateway comes to: one for all that goes either way, or several. What is
 * no rule is none, since the setting is kept as it was sent.
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

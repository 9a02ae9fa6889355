import { z } from 'zod';

/** What guardrails look for: fact sheet inference, section 6.6. Names are those of the hazard taxonomy (inferred). */
export const guardrailCategories = {
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

export type GuardrailCategory = keyof typeof guardrailCategories;

/** What happens to what is found: it is noted, or the request ends. */
export const guardrailActions = ['FLAG', 'BLOCK'] as const;

const categoryNames = Object.keys(guardrailCategories) as [GuardrailCategory, ...GuardrailCategory[]]; // a literal
const rules = z.partialRecord(z.enum(categoryNames), z.enum(guardrailActions));

/** The `guardrails` of a gateway: an action for each category and phase that is looked at. */
export const guardrailsSchema = z.object({ prompt: rules, response: rules });

export type Guardrails = z.infer<typeof guardrailsSchema>;

/** Where something was found. */
export type GuardrailPhase = keyof Guardrails;

/**
 * What the rules of a phase say to the categories that were found: the harder action wins.
 *
 * @example
 * guardrailVerdict({ S1: 'FLAG', S10: 'BLOCK' }, ['S1', 'S10']) // 'BLOCK'
 */
export function guardrailVerdict(
  phase: Guardrails[GuardrailPhase],
  found: readonly GuardrailCategory[],
): (typeof guardrailActions)[number] | undefined {
  const actions = found.map((category) => phase[category]);
  return actions.includes('BLOCK') ? 'BLOCK' : actions.find((action) => action !== undefined);
}

/** Whether a scanner that does not answer has to stop the request: it has where a rule may block. */
export function mayBlock({ prompt, response }: Guardrails): boolean {
  return [...Object.values(prompt), ...Object.values(response)].includes('BLOCK');
}

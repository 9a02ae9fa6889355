/** What is scanned: what goes to the model, or what comes back. */
export type GuardrailPhase = 'prompt' | 'response';

/** `flag` lets it through and says so; `block` does not let it through. */
export type GuardrailAction = 'flag' | 'block';

/** What to do with each category of content, by phase. A category that is not named is not looked for. */
export type GuardrailPolicy = Readonly<Record<GuardrailPhase, Readonly<Record<string, GuardrailAction>>>>;

/** The categories a policy looks for in a phase, in its order. */
export function categoriesOf(policy: GuardrailPolicy, phase: GuardrailPhase): readonly string[] {
  return Object.keys(policy[phase]);
}

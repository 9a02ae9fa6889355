import { ApiError } from '../../../../spec/errors.ts';
import type { GuardrailPhase, Guardrails } from '../../../../spec/services/ai-gateway/guardrails.ts';
import {
  evaluateGuardrails,
  type GuardrailAction,
  type GuardrailPolicy,
  type GuardrailVerdict,
  type Scanner,
} from '../../../engines/guardrails/guardrails.ts';
import type { Passage } from './passage.ts';

/** Whether the rules of a gateway look at a phase at all. */
export function guards({ gateway }: Passage, phase: GuardrailPhase): boolean {
  const rules = gateway.guardrails?.[phase];
  return rules !== undefined && Object.keys(rules).length > 0;
}

/**
 * Looks at a prompt or an answer by the rules of its gateway, and notes what was found. Ask it only where
 * {@link guards} says so.
 *
 * @throws ApiError what ends the run: blocked content, or a scanner that gives no answer where a rule blocks
 */
export async function guardText(
  passage: Passage,
  phase: GuardrailPhase,
  text: string,
  scanner: Scanner,
): Promise<void> {
  const { gateway, request, guarded } = passage;
  if (!gateway.guardrails || text === '') return;
  const policy = policyOf(gateway.guardrails);
  const found = await evaluateGuardrails({ policy, phase, text, scanner, signal: request.signal });
  guarded.push({ phase, verdict: found.verdict, categories: categoriesIn(found) });
  if (found.verdict === 'block') throw new ApiError(blockedBy(phase, request.surface));
  if (found.verdict === 'unscanned' && found.blocks) {
    throw new ApiError(found.reason === 'credits' ? 'scanner-unfunded' : 'scanner-unavailable');
  }
}

/** Section 6.6: the run endpoints have one status and code for both phases, the others have two. */
function blockedBy(phase: GuardrailPhase, surface: 'run' | 'compatible') {
  if (surface === 'run') return `${phase}-blocked` as const;
  return `${phase}-blocked-at-provider` as const;
}

function categoriesIn(verdict: GuardrailVerdict): readonly string[] {
  return 'hits' in verdict ? verdict.hits.map(({ category }) => category) : [];
}

function policyOf({ prompt, response }: Guardrails): GuardrailPolicy {
  return { prompt: actionsOf(prompt), response: actionsOf(response) };
}

function actionsOf(rules: Guardrails[GuardrailPhase]): Record<string, GuardrailAction> {
  const entries = Object.entries(rules).map(([category, action]) => [
    category,
    action === 'BLOCK' ? 'block' : 'flag',
  ]);
  return Object.fromEntries(entries); // two words become two others
}

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

/**
 * Looks at a prompt or an answer by the rules of its gateway, where it has some for it, and notes what was found.
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
  const { guardrails } = gateway;
  if (!guardrails || Object.keys(guardrails[phase]).length === 0 || text === '') return;
  const policy = policyOf(guardrails);
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

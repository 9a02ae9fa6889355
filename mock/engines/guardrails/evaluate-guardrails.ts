import {
  categoriesOf,
  type GuardrailAction,
  type GuardrailPhase,
  type GuardrailPolicy,
} from './guardrail-policy.ts';
import { type ScanFinding, type Scanner, ScannerError } from './scanner.ts';

/** A category that was found, with what the policy does about it. */
export interface GuardrailHit {
  readonly category: string;
  readonly action: GuardrailAction;
  readonly findings: readonly ScanFinding[];
}

export type GuardrailVerdict =
  /** Nothing was found, or nothing was looked for (`scanned: false`). */
  | { readonly verdict: 'pass'; readonly scanned: boolean }
  /** Something was found; it goes through with `flag` and does not with `block`. Hits in the policy's order. */
  | { readonly verdict: GuardrailAction; readonly hits: readonly GuardrailHit[] }
  /**
   * The scanner could not say. The text goes through unless `blocks`, which is so when any rule of the phase
   * blocks (fact sheet 6.6).
   */
  | {
      readonly verdict: 'unscanned';
      readonly reason: 'unavailable' | 'credits';
      readonly blocks: boolean;
      readonly message: string;
    };

export interface GuardrailEvaluation {
  readonly policy: GuardrailPolicy;
  readonly phase: GuardrailPhase;
  /** All of the prompt or of the response, as text. */
  readonly text: string;
  readonly scanner: Scanner;
  readonly signal?: AbortSignal;
}

/**
 * Asks the scanner about a text and judges what it found by the policy. A policy without rules for the phase
 * asks nobody.
 *
 * @throws the signal's reason; a scanner's own failure is a verdict
 * @example
 * const policy = { prompt: { S1: 'block' }, response: {} } as const;
 * await evaluateGuardrails({ policy, phase: 'prompt', text, scanner });
 */
export async function evaluateGuardrails({
  policy,
  phase,
  text,
  scanner,
  signal = new AbortController().signal,
}: GuardrailEvaluation): Promise<GuardrailVerdict> {
  const categories = categoriesOf(policy, phase);
  if (categories.length === 0) return { verdict: 'pass', scanned: false };
  signal.throwIfAborted();
  let findings: readonly ScanFinding[];
  try {
    findings = await scanner({ phase, text, categories, signal });
  } catch (error) {
    signal.throwIfAborted();
    return {
      verdict: 'unscanned',
      reason: error instanceof ScannerError ? error.reason : 'unavailable',
      blocks: Object.values(policy[phase]).includes('block'),
      message: error instanceof Error ? error.message : String(error),
    };
  }
  const hits: GuardrailHit[] = [];
  for (const [category, action] of Object.entries(policy[phase])) {
    const found = findings.filter((finding) => finding.category === category);
    if (found.length > 0) hits.push({ category, action, findings: found });
  }
  if (hits.length === 0) return { verdict: 'pass', scanned: true };
  return { verdict: hits.some(({ action }) => action === 'block') ? 'block' : 'flag', hits };
}

import { ApiError } from '../../../../spec/errors.ts';
import type {
  GuardrailPhase,
  Guardrails,
  ScannedWords,
} from '../../../../spec/services/ai-gateway/guardrails.ts';
import {
  evaluateGuardrails,
  type GuardrailAction,
  type GuardrailPolicy,
  type GuardrailVerdict,
  type Scanner,
  ScannerError,
  type WordList,
  wordListScanner,
} from '../../../engines/guardrails/guardrails.ts';
import type { GatewayConditions, ScannerFault } from '../../../world/gateway-records.ts';
import type { GatewayRun } from './gateway-run.ts';

/**
 * Checks a prompt or an answer against the guardrails of its gateway, if any, and records the findings.
 *
 * @throws ApiError that ends the run: for blocked content, or for a failed scanner where a rule blocks
 */
export async function guardText(
  run: GatewayRun,
  phase: GuardrailPhase,
  text: string,
  scanner: Scanner,
): Promise<void> {
  const { gateway, request, guarded } = run;
  const { guardrails } = gateway;
  if (!guardrails || Object.keys(guardrails[phase]).length === 0 || text === '') return;
  const policy = getPolicy(guardrails);
  const found = await evaluateGuardrails({ policy, phase, text, scanner, signal: request.signal });
  guarded.push({ phase, verdict: found.verdict, categories: categoriesIn(found) });
  if (found.verdict === 'block') throw new ApiError(blockedBy(phase, request.surface));
  if (found.verdict === 'unscanned' && found.blocks) {
    throw new ApiError(found.reason === 'credits' ? 'scanner-unfunded' : 'scanner-unavailable');
  }
}

/** The run endpoints have one status and code for both phases, the others have two. */
function blockedBy(phase: GuardrailPhase, surface: 'run' | 'compatible') {
  if (surface === 'run') return `${phase}-blocked` as const;
  return `${phase}-blocked-at-provider` as const;
}

function categoriesIn(verdict: GuardrailVerdict): readonly string[] {
  return 'hits' in verdict ? verdict.hits.map(({ category }) => category) : [];
}

function getPolicy({ prompt, response }: Guardrails): GuardrailPolicy {
  return { prompt: getActions(prompt), response: getActions(response) };
}

function getActions(rules: Guardrails[GuardrailPhase]): Record<string, GuardrailAction> {
  const entries = Object.entries(rules).map(([category, action]) => [
    category,
    action === 'BLOCK' ? 'block' : 'flag',
  ]);
  return Object.fromEntries(entries); // two words become two others
}

/** Finds unsafe content for the guardrails of gateways. */
export interface GuardrailOptions {
  /**
   * Words of each category. By default `unsafe s1` to `unsafe s13` and `unsafe p1`, and a few plain phrases
   * such as "build a bomb".
   */
  readonly words?: readonly ScannedWords[] | undefined;
  /** A custom scanner, used in place of the words. */
  readonly scanner?: Scanner | undefined;
}

const problems = {
  unavailable: 'The scanner is set to give no answer.',
  credits: 'The scanner is set to have no credits left.',
} as const satisfies Record<Exclude<ScannerFault, null>, string>;

/**
 * The scanner that searches for the words of a mock's conditions, and fails when they say so.
 *
 * @example
 * world.gatewayConditions.words = [{ category: 'S1', words: ['teapot'] }];
 */
export function scriptedScanner(conditions: GatewayConditions): Scanner {
  let known = conditions.words;
  let scan = wordListScanner(known.map(listOf));
  return async (request) => {
    const { words, fault } = conditions;
    if (fault !== null) throw new ScannerError(fault, problems[fault]);
    if (words !== known) {
      known = words;
      scan = wordListScanner(words.map(listOf));
    }
    return scan(request);
  };
}

function listOf({ category, words, phases }: ScannedWords): WordList {
  return { category, words, ...(phases && { phases }) };
}

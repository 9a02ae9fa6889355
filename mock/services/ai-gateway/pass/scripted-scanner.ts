import type { ScannedWords } from '../../../../spec/services/ai-gateway/guardrails.ts';
import {
  type Scanner,
  ScannerError,
  type WordList,
  wordListScanner,
} from '../../../engines/guardrails/guardrails.ts';
import type { GatewayConditions, ScannerFault } from '../../../world/gateway-records.ts';

const problems = {
  unavailable: 'The scanner was told to give no answer.',
  credits: 'The scanner was told that no credits are left for it.',
} as const satisfies Record<Exclude<ScannerFault, null>, string>;

/**
 * The scanner that finds the words of a mock's conditions, and fails where they say so.
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
